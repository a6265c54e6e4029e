/** Diagnostics about the configuration, the states that are compared, and the output directory. */
import { type Page, pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

/** Returns a reference to the page that describes the file: by default, the page of the settings. */
function listOf(page: Page | undefined): string {
  return page === undefined
    ? `For a list of all settings, see ${pageLink("bundle.md")}.`
    : `For a list of all keys, see ${pageLink(page)}.`;
}

const JSON_CAUSES: Readonly<Record<string, string>> = {
  conflict: "it contains conflict markers of a merge",
  empty: "it is empty",
};

export const FILE_ENTRIES = {
  "config-key-missing": entry<{ key: string; page?: Page | undefined }>({
    message: ({ key }) => `"${key}" is missing`,
    fix: ({ page }) => `Add the key. ${listOf(page)}`,
    why: "The key has no default, so the tool cannot continue without it.",
    usage: true,
  }),
  "config-key-unknown": entry<{ key: string; nearest?: string | undefined; page?: Page | undefined }>({
    message: ({ key, nearest }) => `"${key}" is not a known key${didYouMean(nearest && `"${nearest}"`)}`,
    fix: ({ page }) => `Correct the name or remove the key. ${listOf(page)}`,
    why: "If the tool ignored a misspelled key, the value that you set would have no effect.",
    usage: true,
  }),
  "config-empty": entry<{ path: string }>({
    message: ({ path }) => `${path} is empty`,
    fix: `Add the settings of the bundle. ${listOf(undefined)}`,
    why: "The tool cannot build a bundle without settings.",
    usage: true,
  }),
  "config-value": entry<{ key: string; expected: string }>({
    message: ({ key, expected }) => `invalid value for "${key}": ${expected}`,
    fix:
      `Correct the value. For the keys in apis/bundle.yaml, see ${pageLink("bundle.md")}. For the keys in other ` +
      `YAML files in apis/, see ${pageLink("policy.md")}.`,
    why:
      "Values in apis/bundle.yaml affect the whole bundle. Values in the other YAML files in apis/ determine which " +
      "changes a release may contain.",
    usage: true,
  }),
  "config-yaml": entry<{ problem: string }>({
    message: ({ problem }) => `the file is not valid YAML: ${problem}`,
    fix:
      "Correct the YAML at the reported position. Aliases, merge keys, duplicate keys, and language-specific tags " +
      "are not supported.",
    why:
      "The tool cannot read the file, which contains settings of the bundle or decisions about the changes in a " +
      "release.",
    usage: true,
  }),
  "conversion-conflict": entry<{ crd: string; path: string; fate: string; earlier: string }>({
    message: ({ crd, path, fate, earlier }) =>
      `${path} of ${crd} ${fate}, but an earlier entry says that it ${earlier}`,
    fix: "Keep the entry that is true, and remove the field or CRD from the other one.",
    why: "Users rely on the record to find their values in the new version, and crd-bundle compares the API with it.",
    usage: true,
  }),
  "conversion-empty": entry<{ id: string }>({
    message: ({ id }) => `the conversion "${id}" has neither to, moves, nor drops`,
    fix: `Record what happens to the fields, or remove the entry. For the keys, see ${pageLink("policy.md")}.`,
    why: "The entry would not record anything, so the removal of a field would still be an error.",
    usage: true,
  }),
  "channels-disjoint": entry<{ from: string; to: string }>({
    message: ({ from, to }) => `${from} and ${to} have no channel in common`,
    fix:
      "Specify two files or directories that contain CRDs of the same channel (standard or experimental), or two " +
      "whole bundles, such as two Git tags.",
    why: "The tool compares only CRDs of the same channel, so it could not report any change.",
    usage: true,
  }),
  "crd-duplicate": entry<{ name: string; channel: string; place: string; first: string }>({
    message: ({ name, channel, place, first }) =>
      `the ${channel} channel contains the CustomResourceDefinition ${name} twice: at ${first} and ${place}`,
    fix:
      "Remove one of the two definitions. If they are in different files, you can also compare the files one at a " +
      "time.",
    why: "The tool could compare only one of the two definitions and would miss changes in the other.",
    usage: true,
  }),
  "crd-invalid": entry<{ place: string; problem: string }>({
    message: ({ place, problem }) => `invalid CustomResourceDefinition at ${place}: ${problem}`,
    fix: "Correct the file, or compare only the other files.",
    why: "The tool cannot compare the CRDs in the file, so it would miss all changes to these CRDs.",
    usage: true,
  }),
  "crd-number": entry<{ place: string; field: string; number: string; nearest: string }>({
    message: ({ place, field, number, nearest }) =>
      `${field} at ${place} is ${number}, which crd-bundle would round to ${nearest}`,
    fix: "Use an integer from -9007199254740991 to 9007199254740991, or compare only the other files.",
    why: "The API server keeps all digits. If the tool rounded the number, it could treat two different numbers as equal.",
    usage: true,
  }),
  "bundle-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} does not contain a bundle`,
    fix:
      "Specify a file or directory that contains CRDs, a directory that contains standard/ or experimental/, or a " +
      "Git tag or commit whose dist/ directory contains CRDs.",
    why: "The tool found no CRDs that it could compare.",
    usage: true,
  }),
  "output-link": entry<{ path: string }>({
    message: ({ path }) => `${path} is a symbolic link`,
    fix: "Remove the link and run the build again. To write to another directory, specify it with --out.",
    why:
      "A repository can contain links to any file on your machine. If the build followed the link, it could read, " +
      "replace, or remove such a file.",
    usage: true,
  }),
  "output-outside": entry<{ path: string }>({
    message: ({ path }) => `${path} is outside the output directory`,
    fix: "In the sources in apis/, correct the kind, plural, or group that is part of the path.",
    why:
      "The build must write only to its output directory and to the directory of the API reports. Otherwise, it " +
      "could replace any file on your machine.",
    usage: true,
  }),
  "output-leftover": entry<{ path: string }>({
    message: ({ path }) => `${path} was left behind by an older version of crd-bundle or was committed by mistake`,
    fix: "Remove the file or directory and run the build again.",
    why:
      "An older version of crd-bundle would write and remove the files that are listed there, even files outside the " +
      "project.",
  }),
  "output-place": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the output directory ${path} ${problem}`,
    fix: "Specify a directory that contains only generated files, for example: --out ../crds.",
    why: "The build replaces and removes files in its output directory, so it could remove files of the project.",
    usage: true,
  }),
  "output-unwritable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be written: ${problem}`,
    fix: "Fix the cause, such as missing permissions or a full disk, or specify another directory with --out.",
    why: "The build cannot write its output. It replaces all files or none, so the previous files are unchanged.",
    usage: true,
  }),
  "ref-unknown": entry<{ ref: string; where: "repository" | "disk"; hint: string }>({
    message: ({ ref, where, hint }) =>
      `"${ref}" is not a ${where === "disk" ? "" : "Git tag or commit of this repository, or a "}file or ` +
      `directory${hint}`,
    fix: ({ where }) =>
      where === "disk"
        ? "Correct the name. To use a Git tag or commit, specify a clone of the repository with --project."
        : "Correct the name, or fetch missing tags: git fetch --tags.",
    why: "The tool cannot compare CRDs that it cannot find.",
    usage: true,
  }),
  "ref-not-tagged": entry<{ ref: string; hint: string }>({
    message: ({ ref, hint }) =>
      `${ref} is the name of a release, but this repository has no tag ${ref} that points to a commit${hint}`,
    fix: ({ ref }) =>
      `Fetch the tag: git fetch --tags. To use a directory or file with this name, specify ./${ref}. To use a ` +
      `branch, specify refs/heads/${ref}.`,
    why: "The tool found a directory, file, or branch with this name, but its CRDs may not be those of the release.",
    usage: true,
  }),
  "ref-ambiguous": entry<{ ref: string }>({
    message: ({ ref }) => `"${ref}" is both a path and a Git revision of this repository`,
    fix: ({ ref }) =>
      `To use the path, specify ./${ref}. To use the tag or branch, specify refs/tags/${ref} or refs/heads/${ref}.`,
    why: "If the tool chose one of the two, it could compare the wrong CRDs.",
    usage: true,
  }),
  "file-missing": entry<{ path: string; purpose: string }>({
    message: ({ path, purpose }) => `${path} is missing: ${purpose}`,
    fix: "Create the file. If the project is in another directory, specify that directory with --project.",
    why: "The tool cannot build the bundle without this file.",
    usage: true,
  }),
  "project-missing": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the project ${path} ${problem}`,
    fix: "With --project, specify the directory that contains apis/bundle.yaml.",
    why: "The tool reads the settings and the types of the bundle from this directory.",
    usage: true,
  }),
  "history-shallow": entry<Record<never, never>>({
    message: () => "this clone is shallow, so releases may be missing from its history",
    fix: "Fetch the full history: git fetch --unshallow --tags.",
    why: "The tool checks changes against all earlier releases, because clusters may be upgraded from any of them.",
    usage: true,
  }),
  "git-missing": entry<Record<never, never>>({
    message: () => "git is not installed, or is not on PATH",
    fix: "Install Git, or add the directory of the git command to PATH.",
    why: "The tool runs git to read the releases of the bundle, which are Git tags in the project's repository.",
    usage: true,
  }),
  "repository-missing": entry<Record<never, never>>({
    message: () => "the project is not in a Git repository, so there are no releases to compare with",
    fix:
      "Run the command in a clone of the project's repository. To compare two directories without a repository, run " +
      "crd-bundle diff <directory> <directory>.",
    why: "The tool finds the releases of a bundle by their Git tags.",
    usage: true,
  }),
  "repository-unreadable": entry<{ problem: string }>({
    message: ({ problem }) => `git cannot read the project's repository: ${problem}`,
    fix:
      "Fix the problem that Git reports. If Git does not trust the owner of the repository but you do, run git " +
      "config --global --add safe.directory <path of the repository>.",
    why: "The tool finds the releases of a bundle by their Git tags.",
    usage: true,
  }),
  "version-not-next": entry<{ version: string; last: string }>({
    message: ({ version, last }) => `${version} is not later than ${last}, the last release`,
    fix: "Specify a later version with --to.",
    why: "Tools that compare versions would not offer the release as an upgrade.",
    usage: true,
  }),
  "waiver-unused": entry<{ fingerprint: string }>({
    message: ({ fingerprint }) => `the waiver ${fingerprint} matches no finding`,
    fix:
      "If crd-bundle policy still reports the finding that you want to accept, copy its new fingerprint to " +
      "apis/waivers.yaml. Otherwise, remove the waiver from that file.",
    why:
      "A waiver accepts one finding of the versioning policy. A leftover waiver could accept a later finding that no " +
      "maintainer has reviewed.",
    usage: true,
  }),
  "waiver-expired": entry<{ fingerprint: string; release: string; last: string }>({
    message: ({ fingerprint, release, last }) =>
      `the waiver ${fingerprint} is for ${release}, but ${last} is already released`,
    fix:
      "Remove the waiver from apis/waivers.yaml. If the finding is still reported, ask a maintainer to approve a " +
      "waiver for the next release.",
    why:
      "A waiver accepts a finding of the versioning policy for one release. The decision may be wrong for a later " +
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
      `the versioning policy "${profile}" has no criterion "${criterion}"${didYouMean(nearest && `"${nearest}"`)}`,
    fix: ({ criteria }) => `Specify one of the following criteria: ${criteria}.`,
    why:
      "An attestation states that an API meets a criterion for graduation. The tool would ignore this attestation, " +
      "and the versioning policy would not allow the API to graduate to the standard channel.",
    usage: true,
  }),
  "answer-crd-unknown": entry<{ crd: string; nearest?: string | undefined }>({
    message: ({ crd, nearest }) =>
      `neither the working tree nor an earlier release has the CRD ${crd}${didYouMean(nearest)}`,
    fix:
      "Correct the name of the CRD in apis/graduation.yaml or apis/conversions.yaml, or remove the entry that " +
      "contains the name.",
    why:
      "Attestations (of graduation criteria) and conversions (of removed fields) have no effect if the CRD does not " +
      "exist.",
    usage: true,
  }),
  "answer-path-unknown": entry<{ crd: string; path: string; nearest?: string | undefined }>({
    message: ({ crd, path, nearest }) =>
      `neither the working tree nor an earlier release has ${path} in ${crd}${didYouMean(nearest)}`,
    fix:
      "Correct the path, or remove the attestation in apis/graduation.yaml or the part of the conversion in " +
      "apis/conversions.yaml that contains the path. In a path, [] stands for the items of a list, and {} for the " +
      "values of a map.",
    why:
      "Attestations (of graduation criteria) and conversions (of removed fields) have no effect if the field does " +
      "not exist.",
    usage: true,
  }),
  "tombstone-version": entry<{ field: string; version: string; latest: string }>({
    message: ({ field, version, latest }) =>
      `the tombstone of ${field} names release ${version}, but the next release cannot be later than ${latest}`,
    fix: "In the @tombstone tag, specify the version of the release that removes the field, such as 1.7.0.",
    why:
      "A tombstone reserves the name of a removed field. Users would look for the removal of the field in the wrong " +
      "release.",
  }),
  "no-kinds": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} does not contain any kind`,
    fix:
      'Export an interface whose apiVersion and kind are string literals, for example: apiVersion: "example.dev/v1"; ' +
      'kind: "Widget".',
    why: "The build would write an empty bundle and remove all CRDs of the previous build.",
    usage: true,
  }),
  "output-differs": entry<{ path: string }>({
    message: ({ path }) => `${path} is out of date`,
    fix: "Run crd-bundle build without --check and commit the result.",
    why: "Users would install a bundle that does not match the sources.",
  }),
  "output-foreign": entry<{ path: string }>({
    message: ({ path }) => `${path} was not written by crd-bundle`,
    fix: "Move the file to another directory, or specify another output directory with --out.",
    why: "The build replaces or removes all files in its output directory, so you could lose the file.",
    usage: true,
  }),
  "output-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} is missing`,
    fix: "Run crd-bundle build without --check and commit the result.",
    why: "The build generates this file from the sources. Without it, users would install an incomplete bundle.",
  }),
  "output-stale": entry<{ path: string }>({
    message: ({ path }) => `${path} no longer belongs to the bundle`,
    fix: "Run crd-bundle build without --check and commit the removal of the file.",
    why: "Users who install all files in the directory would install this file too.",
  }),
  "json-invalid": entry<{ path: string; cause?: "conflict" | "empty" | "no-object" | undefined }>({
    message: ({ path, cause }) =>
      cause === "no-object"
        ? `${path} is not a JSON object`
        : `${path} is not valid JSON${cause === undefined ? "" : `: ${JSON_CAUSES[cause] ?? cause}`}`,
    fix: ({ cause }) =>
      cause === "conflict"
        ? "Keep one of the two sides of the merge, and remove the lines that start with <<<<<<<, =======, and >>>>>>>."
        : 'Correct the file at the reported position. The smallest valid file is {"version": "0.1.0"}.',
    why: "The tool reads the version of the bundle from this file.",
    usage: true,
  }),
  "request-invalid": entry<{ name: string; expected: string }>({
    message: ({ name, expected }) => `invalid value for "${name}": must be ${expected}`,
    fix: "Correct this value in the request that your program passes to the crd-bundle library.",
    why: "The library would have to guess what your program requests.",
    usage: true,
  }),
  "template-missing": entry<{ path: string }>({
    message: ({ path }) => `the template ${path} is missing`,
    fix:
      "If your program passes its own `templates` directory to the crd-bundle library, add the missing template to " +
      "that directory or omit `templates`. Otherwise, reinstall crd-bundle.",
    why:
      "crd-bundle needs its templates, which are part of the package, to generate bundles and to read the versioning " +
      "policies.",
    usage: true,
  }),
  "time-invalid": entry<{ value: string }>({
    message: ({ value }) => `SOURCE_DATE_EPOCH is "${value}", which is not a Unix timestamp`,
    fix:
      "Set the variable to a Unix timestamp (seconds since January 1, 1970, UTC), such as 1767225600, or unset the " +
      "variable.",
    why: "The variable makes builds reproducible. Without a valid value, every build would have a different timestamp.",
    usage: true,
  }),
  "version-invalid": entry<{ version?: string | undefined; noString?: string | undefined; source: string }>({
    message: ({ version, noString, source }) => {
      if (version !== undefined) return `"${version}" (${source}) is not a semantic version`;
      if (noString === undefined) return `${source} has no version`;
      return `the version in ${source} must be a string in quotes, not ${noString}`;
    },
    fix: ({ source }) =>
      source === "--to"
        ? "Specify a version, such as 1.7.0. A directory, file, or Git commit is allowed only together with --from."
        : "Specify three numbers, such as 1.6.1. For a pre-release, add a hyphen and an identifier, as in 1.7.0-rc.1.",
    why: "The build adds the version to every CRD as an annotation, and tools compare versions before an upgrade.",
    usage: true,
  }),
};
