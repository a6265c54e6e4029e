/** Answers the questions of the API server tests without a server. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Channel } from "../../scripts/core/model/channel.js";
import { isJsonObject, type JsonObject } from "../../scripts/core/model/json.js";
import { loadManifests } from "../../scripts/core/yaml/yaml.js";
import { type Admission, type AdmissionRequest, admit } from "../../scripts/kubernetes/admission/admit.js";
import { type CompiledVersion, compileVersion } from "../../scripts/kubernetes/admission/compile-version.js";
import { NEWEST_SERVER } from "../../scripts/kubernetes/cel/environment/environment.js";
import type { Question, Verdict } from "../apiserver/ask.js";
import { crdsOf } from "../apiserver/bundle.js";

const known = new Map<string, CompiledVersion>();

/** Returns the version of an object in a channel of the bundle. Throws if there is none. */
export function versionOf({ apiVersion, kind }: JsonObject, channel: Channel): CompiledVersion {
  const key = `${channel} ${apiVersion} ${kind}`;
  const found = known.get(key) ?? compiled(`${apiVersion}`, `${kind}`, channel);
  known.set(key, found);
  return found;
}

function compiled(apiVersion: string, kind: string, channel: Channel): CompiledVersion {
  const [group, version = ""] = apiVersion.split("/");
  const crd = crdsOf(channel).find(({ spec }) => spec.group === group && spec.names.kind === kind);
  const found = crd && compileVersion(crd as unknown as JsonObject, version, NEWEST_SERVER);
  if (!found) throw new Error(`the ${channel} channel has no ${kind} ${apiVersion}`);
  return found;
}

/** Answers as `ask` does with a server: a status is written in a second step. */
export function answer({ object, oldObject }: Question, channel: Channel): Verdict {
  const version = versionOf(object, channel);
  const old = oldObject && stored(version, oldObject);
  const written = admit(version, { object, old });
  if (object.status === undefined || written.errors.length > 0) return verdictOf(written);
  return verdictOf(admit(version, { object, old: written.object, subresource: "status" }));
}

/** Returns an object as the API server stores it after its creation and an update of its status. */
function stored(version: CompiledVersion, object: JsonObject): JsonObject {
  const created = accepted(version, { object });
  return object.status === undefined ? created : accepted(version, { object, old: created, subresource: "status" });
}

function accepted(version: CompiledVersion, request: AdmissionRequest): JsonObject {
  const { object, errors } = admit(version, request);
  if (errors.length > 0) throw new Error(`the old object is rejected: ${JSON.stringify(errors)}`);
  return object;
}

export function verdictOf({ errors }: Pick<Admission, "errors">): Verdict {
  const fields = errors.map(({ field }) => field).filter((field) => field !== "<nil>");
  return { accepted: errors.length === 0, fields: [...new Set(fields)].sort() };
}

/** Returns the objects of all manifests below a directory, with their files. */
export function manifestsIn(directory: string): { readonly file: string; readonly object: JsonObject }[] {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
  return files.sort().flatMap((file) => {
    const loaded = loadManifests(readFileSync(join(directory, file), "utf8"));
    if ("problem" in loaded) throw new Error(`${file}: ${loaded.problem}`);
    return loaded.value.documents.filter(isJsonObject).map((object) => ({ file, object }));
  });
}
