/** The kinds of a channel, with the versions that it serves. Each version is compiled when the first object needs it. */
import { groupVersion } from "../../core/model/group-version.js";
import { isJsonArray, isJsonObject, type JsonObject } from "../../core/model/json.js";
import { minorOf, NEWEST_MINOR } from "../../core/model/kubernetes-minor.js";
import { compareApiVersions } from "../../core/model/version.js";
import { type CompiledVersion, compileVersion } from "../admission/compile-version.js";

export class ServedKinds {
  readonly #crds = new Map<string, JsonObject>();
  readonly #versions = new Map<string, CompiledVersion | undefined>();

  /** The CRDs must be accepted by the API server. */
  constructor(crds: readonly JsonObject[]) {
    for (const crd of crds) {
      const { group, names } = isJsonObject(crd.spec) ? crd.spec : {};
      const { kind } = isJsonObject(names) ? names : {};
      this.#crds.set(JSON.stringify([group ?? null, kind ?? null]), crd);
    }
  }

  /** Reports whether the channel has the kind of an object, in any version. */
  has(object: JsonObject): boolean {
    return this.#crds.has(keyOf(object));
  }

  /** Returns the version of an object, or undefined if the channel does not serve it. */
  versionOf(object: JsonObject): CompiledVersion | undefined {
    const { version } = groupVersion(typeof object.apiVersion === "string" ? object.apiVersion : "");
    return this.#compiled(object, version);
  }

  /** Returns the version in which clients see the objects of a kind if they do not choose one. */
  preferredVersionOf(object: JsonObject): CompiledVersion | undefined {
    const crd = this.#crds.get(keyOf(object));
    const versions = isJsonObject(crd?.spec) && isJsonArray(crd.spec.versions) ? crd.spec.versions : [];
    const names = versions.flatMap((each) => (isJsonObject(each) && each.served === true ? [String(each.name)] : []));
    const [first] = names.sort(compareApiVersions);
    return first === undefined ? undefined : this.#compiled(object, first);
  }

  #compiled(object: JsonObject, version: string): CompiledVersion | undefined {
    const crd = this.#crds.get(keyOf(object));
    if (!crd) return undefined;
    const name = `${keyOf(object)} ${version}`;
    if (!this.#versions.has(name)) this.#versions.set(name, compileVersion(crd, version, minorOf(NEWEST_MINOR)));
    const compiled = this.#versions.get(name);
    return compiled?.isServed ? compiled : undefined;
  }
}

function keyOf({ apiVersion, kind }: JsonObject): string {
  const { group } = groupVersion(typeof apiVersion === "string" ? apiVersion : "");
  return JSON.stringify([group, kind ?? null]);
}
