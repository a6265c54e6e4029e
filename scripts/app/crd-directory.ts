/** Reads the CRDs below a directory on the disk. */
import { join } from "node:path";
import { CHART_CRDS } from "../core/chart-layout.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { entryType } from "../host/files.js";
import { findManifests } from "../host/manifest-search.js";
import { entryAt } from "../host/paths.js";
import { type Inputs, readManifests } from "../host/sources.js";
import { type CrdFiles, crdFiles, type Tree } from "./crd-files.js";
import { relocated } from "./relocated.js";

/** The files below a directory that may contain CRDs, and their problems. All paths are relative to the directory. */
export interface CrdDirectory extends Inputs, Pick<CrdFiles, "form" | "unread"> {
  /** Problems whose paths are complete. */
  readonly problems: readonly Diagnostic[];
  /** Links that lead out of the directory. */
  readonly links: readonly string[];
}

/** Reads the CRDs below a directory. `select` selects the files. */
export async function readCrdDirectory(
  path: string,
  name: string,
  select: (tree: Tree) => Promise<CrdFiles> = crdFiles,
): Promise<CrdDirectory> {
  const { paths, links, packedCharts, diagnostics } = await findManifests(path, name || "/");
  const tree: Tree = { paths, packedCharts, read: (wanted) => readManifests(path, wanted) };
  const { isWanted, form, unread } = await select(tree);
  const read = await tree.read(paths.filter(isWanted));
  const found = { ...read, form, unread, problems: diagnostics, links: links.filter(isWanted) };
  if (form !== "chart") return found;
  const linked = await linkedCrds(path, name);
  return withCrdsOfChart(linked ? withLinkedCrds(found, linked) : found, name);
}

/** Reads the `crds/` of a chart if it is a link to a directory, which can be anywhere: the user named the chart. */
async function linkedCrds(chart: string, name: string): Promise<CrdDirectory | undefined> {
  const path = join(chart, CHART_CRDS);
  const isLinked = (await entryAt(path)) === "link" && (await entryType(path)) === "directory";
  return isLinked ? readCrdDirectory(path, `${name}/${CHART_CRDS}`) : undefined;
}

/** Adds to the content of a chart the content of its `crds/`, which is a link. */
export function withLinkedCrds(found: CrdDirectory, linked: CrdDirectory): CrdDirectory {
  const named = (inside: string) => `${CHART_CRDS}/${inside}`;
  return {
    form: found.form,
    files: [...found.files, ...linked.files.map((file) => ({ ...file, path: named(file.path) }))],
    diagnostics: [...found.diagnostics, ...linked.diagnostics.map((each) => relocated(each, named))],
    problems: [...found.problems, ...linked.problems],
    links: [...found.links.filter((link) => link !== CHART_CRDS), ...linked.links.map(named)],
    unread: [...found.unread, ...linked.unread.map(named)],
  };
}

/** Adds a problem if nothing of a chart is read. */
export function withCrdsOfChart(found: CrdDirectory, chart: string): CrdDirectory {
  const { files, diagnostics, problems, links } = found;
  const isEmpty = [files, diagnostics, problems, links].every(({ length }) => length === 0);
  return isEmpty ? { ...found, problems: [diagnose("chart-crds-missing", { chart })] } : found;
}
