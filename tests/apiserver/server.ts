/** A real API server on loopback: etcd and kube-apiserver, with all their data in one temporary directory. */
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { printYaml } from "../../scripts/core/yaml/print.js";
import { atEnd } from "./at-end.js";
import type { Binaries } from "./binaries.js";
import { ApiClient } from "./client.js";

export interface ApiServer {
  readonly client: ApiClient;
  /** Path of a kubeconfig with all rights. */
  readonly kubeconfig: string;
  /** Path of the certificates of the CA and the server. */
  readonly authority: string;
  /** Runs kubectl against this server. The exit code is part of the result. */
  kubectl(...args: string[]): Promise<KubectlResult>;
  /** Runs lines of a shell in a directory. The kubectl in them uses this server. */
  shell(lines: string, directory: string): Promise<KubectlResult>;
  /** Returns the path of a kubeconfig with another token. */
  kubeconfigFor(token: string): string;
  /** Stores an object in etcd as it is, as if an older API server had accepted it. */
  store(key: string, object: JsonObject): Promise<void>;
  /** Reads an object as it is in etcd. Only custom resources are stored as JSON. */
  stored(key: string): Promise<JsonObject | undefined>;
  /** Stops both processes and removes their data. */
  stop(): Promise<void>;
}

export interface KubectlResult {
  readonly exitCode: number;
  /** The output, including errors and warnings. */
  readonly output: string;
}

export interface ServerOptions {
  /** If RBAC, only the client of the tests may do everything. */
  readonly authorization?: "AlwaysAllow" | "RBAC";
}

/** Time in milliseconds within which both processes must respond. */
const PATIENCE = 90_000;

/**
 * Starts an empty server. If anything fails, and when this process ends, the processes that were started are stopped.
 */
export async function startServer(binaries: Binaries, options: ServerOptions = {}): Promise<ApiServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(binaries, options);
    } catch (error) {
      // Another process can take a free port before the server does.
      if (attempt === ATTEMPTS || !String(error).includes("address already in use")) throw error;
    }
  }
}

const ATTEMPTS = 3;

async function startOnce({ paths }: Binaries, options: ServerOptions): Promise<ApiServer> {
  const directory = mkdtempSync(join(tmpdir(), "kube-apiserver-test-"));
  const processes: Process[] = [];
  const discard = atEnd(() => {
    for (const { kill } of processes) kill();
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  const stop = async (client?: ApiClient) => {
    client?.close();
    for (const { kill } of processes) kill();
    await Promise.all(processes.map(({ ended }) => ended));
    discard();
  };
  try {
    const [etcdPort, port] = [await freePort(), await freePort()];
    const token = randomBytes(16).toString("hex");
    processes.push(launch("etcd", paths.etcd, etcdFlags(directory, etcdPort), directory));
    const flags = apiServerFlags(directory, etcdPort, port, token, options);
    processes.push(launch("kube-apiserver", paths.kubeApiserver, flags, directory));
    const client = await connect(`https://127.0.0.1:${port}`, directory, token, processes);
    const kubeconfig = writeKubeconfig(client.url, token, directory);
    return {
      client,
      kubeconfig,
      authority: certificate(directory),
      kubectl: (...args) => kubectl(paths.kubectl, kubeconfig, args),
      shell: (lines, cwd) => shell(lines, cwd, paths.kubectl, kubeconfig),
      kubeconfigFor: (other) => writeKubeconfig(client.url, other, directory),
      store: (key, object) => store(`http://127.0.0.1:${etcdPort}`, `/registry/${key}`, object),
      stored: (key) => stored(`http://127.0.0.1:${etcdPort}`, `/registry/${key}`),
      stop: () => stop(client),
    };
  } catch (error) {
    const logs = processes.map(({ name, log }) => `--- the end of ${name}'s log\n${lastLines(log)}`);
    await stop();
    throw new Error([String(error), ...logs].join("\n"));
  }
}

/** Stores an object with the JSON gateway of etcd. The API server also reads JSON, although it writes protobuf. */
async function store(etcd: string, key: string, object: JsonObject): Promise<void> {
  await askEtcd(`${etcd}/v3/kv/put`, { key: base64(key), value: base64(JSON.stringify(object)) });
}

/** Reads an object with the JSON gateway of etcd. */
async function stored(etcd: string, key: string): Promise<JsonObject | undefined> {
  const { kvs } = await askEtcd(`${etcd}/v3/kv/range`, { key: base64(key) });
  const [found] = (kvs ?? []) as unknown as readonly { readonly value: string }[];
  return found && (JSON.parse(Buffer.from(found.value, "base64").toString("utf8")) as JsonObject);
}

async function askEtcd(url: string, question: JsonObject): Promise<JsonObject> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(question) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as JsonObject;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

interface Process {
  readonly name: string;
  readonly log: string;
  /** Kills the process immediately. No data is kept, so no orderly shutdown is needed. */
  readonly kill: () => void;
  readonly isRunning: () => boolean;
  readonly ended: Promise<unknown>;
}

function launch(name: string, binary: string, flags: Record<string, string>, directory: string): Process {
  const log = join(directory, `${name}.log`);
  const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
  const output = { file: log, append: true } as const;
  const child = execa(binary, args, { stdin: "ignore", stdout: output, stderr: output, buffer: false, reject: false });
  return {
    name,
    log,
    kill: () => child.kill("SIGKILL"),
    isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    ended: child,
  };
}

function etcdFlags(directory: string, port: number): Record<string, string> {
  return {
    "data-dir": join(directory, "etcd"),
    "listen-client-urls": `http://127.0.0.1:${port}`,
    "advertise-client-urls": `http://127.0.0.1:${port}`,
    "listen-peer-urls": "http://127.0.0.1:0", // it has no peers
    "unsafe-no-fsync": "true",
    "log-level": "warn",
  };
}

function apiServerFlags(
  directory: string,
  etcdPort: number,
  port: number,
  token: string,
  { authorization = "AlwaysAllow" }: ServerOptions,
): Record<string, string> {
  const key = join(directory, "service-account.pem");
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  writeFileSync(key, privateKey.export({ type: "sec1", format: "pem" }), { mode: 0o600 });
  const tokens = join(directory, "tokens.csv");
  writeFileSync(tokens, `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  return {
    "etcd-servers": `http://127.0.0.1:${etcdPort}`,
    "bind-address": "127.0.0.1",
    "advertise-address": "127.0.0.1",
    "endpoint-reconciler-type": "none",
    "secure-port": String(port),
    "cert-dir": certificates(directory), // kube-apiserver creates its own certificate there
    "service-cluster-ip-range": "10.0.0.0/24",
    "service-account-issuer": "https://kubernetes.default.svc",
    "service-account-key-file": key,
    "service-account-signing-key-file": key,
    "authorization-mode": authorization,
    "anonymous-auth": "false",
    "token-auth-file": tokens,
    // No controller creates service accounts or namespaces here, and tests create objects in any namespace.
    "disable-admission-plugins": "ServiceAccount,NamespaceLifecycle",
  };
}

function certificates(directory: string): string {
  return join(directory, "certificates");
}

function certificate(directory: string): string {
  return join(certificates(directory), "apiserver.crt");
}

/** Waits until the server reports that it is ready. */
async function connect(
  url: string,
  directory: string,
  token: string,
  processes: readonly Process[],
): Promise<ApiClient> {
  const end = Date.now() + PATIENCE;
  for (let client: ApiClient | undefined; Date.now() < end; await sleep(50)) {
    const dead = processes.find(({ isRunning }) => !isRunning());
    if (dead) throw new Error(`${dead.name} has ended`);
    if (!client && existsSync(certificate(directory))) {
      client = new ApiClient(url, readFileSync(certificate(directory)), token);
    }
    if (client && (await isReady(client))) return client;
  }
  throw new Error(`the API server is not ready after ${PATIENCE / 1000} s`);
}

async function isReady(client: ApiClient): Promise<boolean> {
  try {
    return (await client.request("GET", "/readyz")).code === 200;
  } catch {
    return false; // the server does not listen yet
  }
}

function writeKubeconfig(url: string, token: string, directory: string): string {
  const path = join(directory, `kubeconfig-${createHash("sha256").update(token).digest("hex").slice(0, 8)}`);
  const name = "test";
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    clusters: [{ name, cluster: { server: url, "certificate-authority": certificate(directory) } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
  writeFileSync(path, printYaml(config), { mode: 0o600 });
  return path;
}

async function kubectl(binary: string, kubeconfig: string, args: readonly string[]): Promise<KubectlResult> {
  const flags = [`--kubeconfig=${kubeconfig}`, `--cache-dir=${kubeconfig}-cache`];
  const { exitCode = 1, all } = await execa(binary, [...flags, ...args], { reject: false, all: true, stdin: "ignore" });
  return { exitCode, output: all };
}

/** Runs lines of a shell until one fails. `kubectl` is the binary of the tests. */
async function shell(lines: string, cwd: string, binary: string, kubeconfig: string): Promise<KubectlResult> {
  const env = { PATH: `${dirname(binary)}${delimiter}${process.env.PATH}`, KUBECONFIG: kubeconfig };
  const options = { cwd, env, reject: false, all: true, stdin: "ignore" } as const;
  const { exitCode = 1, all } = await execa("bash", ["-e", "-c", lines], options);
  return { exitCode, output: all };
}

/** Returns a free port below the range that systems use for outgoing connections. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

function lastLines(log: string): string {
  return existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").slice(-15).join("\n") : "";
}
