/** What can be wrong with the configuration and with the output folder. */
import { didYouMean, entry } from "./entry.js";

export const FILE_ENTRIES = {
  "config-key-missing": entry<{ key: string }>({
    says: ({ key }) => `"${key}" is missing`,
    mend: "Add it. docs/bundle.md lists all settings.",
    why: "Without it the bundle cannot be built.",
    usage: true,
  }),
  "config-key-unknown": entry<{ key: string; nearest?: string | undefined }>({
    says: ({ key, nearest }) => `there is no setting "${key}"${didYouMean(nearest && `"${nearest}"`)}`,
    mend: "Correct its name or remove it. docs/bundle.md lists all settings.",
    why: "A misspelt setting that is ignored changes what is released.",
    usage: true,
  }),
  "config-value": entry<{ key: string; expected: string }>({
    says: ({ key, expected }) => `"${key}" is not right: ${expected}`,
    mend: "Correct the value.",
    why: "It would be written into every CRD, or decide what is written.",
    usage: true,
  }),
  "config-yaml": entry<{ problem: string }>({
    says: ({ problem }) => `the file cannot be read as YAML: ${problem}`,
    mend: "Correct it there. Aliases and language tags are not read.",
    why: "Nothing can be built without the settings of the bundle.",
    usage: true,
  }),
  "file-missing": entry<{ path: string; purpose: string }>({
    says: ({ path, purpose }) => `${path} is not there: ${purpose}`,
    mend: "Create it, or name the project's folder with --project.",
    why: "Nothing can be built without it.",
    usage: true,
  }),
  "no-kinds": entry<{ folder: string }>({
    says: ({ folder }) => `there is no kind below ${folder}`,
    mend: "Export an interface whose apiVersion and kind are literals.",
    why: "An empty bundle would remove every CRD that was built before.",
    usage: true,
  }),
  "output-differs": entry<{ path: string }>({
    says: ({ path }) => `${path} is not what the sources make`,
    mend: "Build again without --check, and commit what that writes.",
    why: "What is installed must be what was reviewed.",
  }),
  "output-foreign": entry<{ path: string }>({
    says: ({ path }) => `${path} was not written by this tool`,
    mend: "Move it out of the output folder, or name another folder with --out.",
    why: "The output folder belongs to the build, which removes what no longer belongs: your file would be lost.",
    usage: true,
  }),
  "output-missing": entry<{ path: string }>({
    says: ({ path }) => `${path} is missing`,
    mend: "Build again without --check, and commit what that writes.",
    why: "What is installed must be what was reviewed.",
  }),
  "output-stale": entry<{ path: string }>({
    says: ({ path }) => `${path} no longer belongs to the bundle`,
    mend: "Build again without --check, and commit what that removes.",
    why: "Who installs the folder would install it too.",
  }),
  "version-invalid": entry<{ version?: string | undefined; source: string }>({
    says: ({ version, source }) =>
      version === undefined ? `${source} has no version` : `"${version}" (${source}) is no semantic version`,
    mend: "Write three numbers, as in 1.6.1, and a pre-release behind a hyphen where there is one: 1.7.0-rc.1.",
    why: "The version is stamped on every CRD and compared by whoever upgrades.",
    usage: true,
  }),
};
