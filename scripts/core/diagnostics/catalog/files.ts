/** What can be wrong with the configuration and with the output directory. */
import { type Page, pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

/** Where to read what a file can have: the settings, unless another page is named. */
function listOf(page: Page | undefined): string {
  return page === undefined ? `${pageLink("bundle.md")} lists all settings.` : `${pageLink(page)} describes the file.`;
}

const JSON_CAUSES: Readonly<Record<string, string>> = {
  conflict: "a merge left conflict markers in it",
  empty: "it is empty",
};

export const FILE_ENTRIES = {
  "config-key-missing": entry<{ key: string; page?: Page | undefined }>({
    message: ({ key }) => `"${key}" is missing`,
    fix: ({ page }) => `Add it. ${listOf(page)}`,
    why: "Without it the bundle cannot be built.",
    usage: true,
  }),
  "config-key-unknown": entry<{ key: string; nearest?: string | undefined; page?: Page | undefined }>({
    message: ({ key, nearest }) => `there is no setting "${key}"${didYouMean(nearest && `"${nearest}"`)}`,
    fix: ({ page }) => `Correct its name or remove it. ${listOf(page)}`,
    why: "A misspelt setting that is ignored changes what is released.",
    usage: true,
  }),
  "config-empty": entry<{ path: string }>({
    message: ({ path }) => `${path} is empty`,
    fix: `Write the settings of the bundle. ${listOf(undefined)}`,
    why: "Nothing can be built without the settings of the bundle.",
    usage: true,
  }),
  "config-value": entry<{ key: string; expected: string }>({
    message: ({ key, expected }) => `"${key}" is not right: ${expected}`,
    fix: "Correct the value.",
    why: "It would be written into every CRD, or decide what is written.",
    usage: true,
  }),
  "config-yaml": entry<{ problem: string }>({
    message: ({ problem }) => `the file cannot be read as YAML: ${problem}`,
    fix: "Correct it there. Aliases and language tags are not read.",
    why: "Nothing can be built without the settings of the bundle.",
    usage: true,
  }),
  "channels-disjoint": entry<{ from: string; to: string }>({
    message: ({ from, to }) => `${from} and ${to} have no channel in common`,
    fix: "Name two states of the same channel, or two bundles.",
    why: "Nothing would be compared, and every change would go unseen.",
    usage: true,
  }),
  "crd-duplicate": entry<{ name: string; channel: string; place: string; first: string }>({
    message: ({ name, channel, place, first }) =>
      `the ${channel} channel has the CustomResourceDefinition ${name} twice: ${first} and ${place}`,
    fix: "Remove one of them, or compare the files one by one.",
    why: "Only one of the two can be compared, and a change in the other would go unseen.",
    usage: true,
  }),
  "crd-invalid": entry<{ place: string; problem: string }>({
    message: ({ place, problem }) => `invalid CustomResourceDefinition at ${place}: ${problem}`,
    fix: "Correct the file, or leave it out of the comparison.",
    why: "What cannot be read cannot be compared, and a change in it would go unseen.",
    usage: true,
  }),
  "crd-number": entry<{ place: string; field: string; number: string; nearest: string }>({
    message: ({ place, field, number, nearest }) =>
      `${field} at ${place} is ${number}, which crd-bundle would round to ${nearest}`,
    fix: "Use a whole number from -9007199254740991 to 9007199254740991, or leave the file out of the comparison.",
    why: "The API server keeps all digits, so two different numbers would be compared as equal.",
    usage: true,
  }),
  "bundle-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} holds no bundle`,
    fix: "Name a directory with standard/ or experimental/ in it, a CRD file, or a tag whose dist/ was committed.",
    why: "There would be nothing to compare.",
    usage: true,
  }),
  "output-link": entry<{ path: string }>({
    message: ({ path }) => `${path} is a symbolic link`,
    fix: "Remove it, and run the build again. To write to another directory, name it with --out.",
    why: "A checkout can hold links to any file of yours: the build would read, replace or remove what they lead to.",
    usage: true,
  }),
  "output-outside": entry<{ path: string }>({
    message: ({ path }) => `${path} is outside the output directory`,
    fix: "Correct the kind, plural or group that the path is made of.",
    why: "The build only writes to its output directory and to the directory of the API reports.",
    usage: true,
  }),
  "output-leftover": entry<{ path: string }>({
    message: ({ path }) => `${path} was left by an older crd-bundle, or came with the checkout`,
    fix: "Remove it, and run the build again: it writes whatever is missing.",
    why: "An older crd-bundle would write and remove the files that it lists, anywhere on the disk.",
  }),
  "output-place": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the output directory ${path} ${problem}`,
    fix: "Name a directory of its own with --out, as in --out ../crds.",
    why: "The build replaces and removes files in its output directory: the files of the project must not be among them.",
    usage: true,
  }),
  "output-unwritable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be written: ${problem}`,
    fix: "Move what is in the way, allow writing there, or name another directory with --out.",
    why: "Nothing was put in place: what was there before is there still.",
    usage: true,
  }),
  "ref-unknown": entry<{ ref: string; where: "repository" | "disk"; hint: string }>({
    message: ({ ref, where, hint }) =>
      `"${ref}" is no ${where === "repository" ? "tag or commit of this repository, and no " : ""}file or directory${hint}`,
    fix: ({ where }) =>
      where === "repository"
        ? "Correct the name, or fetch it: git fetch --tags."
        : "Correct the name. Tags and commits are found only if --project is in a clone of the repository.",
    why: "There would be nothing to compare with.",
    usage: true,
  }),
  "ref-not-tagged": entry<{ ref: string; hint: string }>({
    message: ({ ref, hint }) =>
      `${ref} is the name of a release, but no tag of this repository leads to a commit of it${hint}`,
    fix: ({ ref }) =>
      `Fetch it: git fetch --tags. Write ./${ref} for a directory or file of that name, refs/heads/${ref} for a branch.`,
    why: "A checkout could bring a directory or branch that is compared in the place of a release.",
    usage: true,
  }),
  "ref-ambiguous": entry<{ ref: string }>({
    message: ({ ref }) => `"${ref}" is both a path and a revision of the repository`,
    fix: ({ ref }) => `Write ./${ref} for the path, or refs/tags/${ref} or refs/heads/${ref} for the revision.`,
    why: "A checkout could bring a directory that is compared in the place of a release.",
    usage: true,
  }),
  "file-missing": entry<{ path: string; purpose: string }>({
    message: ({ path, purpose }) => `${path} is not there: ${purpose}`,
    fix: "Create it, or name the project's directory with --project.",
    why: "Nothing can be built without it.",
    usage: true,
  }),
  "project-missing": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the project ${path} ${problem}`,
    fix: "Name the directory that has apis/bundle.yaml with --project.",
    why: "There is nothing to read there.",
    usage: true,
  }),
  "history-shallow": entry<Record<never, never>>({
    message: () => "the history of this clone is cut off, so releases may be missing from it",
    fix: "Bring the rest: git fetch --unshallow --tags.",
    why: "A change is judged against every release that a cluster may still come from.",
    usage: true,
  }),
  "git-missing": entry<Record<never, never>>({
    message: () => "git is not installed, or not on PATH",
    fix: "Install git, or add its directory to PATH.",
    why: "The releases of a bundle are the tags of its repository, which are read with git.",
    usage: true,
  }),
  "repository-missing": entry<Record<never, never>>({
    message: () => "the project is in no git repository, so there are no releases to compare with",
    fix: "Run it in a clone, or name two states: crd-bundle diff <directory> <directory>.",
    why: "The releases of a bundle are the tags of its repository.",
    usage: true,
  }),
  "repository-unreadable": entry<{ problem: string }>({
    message: ({ problem }) => `git does not read the repository of the project: ${problem}`,
    fix: "Follow the hint of git. If the directory is yours, git config --global --add safe.directory <path> trusts it.",
    why: "The releases of a bundle are the tags of its repository.",
    usage: true,
  }),
  "version-not-next": entry<{ version: string; last: string }>({
    message: ({ version, last }) => `${version} does not come after ${last}, the last release`,
    fix: "Name a later version.",
    why: "A version that was released, or passed over, cannot be released any more.",
    usage: true,
  }),
  "waiver-unused": entry<{ fingerprint: string }>({
    message: ({ fingerprint }) => `the waiver ${fingerprint} matches nothing`,
    fix: "Remove it, or correct the fingerprint: the finding shows it.",
    why: "A waiver that waits for something to match would let through what nobody looked at.",
    usage: true,
  }),
  "waiver-expired": entry<{ fingerprint: string; release: string; last: string }>({
    message: ({ fingerprint, release, last }) =>
      `the waiver ${fingerprint} is for ${release}, but ${last} is released already`,
    fix: "Remove it, or have the finding approved again for the next release.",
    why: "A waiver is for one release: what was right then may not be right now.",
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
    fix: ({ criteria }) => `Name one of these: ${criteria}.`,
    why: "Nothing would count as attested, and the graduation would be rejected.",
    usage: true,
  }),
  "answer-crd-unknown": entry<{ crd: string; nearest?: string | undefined }>({
    message: ({ crd, nearest }) =>
      `neither the working tree nor a release before it has the CRD ${crd}${didYouMean(nearest)}`,
    fix: "Correct the name, or remove the entry.",
    why: "An entry that matches nothing attests and converts nothing.",
    usage: true,
  }),
  "answer-path-unknown": entry<{ crd: string; path: string; nearest?: string | undefined }>({
    message: ({ crd, path, nearest }) =>
      `neither the working tree nor a release before it has ${path} in ${crd}${didYouMean(nearest)}`,
    fix: "Correct the path, or remove it. Elements of a list are [] in a path, values of a map {}.",
    why: "An entry that matches nothing attests and converts nothing.",
    usage: true,
  }),
  "tombstone-version": entry<{ field: string; version: string; latest: string }>({
    message: ({ field, version, latest }) =>
      `the tombstone of ${field} names release ${version}, but the next release is ${latest} at the latest`,
    fix: "Name the release that removes the field, as in 1.7.0.",
    why: "Users look there for the release that lost the field.",
  }),
  "no-kinds": entry<{ directory: string }>({
    message: ({ directory }) => `there is no kind below ${directory}`,
    fix: "Export an interface whose apiVersion and kind are literals.",
    why: "An empty bundle would remove every CRD that was built before.",
    usage: true,
  }),
  "output-differs": entry<{ path: string }>({
    message: ({ path }) => `${path} is not what the sources make`,
    fix: "Run crd-bundle build without --check, and commit what it writes.",
    why: "What is installed must be what was reviewed.",
  }),
  "output-foreign": entry<{ path: string }>({
    message: ({ path }) => `${path} was not written by this tool`,
    fix: "Move it out of the output directory, or name another directory with --out.",
    why: "The output directory belongs to the build, which removes what no longer belongs: your file would be lost.",
    usage: true,
  }),
  "output-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} is missing`,
    fix: "Run crd-bundle build without --check, and commit what it writes.",
    why: "What is installed must be what was reviewed.",
  }),
  "output-stale": entry<{ path: string }>({
    message: ({ path }) => `${path} no longer belongs to the bundle`,
    fix: "Run crd-bundle build without --check, and commit what it removes.",
    why: "Who installs the directory would install it too.",
  }),
  "json-invalid": entry<{ path: string; cause?: "conflict" | "empty" | "no-object" | undefined }>({
    message: ({ path, cause }) =>
      cause === "no-object"
        ? `${path} is not a JSON object`
        : `${path} is not valid JSON${cause === undefined ? "" : `: ${JSON_CAUSES[cause] ?? cause}`}`,
    fix: ({ cause }) =>
      cause === "conflict"
        ? "Of the two sides of the merge, keep one, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>."
        : 'Correct it here. The smallest that will do is {"version": "0.1.0"}.',
    why: "The version of the bundle cannot be read.",
    usage: true,
  }),
  "request-invalid": entry<{ name: string; expected: string }>({
    message: ({ name, expected }) => `invalid value for "${name}": must be ${expected}`,
    fix: "Correct the request that your program hands to the library.",
    why: "The answer would be about something else than the program asked for.",
    usage: true,
  }),
  "template-missing": entry<{ path: string }>({
    message: ({ path }) => `the template ${path} is missing`,
    fix: "Leave `templates` out of the context, or name a directory that has all templates of crd-bundle.",
    why: "Files without their headers would look like files that crd-bundle did not write.",
    usage: true,
  }),
  "time-invalid": entry<{ value: string }>({
    message: ({ value }) => `SOURCE_DATE_EPOCH is "${value}", which is no number of seconds`,
    fix: "Set it to the seconds since 1970, as in 1767225600, or unset it.",
    why: "A release that is to come out the same again would have another time each time.",
    usage: true,
  }),
  "version-invalid": entry<{ version?: string | undefined; source: string }>({
    message: ({ version, source }) =>
      version === undefined ? `${source} has no version` : `"${version}" (${source}) is no semantic version`,
    fix: ({ source }) =>
      source === "--to"
        ? "Write a version, as in 1.7.0. To judge another state than the working tree, add --from."
        : "Write three numbers, as in 1.6.1, and a pre-release behind a hyphen where there is one: 1.7.0-rc.1.",
    why: "The version is stamped on every CRD and compared by whoever upgrades.",
    usage: true,
  }),
};
