/**
 * What the assets of a release were made of: an in-toto Statement v1 around a SLSA provenance v1 predicate.
 * `docs/provenance-v1.md` defines the build type for those who check one.
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

/** The name of the asset. */
export const PROVENANCE = "provenance.intoto.json";
/** A page of this package, as a package URL names it. A change that no reader of the old page expects is a new page. */
const BUILD_TYPE = "pkg:npm/crd-bundle#docs/provenance-v1.md";
/** The tool itself, wherever it ran: a reproducible build asks for no trust in a machine. */
const BUILDER = "pkg:npm/crd-bundle";
const TOOL = "crd-bundle";

/** What a release is made of. */
export interface Source {
  /** Of the commit, in hexadecimal. */
  readonly commit: string;
  /** The version of crd-bundle that builds it: another one may build it differently. */
  readonly tool: string;
  /** As `package.json` states it. Never a remote of a clone, which differs from one to the next. */
  readonly repository?: string;
  readonly inputs: readonly Input[];
}

export interface Input {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
}

/** What is asked of a build, beside its source. */
export interface BuildParameters {
  readonly name: string;
  /** Without a leading v. */
  readonly version: string;
  readonly channels: readonly Channel[];
}

/** The statement about assets, as JSON. */
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

/** `git+https://…`. A shorthand of npm, such as `github:owner/name`, is no URI of a repository and is left out. */
function gitUri(repository: string): string | undefined {
  if (!/^[a-z+]+:\/\//.test(repository)) return undefined;
  return /^git[+:]/.test(repository) ? repository : `git+${repository}`;
}

/** The version that assets say they are of, in their provenance; undefined where they do not say. */
export function versionOfAssets(assets: readonly Asset[]): Version | undefined {
  return versionAt(assets, VERSION_PATH);
}

/** The version of crd-bundle that assets name in their provenance, if they name one. */
export function toolOfAssets(assets: readonly Asset[]): string | undefined {
  return versionAt(assets, TOOL_PATH);
}

/** A provenance with another version of crd-bundle, or with none: crd-bundle did not name itself before 0.1.0. */
export function withTool(provenance: string, tool: string | undefined): string {
  const statement = parseJson(provenance);
  if (!isJsonObject(statement)) return provenance;
  const version = tool === undefined ? undefined : { [TOOL]: tool };
  return `${JSON.stringify(withValueAt(statement, BUILDER_VERSION_PATH, version), null, 2)}\n`;
}

/** The object with a value at a path, or without what is there. */
function withValueAt(object: JsonObject, [key = "", ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const { [key]: child, ...others } = object;
  if (rest.length > 0) return isJsonObject(child) ? { ...object, [key]: withValueAt(child, rest, value) } : object;
  return value === undefined ? others : { ...object, [key]: value };
}

const VERSION_PATH = ["predicate", "buildDefinition", "externalParameters", "version"];
const BUILDER_VERSION_PATH = ["predicate", "runDetails", "builder", "version"];
const TOOL_PATH = [...BUILDER_VERSION_PATH, TOOL];

/** A version in the provenance of assets; undefined if there is none. */
function versionAt(assets: readonly Asset[], path: readonly string[]): Version | undefined {
  const provenance = assets.find(({ name }) => name === PROVENANCE);
  const statement = parseJson(Buffer.from(provenance?.bytes ?? []).toString("utf8")) ?? null;
  const version = path.reduce<Json>((value, key) => (isJsonObject(value) ? (value[key] ?? null) : null), statement);
  return typeof version === "string" ? parseVersion(version) : undefined;
}
