/** Builds a release again from the objects of its Git tag, and compares the result with the files in the tag. */
import { DIST, fromDist } from "../../core/bundle-layout.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { NO_ADVICE } from "../../core/diagnostics/levels.js";
import { type Diagnostic, hasErrors } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import type { Asset } from "../../core/model/output.js";
import { APIS, CHANGELOG, PACKAGE_FILE } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { inCommitDirectory } from "../../host/commit-directory.js";
import { BATCH_LIMIT, type CommittedEntry, type Repository, SUBMODULE } from "../../host/git.js";
import { UnsoundTree } from "../../host/git-tree.js";
import { FILE_LIMIT } from "../../host/sources.js";
import { bundleProblems } from "../../release/bundle/bundle-problems.js";
import { channelsOf } from "../../release/version.js";
import type { Context } from "../context.js";
import { outputOf } from "../output.js";
import { assetsOf } from "../release/assets.js";
import { attributeProblems } from "../release/attributes.js";
import { openWorkspace, type Workspace } from "../workspace.js";
import { compareNotes } from "./notes.js";
import type { Tagged } from "./tagged.js";
import { isRegular, kindOfMode, readEntries, treeProblems } from "./tree.js";

/** The result of the build, and the problems of the Git tag. */
export interface Rebuilt {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
  /** Unset if the assets cannot be made, so none are compared. */
  readonly assets?: readonly Asset[];
  /** The number of files in `dist/`. */
  readonly files: number;
}

/** The paths from which a release is built. */
const SOURCES = [APIS, PACKAGE_FILE, CHANGELOG];

/** Builds a release from the objects of its Git tag, and compares the result with the files in the tag. */
export async function rebuild(tagged: Tagged, repository: Repository, context: Context): Promise<Rebuilt> {
  context.progress(`reading ${tagged.tag}`);
  const all = await soundEntries(tagged, repository);
  if (!all.ok) return { diagnostics: all.diagnostics, sources: [], files: 0 };
  const entries = all.value.filter(isBuiltFrom);
  const odd = entries.filter(({ mode }) => !isRegular(mode));
  const unlike = odd.map(({ path, mode }) =>
    diagnose("release-tag-mismatch", { tag: tagged.tag, path, how: kindOfMode(mode) }),
  );
  const files = await readEntries(
    entries.filter(({ mode }) => isRegular(mode)),
    repository,
  );
  const rebuilt = await inCommitDirectory(files, async (directory): Promise<Rebuilt> => {
    const options = { levels: NO_ADVICE, packages: repository.directory }; // released sources cannot be changed
    const opened = await openWorkspace(directory, context, options);
    if (!opened.ok) return notRebuilt(tagged.tag, opened.diagnostics, opened.sources);
    const workspace = opened.value;
    return compare(tagged, { ...workspace, places: { ...workspace.places, repository } });
  });
  return { ...rebuilt, diagnostics: [...unlike, ...rebuilt.diagnostics] };
}

/**
 * Reports whether a build reads an entry. It reads the types and YAML files in `apis/`, package.json and the changelog,
 * and nothing else.
 */
function isBuiltFrom({ path }: CommittedEntry): boolean {
  return SOURCES.includes(path) || /^apis\/.*\.([cm]?tsx?|ya?ml)$/is.test(path);
}

/**
 * Returns all entries of a bundle in a Git tag, or the reason why they cannot be read. Checks all of them before
 * reading any.
 */
async function soundEntries({ tag, commit }: Tagged, repository: Repository): Promise<Result<CommittedEntry[]>> {
  const unlike = (path: string, how: string) =>
    failure(diagnose("release-tag-mismatch", { tag, path: path || "the root directory", how }));
  try {
    const entries = await repository.entriesOf(commit, ...SOURCES, DIST);
    const large = entries.find((entry) => isBuiltFrom(entry) && entry.size > FILE_LIMIT);
    if (large) return unlike(large.path, `is larger than ${FILE_LIMIT / 2 ** 20} MiB`);
    const size = entries.reduce((sum, entry) => sum + entry.size, 0);
    return size <= BATCH_LIMIT ? success(entries) : unlike("its bundle", `is larger than ${BATCH_LIMIT / 2 ** 20} MiB`);
  } catch (error) {
    if (error instanceof UnsoundTree) return unlike(error.path.replace(/\/$/, ""), error.how);
    throw error;
  }
}

/**
 * Returns the result for sources that this version of the tool cannot build. The assets are not compared, because
 * differences in them would only be a consequence.
 */
function notRebuilt(tag: string, diagnostics: readonly Diagnostic[], sources: readonly SourceText[]): Rebuilt {
  return { diagnostics: [diagnose("release-tag-not-rebuilt", { tag }), ...diagnostics], sources, files: 0 };
}

async function compare(tagged: Tagged, workspace: Workspace): Promise<Rebuilt> {
  const { tag, commit, version } = tagged;
  const { bundle, directory, places, sources } = workspace;
  const channels = channelsOf(version, bundle.channels);
  const current = await workspace.buildTree();
  if (hasErrors(current.diagnostics)) return notRebuilt(tag, current.diagnostics, sources);
  const output = outputOf(await workspace.printAs(version, channels), bundle, directory);
  const entries = await places.repository.entriesOf(
    commit,
    DIST,
    ...(bundle.reports === undefined ? [] : [bundle.reports]),
  );
  const committed = await readEntries(
    entries.filter(({ mode }) => mode !== SUBMODULE),
    places.repository,
  );
  const files = committed
    .filter(({ path }) => path.startsWith(`${DIST}/`))
    .map(({ path, bytes }) => ({ path: fromDist(path), text: bytes.toString("utf8") }));
  const notes = await compareNotes(tagged, workspace);
  const release = notes.text === undefined ? undefined : { name: bundle.name, version, notes: notes.text, files };
  return {
    diagnostics: [
      ...(bundle.version === version ? [] : [diagnose("release-tag-version", { tag, version: bundle.version })]),
      ...treeProblems(tag, entries, committed, output),
      ...(await attributeProblems(tagged, output, places.repository)),
      ...bundleProblems(files, { version, annotations: bundle.annotations, channels }),
      ...notes.diagnostics,
    ],
    sources: [...sources, ...notes.sources],
    ...(release && { assets: await assetsOf(places.repository, commit, release) }),
    files: files.length,
  };
}
