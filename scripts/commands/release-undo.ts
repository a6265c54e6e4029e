/** Takes a release back that nobody else has: its tag, its commit on the branch, its assets. */
import { join } from "node:path";
import { valid } from "semver";
import { diagnose } from "../diagnostics/diagnose.js";
import { kindOf as kindOfPath, listFiles, readRegularFile } from "../host/files.js";
import { GitFailure, Repository } from "../host/git.js";
import { obstacleTo } from "../host/paths.js";
import type { Journal } from "../host/release-work.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { ASSETS_FOLDER } from "../release/assets/assets.js";
import { CHECKSUMS, checksumProblems } from "../release/assets/checksums.js";
import { shortList } from "./release-situation.js";

/** Finds out what a release made, or everything that keeps it from being taken back. Nothing is changed. */
export async function planUndo(to: string | undefined, repository: Repository): Promise<Journal | Diagnostic[]> {
  const tag = await tagFor(to, repository);
  if (typeof tag !== "string") return [tag];
  const [tagObject, commit] = await Promise.all([
    repository.refOf(`refs/tags/${tag}`),
    repository.commitOf(`refs/tags/${tag}`),
  ]);
  if (tagObject === undefined || commit === undefined || !(await isOurs(tag, repository))) {
    return [diagnose("release-undo-unknown", { tag })];
  }
  const isMoved = await movesBranch(tag, commit, repository);
  const branch = isMoved ? await branchOf(commit, repository) : undefined;
  const assets = join(repository.folder, ASSETS_FOLDER, tag.slice(1));
  const problems = [
    ...(await pushProblems(tag, repository)),
    ...(await laterProblems(tag, commit, isMoved, branch?.name, repository)),
    ...(await changeProblems(tag, branch?.name, assets, repository)),
  ];
  return problems.length > 0 ? problems : { tag, tagObject, commit, ...(branch && { branch }), assets, undo: true };
}

/** The tag that is named, or the only one of a release at HEAD. */
async function tagFor(to: string | undefined, repository: Repository): Promise<string | Diagnostic> {
  if (to !== undefined) {
    const version = valid(to);
    return version === null ? diagnose("release-exact", { word: to, option: "--undo" }) : `v${version}`;
  }
  const tags = (await repository.tagsAt("HEAD")).filter((tag) => tag === `v${valid(tag)}`);
  const [tag, ...more] = tags;
  return tag === undefined || more.length > 0 ? diagnose("release-undo-none", { tags: tags.join(", ") }) : tag;
}

/** A release has a tag object, whose message begins with the title of the bundle and the tag. */
async function isOurs(tag: string, repository: Repository): Promise<boolean> {
  const { name, subject } = await repository.tagObjectOf(tag);
  return name === tag && subject.endsWith(` ${tag}`);
}

/**
 * Whether taking the release back moves its branch. A commit that another repository has, as that of a pull request,
 * stays: then only the tag and the assets are taken back.
 */
async function movesBranch(tag: string, commit: string, repository: Repository): Promise<boolean> {
  const { message, parents } = await repository.descriptionOf(commit);
  const isOwn = message === `Release ${tag}` && parents.length === 1;
  return isOwn && (await repository.refsWith(commit, "refs/remotes")).size === 0;
}

/** The branch that ends with the commit of a release, and where it was before. */
async function branchOf(commit: string, repository: Repository): Promise<Journal["branch"]> {
  const [from] = (await repository.descriptionOf(commit)).parents;
  const branches = await repository.refsWith(commit, "refs/heads");
  const checkedOut = await repository.branch();
  const names = [...branches].flatMap(([ref, at]) => (at === commit ? [ref.slice("refs/heads/".length)] : []));
  const name = names.find((other) => other === checkedOut) ?? names[0];
  return name === undefined || from === undefined ? undefined : { name, from };
}

/** Every other repository is asked, since any of them may have it. */
async function pushProblems(tag: string, repository: Repository): Promise<Diagnostic[]> {
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

/** Whatever else has the commit was made of it. */
async function laterProblems(
  tag: string,
  commit: string,
  isMoved: boolean,
  moved: string | undefined,
  repository: Repository,
): Promise<Diagnostic[]> {
  const tags = [...(await repository.refsWith(commit, "refs/tags")).keys()];
  const branches = isMoved ? [...(await repository.refsWith(commit, "refs/heads")).keys()] : [];
  const own = [`refs/tags/${tag}`, `refs/heads/${moved}`];
  const others = [...branches, ...tags]
    .filter((ref) => !own.includes(ref))
    .map((ref) => ref.replace(/^refs\/\w+\//, ""));
  return others.length > 0 ? [diagnose("release-undo-built-on", { tag, refs: shortList(others) })] : [];
}

/** What would be overwritten: changes in the checkout of the branch, and of the assets. */
async function changeProblems(
  tag: string,
  branch: string | undefined,
  assets: string,
  repository: Repository,
): Promise<Diagnostic[]> {
  const checkout = branch === undefined ? undefined : await repository.checkoutOf(branch);
  const isThere = checkout !== undefined && (await kindOfPath(checkout)) === "folder";
  const uncommitted = isThere ? await new Repository(checkout).uncommitted() : [];
  const folder = `${ASSETS_FOLDER}/${tag.slice(1)}`;
  const isBlocked = (await obstacleTo(repository.folder, folder, "folder")) !== undefined; // by a link or a file
  const changed = isBlocked ? [folder] : await changedAssets(assets, tag);
  const paths = [...uncommitted, ...changed];
  return paths.length > 0 ? [diagnose("release-undo-changed", { tag, paths: shortList(paths) })] : [];
}

/** The assets that are not what their sums list: nothing that somebody put there is removed. */
async function changedAssets(folder: string, tag: string): Promise<string[]> {
  const names = (await listFiles(folder)).filter((name) => name !== ".gitignore");
  if (names.length === 0) return [];
  const assets = await Promise.all(
    names.map(async (name) => ({ name, bytes: (await readRegularFile(join(folder, name))) ?? Buffer.alloc(0) })),
  );
  const sums = assets.find(({ name }) => name === CHECKSUMS);
  const problems = checksumProblems(Buffer.from(sums?.bytes ?? []).toString("utf8"), assets);
  const changed = problems.map(({ args }) => String(args.name ?? CHECKSUMS));
  return [...new Set(changed)].map((name) => `${ASSETS_FOLDER}/${tag.slice(1)}/${name}`);
}
