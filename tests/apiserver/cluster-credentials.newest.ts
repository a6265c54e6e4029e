/** Tests of kubeconfigs and certificates that cannot be used: `crd-bundle cluster` explains it and reveals no secret. */
import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { rootCertificates } from "node:tls";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { crdBundle, inDirectory } from "../support/command-line.js";
import { expectSound } from "./cluster-world.js";
import { expiredServer } from "./expired-server.js";
import { emptyServer, serverSuite } from "./servers.js";

const tests = serverSuite("cluster-credentials");

/** In everything that must not be printed. */
const SECRET = "s3cr3t-Zm9vYmFy";

interface Given {
  readonly cluster?: JsonObject;
  readonly user?: JsonObject;
}

/** Writes a kubeconfig of the server, with changes. */
async function kubeconfig(directory: string, { cluster = {}, user }: Given, name = "kubeconfig"): Promise<string> {
  const { client, authority } = await emptyServer();
  const path = join(directory, name);
  const config = {
    "current-context": "c",
    clusters: [{ name: "c", cluster: { server: client.url, "certificate-authority": authority, ...cluster } }],
    users: [{ name: "u", user: user ?? { token: client.token } }],
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
  };
  await writeFile(path, JSON.stringify(config));
  return path;
}

async function status(cwd: string, args: readonly string[], env: Record<string, string> = {}) {
  const run = await crdBundle(["cluster", "status", ...args], { cwd, env: { HOME: cwd, KUBECONFIG: "", ...env } });
  const { client } = await emptyServer();
  expectSound(run, [SECRET, Buffer.from(SECRET).toString("base64"), client.token]);
  return run;
}

async function expectProblem(given: Given, message: RegExp, exitCode = 2): Promise<void> {
  await inDirectory(async (directory) => {
    const run = await status(directory, ["--kubeconfig", await kubeconfig(directory, given)]);
    assert.match(run.stderr, message);
    assert.is(run.exitCode, exitCode, run.stderr);
  });
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

tests("the kubeconfig of the tests can be used", () => expectProblem({}, /the cluster has no CRDs of any bundle/, 1));

tests("certificates that cannot be verified", async () => {
  const authority = {
    "certificate-authority": undefined,
    "certificate-authority-data": base64(rootCertificates[0] ?? ""),
  };
  const other = JSON.parse(JSON.stringify(authority)) as JsonObject;
  await expectProblem(
    { cluster: { ...other, "certificate-authority": null } },
    /its certificate was not issued by the authority in the kubeconfig \[cluster-credentials\]/,
  );
  await expectProblem({ cluster: { "tls-server-name": "other.example" } }, /its certificate is for another address/);
  const expired = expiredServer();
  const server = await expired.listen();
  await expectProblem(
    { cluster: { server, "certificate-authority": null, "certificate-authority-data": base64(expired.certificate) } },
    /its certificate has expired/,
  );
  await expired.close();
});

tests("credentials that the API server does not accept, or that cannot be sent", async () => {
  const rejected = /the API server does not accept the credentials/;
  await expectProblem({ user: { token: SECRET } }, rejected);
  await expectProblem({ user: {} }, rejected);
  await expectProblem({ user: { username: "admin", password: SECRET } }, rejected);
  await expectProblem({ user: { token: `${SECRET}\n\u{1f600}` } }, /a character that is not allowed/);
  const key = `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----\n`;
  const pair = { "client-certificate-data": base64(rootCertificates[0] ?? ""), "client-key-data": base64(key) };
  await expectProblem({ user: pair }, /error cannot use the API server at \S+: the secure connection failed/);
});

tests("files and credential plugins that cannot be used", async () => {
  await expectProblem({ user: { "client-certificate": "missing.pem", "client-key": "missing.key" } }, /\(ENOENT\)/);
  await expectProblem({ cluster: { "certificate-authority": "missing.crt" } }, /\(ENOENT\)/);
  await expectProblem({ user: { tokenFile: "missing-token" } }, /cannot use the API server/);
  const apiVersion = "client.authentication.k8s.io/v1";
  const plugin = (script: string) => ({
    exec: {
      apiVersion,
      command: process.execPath,
      args: ["-e", script, SECRET],
      env: [{ name: "KEY", value: SECRET }],
    },
  });
  const failed = /its credential plugin has failed/;
  const print = `console.log("${SECRET}"); console.error("${SECRET}");`;
  await expectProblem({ user: plugin(`${print} process.exit(1)`) }, failed);
  await expectProblem({ user: plugin(print) }, failed);
  await expectProblem({ user: plugin(`console.log("{}")`) }, failed);
  await expectProblem(
    { user: { exec: { apiVersion, command: "no-such-plugin", args: [SECRET] } } },
    /cannot run \(ENOENT\)/,
  );
});

tests("kubeconfigs that cannot be read", () =>
  inDirectory(async (directory) => {
    const invalid = async (text: string, message: RegExp, args: readonly string[] = []) => {
      const path = join(directory, "invalid");
      await writeFile(path, text);
      const run = await status(directory, ["--kubeconfig", path, ...args]);
      assert.is(run.exitCode, 2, `${text}: ${run.stderr}`);
      assert.match(run.stderr, message);
    };
    await invalid(`users: [{name: u, user: {token: ${SECRET}`, /it is not a valid kubeconfig/);
    await invalid(`: ${SECRET}: [`, /it is not a valid kubeconfig/);
    for (const text of ["", "[]", "null", "3", SECRET, "{}", "{clusters: 1}", "{clusters: [1], users: [null]}"]) {
      await invalid(text, /cannot be used: it (is not a valid kubeconfig|has no current context)/);
    }
    const whole = JSON.parse(await readFile(await kubeconfig(directory, {}), "utf8")) as JsonObject;
    await invalid(JSON.stringify({ ...whole, "current-context": "" }), /it has no current context/);
    await invalid(JSON.stringify({ ...whole, "current-context": "x" }), /it has no context "x" \(contexts: c\)/);
    await invalid(JSON.stringify({ ...whole, clusters: [] }), /the cluster of the context "c" is missing/);
    await invalid(JSON.stringify(whole), /it has no context "y"/, ["--context", "y"]);
    for (const server of ["", "https://", "10.0.0.1", "https://a b", "file:///etc/passwd", `https://u:${SECRET}@[`]) {
      const clusters = [{ name: "c", cluster: { server } }];
      await invalid(JSON.stringify({ ...whole, clusters }), /cannot be used: /);
    }
    const missing = await status(directory, ["--kubeconfig", "missing"]);
    assert.match(missing.stderr, /the file does not exist/);
    assert.is(missing.exitCode, 2);
    const none = await status(directory, []);
    assert.match(none.stderr, /there is no kubeconfig at/);
    assert.is(none.exitCode, 2);
    const folder = await status(directory, ["--kubeconfig", directory]);
    assert.match(folder.stderr, /it cannot be read \(EISDIR\)/);
    const locked = await kubeconfig(directory, {}, "locked");
    await chmod(locked, 0);
    const denied = await status(directory, ["--kubeconfig", locked]);
    assert.ok(/\(EACCES\)/.test(denied.stderr) || process.getuid?.() === 0);
  }),
);

tests("two kubeconfigs in KUBECONFIG", () =>
  inDirectory(async (directory) => {
    const whole = await kubeconfig(directory, {}, "second");
    await writeFile(join(directory, "first"), JSON.stringify({ users: [{ name: "u", user: { token: SECRET } }] }));
    const KUBECONFIG = ["first", "missing", whole].join(delimiter);
    const joined = await status(directory, [], { KUBECONFIG });
    assert.match(joined.stderr, /the API server does not accept the credentials/, "the first user wins");
    const alone = await status(directory, [], { KUBECONFIG: ["missing", whole].join(delimiter) });
    assert.match(alone.stderr, /the cluster has no CRDs/);
    await writeFile(join(directory, "third"), `{users: [{name: u, user: {token: ${SECRET}`);
    const broken = await status(directory, [], { KUBECONFIG: [whole, "third"].join(delimiter) });
    assert.match(broken.stderr, /third cannot be used: it is not a valid kubeconfig/);
  }),
);

tests.run();
