/**
 * Tests of one channel applied over the other, on a server with objects. The new channel must preserve every stored
 * object, serve it and allow updates, including fields that only the old channel defines.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import type { Channel } from "../../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { type Json, type JsonObject, sortKeys } from "../../scripts/core/model/json.js";
import { fencesOf } from "../docs/markdown.js";
import { ROOT } from "../support/golden.js";
import { store } from "./ask.js";
import { crdsOf, DIST, installCrds, waitForCrds } from "./bundle.js";
import { type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";
import { questionOf, readFacts } from "./facts.js";
import type { ApiServer } from "./server.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("channels");
const facts = readFacts();

tests("standard over experimental, and back", () =>
  withServer(async ({ client }) => {
    await switchTo(client, "experimental", "first");
    const stored = await storeObjects(client, "experimental");
    assert.ok(stored.size > 0);
    await switchTo(client, "standard", "second");
    await expectKept(client, stored, "standard");
    await storeObjects(client, "standard", stored);
    await switchTo(client, "experimental", "third");
    await expectKept(client, stored, "experimental");
  }),
);

/** Runs the commands of docs/change-channel.md, exactly as they are on the page, in the order of the page. */
tests("as docs/change-channel.md describes it", () =>
  withServer(async (server) => {
    const [show, toExperimental, listStored, toStandard, remove, ...others] = commandsOf("docs/change-channel.md");
    assert.equal(others, []);
    await runPage(server, "kubectl apply --server-side -f standard-install.yaml");
    await waitForCrds(server.client, crdsOf("standard"));
    assert.is(await runPage(server, show), "standardv1.6.1");

    // Without the deletion, the server rejects the change. It may need some seconds to enforce the admission policy, and
    // accepts CRDs until then, so only a dry run can be repeated.
    const [, apply = ""] = toExperimental?.split("sleep 5\n") ?? [];
    const expectRejected = async (command: string) => {
      const { exitCode, output } = await server.shell(command, DIST);
      if (exitCode === 0 || !output.includes("may not replace")) throw new Error(output);
    };
    await eventually(() => expectRejected(apply.replace("apply", "apply --dry-run=server")));
    await expectRejected(apply);
    assert.is(await runPage(server, show), "standardv1.6.1");
    await runPage(server, toExperimental);
    await waitForCrds(server.client, crdsOf("experimental"));
    assert.is(await runPage(server, show), "experimentalv1.6.1");
    const bindings = "kubectl get validatingadmissionpolicybinding -o name";
    const binding =
      "validatingadmissionpolicybinding.admissionregistration.k8s.io/safe-upgrades.gateway.networking.k8s.io";
    assert.is(await runPage(server, bindings), binding, "the binding is restored");

    assert.match(await runPage(server, listStored), /^NAME +STORED\n/);
    assert.match(await runPage(server, listStored), /\nxmeshes\.gateway\.networking\.x-k8s\.io +\[v1alpha1\]/);
    await runPage(server, toStandard);
    assert.is(await runPage(server, show), "standardv1.6.1");
    await runPage(server, remove);
    assert.not.match(await runPage(server, listStored), "xmeshes");
  }),
);

/** The blocks of commands on a page. */
function commandsOf(page: string): string[] {
  const fences = fencesOf(readFileSync(join(ROOT, page), "utf8"));
  return fences.filter(({ language }) => language === "sh").map(({ body }) => body.join("\n"));
}

/** Runs commands that must succeed in the directory of the install manifests, and returns their output. */
async function runPage({ shell }: ApiServer, commands = ""): Promise<string> {
  assert.ok(commands);
  const { exitCode, output } = await shell(commands, DIST);
  assert.is(exitCode, 0, output);
  return output;
}

/** The objects on a server as they were last written, by kind and name. */
type Stored = Map<string, ObjectRef>;

/**
 * Applies the CRDs of a channel and waits until the server uses them. A printer column, which appears in responses and
 * does not change a schema, shows when that is the case.
 */
async function switchTo(client: ApiClient, channel: Channel, mark: string): Promise<void> {
  const crds = crdsOf(channel).map((crd) => withColumn(crd, mark));
  await installCrds(client, crds);
  for (const { spec } of crds) {
    for (const { name } of spec.versions.filter(({ served }) => served)) {
      await eventually(async () => {
        const table = await client.table(`${spec.group}/${name}`, spec.names.kind);
        if (!JSON.stringify(table.body.columnDefinitions).includes(mark))
          throw new Error(`${spec.names.kind} ${name} is not ${mark}`);
      });
    }
  }
}

function withColumn(crd: CustomResourceDefinition, name: string): CustomResourceDefinition {
  const additionalPrinterColumns = [{ name, type: "string", jsonPath: ".kind" }];
  const versions = crd.spec.versions.map((version) => ({ ...version, additionalPrinterColumns }));
  return { ...crd, spec: { ...crd.spec, versions } };
}

/** Stores every object that the facts list as valid in a channel. */
async function storeObjects(client: ApiClient, channel: Channel, stored: Stored = new Map()): Promise<Stored> {
  const valid = facts.filter(
    ({ accepted, channels, oldObject }) => accepted && !oldObject && channels.includes(channel),
  );
  await Promise.all(
    valid.map(async (fact, index) => {
      const version = fact.versions.find((name) => isServed(channel, fact.kind, name));
      if (!version) return;
      const { object } = questionOf(fact, version, channel);
      const named = { ...object, metadata: { name: `${channel}-${index}` } };
      stored.set(`${fact.kind}/${named.metadata.name}`, (await store(client, named)) as ObjectRef);
    }),
  );
  return stored;
}

function isServed(channel: Channel, kind: string, version: string): boolean {
  const crd = crdsOf(channel).find(({ spec }) => spec.names.kind === kind);
  return crd?.spec.versions.some(({ name, served }) => name === version && served) ?? false;
}

/**
 * Checks that every object can be read in every served version of the channel, with its content unchanged, and that the
 * server accepts a change of its labels.
 */
async function expectKept(client: ApiClient, stored: Stored, channel: Channel): Promise<void> {
  const problems: string[] = [];
  for (const { spec } of crdsOf(channel)) {
    const before = [...stored].filter(([key]) => key.startsWith(`${spec.names.kind}/`));
    for (const { name, storage } of spec.versions.filter(({ served }) => served)) {
      const { items } = expectSuccess(await client.list(`${spec.group}/${name}`, spec.names.kind), spec.names.kind);
      const objects = new Map((items as unknown as ObjectRef[]).map((object) => [object.metadata.name, object]));
      assert.is(objects.size, before.length, `${spec.names.kind} ${name}: the number of objects`);
      for (const [key, object] of before) {
        const now = objects.get(object.metadata.name);
        if (!now || contentOf(now) !== contentOf(object))
          problems.push(`${key} ${name}: ${now && contentOf(now)}, was ${contentOf(object)}`);
      }
      if (storage) problems.push(...(await labelAll(client, [...objects.values()], channel)));
    }
  }
  assert.equal(problems, []);
}

/** Returns everything except the metadata and the API version. */
function contentOf({ apiVersion: _, metadata: __, ...content }: JsonObject): string {
  return JSON.stringify(sortKeys(content as Json));
}

async function labelAll(client: ApiClient, objects: readonly ObjectRef[], channel: Channel): Promise<string[]> {
  const answers = await Promise.all(
    objects.map(async (object) => {
      const labelled = { ...object, metadata: { ...object.metadata, labels: { channel } } };
      const { code, body } = await client.replace(labelled);
      return code === 200 ? undefined : `${object.kind}/${object.metadata.name}: ${body.message} ${contentOf(object)}`;
    }),
  );
  return answers.filter((problem) => problem !== undefined);
}

tests.run();
