/** Makes the plan of a release, or reports everything that prevents it. Writes nothing. */
import { join } from "node:path";
import { gt } from "semver";
import { readBundleIndex } from "../../core/bundle-index.js";
import { BUNDLE_INDEX, DIST, fromDist } from "../../core/bundle-layout.js";
import { readWaivers } from "../../core/config/policy-files.js";
import { floorProblem } from "../../core/config/settings.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import { compareStrings, type Diagnostic, errorsAmong } from "../../core/model/diagnostic.js";
import { minorOf } from "../../core/model/kubernetes-minor.js";
import type { SourceText } from "../../core/model/location.js";
import type { OutputFile } from "../../core/model/output.js";
import { type Judgement, standsInTheWay, type Verdict } from "../../core/model/policy.js";
import type { ReleasePlan, Signed } from "../../core/model/release-plan.js";
import {
  parseVersion,
  releaseOf,
  tagOf,
  UNRELEASED,
  type Version,
  versionsIn,
} from "../../core/model/release-version.js";
import { pathFrom } from "../../core/path-from.js";
import { ASSETS_DIRECTORY, assetsPath, CHANGELOG, VERSIONED_FILES, WAIVERS_FILE } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { readText } from "../../host/files.js";
import { dayOf, REGULAR_FILE, type Repository } from "../../host/git.js";
import { type Drift, filesToWrite } from "../../host/output-directory.js";
import { entryAt, obstacleTo } from "../../host/paths.js";
import { readSource } from "../../host/sources.js";
import { assetNames } from "../../release/assets/assets.js";
import { bundleProblems } from "../../release/bundle/bundle-problems.js";
import { changelogProblems, readChangelog, unreleasedNotes, withRelease } from "../../release/changelog/changelog.js";
import { claimProblems } from "../../release/changelog/claims.js";
import { notesOf } from "../../release/changelog/notes.js";
import { withoutWaivers } from "../../release/settled-waivers.js";
import { bumpBetween, channelsOf, chooseVersion, releaseKind, versionProblems } from "../../release/version.js";
import { withVersion } from "../../release/version-fields.js";
import type { BuildOutput } from "../build.js";
import { builtSubjects } from "../check/built-subjects.js";
import { judgedCrds } from "../check/judged-crds.js";
import { answerProblems } from "../comparison.js";
import type { Context } from "../context.js";
import { driftFrom, interruptedProblems, type Output, outputOf } from "../output.js";
import type { Workspace } from "../workspace.js";
import { attributeProblems } from "./attributes.js";
import { notesFromManifests } from "./notes.js";
import type { PlanRequest, Refusal } from "./plan-request.js";
import {
  type Merged,
  type ReleaseContext,
  readReleaseContext,
  repositoryProblems,
  shortList,
} from "./release-context.js";

/**
 * Plans a release of the checked-out commit, or reports everything that prevents it. `merged` is a release that was
 * merged as a pull request.
 */
export async function planIn(
  workspace: Workspace,
  request: PlanRequest,
  { cwd, now }: Pick<Context, "cwd" | "now">,
  merged?: Merged,
): Promise<Result<ReleasePlan, Refusal>> {
  const found = await readReleaseContext(workspace, request.profile, now, merged);
  if (!found.ok) return found;
  const releaseContext = found.value;
  const chosen = chooseVersion(request, releaseContext.versions);
  if (!chosen.ok) return failure(chosen.diagnostics, workspace.sources);
  const version = chosen.value;
  const basis = { version, channels: channelsOf(version, workspace.bundle.channels), workspace, releaseContext };
  const draft = await draftOf(basis, request, merged);
  const problems = [
    ...repositoryProblems(releaseContext),
    ...versionProblems(version, releaseContext.versions),
    ...(await driftProblems(workspace, releaseContext.source, cwd, merged)),
    ...draft.problems,
    ...(await newBranchProblems(draft.plan, workspace)),
    ...(await committerProblems(draft.plan.signed, workspace)),
    ...(await remoteProblems(draft.plan, request, releaseContext.versions.tagged, workspace)),
  ];
  if (problems.length === 0) return success(draft.plan);
  const { sources, judgement } = draft;
  const placed = judgement && { judgement: { judgement, sources: workspace.sources } };
  return { ...failure(withoutConsequences(problems), sources), ...placed };
}

/**
 * Removes a diagnostic that only follows from another one. The changelog keeps the section of an existing release, so
 * the problem is the version or the clone, not the section.
 */
function withoutConsequences(problems: readonly Diagnostic[]): Diagnostic[] {
  const isOut = problems.some(({ code }) => code === "release-tag-exists" || code === "release-tags-missing");
  return problems.filter(({ code }) => !(isOut && code === "changelog-version-exists"));
}

/** A plan that may be invalid, with its problems. */
interface Draft {
  readonly plan: ReleasePlan;
  readonly problems: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
  /** Set if the versioning policy does not allow the release. */
  readonly judgement?: Judgement;
}

/** The data from which a release is drafted. */
interface Basis {
  readonly version: Version;
  readonly channels: readonly Channel[];
  readonly workspace: Workspace;
  readonly releaseContext: ReleaseContext;
}

async function draftOf(basis: Basis, request: PlanRequest, merged: Merged | undefined): Promise<Draft> {
  const { version, channels, workspace, releaseContext } = basis;
  const { bundle } = workspace;
  const directory = merged?.project ?? workspace.directory;
  const policy = await policyOf(basis);
  const printed = await workspace.printAs(version, channels);
  const changelog = await changelogOf(basis, policy.verdict);
  const output = outputOf(printed, bundle, workspace.directory);
  const files = await filesOf(basis, output, changelog, policy);
  const remote = request.push ? await workspace.places.repository.remoteOf(releaseContext.branch ?? "") : undefined;
  const names = assetNames({ name: bundle.name, version, files: printed.files });
  const { branch: newBranch } = request;
  const plan: ReleasePlan = {
    ...(newBranch !== undefined && { newBranch }),
    ...(merged && { merged: merged.commit }),
    ...releaseIdentity(basis, changelog.notes),
    ...(policy.verdict && { lowest: policy.verdict.lowest }),
    waivers: policy.used,
    ...files,
    signed: await signedBy(workspace.places.repository, request.sign),
    assets: { directory: assetsPath(version), names: newBranch === undefined ? names : [] },
    ...(remote !== undefined && { remote }),
  };
  const floor = floorProblem(bundle, version);
  const problems = [
    ...policy.problems,
    ...(await checkProblems(workspace)),
    ...(floor ? [floor] : []),
    ...bundleProblems(printed.files, { version, annotations: bundle.annotations, channels }),
    ...changelog.problems,
    // A release does not change any attributes, so its commit has those of the commit before.
    ...(await attributeProblems({ tag: plan.tag, commit: plan.source }, output, workspace.places.repository)),
    ...(await directoryProblems(directory, plan.assets.directory, releaseContext.versions.tagged.includes(version))),
  ];
  const sources = [...workspace.sources, ...changelog.sources];
  return { plan, problems, sources, ...(policy.judgement && { judgement: policy.judgement }) };
}

/** Reports the errors of `crd-bundle check`, which include those of the build. A release reports no warnings. */
async function checkProblems({ analyseTree, bundle, sources }: Workspace): Promise<Diagnostic[]> {
  const cluster = { minor: minorOf(bundle.kubernetes.oldest), installed: new Map() };
  return errorsAmong(judgedCrds(builtSubjects(await analyseTree(), bundle, sources), cluster).diagnostics);
}

/** Returns which objects to sign: those that the request names, or otherwise those that git's settings name. */
async function signedBy(repository: Repository, sign: boolean | undefined): Promise<Signed> {
  if (sign !== undefined) return { commit: sign, tag: sign };
  const [commit, tag, annotated] = await Promise.all(
    ["commit.gpgSign", "tag.gpgSign", "tag.forceSignAnnotated"].map((setting) => repository.isSet(setting)),
  );
  return { commit: commit === true, tag: tag === true || annotated === true };
}

/**
 * Checks that the branch for a pull request has a valid name, and that it does not exist in this clone or on the
 * remote.
 */
async function newBranchProblems({ newBranch, remote }: ReleasePlan, { places }: Workspace): Promise<Diagnostic[]> {
  if (newBranch === undefined) return [];
  const { repository } = places;
  if (!(await repository.isBranchName(newBranch))) return [diagnose("release-branch-name", { branch: newBranch })];
  const ref = `refs/heads/${newBranch}`;
  const isThere = remote !== undefined && (await repository.remoteRefs(remote, [ref])).has(ref);
  const taken = (await repository.refOf(ref)) === undefined ? (isThere ? [remote] : []) : ["this clone"];
  return taken.map((where) => diagnose("release-branch-exists", { branch: newBranch, where }));
}

/** Reports anything that would make git reject the commit or the tag. */
async function committerProblems({ commit, tag }: Signed, { places }: Workspace): Promise<Diagnostic[]> {
  const { repository } = places;
  const unknown = await repository.identityProblem();
  if (unknown !== undefined) return [diagnose("release-identity", { problem: unknown })];
  const unsigned = commit || tag ? await repository.signingProblem() : undefined;
  return unsigned === undefined ? [] : [diagnose("release-signing", { problem: unsigned })];
}

/** Returns the version and the names of a release, the release before it, and the messages of its commit and tag. */
function releaseIdentity({ version, channels, workspace, releaseContext }: Basis, notes: string) {
  const { comparison, branch = "", source, time } = releaseContext;
  const tag = tagOf(version);
  const last = comparison?.before;
  return {
    ...(last && { from: last.name }),
    version,
    tag,
    kind: releaseKind(version),
    ...(last?.version !== undefined && { bump: bumpBetween(last.version, version) }),
    branch,
    source,
    time,
    channels,
    notes,
    message: `Release ${tag}\n`,
    tagMessage: `${workspace.bundle.title} ${tag}\n\n${notes}`,
  };
}

/**
 * Returns the files that change in the project: the changelog, the files with the version, the waivers, and the output
 * of the build.
 */
async function filesOf(
  { version, workspace }: Basis,
  output: Output,
  changelog: ChangelogPart,
  policy: PolicyPart,
): Promise<Pick<ReleasePlan, "writes" | "removes">> {
  const { directory } = workspace;
  const drift = await driftFrom(output);
  const texts = await projectTexts(version, workspace, policy.used);
  return {
    writes: [...changelog.writes, ...texts.writes, ...changed(output, drift, directory)],
    removes: [...texts.removes, ...drift.surplus.map((path) => pathFrom(directory, join(output.root, path)))],
  };
}

/**
 * Reports a file or directory in the place of the assets. If the Git tag exists, the assets are those of its release.
 */
async function directoryProblems(project: string, directory: string, isReleased: boolean): Promise<Diagnostic[]> {
  const isTaken = (await obstacleTo(project, ASSETS_DIRECTORY, "directory")) !== undefined; // by a file or a link
  const isThere = !isReleased && (await entryAt(join(project, directory))) !== undefined;
  const inTheWay = isTaken ? [ASSETS_DIRECTORY] : isThere ? [directory] : [];
  return inTheWay.map((path) => diagnose("release-assets-there", { directory: path }));
}

interface PolicyPart {
  readonly verdict?: Verdict;
  readonly used: ReleasePlan["waivers"];
  readonly problems: readonly Diagnostic[];
  readonly judgement?: Judgement;
}

/**
 * Judges the changes in the released channels, with the waivers for this release, or for the release that a pre-release
 * precedes.
 */
async function policyOf({ version, channels, workspace, releaseContext }: Basis): Promise<PolicyPart> {
  const { comparison, tree } = releaseContext;
  if (!comparison) return { used: [], problems: [] };
  const { before, judgeAs } = comparison;
  const verdict = judgeAs(releaseOf(version));
  const findings = verdict.findings.filter(({ channel }) => channels.includes(channel));
  const bump = bumpBetween(before.version ?? UNRELEASED, version);
  const isNext = gt(version, before.version ?? UNRELEASED); // otherwise the version has its own diagnostic
  const isRefused = isNext && findings.some((finding) => standsInTheWay(finding, bump));
  return {
    verdict,
    used: [...new Set(findings.flatMap(({ waiver }) => waiver ?? []))],
    problems: [
      ...(await answerProblems(workspace, comparison, verdict, version)),
      ...(isRefused ? [diagnose("release-policy", { version, bump, overall: verdict.overall })] : []),
    ],
    ...(isRefused && { judgement: { from: before.name, to: tree.name, verdict: { ...verdict, findings }, bump } }),
  };
}

interface ChangelogPart {
  readonly notes: string;
  readonly writes: readonly OutputFile[];
  readonly problems: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/**
 * Returns the release notes, and the changelog with the section of the release. A pre-release does not change the
 * changelog.
 */
async function changelogOf(
  { version, channels, workspace, releaseContext }: Basis,
  verdict: Verdict | undefined,
): Promise<ChangelogPart> {
  const file = await readSource(workspace.directory, CHANGELOG);
  const changelog = file && readChangelog(file);
  const notes = changelog && unreleasedNotes(changelog);
  const kind = releaseKind(version);
  const { comparison, tree, time } = releaseContext;
  const isNeeded = kind !== "snapshot";
  const problems = [
    ...(isNeeded ? changelogProblems(changelog, version) : []),
    ...(notes
      ? claimProblems(notes, { before: comparison?.before, after: tree, changes: comparison?.changes ?? [] })
      : []),
  ];
  const generated = notesFromManifests({ channels, after: tree, comparison, verdict }, workspace);
  const sources = file ? [file] : [];
  if (!file || !changelog || problems.length > 0) return { notes: generated, writes: [], problems, sources };
  if (kind !== "release") return { notes: notesOf(changelog, version, generated), writes: [], problems, sources };
  const text = withRelease(changelog, {
    version,
    date: dayOf(time),
    generated,
    tag: tagOf(version),
    ...(comparison && { previousTag: comparison.before.name }),
  });
  const section = notesOf(readChangelog({ ...file, text }), version, generated);
  return { notes: section, writes: [{ path: CHANGELOG, text }], problems, sources };
}

/** Returns the files that contain the version, and the waivers without those that the release uses. */
async function projectTexts(version: Version, { directory, policy }: Workspace, used: ReleasePlan["waivers"]) {
  const versioned = await Promise.all(VERSIONED_FILES.map((path) => readSource(directory, path)));
  const writes = versioned.flatMap((file) => {
    if (!file) return [];
    const text = withVersion(file.text, version);
    return text === file.text ? [] : [{ path: file.path, text }];
  });
  const waivers =
    releaseKind(version) === "release" && used.length > 0 ? await readSource(directory, WAIVERS_FILE) : undefined;
  if (!waivers) return { writes, removes: [] };
  const text = withoutWaivers(waivers.text, used);
  // Waivers on a single line cannot be removed by editing lines. They stay, and the next run asks the user to remove
  // them.
  const left = readWaivers({ ...waivers, text: text ?? "" });
  const kept = policy.waivers.filter((waiver) => !used.includes(waiver));
  const isSound = left.ok && left.value.length === kept.length;
  if (!isSound) return { writes, removes: [] };
  if (text === undefined) return { writes, removes: [WAIVERS_FILE] };
  return { writes: [...writes, { path: WAIVERS_FILE, text }], removes: [] };
}

function changed({ root, files }: Output, drift: Drift, directory: string): OutputFile[] {
  return filesToWrite(files, drift)
    .map(({ path, text }) => ({ path: pathFrom(directory, join(root, path)), text }))
    .sort((a, b) => compareStrings(a.path, b.path));
}

/**
 * Reports files in the commit that differ from the build. Reviewers saw the committed files, but users would get
 * others.
 */
async function driftProblems(
  workspace: Workspace,
  source: string,
  cwd: string,
  merged: Merged | undefined,
): Promise<Diagnostic[]> {
  const current: BuildOutput = await workspace.buildTree();
  const output = outputOf(current, workspace.bundle, workspace.directory);
  const project = merged?.project ?? workspace.directory; // users do not know the worktree of a merged release
  const named = (path: string) => pathFrom(cwd, join(project, pathFrom(workspace.directory, join(output.root, path))));
  const interrupted = await interruptedProblems(output, () => named(""));
  if (interrupted.length > 0) return interrupted;
  const drift = await driftFrom(output);
  const stamped = await stampedOtherwise(output, drift, workspace);
  const committed = await workspace.places.repository.entriesOf(source, DIST);
  const stray = committed.map(({ path }) => fromDist(path)).filter((path) => !output.belongs(path));
  const odd = committed.filter(({ mode }) => mode !== REGULAR_FILE);
  return [
    ...(stamped === undefined
      ? outputProblems(drift, named)
      : [diagnose("release-version", { version: workspace.bundle.version, stamped })]),
    ...stray.map((path) => diagnose("release-stray", { path: named(path) })),
    ...odd.map(({ path, mode }) => diagnose("release-mode", { path: pathFrom(cwd, join(project, path)), mode })),
    ...(await ignoredProblems(output, workspace)),
  ];
}

/** Returns one diagnostic for any number of files, because one build fixes them all. */
function outputProblems({ differing, missing, surplus }: Drift, named: (path: string) => string): Diagnostic[] {
  const paths = [...differing, ...missing, ...surplus].map(named);
  return paths.length > 0 ? [diagnose("release-output", { paths: shortList(paths), count: paths.length })] : [];
}

/** Returns the version in `dist/`, if it is the only reason why `dist/` differs from the build. */
async function stampedOtherwise(output: Output, drift: Drift, workspace: Workspace): Promise<string | undefined> {
  if (drift.differing.length === 0) return undefined;
  const stamped = readBundleIndex(await readText(join(output.root, BUNDLE_INDEX)))?.version;
  if (stamped === undefined || stamped === workspace.bundle.version) return undefined;
  const printed = await workspace.printAs(stamped, CHANNELS);
  const { missing, differing, surplus } = await driftFrom(outputOf(printed, workspace.bundle, workspace.directory));
  return missing.length + differing.length + surplus.length === 0 ? stamped : undefined;
}

/** Reports output files that git ignores. Git does not list them as changes, but the Git tag would not contain them. */
async function ignoredProblems({ root, files }: Output, { directory, places }: Workspace): Promise<Diagnostic[]> {
  const ignored = await places.repository.ignored(files.map(({ path }) => pathFrom(directory, join(root, path))));
  return ignored.length > 0 ? [diagnose("release-ignored", { paths: shortList(ignored) })] : [];
}

/** With `push`, checks the remote too: the position of its branch, and release tags that differ or are missing here. */
async function remoteProblems(
  { branch, tag, version, source, remote, merged }: ReleasePlan,
  { push }: PlanRequest,
  tagged: readonly Version[],
  { places }: Workspace,
): Promise<Diagnostic[]> {
  if (!push) return [];
  if (remote === undefined) return [diagnose("release-remote", {})];
  const { repository } = places;
  const [branchRef, tagRef] = [`refs/heads/${branch}`, `refs/tags/${tag}`];
  const refs = await repository.remoteRefs(remote, [branchRef, "refs/tags/*"]);
  const head = refs.get(branchRef);
  const isPublished = merged === undefined || (head !== undefined && (await repository.isAncestor(merged, head)));
  const isAhead = merged === undefined && head !== undefined && !(await repository.isAncestor(head, source));
  const hasOwn = isAhead && !(await repository.isAncestor(source, `refs/remotes/${remote}/${branch}`));
  const missing = [...refs.keys()]
    .map((ref) => ref.slice("refs/tags/".length))
    .filter(
      (other) =>
        other !== tag && isReleaseTag(other) && !versionsIn([other]).some((version) => tagged.includes(version)),
    );
  const differing = (await repository.tagRefs()).filter(({ name, hash }) => {
    const there = refs.get(`refs/tags/${name}`);
    return isReleaseTag(name) && there !== undefined && there !== hash;
  });
  const isHere = tagged.includes(version); // reported with the other problems of the version
  return [
    ...(refs.has(tagRef) && !isHere ? [diagnose("release-tag-exists", { tag })] : []),
    ...differing.map(({ name }) => diagnose("release-tags-differ", { tag: name, remote })),
    ...missing.map((other) => diagnose("release-tags-missing", { tag: other, evidence: `${remote} has it`, remote })),
    ...(isPublished ? [] : [diagnose("release-not-there", { commit: merged, branch, remote })]),
    ...(isAhead
      ? [diagnose("release-remote-ahead", { branch, remote, how: hasOwn ? "--no-rebase" : "--ff-only" })]
      : []),
  ];
}

/**
 * Reports whether a Git tag is that of a release. Pre-releases do not matter here, because nothing is compared with
 * them.
 */
function isReleaseTag(tag: string): boolean {
  const version = parseVersion(tag);
  return version !== undefined && releaseKind(version) === "release";
}
