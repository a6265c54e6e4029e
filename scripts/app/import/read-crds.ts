/** Reads the CRDs to import from files, directories, Helm charts, or standard input. */
import { resolve } from "node:path";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type JsonObject, objectIn, sameJson } from "../../core/model/json.js";
import { failure, type Result, success } from "../../core/result.js";
import { pathInWords } from "../../core/shape.js";
import { withGoIndentation } from "../../core/yaml/go-indentation.js";
import { entryType } from "../../host/files.js";
import { shapeProblems } from "../../release/bundle/crd-shape.js";
import { readCrdFiles } from "../check/file-subjects.js";
import type { Context } from "../context.js";
import type { Manifest, RoundedInteger } from "../manifests.js";

/** CRD of a valid shape, with the file that contains it. */
export interface CrdToImport {
  readonly crd: JsonObject;
  readonly file: string;
  /** The integers that are rounded, although the API server represents them exactly. */
  readonly rounded: readonly RoundedInteger[];
}

/** Reads CRDs. If a file or a CRD cannot be read as a whole, nothing is imported. */
export async function readCrdsToImport(names: readonly string[], context: Context): Promise<Result<CrdToImport[]>> {
  const paths = await Promise.all(names.map((name) => crdPath(name, context)));
  const { crds: manifests, diagnostics, sources } = await readCrdFiles(paths, context, withGoIndentation);
  const crds = manifests.map((manifest) => ({
    ...manifest,
    name: String(objectIn(manifest.value, "metadata").name ?? ""),
  }));
  const problems = [...diagnostics, ...crds.flatMap(problemsOf), ...clashes(crds)];
  if (problems.length > 0) return failure(problems, sources);
  if (crds.length === 0) return failure(diagnose("import-no-crds", {}), sources);
  const isFirst = ({ name }: NamedCrd, index: number) => crds.findIndex((other) => other.name === name) === index;
  return success(crds.filter(isFirst).map(({ value: crd, file, rounded }) => ({ crd, file, rounded })));
}

/** Returns the directory of the CRDs in a Helm chart, whose templates are not YAML, or the path itself. */
async function crdPath(name: string, { cwd }: Context): Promise<string> {
  const isChart = name !== "-" && (await entryType(resolve(cwd, name, "Chart.yaml"))) === "file";
  return isChart ? `${name.replace(/\/+$/, "")}/crds` : name;
}

interface NamedCrd extends Manifest {
  readonly name: string;
}

/** Returns why a document is not a CRD that can be imported. */
function problemsOf({ value: crd, name, placeOf }: NamedCrd): Diagnostic[] {
  if (crd.apiVersion !== "apiextensions.k8s.io/v1") {
    const args = { name, apiVersion: String(crd.apiVersion) };
    return [inManifest(diagnose("import-api-version", args, placeOf(["apiVersion"])))];
  }
  return shapeProblems(crd).map(({ path, problem }) =>
    inManifest(diagnose("import-invalid", { name, problem: `${pathInWords(path)} ${problem}` }, placeOf(path))),
  );
}

/** Reports CRDs of one name with different content, and kinds of a group whose files would have the same name. */
function clashes(crds: readonly NamedCrd[]): Diagnostic[] {
  return crds.flatMap(({ value: crd, name, placeOf }, index) => {
    const twin = crds.slice(0, index).find((other) => other.name === name);
    if (twin && sameJson(twin.value, crd)) return [];
    if (twin)
      return [inManifest(diagnose("import-duplicate", { name, file: twin.file }, placeOf(["metadata", "name"])))];
    const kind = kindOf(crd);
    const other = crds.slice(0, index).find((each) => isSameFile(each.value, crd));
    if (!other) return [];
    const args = { kind, other: kindOf(other.value) };
    return [inManifest(diagnose("import-kind-case", args, placeOf(["spec", "names", "kind"])))];
  });
}

function isSameFile(a: JsonObject, b: JsonObject): boolean {
  return objectIn(a, "spec").group === objectIn(b, "spec").group && kindOf(a).toLowerCase() === kindOf(b).toLowerCase();
}

function kindOf(crd: JsonObject): string {
  return String(objectIn(objectIn(crd, "spec"), "names").kind ?? "");
}
