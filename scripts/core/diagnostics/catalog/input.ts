/** Diagnostics about files that cannot be read safely, whatever they contain. */
import { entry } from "./entry.js";

export const INPUT_ENTRIES = {
  "input-control-character": entry<{ character: string }>({
    message: ({ character }) => `the file contains the control character ${character}`,
    example: { character: "U+001B" },
    fix: "Remove the character. If it is written as an escape sequence, such as `\\u001b`, remove the escape sequence.",
    why:
      "Most editors do not display the character, so reviewers miss it. If a description contains the character, it " +
      "could control the terminals of users who print the CRD.",
  }),
  "input-encoding": entry<Record<never, never>>({
    message: () => "the file is not encoded in UTF-8",
    fix: "Save the file in UTF-8.",
    why:
      "If the build read the file anyway, it would replace every invalid byte with a placeholder character, so " +
      "descriptions could be wrong.",
  }),
  "input-extension": entry<{ path: string }>({
    message: ({ path }) => `${path} is a TypeScript file, but crd-bundle reads only files whose names end in .ts`,
    example: { path: "apis/example.dev/v1/widget.mts" },
    fix:
      "If the file defines part of the API, rename it so that its name ends in .ts, and update the files that import " +
      "it. Otherwise, move it out of apis/.",
    why: "If the build skipped the file, it would silently create a bundle without the kinds in the file.",
    usage: true,
  }),
  "input-kind": entry<{ path: string; kind: string }>({
    message: ({ path, kind }) => `${path} is ${kind}, not a regular file`,
    example: { path: "apis/example.dev/v1/widget.ts", kind: "a named pipe" },
    fix: ({ path }) =>
      `If the project needs ${path}, replace it with a regular file. Otherwise, move it out of the project.`,
    why: "The tool reads only regular files. If it read from a pipe or a device, it could wait forever for data.",
    usage: true,
  }),
  "input-link": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `invalid link: ${path} ${problem}`,
    example: { path: "apis/example.dev/v1/widget.ts", problem: "points outside the project" },
    fix:
      "If the project needs the file or directory that the link points to, replace the link with a copy. Otherwise, " +
      "remove the link. A link is valid only if it points to a file in the project, outside .git, that has the same " +
      "extension as the link.",
    why:
      "Diagnostics quote lines from the files that they report on. If crd-bundle followed every link, a repository " +
      "could make it print your private files.",
    usage: true,
  }),
  "input-too-large": entry<{ path: string; limit: string }>({
    message: ({ path, limit }) => `${path} is larger than ${limit}`,
    example: { path: "apis/example.dev/v1/widget.ts", limit: "16 MiB" },
    fix: "Split the file into smaller files.",
    why: "If the tool read files of any size, it could run out of memory. No API needs a file of this size.",
    usage: true,
  }),
  "crds-missing": entry<{ path: string }>({
    message: ({ path }) => (path === "" ? "a path is empty" : `${path} does not exist`),
    example: { path: "config/crds" },
    fix: "Specify an existing file or directory, or `-` for standard input.",
    why: "If the tool ignored a wrong path, it would report success without having checked what you expect.",
    usage: true,
  }),
  "chart-crds-missing": entry<{ chart: string }>({
    message: ({ chart }) => `the Helm chart ${chart} does not contain CRDs in a directory crds/`,
    example: { chart: "charts/widgets" },
    fix:
      "If the CRDs are in templates/ or in a packed chart in charts/, write the output of `helm template " +
      "--include-crds` to a file, and specify this file, or `-` for standard input.",
    why:
      "The tool cannot read the templates of a chart, because they are not YAML until Helm renders them, and it does " +
      "not unpack charts.",
    usage: true,
  }),
  "crds-too-many": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} contains ${problem}`,
    example: { path: "/home/me", problem: "more than 200000 files and directories" },
    fix: "Specify a directory that contains only manifests, or specify the files.",
    why:
      "If the tool searched directories of any size, it could run for hours or out of memory, for example, if you " +
      "specify the root directory.",
    usage: true,
  }),
  "manifest-unreadable": entry<{ problem: string }>({
    message: ({ problem }) => `the manifest cannot be read: ${problem}`,
    example: { problem: "duplicated mapping key" },
    fix: "Correct the YAML or JSON at the reported location.",
    why: "In most cases, kubectl rejects the file. Otherwise, it might interpret the file differently than you intended.",
  }),
  "input-unreadable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be read: ${problem}`,
    example: { path: "apis/example.dev/v1/widget.ts", problem: "EACCES: permission denied" },
    fix:
      "Fix the reported problem, for example, by changing the permissions of the file, and run the command again. If " +
      "the project does not need the file, move it out of the project.",
    why: "If the build skipped the file, it would silently create a bundle without the kinds or settings in the file.",
    usage: true,
  }),
};
