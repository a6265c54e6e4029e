/** Tests of `crd-bundle cluster` with a project of its own: one channel, and a kind that a webhook converts. */
import { appendFile, cp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as assert from "uvu/assert";
import { crdBundle, inDirectory } from "../support/command-line.js";
import { expectSuccess, type ObjectRef } from "./client.js";
import { expectSound, kubeconfigFor } from "./cluster-world.js";
import type { ApiServer } from "./server.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("cluster-projects");

const CRD = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.example.dev";
const SOURCE = "apis/example.dev/v1/gadget.ts";

/** The webhook is down, as it is before its first installation. */
const WEBHOOK = `
kinds:
  gadgets.example.dev:
    conversion:
      strategy: Webhook
      webhook:
        clientConfig:
          service: { name: gadgets, namespace: default }
        conversionReviewVersions: [v1]
`;

const GADGET: ObjectRef = {
  apiVersion: "example.dev/v1",
  kind: "Gadget",
  metadata: { name: "g", namespace: "default" },
  spec: {},
};

async function conversionOf({ client }: ApiServer): Promise<unknown> {
  const { spec } = expectSuccess(await client.request("GET", CRD), "the CRD");
  return (spec as { readonly conversion?: { readonly strategy?: string } }).conversion?.strategy;
}

async function expectRun(cwd: string, args: readonly string[], exitCode = 0): Promise<string> {
  const run = await crdBundle([...args], { cwd });
  assert.is(run.exitCode, exitCode, `${args.join(" ")}\n${run.stdout}${run.stderr}`);
  return run.stdout + run.stderr;
}

tests("a project with one channel and a webhook is installed, and updated while the webhook is down", () =>
  withServer((server) =>
    inDirectory(async (directory) => {
      const project = join(directory, "gadgets");
      await expectRun(directory, [
        "init",
        "gadgets",
        "--group",
        "example.dev",
        "--kind",
        "Gadget",
        "--channels",
        "standard",
      ]);
      const first = await readFile(join(project, SOURCE), "utf8");
      await cp(join(project, "apis/example.dev/v1"), join(project, "apis/example.dev/v1beta1"), { recursive: true });
      const settings = await readFile(join(project, "apis/bundle.yaml"), "utf8");
      const older = join(project, "apis/example.dev/v1beta1/gadget.ts");
      await writeFile(older, first.replaceAll("example.dev/v1", "example.dev/v1beta1"));
      await writeFile(
        join(project, SOURCE),
        first.replace("/** Gadget in the API group example.dev. */", "/** @storageVersion */"),
      );
      await appendFile(join(project, "apis/bundle.yaml"), WEBHOOK);
      await expectRun(project, ["build"]);
      const access = ["--kubeconfig", await kubeconfigFor({ server, directory })];
      const cluster = async (...args: readonly string[]) => {
        const run = await crdBundle(["cluster", ...args, ...access], { cwd: project });
        expectSound(run, [server.client.token]);
        return run;
      };
      const installed = await cluster("install");
      assert.is(installed.exitCode, 0, installed.stdout + installed.stderr);
      assert.is((await cluster("status")).exitCode, 0);
      assert.is((await cluster("install")).exitCode, 0);
      expectSuccess(await server.client.create(GADGET), "a gadget");
      assert.equal(await conversionOf(server), "Webhook");
      // The next release needs no webhook anymore.
      await writeFile(join(project, "apis/bundle.yaml"), settings);
      await rm(dirname(older), { recursive: true });
      await writeFile(join(project, SOURCE), first.replace("@maximum 100", "@maximum 200"));
      await expectRun(project, ["build", "--bundle-version", "v0.2.0"]);
      const updated = await cluster("install");
      assert.is(updated.exitCode, 0, updated.stdout + updated.stderr);
      assert.equal(await conversionOf(server), "None");
      const status = await cluster("status", "--format", "json");
      assert.is(status.exitCode, 0);
      assert.match(status.stdout, '"0.2.0"');
      const object = expectSuccess(await server.client.get(GADGET), "the gadget");
      assert.equal(object.spec, { replicas: 1 });
    }),
  ),
);

tests.run();
