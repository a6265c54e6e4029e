/**
 * Provenance of the assets of a release: an in-toto Statement v1 with a SLSA provenance v1 predicate.
 * `docs/provenance-v1.md` defines the build type for tools that verify it.
 *
 * https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
 * https://slsa.dev/spec/v1.1/provenance
 */
import type { Channel } from "../../core/model/channel.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import { sha256 } from "../../core/model/digest.js";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/model/json.js";
import type { Asset } from "../../core/model/output.js";
import { parseVersion, type Version } from "../../core/model/release-version.js";

/** Name of the asset. */
export const PROVENANCE = "provenance.intoto.json";
/**
 * Page of this package, as a package URL. A change that tools built for the old page do not expect needs a new page.
 */
const BUILD_TYPE = "pkg:npm/crd-bundle#docs/provenance-v1.md";
/** The tool itself, wherever it ran. A reproducible build requires no trust in a machine. */
const BUILDER = "pkg:npm/crd-bundle";
const TOOL = "crd-bundle";

/** Commit, tool and input files from which a release is built. */
export interface Source {
  /** Commit hash, in hexadecimal. */
  readonly commit: string;
  /** Version of crd-bundle that builds the release. Another version may build it differently. */
  readonly tool: string;
  /** Repository as `package.json` states it. The remote of a clone is never used, because it differs between clones. */
  readonly repository?: string;
  readonly inputs: readonly Input[];
}

export interface Input {
  /** Path relative to the project, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
}

/** Parameters of a build, in addition to its source. */
export interface BuildParameters {
  readonly name: string;
  /** Bundle version, without a `v`. */
  readonly version: string;
  readonly channels: readonly Channel[];
}

/** Returns the statement about assets, as JSON. */
export function printProvenance(assets: readonly Asset[], parameters: BuildParameters, source: Source): string {
  const { name, version, channels } = parameters;
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: byName(assets.map((asset) => ({ name: asset.name, digest: { sha256: sha256(asset.bytes) } }))),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { name, version, channels },
        resolvedDependencies: [commitOf(source), ...inputsOf(source)],
      },
      runDetails: { builder: { id: BUILDER, version: { [TOOL]: source.tool } } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

function commitOf({ commit, repository }: Source) {
  const uri = repository === undefined ? undefined : gitUri(repository);
  return { name: "source", ...(uri !== undefined && { uri }), digest: { gitCommit: commit } };
}

function inputsOf({ inputs }: Source) {
  return byName(inputs.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })));
}

function byName<Named extends { readonly name: string }>(list: readonly Named[]): Named[] {
  return [...list].sort((a, b) => compareStrings(a.name, b.name));
}

/**
 * Returns a URI such as `git+https://…`. A shorthand of npm, such as `github:owner/name`, is not the URI of a
 * repository and is omitted.
 */
function gitUri(repository: string): string | undefined {
  if (!/^[a-z+]+:\/\//.test(repository)) return undefined;
  return /^git[+:]/.test(repository) ? repository : `git+${repository}`;
}

/** Returns the version that the provenance of assets states, or undefined if it states none. */
export function versionOfAssets(assets: readonly Asset[]): Version | undefined {
  return versionAt(assets, VERSION_PATH);
}

/** Returns the version of crd-bundle that the provenance of assets names, if it names one. */
export function toolOfAssets(assets: readonly Asset[]): string | undefined {
  return versionAt(assets, TOOL_PATH);
}

/**
 * Returns a provenance with another version of crd-bundle, or with none. Before 0.1.0, crd-bundle did not name its
 * version.
 */
export function withTool(provenance: string, tool: string | undefined): string {
  const statement = parseJson(provenance);
  if (!isJsonObject(statement)) return provenance;
  const version = tool === undefined ? undefined : { [TOOL]: tool };
  return `${JSON.stringify(withValueAt(statement, BUILDER_VERSION_PATH, version), null, 2)}\n`;
}

/** Returns the object with a value at a path. If the value is undefined, the key is removed. */
function withValueAt(object: JsonObject, [key = "", ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const { [key]: child, ...others } = object;
  if (rest.length > 0) return isJsonObject(child) ? { ...object, [key]: withValueAt(child, rest, value) } : object;
  return value === undefined ? others : { ...object, [key]: value };
}

const VERSION_PATH = ["predicate", "buildDefinition", "externalParameters", "version"];
const BUILDER_VERSION_PATH = ["predicate", "runDetails", "builder", "version"];
const TOOL_PATH = [...BUILDER_VERSION_PATH, TOOL];

/** Returns a version in the provenance of assets, or undefined if there is none. */
function versionAt(assets: readonly Asset[], path: readonly string[]): Version | undefined {
  const provenance = assets.find(({ name }) => name === PROVENANCE);
  const statement = parseJson(Buffer.from(provenance?.bytes ?? []).toString("utf8")) ?? null;
  const version = path.reduce<Json>((value, key) => (isJsonObject(value) ? (value[key] ?? null) : null), statement);
  return typeof version === "string" ? parseVersion(version) : undefined;
}
