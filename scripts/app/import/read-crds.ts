/** Reads the CRDs to import from files, directories, Helm charts, or standard input. */
import { resolve } from "node:path";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type JsonObject, objectIn, sameJson } from "../../core/model/json.js";
import { failure, type Result, success } from "../../core/result.js";
import { pathInWords } from "../../core/shape.js";
import { entryType } from "../../host/files.js";
import { shapeProblems } from "../../release/bundle/crd-shape.js";
import { fileSubjects } from "../check/file-subjects.js";
import type { Subject } from "../check/subject.js";
import type { Context } from "../context.js";

/** CRD of a valid shape, with the file that contains it. */
export interface CrdToImport {
  readonly crd: JsonObject;
  readonly file: string;
}

/** Reads CRDs. If a file or a CRD cannot be read as a whole, nothing is imported. */
export async function readCrdsToImport(names: readonly string[], context: Context): Promise<Result<CrdToImport[]>> {
  const paths = await Promise.all(names.map((name) => crdPath(name, context)));
  const { subjects, diagnostics, sources } = await fileSubjects(paths, context);
  const crds = subjects.map((subject) => ({ ...subject, name: String(objectIn(subject.crd, "metadata").name ?? "") }));
  const problems = [...diagnostics, ...crds.flatMap(problemsOf), ...clashes(crds)];
  if (problems.length > 0) return failure(problems, sources);
  if (crds.length === 0) return failure(diagnose("import-no-crds", {}), sources);
  const isFirst = ({ name }: NamedSubject, index: number) => crds.findIndex((other) => other.name === name) === index;
  return success(crds.filter(isFirst).map(({ crd, file = "" }) => ({ crd, file })));
}

/** Returns the directory of the CRDs in a Helm chart, whose templates are not YAML, or the path itself. */
async function crdPath(name: string, { cwd }: Context): Promise<string> {
  const isChart = name !== "-" && (await entryType(resolve(cwd, name, "Chart.yaml"))) === "file";
  return isChart ? `${name.replace(/\/+$/, "")}/crds` : name;
}

interface NamedSubject extends Subject {
  readonly name: string;
}

/** Returns why a document is not a CRD that can be imported. */
function problemsOf({ crd, name, placeOf }: NamedSubject): Diagnostic[] {
  if (crd.apiVersion !== "apiextensions.k8s.io/v1") {
    const args = { name, apiVersion: String(crd.apiVersion) };
    return [inManifest(diagnose("import-api-version", args, placeOf(["apiVersion"])))];
  }
  return shapeProblems(crd).map(({ path, problem }) =>
    inManifest(diagnose("import-invalid", { name, problem: `${pathInWords(path)} ${problem}` }, placeOf(path))),
  );
}

/** Reports CRDs of one name with different content, and kinds of a group whose files would have the same name. */
function clashes(crds: readonly NamedSubject[]): Diagnostic[] {
  return crds.flatMap(({ crd, name, placeOf }, index) => {
    const twin = crds.slice(0, index).find((other) => other.name === name);
    if (twin && sameJson(twin.crd, crd)) return [];
    if (twin)
      return [inManifest(diagnose("import-duplicate", { name, file: twin.file ?? "" }, placeOf(["metadata", "name"])))];
    const kind = kindOf(crd);
    const other = crds.slice(0, index).find((each) => isSameFile(each.crd, crd));
    if (!other) return [];
    const args = { kind, other: kindOf(other.crd) };
    return [inManifest(diagnose("import-kind-case", args, placeOf(["spec", "names", "kind"])))];
  });
}

function isSameFile(a: JsonObject, b: JsonObject): boolean {
  return objectIn(a, "spec").group === objectIn(b, "spec").group && kindOf(a).toLowerCase() === kindOf(b).toLowerCase();
}

function kindOf(crd: JsonObject): string {
  return String(objectIn(objectIn(crd, "spec"), "names").kind ?? "");
}
