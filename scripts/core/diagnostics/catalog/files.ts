/** Diagnostics about the configuration, the states that are compared, and the output directory. */
import { type Page, pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

/** Returns a reference to the page that describes the file: by default, the page of the settings. */
function listOf(page: Page | undefined): string {
  return page === undefined ? `${pageLink("bundle.md")} lists all settings.` : `${pageLink(page)} describes the file.`;
}

const JSON_CAUSES: Readonly<Record<string, string>> = {
  conflict: "it contains conflict markers of a merge",
  empty: "it is empty",
};

export const FILE_ENTRIES = {
  "config-key-missing": entry<{ key: string; page?: Page | undefined }>({
    message: ({ key }) => `"${key}" is missing`,
    fix: ({ page }) => `Add it. ${listOf(page)}`,
    why: "The value has no default, so the tool cannot continue without it.",
    usage: true,
  }),
  "config-key-unknown": entry<{ key: string; nearest?: string | undefined; page?: Page | undefined }>({
    message: ({ key, nearest }) => `"${key}" is not a known key${didYouMean(nearest && `"${nearest}"`)}`,
    fix: ({ page }) => `Correct the name or remove the key. ${listOf(page)}`,
    why: "If the tool ignored a misspelled key, it would use a default that nobody chose.",
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
    fix: "Correct the value.",
    why: "The value affects every CRD in the bundle, or decides which changes a release may contain.",
    usage: true,
  }),
  "config-yaml": entry<{ problem: string }>({
    message: ({ problem }) => `the file is not valid YAML: ${problem}`,
    fix: "Correct the file at this place. The tool does not read aliases, or tags of programming languages.",
    why: "The tool cannot read the settings in the file.",
    usage: true,
  }),
  "channels-disjoint": entry<{ from: string; to: string }>({
    message: ({ from, to }) => `${from} and ${to} have no channel in common`,
    fix: "Compare two states of the same channel, or two bundles.",
    why: "The tool would compare nothing, and you would not see any change.",
    usage: true,
  }),
  "crd-duplicate": entry<{ name: string; channel: string; place: string; first: string }>({
    message: ({ name, channel, place, first }) =>
      `the ${channel} channel has the CustomResourceDefinition ${name} twice: at ${first} and ${place}`,
    fix: "Remove one of them, or compare the files one by one.",
    why: "The tool could compare only one of the two, and you would not see changes in the other.",
    usage: true,
  }),
  "crd-invalid": entry<{ place: string; problem: string }>({
    message: ({ place, problem }) => `invalid CustomResourceDefinition at ${place}: ${problem}`,
    fix: "Correct the file, or leave it out of the comparison.",
    why: "The tool cannot compare the file, and you would not see changes in it.",
    usage: true,
  }),
  "crd-number": entry<{ place: string; field: string; number: string; nearest: string }>({
    message: ({ place, field, number, nearest }) =>
      `${field} at ${place} is ${number}, which crd-bundle would round to ${nearest}`,
    fix: "Use an integer from -9007199254740991 to 9007199254740991, or leave the file out of the comparison.",
    why: "The API server keeps all digits. After rounding, two different numbers could look the same.",
    usage: true,
  }),
  "bundle-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} does not contain a bundle`,
    fix:
      "Give a directory that contains standard/ or experimental/, a CRD file, or a Git tag whose commit contains " +
      "dist/.",
    why: "The tool would have nothing to compare.",
    usage: true,
  }),
  "output-link": entry<{ path: string }>({
    message: ({ path }) => `${path} is a symbolic link`,
    fix: "Remove the link and run the build again. To write to another directory, use --out.",
    why: "A repository can contain links to any of your files. The build would read, replace or remove those files.",
    usage: true,
  }),
  "output-outside": entry<{ path: string }>({
    message: ({ path }) => `${path} is outside the output directory`,
    fix: "Correct the kind, the plural or the group that is part of the path.",
    why: "The build must write only to its output directory and to the directory of the API reports.",
    usage: true,
  }),
  "output-leftover": entry<{ path: string }>({
    message: ({ path }) => `${path} is a leftover of an older crd-bundle, or was committed by mistake`,
    fix: "Remove it and run the build again.",
    why: "An older crd-bundle would write and remove the files that it lists, even outside of the project.",
  }),
  "output-place": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the output directory ${path} ${problem}`,
    fix: "Choose a directory that has no other purpose, as in --out ../crds.",
    why: "The build replaces and removes files in its output directory, and could remove files of the project.",
    usage: true,
  }),
  "output-unwritable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be written: ${problem}`,
    fix: "Remove the obstacle or correct the permissions, or choose another directory with --out.",
    why: "The build replaces all files or none, so the previous files are unchanged.",
    usage: true,
  }),
  "ref-unknown": entry<{ ref: string; where: "repository" | "disk"; hint: string }>({
    message: ({ ref, where, hint }) =>
      `"${ref}" is not a ${where === "repository" ? "tag or commit of this repository, or a " : ""}file or ` +
      `directory${hint}`,
    fix: ({ where }) =>
      where === "repository"
        ? "Correct the name, or fetch the tag: git fetch --tags."
        : "Correct the name. To use a tag or a commit, --project must be in a clone of the repository.",
    why: "The tool would have nothing to compare with.",
    usage: true,
  }),
  "ref-not-tagged": entry<{ ref: string; hint: string }>({
    message: ({ ref, hint }) =>
      `${ref} is the name of a release, but no tag ${ref} of this repository points to a commit${hint}`,
    fix: ({ ref }) =>
      `Fetch the tag: git fetch --tags. For a directory or file of this name, write ./${ref}; for a branch, ` +
      `refs/heads/${ref}.`,
    why: "A directory or branch of the same name could be compared instead of the release.",
    usage: true,
  }),
  "ref-ambiguous": entry<{ ref: string }>({
    message: ({ ref }) => `"${ref}" is both a path and a revision of this repository`,
    fix: ({ ref }) =>
      `For the path, write ./${ref}. For the tag or branch, write refs/tags/${ref} or refs/heads/${ref}.`,
    why: "A directory of the same name could be compared instead of the release.",
    usage: true,
  }),
  "file-missing": entry<{ path: string; purpose: string }>({
    message: ({ path, purpose }) => `${path} is missing: ${purpose}`,
    fix: "Create it, or give the directory of the project with --project.",
    why: "The tool cannot build the bundle without it.",
    usage: true,
  }),
  "project-missing": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the project ${path} ${problem}`,
    fix: "Pass the directory that contains apis/bundle.yaml to --project.",
    why: "The tool reads the settings and the types of the bundle from this directory.",
    usage: true,
  }),
  "history-shallow": entry<Record<never, never>>({
    message: () => "this clone is shallow, so releases may be missing from its history",
    fix: "Fetch the full history: git fetch --unshallow --tags.",
    why:
      "The versioning policy checks a change against all earlier releases, because clusters may upgrade from any of " +
      "them.",
    usage: true,
  }),
  "git-missing": entry<Record<never, never>>({
    message: () => "git is not installed, or is not on PATH",
    fix: "Install git, or add its directory to PATH.",
    why: "The releases of a bundle are Git tags in its repository, and the tool reads them with git.",
    usage: true,
  }),
  "repository-missing": entry<Record<never, never>>({
    message: () => "the project is not in a Git repository, so there are no releases to compare with",
    fix: "Run the command in a clone, or compare two directories: crd-bundle diff <directory> <directory>.",
    why: "The tool finds the releases of a bundle by the tags of its repository.",
    usage: true,
  }),
  "repository-unreadable": entry<{ problem: string }>({
    message: ({ problem }) => `git cannot read the repository of the project: ${problem}`,
    fix: "Follow the hint of git. If the directory is yours, trust it: git config --global --add safe.directory <path>.",
    why: "The tool finds the releases of a bundle by the tags of its repository.",
    usage: true,
  }),
  "version-not-next": entry<{ version: string; last: string }>({
    message: ({ version, last }) => `${version} is not later than ${last}, the last release`,
    fix: "Choose a later version.",
    why: "Tools that compare versions would not offer it as an upgrade.",
    usage: true,
  }),
  "waiver-unused": entry<{ fingerprint: string }>({
    message: ({ fingerprint }) => `the waiver ${fingerprint} matches no finding`,
    fix: "Remove it, or copy the fingerprint from the finding.",
    why: "A waiver that is left over could allow a later finding that no maintainer has seen.",
    usage: true,
  }),
  "waiver-expired": entry<{ fingerprint: string; release: string; last: string }>({
    message: ({ fingerprint, release, last }) =>
      `the waiver ${fingerprint} is for ${release}, but ${last} is already released`,
    fix: "Remove it, or ask a maintainer to approve the finding for the next release.",
    why: "A waiver is valid for one release. A decision for an earlier release may be wrong for this one.",
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
    fix: ({ criteria }) => `Use one of these: ${criteria}.`,
    why: "The versioning policy would ignore the attestation and not allow the graduation.",
    usage: true,
  }),
  "answer-crd-unknown": entry<{ crd: string; nearest?: string | undefined }>({
    message: ({ crd, nearest }) =>
      `neither the working tree nor an earlier release has the CRD ${crd}${didYouMean(nearest)}`,
    fix: "Correct the name, or remove the entry.",
    why: "The tool would ignore the attestation or the conversion.",
    usage: true,
  }),
  "answer-path-unknown": entry<{ crd: string; path: string; nearest?: string | undefined }>({
    message: ({ crd, path, nearest }) =>
      `neither the working tree nor an earlier release has ${path} in ${crd}${didYouMean(nearest)}`,
    fix: "Correct the path, or remove it. In a path, [] is an item of a list, and {} is a value of a map.",
    why: "The tool would ignore the attestation or the conversion.",
    usage: true,
  }),
  "tombstone-version": entry<{ field: string; version: string; latest: string }>({
    message: ({ field, version, latest }) =>
      `the tombstone of ${field} names release ${version}, but the next release cannot be later than ${latest}`,
    fix: "Give the release that removes the field, as in 1.7.0.",
    why: "Users would look for the removal of the field in the wrong release.",
  }),
  "no-kinds": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} does not contain any kind`,
    fix: 'Export an interface with literals, as in apiVersion: "example.dev/v1" and kind: "Widget".',
    why: "The build would write an empty bundle and remove all CRDs of the previous build.",
    usage: true,
  }),
  "output-differs": entry<{ path: string }>({
    message: ({ path }) => `${path} is out of date`,
    fix: "Run crd-bundle build without --check, and commit the result.",
    why: "Users would install CRDs that differ from the reviewed sources.",
  }),
  "output-foreign": entry<{ path: string }>({
    message: ({ path }) => `${path} was not written by crd-bundle`,
    fix: "Move it out of the output directory, or choose another directory with --out.",
    why: "All files in the output directory belong to the build, which would replace or remove your file.",
    usage: true,
  }),
  "output-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} is missing`,
    fix: "Run crd-bundle build without --check, and commit the result.",
    why: "Users would install CRDs that differ from the reviewed sources.",
  }),
  "output-stale": entry<{ path: string }>({
    message: ({ path }) => `${path} no longer belongs to the bundle`,
    fix: "Run crd-bundle build without --check, and commit the removal.",
    why: "Users who install the directory would install this file too.",
  }),
  "json-invalid": entry<{ path: string; cause?: "conflict" | "empty" | "no-object" | undefined }>({
    message: ({ path, cause }) =>
      cause === "no-object"
        ? `${path} is not a JSON object`
        : `${path} is not valid JSON${cause === undefined ? "" : `: ${JSON_CAUSES[cause] ?? cause}`}`,
    fix: ({ cause }) =>
      cause === "conflict"
        ? "Keep one of the two sides of the merge, and remove the lines that start with <<<<<<<, ======= and >>>>>>>."
        : 'Correct the file at this place. The smallest valid file is {"version": "0.1.0"}.',
    why: "The tool reads the version of the bundle from this file.",
    usage: true,
  }),
  "request-invalid": entry<{ name: string; expected: string }>({
    message: ({ name, expected }) => `invalid value for "${name}": must be ${expected}`,
    fix: "Correct the request that your program passes to the library.",
    why: "The library would have to guess what your program asks for.",
    usage: true,
  }),
  "template-missing": entry<{ path: string }>({
    message: ({ path }) => `the template ${path} is missing`,
    fix: "Omit `templates` from the context, or set it to a directory that contains all templates of crd-bundle.",
    why: "Without its header, crd-bundle would not recognize a file as its own, and would not replace it.",
    usage: true,
  }),
  "time-invalid": entry<{ value: string }>({
    message: ({ value }) => `SOURCE_DATE_EPOCH is "${value}", which is not a number of seconds`,
    fix: "Set it to the number of seconds since 1970, as in 1767225600, or unset it.",
    why: "The variable makes builds reproducible. With an invalid value, each build would have another time.",
    usage: true,
  }),
  "version-invalid": entry<{ version?: string | undefined; source: string }>({
    message: ({ version, source }) =>
      version === undefined ? `${source} has no version` : `"${version}" (${source}) is not a semantic version`,
    fix: ({ source }) =>
      source === "--to"
        ? "Write a version, as in 1.7.0. To check another state than the working tree, add --from."
        : "Write three numbers, as in 1.6.1. For a pre-release, add a hyphen and its name, as in 1.7.0-rc.1.",
    why: "Every CRD has the version in an annotation, and tools compare it before an upgrade.",
    usage: true,
  }),
};
