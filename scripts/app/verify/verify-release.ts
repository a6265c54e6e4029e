/** Builds a release again from its Git tag, and compares the result with the tag and with the assets. */
import { basename, join, resolve } from "node:path";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { CHECKSUMS } from "../../core/model/checksums.js";
import { type Diagnostic, inSourceOrder } from "../../core/model/diagnostic.js";
import type { Asset } from "../../core/model/output.js";
import { parseVersion, tagOf, type Version } from "../../core/model/release-version.js";
import type { ComparedAssets, Verified } from "../../core/model/verified.js";
import { pathFrom } from "../../core/path-from.js";
import { ASSETS_DIRECTORY, assetsPath } from "../../core/project-layout.js";
import { type Failure, failure, type Result, success } from "../../core/result.js";
import { type AssetsDirectory, readAssetsDirectory } from "../../host/assets-directory.js";
import { entryType as kindOfPath } from "../../host/files.js";
import { Repository } from "../../host/git.js";
import { entryAt } from "../../host/paths.js";
import { IGNORE_ALL, putAssets } from "../../host/placed-assets.js";
import { toolVersion } from "../../host/tool.js";
import { assetProblems } from "../../release/assets/asset-problems.js";
import { asMadeBy } from "../../release/assets/assets.js";
import { checksumProblems } from "../../release/assets/checksums.js";
import { PROVENANCE, toolOfAssets, versionOfAssets } from "../../release/assets/provenance.js";
import type { Context } from "../context.js";
import { missingProject } from "../missing-project.js";
import { fulfill } from "../request.js";
import { type Rebuilt, rebuild } from "./rebuild.js";
import type { Tagged } from "./tagged.js";

export interface VerifyRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** A Git tag, or a directory with all assets of a release. */
  readonly release: string;
  /** Writes the assets to their directory in the project, if they do not exist. */
  readonly write?: boolean;
  /** The expected version, with or without a leading v. If unset, the name of the directory if that is a version. */
  readonly expect?: string;
}

/** The diagnostics, and the release that was compared, if there is one. */
export interface VerifyFailure extends Failure {
  readonly compared?: Pick<Tagged, "tag" | "commit">;
}

/** Compares `dist/` of a Git tag, and the assets if they exist, with the result of a new build, byte for byte. */
export function verifyRelease(request: VerifyRequest, context: Context): Promise<Result<Verified, VerifyFailure>> {
  return fulfill({ ...request, release: request?.release }, context, async () => {
    const { expect, release, project } = request;
    if (expect !== undefined && parseVersion(expect) === undefined) {
      return failure(diagnose("version-invalid", { version: expect, source: "--expect" }));
    }
    const directory = resolve(context.cwd, project);
    const missing = await missingProject(directory, project);
    if (missing) return failure(missing);
    const subject = await subjectNamed(release, context);
    const repository = new Repository(directory);
    const early = [...(subject.assets ? sumProblems(subject.assets) : []), ...otherRelease(subject, expect)];
    const tagged = await taggedAs(subject, repository);
    if (!tagged.ok) return failure([...early, ...tagged.diagnostics]);
    return compareWith({ tagged: tagged.value, subject, early, repository }, request, context);
  });
}

/** The subject of the verification: a Git tag, or a downloaded directory. */
interface Subject {
  /** The name as the user entered it, and as an absolute path. */
  readonly name: string;
  readonly path: string;
  /** The files in the directory; unset for a Git tag. */
  readonly assets?: AssetsDirectory;
  readonly isPath: boolean;
  /** The version that the subject claims to be, if it has one. */
  readonly version?: Version;
}

async function subjectNamed(name: string, { cwd }: Context): Promise<Subject> {
  const path = resolve(cwd, name);
  const kind = await kindOfPath(path);
  const assets = kind === "directory" ? await downloadIn(path) : undefined;
  const version = assets ? versionOfAssets(assets.assets) : parseVersion(name);
  const isPath = kind === undefined && /[\\/]/.test(name);
  return { name, path, isPath, ...(assets && { assets }), ...(version !== undefined && { version }) };
}

/**
 * Reports a subject with a version other than the expected one. Genuine assets of an older release, under the name of a
 * newer one, would bring back the bugs that the newer one fixed.
 */
function otherRelease({ name, path, assets, version }: Subject, expect: string | undefined): Diagnostic[] {
  const expected = parseVersion(expect ?? (assets && basename(path))); // downloads are often named after their version
  if (expected === undefined || version === undefined || version === expected) return [];
  const kind = assets ? "directory" : "tag";
  return [diagnose("release-expected", { what: name, kind, version, expected })];
}

/** Returns the Git tag of a subject. */
async function taggedAs({ name, assets, isPath, version }: Subject, repository: Repository): Promise<Result<Tagged>> {
  const problem = await repository.problem();
  if (problem !== undefined) return failure(diagnose("repository-unreadable", { problem }));
  if (version === undefined && assets) return failure(diagnose("assets-unknown", { directory: name }));
  const tag = assets && version !== undefined ? tagOf(version) : name;
  const commit = version === undefined ? undefined : await repository.commitOf(`refs/tags/${tag}`);
  if (version !== undefined && commit !== undefined) {
    return success({ tag, commit, version });
  }
  const meant = (await repository.refOf(`refs/tags/v${tag}`)) === undefined ? undefined : `v${tag}`;
  return failure(diagnose("release-unknown", { tag, place: isPath ? name : undefined, nearest: meant }));
}

/** A subject whose Git tag was found. */
interface Found {
  readonly tagged: Tagged;
  readonly subject: Subject;
  /** The problems of the subject itself. */
  readonly early: readonly Diagnostic[];
  readonly repository: Repository;
}

async function compareWith(
  { tagged, subject, early, repository }: Found,
  { write = false }: VerifyRequest,
  context: Context,
): Promise<Result<Verified, VerifyFailure>> {
  const { tag, version } = tagged;
  const rebuilt = await rebuild(tagged, repository, context);
  const kept = join(repository.directory, assetsPath(version));
  const linked = subject.assets ? [] : await linkProblems(repository.directory, kept, write, context.cwd);
  const isKept = linked.length === 0 && (await entryAt(kept)) === "directory";
  const actual = subject.assets ?? (isKept ? await downloadIn(kept) : undefined);
  const [made, running] = [actual && toolOfAssets(actual.assets), toolVersion()];
  if (made !== running && actual?.assets.some(({ name }) => name === PROVENANCE)) {
    context.remark({ about: "release-tool", tag, ...(made !== undefined && { made }), running });
  }
  const diagnostics = [
    ...early,
    ...(await tagNameProblems(tag, repository)),
    ...rebuilt.diagnostics,
    ...linked,
    ...(actual && rebuilt.assets ? contentProblems(asMadeBy(made, rebuilt.assets), actual) : []),
  ];
  if (diagnostics.length > 0) {
    return { ...failure(inSourceOrder(diagnostics), rebuilt.sources), compared: tagged };
  }
  if (!actual && write) await putAssets(kept, rebuilt.assets ?? []);
  return success(verifiedAs(tag, rebuilt, actual ? "compared" : write ? "written" : "missing", kept));
}

function verifiedAs(
  tag: string,
  { files, assets = [] }: Rebuilt,
  state: ComparedAssets["state"],
  directory: string,
): Verified {
  return { tag, files, assets: { state, count: assets.length, directory } };
}

/** Returns the assets in a directory, without the `.gitignore` that this tool writes next to them. */
async function downloadIn(directory: string): Promise<AssetsDirectory> {
  const read = await readAssetsDirectory(directory);
  const isOurs = ({ name, bytes }: Asset) =>
    name === ".gitignore" && Buffer.from(bytes).toString("latin1") === IGNORE_ALL;
  return { ...read, assets: read.assets.filter((asset) => !isOurs(asset)) };
}

/**
 * Reports a tag object under another name. The object contains its name, which a signature covers, but a ref can give
 * it any name.
 */
async function tagNameProblems(tag: string, repository: Repository): Promise<Diagnostic[]> {
  const name = await repository.innerNameOf(tag);
  return name === undefined || name === tag ? [] : [diagnose("release-tag-renamed", { tag, name })];
}

/**
 * Reports links in the place of the assets directories, which a clone can contain. Nothing is read or written through
 * them.
 */
async function linkProblems(project: string, kept: string, isWriting: boolean, cwd: string): Promise<Diagnostic[]> {
  for (const path of [join(project, ASSETS_DIRECTORY), kept]) {
    if ((await entryAt(path)) === "link") return [diagnose("assets-link", { directory: pathFrom(cwd, path) })];
  }
  const found = await entryAt(kept);
  const isInTheWay = isWriting && found !== undefined && found !== "directory";
  return isInTheWay ? [diagnose("release-assets-there", { directory: pathFrom(cwd, kept) })] : [];
}

/**
 * Reports files that differ from the assets, and files that are not assets. For a link or a pipe, reports only its
 * type.
 */
function contentProblems(expected: readonly Asset[], { assets, unread, isCut }: AssetsDirectory): Diagnostic[] {
  const kinds = new Map(unread.map(({ name, kind }) => [name, kind]));
  const problems = assetProblems(expected, assets).map((problem) => {
    const name = String(problem.args.name);
    const kind = problem.code === "asset-unlike" ? kinds.get(name) : undefined;
    return kind === undefined ? problem : diagnose("asset-not-file", { name, kind });
  });
  return [...problems, ...(isCut ? [diagnose("assets-many", {})] : [])];
}

/** Reports checksums in the directory that do not match the assets. */
function sumProblems({ assets, unread }: AssetsDirectory): Diagnostic[] {
  const sums = assets.find(({ name }) => name === CHECKSUMS);
  if (!sums) return [diagnose("asset-missing", { name: CHECKSUMS })];
  const isUnread = ({ code, args }: Diagnostic) =>
    code === "asset-sum" && unread.some(({ name }) => name === args.name);
  return checksumProblems(Buffer.from(sums.bytes).toString("utf8"), assets).filter((problem) => !isUnread(problem));
}
