/** Diagnostics about the configuration, the states that are compared, and the output directory. */
import { type Page, pageLink } from "../../docs.js";
import { CHANGE_CLASSES } from "../../model/change.js";
import { PROFILES } from "../../model/policy.js";
import { STANDARD_INPUT } from "../../standard-input.js";
import { didYouMean, entry } from "./entry.js";

/** Returns a reference to the page that describes the file: by default, the page of the settings. */
function listOf(page: Page | undefined): string {
  return page === undefined
    ? `For a list of all settings in apis/bundle.yaml, see ${pageLink("bundle.md")}.`
    : `For a list of all keys, see ${pageLink(page)}.`;
}

const SMALLEST = 'The smallest valid file is `{"version": "0.1.0"}`.';

/**
 * The place in which a name was searched: only the disk if there is no repository. In a repository, the name can look
 * like a path or a version.
 */
type SearchedPlace = "disk" | "path" | "project" | "repository" | "version";

const FETCH_TAG = "Correct the name. If this clone lacks the tag, fetch the tag: `git fetch --tags`.";

const REF_FIXES: Readonly<Record<SearchedPlace, string>> = {
  disk: "Correct the name. To use a Git tag or commit, specify a clone of the repository with `--project`.",
  path: "Correct the path, which starts at the current directory.",
  project:
    "Correct the path, which starts at the current directory, not at the directory of `--project`. For a path in a " +
    "commit of the project, write the Git tag or commit and a colon in front of it.",
  repository: FETCH_TAG,
  version:
    `${FETCH_TAG} If it is the version of the next release, specify the state that this release will contain instead, ` +
    "such as a directory, and add the version bump to `crd-bundle policy`, as in `--bump minor`.",
};

const JSON_CAUSES: Readonly<Record<string, string>> = {
  conflict: "it contains conflict markers of a merge",
  empty: "it is empty",
};

const ANSWERS =
  "Maintainers state in apis/graduation.yaml which graduation criteria an API meets. If the tool ignored a wrong name, " +
  "such a statement would have no effect.";

function isChangeClass(name: string): boolean {
  return CHANGE_CLASSES.some((each) => each === name);
}

export const FILE_ENTRIES = {
  "config-key-missing": entry<{ key: string; page?: Page | undefined }>({
    message: ({ key }) => `"${key}" is missing`,
    example: { key: "annotations.channel" },
    fix: ({ key, page }) =>
      `Add the key and its value.${key.includes(".") ? " A dot separates nested keys." : ""} ${listOf(page)}`,
    why: "The tool needs the value of this key, which has no default.",
    usage: true,
  }),
  "config-key-unknown": entry<{ key: string; nearest?: string | undefined; page?: Page | undefined }>({
    message: ({ key, nearest }) => `"${key}" is not a known key${didYouMean(nearest && `"${nearest}"`)}`,
    example: { key: "kubernets", nearest: "kubernetes" },
    fix: ({ page }) => `Correct the name of the key. If you do not need the key, remove it. ${listOf(page)}`,
    why: "If the tool ignored a misspelled key, the value that you set would have no effect.",
    usage: true,
  }),
  "config-empty": entry<{ path: string }>({
    message: ({ path }) => `${path} is empty`,
    example: { path: "apis/bundle.yaml" },
    fix: `Add the settings of the bundle to the file. ${listOf(undefined)}`,
    why: "The tool cannot build a bundle without settings, such as the API groups and their channels.",
    usage: true,
  }),
  "config-value": entry<{ key: string; expected: string; page?: Page | undefined }>({
    message: ({ key, expected }) => `invalid value for "${key}": ${expected}`,
    example: { key: "kubernetes.oldest", expected: 'must be a minor version in quotes, such as "1.32"' },
    fix: ({ page }) => `Correct the value. ${listOf(page)}`,
    why:
      "If the tool ignored an invalid value in apis/bundle.yaml, every CRD in the bundle could be wrong. If it " +
      "ignored one in another YAML file, such as a baseline, a release could contain changes that no maintainer approved.",
    usage: true,
  }),
  "config-yaml": entry<{ problem: string }>({
    message: ({ problem }) => `the file is not valid YAML: ${problem}`,
    example: { problem: "a line is indented with a tab" },
    fix:
      "Correct the YAML at the reported position. Aliases, merge keys, duplicate keys, and language-specific tags " +
      "are not supported.",
    why:
      "The YAML files in apis/ contain the settings of the bundle and the maintainers' decisions about API changes. " +
      "The tool cannot continue without them.",
    usage: true,
  }),
  "channel-uncompared": entry<{ channel: string; from: string; to: string }>({
    message: ({ channel, from, to }) => `${from} has the ${channel} channel, but ${to} lacks it`,
    example: { channel: "experimental", from: "old.yaml", to: "new.yaml" },
    fix:
      "Specify two states with the same channels, such as two directories that contain whole bundles. To compare only " +
      "one channel, specify its directory or file for both states. To list the changes of the other channel, run " +
      "`diff` without `--fail-on`.",
    why:
      "The tool compares only CRDs of the same channel. The CRDs of this channel may be missing from the other state, " +
      "or belong to another channel there. If the command succeeded, breaking changes would pass unnoticed.",
  }),
  "channels-disjoint": entry<{ from: string; to: string }>({
    message: ({ from, to }) => `${from} and ${to} have no channel in common`,
    example: { from: "dist/standard", to: "dist/experimental" },
    fix:
      "Specify two files or directories that contain CRDs of the same channel (standard or experimental). To compare " +
      "whole bundles, specify, for example, two Git tags.",
    why: "The tool compares only CRDs of the same channel, so it cannot report any change between the two.",
    usage: true,
  }),
  "crd-duplicate": entry<{ name: string; channel: string; place: string; first: string }>({
    message: ({ name, channel, place, first }) =>
      `the ${channel} channel contains two different definitions of ${name}: at ${first} and ${place}`,
    example: {
      name: "widgets.example.dev",
      channel: "standard",
      place: "crds/widgets.yaml:1:1",
      first: "crds/all.yaml:1:1",
    },
    fix:
      "If you no longer need one of the two definitions, remove it. Otherwise, compare only files or directories " +
      "that contain one definition of each CRD.",
    why: "If the tool compared only one of the two definitions, it would miss changes in the other.",
    usage: true,
  }),
  "crd-invalid": entry<{ place: string; problem: string }>({
    message: ({ place, problem }) => `invalid CustomResourceDefinition at ${place}: ${problem}`,
    example: { place: "crds/widgets.yaml:4:10", problem: "spec.scope must be a string" },
    fix: "Correct the file. If you cannot correct it, compare only the other files.",
    why: "The tool cannot compare the CRDs in the file. If it skipped them, it would miss all of their changes.",
    usage: true,
  }),
  "crd-number": entry<{ place: string; field: string; number: string; nearest: string }>({
    message: ({ place, field, number, nearest }) =>
      `${field} at ${place} is ${number}, which crd-bundle would round to ${nearest}`,
    example: {
      place: "crds/widgets.yaml:21:24",
      field: "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximum",
      number: "9007199254740993",
      nearest: "9007199254740992",
    },
    fix:
      "Use an integer from -9007199254740991 to 9007199254740991. If you cannot change the number, compare only " +
      "files that do not contain this CRD.",
    why: "The API server keeps all digits. If the tool rounded numbers, it could treat two different numbers as equal.",
    usage: true,
  }),
  "bundle-missing": entry<{ path: string; inside?: "dist/" | undefined }>({
    message: ({ path, inside }) => `${path} does not contain any CRDs${inside ? ` in ${inside}` : ""}`,
    example: { path: "config/manifests" },
    fix: ({ path, inside }) => {
      if (path === STANDARD_INPUT)
        return "Check the command whose output is piped to standard input. It may have failed.";
      return inside
        ? "To use another directory or file of this Git tag or commit, add its path after a colon, as in " +
            `\`${path}:config/crd/bases\`.`
        : "Specify a file or directory that contains CRDs.";
    },
    why: "If the tool continued without CRDs, it would report every CRD as added or removed.",
    usage: true,
  }),
  "output-link": entry<{ path: string }>({
    message: ({ path }) => `${path} is a symbolic link`,
    example: { path: "dist/standard" },
    fix:
      "Remove the link and run `crd-bundle build` again. To write to another directory instead, specify it with " +
      "`--out`.",
    why:
      "A symbolic link in a repository can point to any file on your machine. If the build followed the link, it " +
      "could read, replace, or remove such a file.",
    usage: true,
  }),
  "output-outside": entry<{ path: string }>({
    message: ({ path }) => `${path} is outside the output directory`,
    example: { path: "../example.dev_widgets.yaml" },
    fix: "In the sources in apis/, correct the kind, plural name, or group that is part of the path.",
    why:
      "The build must write only to its output directory and to the directory of the API reports. Otherwise, it " +
      "could replace any file on your machine.",
    usage: true,
  }),
  "output-leftover": entry<{ path: string }>({
    message: ({ path }) => `${path} was left behind by an older version of crd-bundle or was committed by mistake`,
    example: { path: "dist/.pending" },
    fix: "Remove the file or directory and run `crd-bundle build` again.",
    why:
      "Older versions of crd-bundle use this path for a list of files to write and remove. If someone built the " +
      "bundle with such a version, that version would write and remove the listed files, even files outside the " +
      "project.",
  }),
  "output-place": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the output directory ${path} ${problem}`,
    example: { path: "apis/generated", problem: "is inside apis/" },
    fix:
      "Specify a directory outside apis/ and .git/ that is empty or contains only generated files, for example: " +
      "`--out ../crds`.",
    why:
      "The build replaces and removes files in its output directory. If it used this directory, it could remove " +
      "files of the project.",
    usage: true,
  }),
  "output-unwritable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be written: ${problem}`,
    example: { path: "/home/jane/widgets/dist", problem: "ENOSPC: no space left on device, write" },
    fix:
      "Fix the cause, such as missing permissions or a full disk, and run `crd-bundle build` again. To write to " +
      "another directory instead, specify it with `--out`.",
    why:
      "The build cannot write its output. Usually, all previous files are unchanged. If the build failed when it moved " +
      "the new files to their places, only some of them are in place, and the next build completes the change.",
    usage: true,
  }),
  "output-interrupted": entry<{ path: string }>({
    message: ({ path }) => `a build is moving new files to ${path}, or was interrupted while it did`,
    example: { path: "dist" },
    fix: "Run `crd-bundle build`, which completes the change, and commit the result.",
    why:
      "Commands of crd-bundle already read the new files, but some of them are not in place yet, so you could commit a " +
      "mixture of old and new files.",
  }),
  "ref-unknown": entry<{ ref: string; where: SearchedPlace; nearest?: string | undefined; hint: string }>({
    message: ({ ref, where, nearest, hint }) =>
      `"${ref}" is ${where === "disk" ? "not a" : "neither a Git tag or commit in this repository nor a"} file or ` +
      `directory${hint}${didYouMean(nearest)}`,
    example: { ref: "v1.6", where: "repository", hint: "" },
    fix: ({ where }) => REF_FIXES[where],
    why: "If the tool guessed what you mean by this name, it could compare the wrong CRDs.",
    usage: true,
  }),
  "revision-unknown": entry<{ revision: string; nearest?: string | undefined; hint: string }>({
    message: ({ revision, nearest, hint }) =>
      `this repository has no Git tag or commit ${revision}${hint}${didYouMean(nearest)}`,
    example: { revision: "1.6.0", nearest: "v1.6.0", hint: "" },
    fix: "Correct the name before the colon. If this clone lacks the tag, fetch the tag: `git fetch --tags`.",
    why: "The name before a colon must be a Git tag or commit, and the tool reads the CRDs at the path in this commit.",
    usage: true,
  }),
  "ref-path-missing": entry<{ revision: string; path: string }>({
    message: ({ revision, path }) => `${revision} does not contain ${path === "" ? "any files" : path}`,
    example: { revision: "v1.6.0", path: "config/crd/bases" },
    fix: ({ revision, path }) =>
      path.startsWith("/")
        ? `Remove the leading slash, as in \`${revision}:${path.replace(/^\/+/, "")}\`.`
        : "Correct the path, which starts at the top directory of the repository. For a path from the current " +
          `directory, write \`./\` in front of it, as in \`${revision}:./crds\`.`,
    why: "If the tool ignored a wrong path, it would report every CRD as added or removed.",
    usage: true,
  }),
  "profile-unknown": entry<{ profile: string; nearest: string | undefined }>({
    message: ({ profile, nearest }) =>
      `"${profile}" is neither a profile of the versioning policy nor a file${didYouMean(nearest)}`,
    example: { profile: "chanels", nearest: "channels" },
    fix: `Specify ${PROFILES.slice(0, -1).join(", ")} or ${PROFILES.at(-1)}, or the path of a YAML file with a profile.`,
    why: "If the tool used another profile, it could allow changes that your profile does not allow.",
    usage: true,
  }),
  "states-missing": entry<{ command: "diff" | "policy"; project: string }>({
    message: ({ project }) =>
      `there are no states to compare, because ${project === "." ? "this directory" : project} has no project`,
    example: { command: "diff", project: "." },
    fix: ({ command }) =>
      `Specify two states, such as a path in a Git tag and a directory: \`crd-bundle ${command} ` +
      "v1.5.0:config/crd/bases config/crd/bases`. To compare the last release of a project with its working tree, " +
      "specify the directory of the project with `--project`.",
    why:
      "If no states are specified, the command compares the last release of a project with the working tree, which it " +
      "builds from the types of the project.",
    usage: true,
  }),
  "second-state-missing": entry<{ state: string; project: string }>({
    message: ({ state, project }) =>
      `there is no second state to compare with ${state}, because ${project === "." ? "this directory" : project} ` +
      "has no project",
    example: { state: "v1.5.0:config/crd", project: "." },
    fix:
      "Specify a second state after the first one, such as a directory, or `HEAD:config/crd` for a path in a commit. " +
      "To compare the state with the working tree of a project, specify the directory of the project with `--project`.",
    why:
      "If only one state is specified, the command compares it with the working tree, which it builds from the types " +
      "of a project.",
    usage: true,
  }),
  "baseline-missing": entry<{ path: string }>({
    message: ({ path }) => `there is no baseline ${path}`,
    example: { path: "ci/accepted.yaml" },
    fix: ({ path }) =>
      `Correct the path. To create a baseline, add \`--write-baseline ${path}\` to the command instead.`,
    why: "Without the baseline, the command would report changes again that were accepted earlier.",
    usage: true,
  }),
  "baseline-of-waivers": entry<{ path: string }>({
    message: ({ path }) => `${path} is not a baseline: it contains waivers`,
    example: { path: "apis/waivers.yaml" },
    fix:
      "To compare two states, specify a baseline, which `--write-baseline` creates. Waivers apply without an option, but " +
      "only in a project of crd-bundle, and only if its working tree is compared with a release.",
    why: "A waiver names the release that may contain a change. A baseline describes the changes themselves.",
    usage: true,
  }),
  "baseline-unused": entry<{ fingerprint: string; crd: string }>({
    message: ({ fingerprint, crd }) => `the entry ${fingerprint} of the baseline matches no change of ${crd}`,
    example: { fingerprint: "599055047360", crd: "widgets.example.dev" },
    fix: "Remove the entry, or write the baseline again with `--write-baseline`.",
    why:
      "An entry of a baseline accepts one change. If an unused entry stayed in the file, it could accept a later " +
      "change that no maintainer has reviewed.",
  }),
  "baseline-mismatch": entry<{ fingerprint: string; keys: string }>({
    message: ({ fingerprint, keys }) =>
      `the entry ${fingerprint} of the baseline does not describe the change with this fingerprint (different: ${keys})`,
    example: { fingerprint: "599055047360", keys: "path, message" },
    fix:
      "To see the change, run the command without the entry. If you accept the change, write the baseline again with " +
      "`--write-baseline`.",
    why:
      "Reviewers approve what an entry describes, so an entry with another CRD, version, path or class accepts " +
      "nothing. Another message can come from another version of the tool, and does not matter.",
  }),
  "baseline-unwritable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the baseline cannot be written to ${path}: ${problem}`,
    example: { path: "ci/accepted.yaml", problem: "it is not a baseline" },
    fix: "Specify the path of a new file or of a baseline, or correct the reported problem.",
    why: "The command never replaces a file with other content, and never writes through a symbolic link.",
    usage: true,
  }),
  "ref-not-tagged": entry<{ ref: string; hint: string }>({
    message: ({ ref, hint }) =>
      `${ref} looks like the name of a release, but this repository has no tag ${ref} that points to a commit${hint}`,
    example: { ref: "v1.6.0", hint: "" },
    fix: ({ ref }) =>
      `Fetch the tag: \`git fetch --tags\`. To use a directory or file with this name instead, specify \`./${ref}\`. ` +
      `To use a branch with this name instead, specify \`refs/heads/${ref}\`.`,
    why: "The tool found a directory, file, or branch with this name, but its CRDs might not be those of the release.",
    usage: true,
  }),
  "ref-ambiguous": entry<{ ref: string }>({
    message: ({ ref }) => `"${ref}" is both a path and a Git revision in this repository`,
    example: { ref: "release-1.6" },
    fix: ({ ref }) =>
      `To use the path, specify \`./${ref}\`. To use the tag, specify \`refs/tags/${ref}\`. To use the branch, ` +
      `specify \`refs/heads/${ref}\`.`,
    why: "If the tool chose one of the two, it could compare the wrong CRDs.",
    usage: true,
  }),
  "file-missing": entry<{ path: string; purpose: string }>({
    message: ({ path, purpose }) => `${path} is missing: ${purpose}`,
    example: { path: "apis/bundle.yaml", purpose: "it must contain the settings of the bundle" },
    fix: ({ path }) =>
      "If the project is in another directory, specify that directory with `--project`. Otherwise, create the " +
      "file. " +
      (path.endsWith(".json") ? SMALLEST : listOf(undefined)),
    why: "The tool cannot build the bundle without this file.",
    usage: true,
  }),
  "project-missing": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the project directory "${path}" ${problem}`,
    example: { path: "widgets", problem: "does not exist" },
    fix: "With `--project`, specify the directory that contains apis/bundle.yaml.",
    why: "The tool reads the settings and the types of the bundle from the project directory.",
    usage: true,
  }),
  "history-shallow": entry<Record<never, never>>({
    message: () => "this clone is shallow, so releases may be missing from its history",
    fix: "Fetch the full history: `git fetch --unshallow --tags`.",
    why:
      "The tool checks changes against all earlier releases, because clusters can be upgraded from any of them. If a " +
      "release were missing, the tool could miss a change that breaks such an upgrade.",
    usage: true,
  }),
  "git-missing": entry<Record<never, never>>({
    message: () => "git is not installed, or is not on PATH",
    fix: "Install Git, or add the directory that contains the `git` command to your PATH.",
    why:
      "The tool runs the `git` command to find the releases of the bundle, which are Git tags in the project's " +
      "repository.",
    usage: true,
  }),
  "repository-missing": entry<Record<never, never>>({
    message: () => "the project is not in a Git repository, so there are no releases to compare with",
    fix:
      "Run the command in a clone of the project's repository. To compare two directories without a repository, run " +
      "`crd-bundle diff <old-directory> <new-directory>`.",
    why: "The tool finds the releases of a bundle by their Git tags.",
    usage: true,
  }),
  "repository-unreadable": entry<{ problem: string }>({
    message: ({ problem }) => `Git cannot read the project's repository: ${problem}`,
    example: { problem: "fatal: detected dubious ownership in repository at '/home/jane/widgets'" },
    fix:
      "Fix the problem that Git reports. If you trust the repository but Git does not trust its owner, run `git " +
      "config --global --add safe.directory <path-of-repository>`.",
    why: "The tool finds the releases of a bundle by their Git tags, so it must be able to read the repository.",
    usage: true,
  }),
  "version-not-next": entry<{ version: string; last: string }>({
    message: ({ version, last }) => `${version} is not later than ${last}, the last release`,
    example: { version: "1.5.1", last: "v1.6.0" },
    fix: "Specify a later version with `--to`.",
    why: "If a release had this version, tools that compare versions would not offer it as an upgrade.",
    usage: true,
  }),
  "waiver-unused": entry<{ fingerprint: string }>({
    message: ({ fingerprint }) => `the waiver ${fingerprint} matches no finding`,
    example: { fingerprint: "599055047360" },
    fix:
      "If `crd-bundle policy` reports the finding with a new fingerprint, ask a maintainer to approve the finding " +
      "again, and update the fingerprint of the waiver in apis/waivers.yaml. Otherwise, remove the waiver from " +
      `apis/waivers.yaml. For details, see ${pageLink("waive.md")}.`,
    why:
      "A waiver accepts one finding of the versioning policy. The fingerprint in the waiver identifies the finding. " +
      "If an unused waiver stayed in the file, it could accept a later finding that no maintainer has reviewed.",
    usage: true,
  }),
  "waiver-expired": entry<{ fingerprint: string; release: string; last: string }>({
    message: ({ fingerprint, release, last }) =>
      `the waiver with the fingerprint ${fingerprint} is for ${release}, but ${last} is already released`,
    example: { fingerprint: "599055047360", release: "1.6.0", last: "v1.6.0" },
    fix:
      "Remove the waiver from apis/waivers.yaml. If `crd-bundle policy` still reports the finding, ask a " +
      "maintainer to approve a waiver for the next release.",
    why:
      "A waiver accepts a finding of the versioning policy for one release. The decision might be wrong for a later " +
      "release.",
    usage: true,
  }),
  "attestation-criterion": entry<{
    criterion: string;
    profile: string;
    criteria: string;
    nearest?: string | undefined;
  }>({
    message: ({ criterion, profile, nearest }) =>
      `"${criterion}" is not a criterion that maintainers can attest under the versioning policy "${profile}"` +
      didYouMean(nearest && `"${nearest}"`),
    example: {
      criterion: "conformence",
      profile: "channels",
      criteria: "conformance, implementations, usage, approval",
      nearest: "conformance",
    },
    fix: ({ criteria }) =>
      `In apis/graduation.yaml, specify one of the following criteria: ${criteria}. Other criteria, such as ` +
      "`months`, cannot be attested, because the tool measures them.",
    why:
      "An attestation states that an API meets a criterion for graduation. If the name of the criterion is wrong, " +
      "the attestation has no effect, and the API cannot graduate to the standard channel.",
    usage: true,
  }),
  "answer-crd-unknown": entry<{ crd: string; nearest?: string | undefined }>({
    message: ({ crd, nearest }) =>
      `neither the working tree nor any earlier release has the CRD ${crd}${didYouMean(nearest)}`,
    example: { crd: "widget.example.dev", nearest: "widgets.example.dev" },
    fix:
      "Correct the name of the CRD in apis/graduation.yaml. If the CRD never existed, remove the entry that contains " +
      "the name.",
    why: ANSWERS,
    usage: true,
  }),
  "answer-path-unknown": entry<{ crd: string; path: string; nearest?: string | undefined }>({
    message: ({ crd, path, nearest }) =>
      `neither the working tree nor any earlier release has ${path} in ${crd}${didYouMean(nearest)}`,
    example: { crd: "widgets.example.dev", path: ".spec.colour", nearest: ".spec.color" },
    fix:
      "Correct the path in apis/graduation.yaml. In a path, `[]` stands for the items of a list, and `{}` for the " +
      "values of a map. If the field never existed, remove the entry that contains the path.",
    why: ANSWERS,
    usage: true,
  }),
  "tombstone-version": entry<{ field: string; version: string; latest: string }>({
    message: ({ field, version, latest }) =>
      `the @tombstone tag for "${field}" names release ${version}, but the next release cannot be later than ${latest}`,
    example: { field: "color", version: "17.0.0", latest: "2.0.0" },
    fix: "In the @tombstone tag, specify the version of the release that removes the field, such as 1.7.0.",
    why:
      "A @tombstone tag reserves the name of a removed field, and states which release removed the field. If the " +
      "version is wrong, users look for the removal in the wrong release.",
  }),
  "no-kinds": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} does not contain any kind`,
    example: { directory: "apis/" },
    fix:
      "In a file under apis/, export an interface whose `apiVersion` and `kind` properties have string literal " +
      "types, for example: " +
      '`apiVersion: "example.dev/v1"; kind: "Widget";`.',
    why: "If the build continued, it would write an empty bundle and remove all CRDs from the previous build.",
    usage: true,
  }),
  "output-differs": entry<{ path: string }>({
    message: ({ path }) => `${path} is out of date`,
    example: { path: "dist/standard/example.dev_widgets.yaml" },
    fix: "Run `crd-bundle build` without `--check` and commit the result.",
    why: "If this file were released, users would install a bundle that does not match the sources.",
  }),
  "output-foreign": entry<{ path: string }>({
    message: ({ path }) => `${path} was not written by crd-bundle`,
    example: { path: "dist/notes.txt" },
    fix:
      "Move the file to another directory, and run `crd-bundle build` again. If the file must stay in its " +
      "directory, specify another output directory with `--out`.",
    why: "The build replaces or removes all files in its output directory, so you could lose the file.",
    usage: true,
  }),
  "output-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} is missing`,
    example: { path: "dist/standard/example.dev_widgets.yaml" },
    fix: "Run `crd-bundle build` without `--check` and commit the result.",
    why: "The build generates this file from the sources. Without it, users would install an incomplete bundle.",
  }),
  "output-stale": entry<{ path: string }>({
    message: ({ path }) => `${path} no longer belongs to the bundle`,
    example: { path: "dist/standard/example.dev_gadgets.yaml" },
    fix: "Run `crd-bundle build` without `--check` and commit the removal of the file.",
    why: "If the file remained, users who install all files in the directory would install this file too.",
  }),
  "json-invalid": entry<{ path: string; cause?: "conflict" | "empty" | "no-object" | undefined }>({
    message: ({ path, cause }) =>
      cause === "no-object"
        ? `${path} is not a JSON object`
        : `${path} is not valid JSON${cause === undefined ? "" : `: ${JSON_CAUSES[cause] ?? cause}`}`,
    example: { path: "package.json", cause: "conflict" },
    fix: ({ cause }) =>
      cause === "conflict"
        ? "Resolve the conflict: keep the lines that you need from both sides of the merge, and remove the lines that " +
          "start with `<<<<<<<`, `=======`, and `>>>>>>>`. Then run the command again."
        : `Correct the file at the reported position. ${SMALLEST}`,
    why: "The tool reads the version of the bundle from this file, so it cannot continue.",
    usage: true,
  }),
  "code-unknown": entry<{ code: string; nearest: string | undefined }>({
    message: ({ code, nearest }) =>
      isChangeClass(code)
        ? `"${code}" is a class of changes, and only the first part of a code`
        : `"${code}" is not a known code${didYouMean(nearest)}`,
    example: { code: "tag-unknwon", nearest: "tag-unknown" },
    fix: ({ code }) =>
      isChangeClass(code)
        ? `Add what changed, as in \`${code}/values\` or \`${code}/rule\`. To list all codes, run \`crd-bundle explain\`.`
        : "Use a code that is printed in brackets after a message, such as `tag-unknown`. To list all codes, run " +
          "`crd-bundle explain`.",
    why: "The command `crd-bundle explain` knows only the codes of the diagnostics and rules of crd-bundle.",
    usage: true,
  }),
  "usage-invalid": entry<{ problem: string }>({
    message: ({ problem }) => `invalid command line: ${problem}`,
    example: { problem: "unknown option '--chek' (Did you mean --check?)" },
    fix: "Correct the command. To list its arguments and options, run it with `--help`.",
    why: "The command did not run, because the tool cannot guess what you want.",
    usage: true,
  }),
  "request-invalid": entry<{ name: string; expected: string }>({
    message: ({ name, expected }) => `invalid value for "${name}": must be ${expected}`,
    example: { name: "bump", expected: "one of patch, minor, major" },
    fix: "Correct this value in the request that your program passes to the crd-bundle library.",
    why: "If the library accepted the value, it would have to guess what your program requests.",
    usage: true,
  }),
  "template-missing": entry<{ path: string }>({
    message: ({ path }) => `the template ${path} is missing`,
    example: { path: "templates/crd.yaml" },
    fix:
      "If your program passes its own `templates` directory to the crd-bundle library, add the missing template to " +
      "that directory. To use the templates of crd-bundle instead, omit `templates`. If your program does not set " +
      "`templates`, reinstall crd-bundle.",
    why:
      "The templates are part of the crd-bundle package. Without them, crd-bundle cannot generate bundles or read " +
      "the versioning policies.",
    usage: true,
  }),
  "time-invalid": entry<{ value: string }>({
    message: ({ value }) => `SOURCE_DATE_EPOCH must be a Unix timestamp, not "${value}"`,
    example: { value: "2026-01-01" },
    fix:
      "Set the environment variable to a Unix timestamp (seconds since January 1, 1970, UTC), such as 1767225600. To " +
      "use the current time, unset the variable.",
    why:
      "The variable sets the date of a release. If the tool ignored an invalid value, the release would have the " +
      "current date instead of the date that you wanted to set.",
    usage: true,
  }),
  "version-invalid": entry<{ version?: string | undefined; noString?: string | undefined; source: string }>({
    message: ({ version, noString, source }) => {
      const place = source.startsWith("--") ? source : `the version in ${source}`;
      if (version !== undefined) return `${place} must be a semantic version, not "${version}"`;
      if (noString === undefined) return `${source} has no version`;
      return `the version in ${source} must be a string in quotes, not ${noString}`;
    },
    example: { version: "1.7", source: "package.json" },
    fix: ({ source }) =>
      source === "--to"
        ? "Specify a version, such as 1.7.0. A directory, file, or Git commit is allowed only together with `--from`."
        : "Specify three numbers, such as 1.7.0. For a pre-release, add a hyphen and a pre-release identifier, as in " +
          "1.7.0-rc.1.",
    why:
      "The build adds the version to every CRD as an annotation. Tools that compare versions before an upgrade need " +
      "a semantic version.",
    usage: true,
  }),
};
