/**
 * Plans to undo a release that exists only in this repository: its Git tag, its commit on the branch, and its assets.
 */
import { join, relative, sep } from "node:path";
import { compare } from "semver";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { CHECKSUMS } from "../../core/model/checksums.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { parseTag, parseVersion, type Tag, tagOf, versionOf } from "../../core/model/release-version.js";
import { assetsPath } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { counted } from "../../core/words/counted.js";
import { entryType as kindOfPath, namesIn, readRegularFile } from "../../host/files.js";
import { GitFailure, Repository } from "../../host/git.js";
import { obstacleTo } from "../../host/paths.js";
import { IGNORE_ALL } from "../../host/placed-assets.js";
import { type Journal, recordOf } from "../../host/release-transaction.js";
import { checksumProblems } from "../../release/assets/checksums.js";
import { shortList } from "./release-context.js";

/** Returns the changes that a release made, or everything that prevents undoing it. Changes nothing. */
export async function planUndo(to: string | undefined, repository: Repository): Promise<Result<Journal>> {
  const found = await tagFor(to, repository);
  if (!found.ok) return found;
  const tag = found.value;
  const released = await releasedAs(tag, repository);
  if (released === undefined) return failure(diagnose("release-undo-unknown", { tag }));
  const { tagObject, commit } = released;
  const branch = await branchToMove(released, repository);
  const assets = join(repository.directory, assetsPath(versionOf(tag)));
  const problems = [
    ...(await pushProblems(tag, repository)),
    ...(await laterProblems(released, branch?.name, repository)),
    ...(await changeProblems(tag, branch?.name, assets, repository)),
  ];
  if (problems.length > 0) return failure(problems);
  return success({ tag, tagObject, commit, ...(branch && { branch }), assets, undo: true });
}

/** Returns the Git tag that the request names, or the only release tag at HEAD. */
async function tagFor(to: string | undefined, repository: Repository): Promise<Result<Tag>> {
  if (to !== undefined) {
    const version = parseVersion(to);
    return version === undefined
      ? failure(diagnose("release-exact", { word: to, option: "--undo" }))
      : success(tagOf(version));
  }
  const tags = (await repository.tagsAt("HEAD")).flatMap((name) => parseTag(name) ?? []);
  const [tag, ...more] = tags;
  if (tag !== undefined && more.length === 0) return success(tag);
  const several = tag === undefined ? undefined : `HEAD has several tags: ${tags.join(", ")}`;
  return failure(diagnose("release-undo-none", { problem: several ?? (await whyNone(repository)) }));
}

/**
 * Explains why there is no release at HEAD. Without a version, older releases are not undone, because the commits after
 * them may matter more.
 */
async function whyNone(repository: Repository): Promise<string> {
  const inHistory = (await repository.tagsIn("HEAD")).flatMap(({ name }) => parseTag(name) ?? []);
  const last = inHistory.sort((a, b) => compare(a, b)).at(-1);
  if (last === undefined) return "no release is tagged at HEAD or in its history";
  const ahead = await repository.commitsAhead(`refs/tags/${last}`, "HEAD");
  return `no release is tagged at HEAD, which is ${counted(ahead, "commit")} ahead of ${last}`;
}

/** Returns the record of a release, if it was made in this repository and its Git tag and commit are unchanged. */
async function releasedAs(tag: Tag, repository: Repository): Promise<Journal | undefined> {
  const record = await recordOf(repository, tag);
  if (record === undefined) return undefined;
  const { tagObject, commit, branch } = record;
  const [ref, tagged] = await Promise.all([
    repository.refOf(`refs/tags/${tag}`),
    repository.commitOf(`refs/tags/${tag}`),
  ]);
  if (ref !== tagObject || tagged !== commit) return undefined;
  const { parents } = await repository.descriptionOf(commit);
  return branch === undefined || (parents.length === 1 && parents[0] === branch.from) ? record : undefined;
}

/**
 * Returns the branch that moves back to its previous commit. A commit that another repository has stays, and so does a
 * branch that has moved since. In these cases, only the Git tag and the assets are removed. If the branch does not
 * exist and exactly one other branch is at its commit, the branch was renamed.
 */
async function branchToMove({ commit, branch }: Journal, repository: Repository): Promise<Journal["branch"]> {
  if (branch === undefined || (await repository.refsWith(commit, "refs/remotes")).size > 0) return undefined;
  const at = await repository.refOf(`refs/heads/${branch.name}`);
  if (at !== undefined) return at === commit ? branch : undefined;
  const there = [...(await repository.refsWith(commit, "refs/heads"))].filter(([, hash]) => hash === commit);
  const [renamed, ...more] = there.map(([ref]) => nameOfRef(ref));
  return renamed !== undefined && more.length === 0 ? { ...branch, name: renamed } : undefined;
}

function nameOfRef(ref: string): string {
  return ref.replace(/^refs\/\w+\//, "");
}

/** Reports the remotes that have the Git tag. Asks every remote, because any of them may have it. */
async function pushProblems(tag: Tag, repository: Repository): Promise<Diagnostic[]> {
  const ask = async (remote: string) => {
    try {
      const refs = await repository.remoteRefs(remote, [`refs/tags/${tag}`]);
      return refs.size > 0 ? [diagnose("release-undo-pushed", { tag, remote })] : [];
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      return [diagnose("release-undo-unreachable", { tag, remote, problem: error.problem })];
    }
  };
  return (await Promise.all((await repository.remotes()).map(ask))).flat();
}

/** Reports other branches and tags that contain the commit, because they are based on the release. */
async function laterProblems(
  { tag, commit, branch }: Journal,
  moved: string | undefined,
  repository: Repository,
): Promise<Diagnostic[]> {
  const tags = await repository.refsWith(commit, "refs/tags");
  const isPushed = (await repository.refsWith(commit, "refs/remotes")).size > 0;
  const isOwn = branch !== undefined && !isPushed; // otherwise the commit stays, with everything based on it
  const branches = isOwn ? await repository.refsWith(commit, "refs/heads") : new Map<string, string>();
  const own = [`refs/tags/${tag}`, `refs/heads/${moved}`];
  const others = [...branches, ...tags].filter(([ref]) => !own.includes(ref));
  const [same, later] = [true, false].map((isSame) =>
    others
      .filter(([ref, at]) => (ref.startsWith("refs/heads/") && at === commit) === isSame)
      .map(([ref]) => nameOfRef(ref)),
  );
  return [
    ...(later?.length ? [diagnose("release-undo-built-on", { tag, refs: shortList(later) })] : []),
    ...(branch && same?.length
      ? [
          diagnose("release-undo-shared", {
            tag,
            home: branch.name,
            branch: moved,
            others: same.join(" "),
          }),
        ]
      : []),
  ];
}

/** Reports changes that would be overwritten: in the checkout of the branch, and in the assets. */
async function changeProblems(
  tag: Tag,
  branch: string | undefined,
  assets: string,
  repository: Repository,
): Promise<Diagnostic[]> {
  const checkout = branch === undefined ? undefined : await repository.checkoutOf(branch);
  const isThere = checkout !== undefined && (await kindOfPath(checkout)) === "directory";
  const uncommitted = isThere ? await new Repository(checkout).uncommitted() : [];
  const directory = assetsPath(versionOf(tag));
  const obstacle = await obstacleTo(repository.directory, directory, "directory"); // a link or a file
  const inTheWay = obstacle && relative(repository.directory, obstacle.path).split(sep).join("/");
  const changed = inTheWay === undefined ? await changedAssets(assets, tag) : [inTheWay];
  const paths = [...uncommitted, ...changed];
  if (paths.length === 0) return [];
  const about = { uncommitted: uncommitted.length, assets: changed.length > 0 ? (inTheWay ?? directory) : undefined };
  return [diagnose("release-undo-changed", { tag, paths: shortList(paths), ...about })];
}

/**
 * Returns the files that do not match the checksums of the assets. Files that the user put there must not be removed.
 */
async function changedAssets(directory: string, tag: Tag): Promise<string[]> {
  const names = await namesIn(directory);
  if (names.length === 0) return [];
  const entries = await Promise.all(
    names.map(async (name) => ({ name, bytes: (await readRegularFile(join(directory, name))) ?? Buffer.alloc(0) })),
  );
  const assets = entries.filter(({ name, bytes }) => name !== ".gitignore" || bytes.toString("latin1") !== IGNORE_ALL);
  const sums = assets.find(({ name }) => name === CHECKSUMS);
  const problems = checksumProblems(Buffer.from(sums?.bytes ?? []).toString("utf8"), assets);
  const changed = problems.map(({ args }) => String(args.name ?? CHECKSUMS));
  return [...new Set(changed)].map((name) => `${assetsPath(versionOf(tag))}/${name}`);
}
