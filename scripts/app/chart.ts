/** Helm charts, whose templates are not YAML. */
import { resolve } from "node:path";
import { entryType } from "../host/files.js";

/** The file that makes a directory a chart, and the directory with its CRDs, which Helm installs as they are. */
export const CHART_FILE = "Chart.yaml";
export const CHART_CRDS = "crds";

/** Returns the directory of the CRDs if a path is a Helm chart, otherwise the path itself. */
export async function pathOfCrds(name: string, cwd: string): Promise<string> {
  const isChart = name !== "-" && (await entryType(resolve(cwd, name, CHART_FILE))) === "file";
  return isChart ? `${name.replace(/\/+$/, "")}/${CHART_CRDS}` : name;
}
