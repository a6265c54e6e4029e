/**
 * The facts of `facts/*.yaml`: objects, and whether a server accepts them. `object` contains only `spec` and `status`.
 * A status without a spec is written to an object that is known to be valid.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import { isJsonObject, type Json, type JsonObject } from "../../scripts/core/model/json.js";
import { loadYaml } from "../../scripts/core/yaml/yaml.js";
import { ROOT } from "../support/golden.js";
import type { Expected, Question } from "./ask.js";
import { crdsOf } from "./bundle.js";
import type { ObjectRef } from "./client.js";
import { wholeObject } from "./whole-objects.js";

/** An entry of a file. */
export interface Fact extends Expected {
  /** The number of the fact, such as S01. Several entries can share it. */
  readonly fact: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly channels: readonly Channel[];
  readonly object: JsonObject;
  /** The object before the write. If set, the write is an update. */
  readonly oldObject?: JsonObject;
}

const DIRECTORY = join(ROOT, "tests/apiserver/facts");
const REQUIRED = ["fact", "kind", "versions", "channels", "object", "accepted"];
const OPTIONAL = ["fields", "oldObject"];

/** Returns all entries of all files, in order. */
export function readFacts(): Fact[] {
  const files = readdirSync(DIRECTORY).filter((name) => name.endsWith(".yaml"));
  return files.sort().flatMap(readFile);
}

function readFile(name: string): Fact[] {
  const loaded = loadYaml(readFileSync(join(DIRECTORY, name), "utf8"), 100);
  if ("problem" in loaded) throw new Error(`${name}: ${loaded.problem}`);
  if (!Array.isArray(loaded.value)) throw new Error(`${name}: must be a list`);
  return loaded.value.map((entry, index) => checkFact(entry as Json, `${name}: entry ${index + 1}`));
}

/** Checks an entry. An unknown key could be an expectation that no test checks. */
function checkFact(entry: Json, place: string): Fact {
  const keys = isJsonObject(entry) ? Object.keys(entry) : [];
  const missing = REQUIRED.filter((key) => !keys.includes(key));
  const unknown = keys.filter((key) => ![...REQUIRED, ...OPTIONAL].includes(key));
  if (missing.length > 0 || unknown.length > 0) {
    throw new Error(`${place}: missing are [${missing.join()}], unknown are [${unknown.join()}]`);
  }
  const fact = entry as unknown as Fact;
  if (fact.versions.length === 0 || fact.channels.length === 0) throw new Error(`${place} holds for nothing`);
  const stray = fact.channels.find((channel) => !CHANNELS.includes(channel));
  if (stray) throw new Error(`${place}: ${stray} is no channel`);
  return fact;
}

/** Returns the question for the server of a channel about one version of a fact. */
export function questionOf({ kind, object, oldObject }: Fact, version: string, channel: Channel): Question {
  const isStatusAlone = object.status !== undefined && object.spec === undefined;
  const base = isStatusAlone ? (oldObject ?? wholeObject(kind, channel)) : {};
  return {
    object: completeObject({ ...base, ...object }, kind, version, channel),
    ...(oldObject && { oldObject: completeObject(oldObject, kind, version, channel) }),
  };
}

/** Adds the parts that a fact omits. The author of the object is free to choose its name. */
export function completeObject(object: JsonObject, kind: string, version: string, channel: Channel): ObjectRef {
  const crd = crdsOf(channel).find(
    ({ spec }) => spec.names.kind === kind && spec.versions.some(({ name }) => name === version),
  );
  if (!crd) throw new Error(`the ${channel} channel has no ${kind} ${version}`);
  return { apiVersion: `${crd.spec.group}/${version}`, kind, metadata: { name: "example" }, ...object };
}
