/** Paths in Helm charts, whose templates are not YAML. */
import { posix } from "node:path";

/** The file that makes a directory a chart, and the directory with its CRDs, which Helm installs as they are. */
export const CHART_FILE = "Chart.yaml";
export const CHART_CRDS = "crds";

/**
 * The paths of the CRDs of a chart and of its subcharts, and of links that may lead to them. Source: CRDObjects in
 * pkg/chart/chart.go of Helm.
 */
const CRD_PATH = /^(charts\/[^/]+\/)*(crds(\/|$)|charts(\/[^/]+)?$)/;

/** Reports whether a path looks like a packed subchart of a chart. */
export function isPackedChart(path: string): boolean {
  return /(^|\/)charts\/[^/]+\.tgz$/.test(path);
}

/** The part of a file in a chart: its CRDs, and those of its subcharts, or the rest. */
export type ChartPart = "crds" | "rest";

/** Returns a function that tells in which part of a chart a path is, or undefined if it is in none of them. */
export function chartsIn(paths: readonly string[]): (path: string) => ChartPart | undefined {
  const charts = new Set(
    paths.filter((path) => posix.basename(path) === CHART_FILE).map((path) => posix.dirname(path)),
  );
  return (path) => {
    const chart = directoriesAround(path).find((directory) => charts.has(directory));
    if (chart === undefined) return undefined;
    return CRD_PATH.test(posix.relative(`/${chart}`, `/${path}`)) ? "crds" : "rest";
  };
}

/** Returns the directories that contain a path, outermost first. The first one is `.`. */
function directoriesAround(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return [".", ...names.map((_, at) => names.slice(0, at + 1).join("/"))];
}
