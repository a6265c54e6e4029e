/**
 * The CRDs in dist/ against those that Gateway API v1.6.1 published: zero differences in everything but descriptions,
 * messages, rule texts and x-kubernetes-preserve-unknown-fields. A node that has rules there has rules here.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../scripts/model/channel.js";
import { isJsonObject, type Json } from "../scripts/model/json.js";
import { loadYaml } from "../scripts/yaml.js";
import { ROOT } from "./golden.js";
import { sharedFolder } from "./shared.js";

const parity = suite("parity with Gateway API v1.6.1");
const shared = sharedFolder();

function readCrd(path: string): Json {
  const loaded = loadYaml(readFileSync(path, "utf8"));
  if ("problem" in loaded) throw new Error(`${path}: ${loaded.problem}`);
  return loaded.value;
}

/** Every leaf with its path, without what may differ. */
function factsOf(value: Json, path = ""): string[] {
  if (Array.isArray(value)) {
    return [`${path}[] ${value.length}`, ...value.flatMap((item, index) => factsOf(item as Json, `${path}[${index}]`))];
  }
  if (!isJsonObject(value)) return [`${path} ${JSON.stringify(value)}`];
  const children = Object.entries(value).flatMap(([key, child]) => factsOfKey(key, child, `${path}/${key}`));
  return [`${path}{}`, ...children];
}

function factsOfKey(key: string, value: Json, path: string): string[] {
  if (key === "description" && typeof value === "string") return [];
  if (key === "x-kubernetes-preserve-unknown-fields") return [];
  if (key === "x-kubernetes-validations" || key === "deprecationWarning") return [`${path} (present)`];
  return factsOf(value, path);
}

/** Compact JSON. Theirs has no prose here, and a digest in place of each rule. */
function bytesOf(crd: Json): number {
  return Buffer.byteLength(JSON.stringify(crd));
}

function printSizes(channel: string, folder: string): void {
  const rows = readdirSync(folder).map((file) => {
    const [ours, theirs] = [join(ROOT, "dist", channel), folder].map((place) => bytesOf(readCrd(join(place, file))));
    return `  ${String(ours).padStart(7)} ${String(theirs).padStart(7)}  ${file}\n`;
  });
  process.stdout.write(`\n  bytes of each CRD, ${channel}: ours, and theirs without prose and rules\n${rows.join("")}`);
}

for (const channel of CHANNELS) {
  const folder = shared && join(shared, "upstream/gateway-api/v1.6.1", channel);
  if (!folder || !existsSync(folder)) {
    parity.skip(channel);
    continue;
  }
  for (const file of readdirSync(folder)) {
    parity(`${channel}/${file}`, () => {
      const [theirs, ours] = [
        factsOf(readCrd(join(folder, file))),
        factsOf(readCrd(join(ROOT, "dist", channel, file))),
      ];
      const differences = [
        ...theirs.filter((fact) => !ours.includes(fact)).map((fact) => `- ${fact}`),
        ...ours.filter((fact) => !theirs.includes(fact)).map((fact) => `+ ${fact}`),
      ];
      assert.equal(differences, []);
    });
  }
  parity(`${channel}: sizes`, () => printSizes(channel, folder));
  parity(`${channel}: no file but theirs`, () => {
    const ours = readdirSync(join(ROOT, "dist", channel)).filter((file) => file.includes("_"));
    assert.equal(ours.sort(), readdirSync(folder).sort());
  });
}

parity.run();
