/** Reads the CRDs to import from files, directories, Helm charts, or standard input. */
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Channel } from "../../core/model/channel.js";
import { groupOf, kindOf, nameOf, versionsOf } from "../../core/model/crd-parts.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type JsonObject, sameJson } from "../../core/model/json.js";
import type { SourceText } from "../../core/model/location.js";
import { failure, type Result, success } from "../../core/result.js";
import { pathInWords, type ShapeProblem } from "../../core/shape.js";
import { withGoIndentation } from "../../core/yaml/go-indentation.js";
import { type Stamp, stampOf } from "../../import/normal-form.js";
import { shapeProblems } from "../../release/bundle/crd-shape.js";
import { readCrdFiles } from "../check/file-subjects.js";
import type { Context } from "../context.js";
import type { Manifest, RoundedInteger } from "../manifests.js";

/** CRD of a valid shape, with the file that contains it. */
export interface CrdToImport {
  readonly crd: JsonObject;
  readonly file: string;
  /** Unset if the CRDs are not imported as channels. */
  readonly channel?: Channel;
  /** The integers that are rounded, although the API server represents them exactly. */
  readonly rounded: readonly RoundedInteger[];
}

/** The CRDs in files, directories, Helm charts, or standard input: those of a channel, or of no channel. */
export interface CrdSet {
  readonly channel?: Channel;
  readonly paths: readonly string[];
}

/** Reads CRDs. If a file or a CRD cannot be read as a whole, nothing is imported. */
export async function readCrdsToImport(sets: readonly CrdSet[], context: Context): Promise<Result<CrdToImport[]>> {
  const read: ReadSet[] = [];
  for (const set of sets) read.push(await readSet(set, context));
  const crds = read.flatMap((set) => set.crds);
  const sources = read.flatMap((set) => set.sources);
  const problems = [...read.flatMap(({ diagnostics }) => diagnostics), ...kindClashes(crds), ...stampProblems(crds)];
  if (problems.length > 0) return failure(problems, sources);
  return success(
    crds.map(({ value: crd, file, channel, rounded }) => ({ crd, file, rounded, ...(channel && { channel }) })),
  );
}

interface ReadSet {
  readonly crds: readonly NamedCrd[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** Reads the CRDs of a set, without those that are there twice. */
async function readSet({ channel, paths }: CrdSet, context: Context): Promise<ReadSet> {
  const { crds: manifests, diagnostics, sources } = await readCrdFiles(paths, context, withGoIndentation);
  const crds = manifests.map((manifest) => ({
    ...manifest,
    ...(channel && { channel }),
    name: nameOf(manifest.value),
  }));
  const found = [...diagnostics, ...crds.flatMap(problemsOf), ...duplicates(crds)];
  const input = channel === undefined ? "the input" : `the paths of --${channel}`;
  const isEmpty = found.length === 0 && crds.length === 0;
  return {
    crds: crds.filter(({ name }, index) => crds.findIndex((other) => other.name === name) === index),
    diagnostics: isEmpty ? [diagnose("import-no-crds", { input })] : found,
    sources,
  };
}

interface NamedCrd extends Manifest {
  readonly name: string;
  readonly channel?: Channel;
}

/** Returns why a document is not a CRD that can be imported. */
function problemsOf({ value: crd, name, placeOf }: NamedCrd): Diagnostic[] {
  if (crd.apiVersion !== "apiextensions.k8s.io/v1") {
    const args = { name, apiVersion: String(crd.apiVersion) };
    return [inManifest(diagnose("import-api-version", args, placeOf(["apiVersion"])))];
  }
  const problems = shapeProblems(crd);
  return (problems.length > 0 ? problems : repeatedVersions(crd)).map(({ path, problem }) => {
    const args = { name: name || "a document without a name", problem: `${pathInWords(path)} ${problem}` };
    return inManifest(diagnose("import-invalid", args, placeOf(path)));
  });
}

/** Reports versions with the name of another one, whose types would be in the same file. */
function repeatedVersions(crd: JsonObject): ShapeProblem[] {
  const names = versionsOf(crd).map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ path: ["spec", "versions", index, "name"], problem: `must not repeat ${JSON.stringify(name)}` }],
  );
}

/** Reports CRDs of one name with different content. */
function duplicates(crds: readonly NamedCrd[]): Diagnostic[] {
  return crds.flatMap(({ value: crd, name, placeOf }, index) => {
    const twin = crds.slice(0, index).find((other) => other.name === name);
    if (!twin || sameJson(twin.value, crd)) return [];
    return [inManifest(diagnose("import-duplicate", { name, file: twin.file }, placeOf(["metadata", "name"])))];
  });
}

/** Reports kinds of a group whose files would have the same name. */
function kindClashes(crds: readonly NamedCrd[]): Diagnostic[] {
  return crds.flatMap(({ value: crd, name, placeOf }, index) => {
    const other = crds.slice(0, index).find((each) => each.name !== name && isSameFile(each.value, crd));
    if (!other) return [];
    const args = { kind: kindOf(crd), other: kindOf(other.value) };
    return [inManifest(diagnose("import-kind-case", args, placeOf(["spec", "names", "kind"])))];
  });
}

/** Reports CRDs whose annotations name another channel than that of their set, or another bundle than those before. */
function stampProblems(crds: readonly NamedCrd[]): Diagnostic[] {
  const stamped = crds.flatMap((crd) => {
    const stamp = stampOf(crd.value);
    return crd.channel && stamp ? [{ ...crd, channel: crd.channel, stamp }] : [];
  });
  const [first] = stamped;
  if (!first) return [];
  return stamped.flatMap(({ name, channel, stamp, placeOf }) => {
    const placeIn = (key: string) => placeOf(["metadata", "annotations", `${stamp.domain}/${key}`]);
    const annotation = `${stamp.domain}/channel: ${stamp.channel}`;
    const [bundle, otherBundle] = [bundleIn(stamp), bundleIn(first.stamp)];
    const args = { name, stamp: bundle, other: first.name, otherStamp: otherBundle };
    return [
      ...(stamp.channel === channel
        ? []
        : [inManifest(diagnose("import-channel", { name, annotation, channel }, placeIn("channel")))]),
      ...(bundle === otherBundle ? [] : [inManifest(diagnose("import-bundles", args, placeIn("bundle-version")))]),
    ];
  });
}

function bundleIn({ domain, bundleVersion }: Stamp): string {
  return `${domain}/bundle-version: ${bundleVersion}`;
}

function isSameFile(a: JsonObject, b: JsonObject): boolean {
  return groupOf(a) === groupOf(b) && kindOf(a).toLowerCase() === kindOf(b).toLowerCase();
}
