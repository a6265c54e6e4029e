/**
 * Compares the CRDs in dist/ with those that Gateway API v1.6.1 published. They must be equal except for descriptions,
 * messages, the source of rules, and x-kubernetes-preserve-unknown-fields. A schema that has rules in one must have
 * rules in the other.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../scripts/core/model/channel.js";
import { isJsonObject, type Json } from "../scripts/core/model/json.js";
import { loadYaml } from "../scripts/core/yaml/yaml.js";
import { ROOT } from "./support/golden.js";
import { withCorpus } from "./support/shared.js";

const parity = suite("parity with Gateway API v1.6.1");

function readCrd(path: string): Json {
  const loaded = loadYaml(readFileSync(path, "utf8"));
  if ("problem" in loaded) throw new Error(`${path}: ${loaded.problem}`);
  return loaded.value;
}

/** Returns every leaf with its path, except those that may differ. */
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

withCorpus(parity, "upstream/gateway-api/v1.6.1", 25, (test, theirs) => {
  for (const channel of CHANNELS) {
    const [ours, directory] = [join(ROOT, "dist", channel), join(theirs, channel)];
    for (const file of readdirSync(directory)) {
      test(`${channel}/${file}`, () => {
        const expected = factsOf(readCrd(join(directory, file)));
        const actual = factsOf(readCrd(join(ours, file)));
        const differences = [
          ...expected.filter((fact) => !actual.includes(fact)).map((fact) => `- ${fact}`),
          ...actual.filter((fact) => !expected.includes(fact)).map((fact) => `+ ${fact}`),
        ];
        assert.equal(differences, []);
      });
    }
    test(`${channel}: no file but theirs`, () => {
      const files = readdirSync(ours).filter((file) => file.includes("_"));
      assert.equal(files.sort(), readdirSync(directory).sort());
    });
  }
});

parity.run();
