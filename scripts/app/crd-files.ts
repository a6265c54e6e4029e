/** Selects the files in a directory from which CRDs are read. */
import { readBundleIndex } from "../core/bundle-index.js";
import { BUNDLE_INDEX, isInChannelDirectory } from "../core/bundle-layout.js";
import { CHART_FILE, chartsIn } from "../core/chart-layout.js";
import { CHANNELS, isChannel } from "../core/model/channel.js";
import type { Inputs } from "../host/sources.js";

/** A directory on the disk or in a commit. All paths are relative to it. */
export interface Tree {
  /** Paths of the manifests. */
  readonly paths: readonly string[];
  /** Paths of the packed subcharts. */
  readonly packedCharts: readonly string[];
  readonly read: (paths: readonly string[]) => Promise<Inputs>;
}

/** The files of a directory from which CRDs are read. */
export interface CrdFiles {
  /** The kind of directory: a bundle that this tool built, a Helm chart, or any other directory. */
  readonly form: "bundle" | "chart" | "directory";
  /** Reports whether a file is one of them. Also for links, which may lead to one. */
  readonly isWanted: (path: string) => boolean;
  /** Files of Helm charts that are not read, although they probably contain CRDs. */
  readonly unread: readonly string[];
}

/**
 * Selects the files from which CRDs are read: in Helm charts, those in `crds/`, also of subcharts, because templates are
 * not YAML. Outside of charts, all files.
 */
export async function crdFiles({ paths, packedCharts, read }: Tree): Promise<CrdFiles> {
  const partOf = chartsIn(paths);
  const rest = paths.filter((path) => partOf(path) === "rest");
  const { files } = await read(rest);
  const unread = files.filter(({ text }) => MENTION_OF_CRD.test(text)).map(({ path }) => path);
  return {
    form: paths.includes(CHART_FILE) ? "chart" : "directory",
    isWanted: (path) => partOf(path) !== "rest",
    unread: [...unread, ...packedCharts.filter((path) => partOf(path) !== undefined)],
  };
}

/** A CRD in YAML, in JSON, or in a template. */
const MENTION_OF_CRD = /\bkind["']?:\s*["']?CustomResourceDefinition\b/;

/**
 * Selects the files of a state. In a bundle that this tool built, only the directories of the channels are read, because
 * the install manifests contain the same CRDs again.
 */
export async function stateFiles(tree: Tree): Promise<CrdFiles> {
  if (!(await isBuiltBundle(tree))) return crdFiles(tree);
  return { form: "bundle", isWanted: (path) => isInSomeChannel(path) || isChannel(path), unread: [] };
}

async function isBuiltBundle({ paths, read }: Tree): Promise<boolean> {
  if (!paths.includes(BUNDLE_INDEX) || !paths.some(isInSomeChannel)) return false;
  const { files } = await read([BUNDLE_INDEX]);
  return readBundleIndex(files[0]?.text) !== undefined;
}

/** Reports whether a path of a bundle is in the directory of a channel. */
export function isInSomeChannel(path: string): boolean {
  return CHANNELS.some((channel) => isInChannelDirectory(path, channel));
}
