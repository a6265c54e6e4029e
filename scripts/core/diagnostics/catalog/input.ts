/** Diagnostics about files that cannot be read safely, whatever they contain. */
import { entry } from "./entry.js";

export const INPUT_ENTRIES = {
  "input-control-character": entry<{ character: string }>({
    message: ({ character }) => `the file contains the control character ${character}`,
    fix: "Remove it.",
    why:
      "Editors do not show it, so reviewers miss it. In a description, it could control the terminal of every user " +
      "who prints the CRD.",
  }),
  "input-encoding": entry<Record<never, never>>({
    message: () => "the file is not encoded in UTF-8",
    fix: "Save it as UTF-8.",
    why: "The build would replace characters in the descriptions of the CRDs.",
  }),
  "input-extension": entry<{ path: string }>({
    message: ({ path }) => `${path} is a TypeScript file, but only files that end in .ts are read`,
    fix: "Rename it so that it ends in .ts, or move it out of apis/.",
    why: "The build would leave out the kinds in it without a message.",
    usage: true,
  }),
  "input-kind": entry<{ path: string; kind: string }>({
    message: ({ path, kind }) => `${path} is ${kind}, not a file`,
    fix: "Remove it, or replace it with a regular file.",
    why: "Reading a pipe or a device may never end.",
    usage: true,
  }),
  "input-link": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} ${problem}`,
    fix:
      "Replace the link with the file or directory itself. A link can stay only if it leads to a file with the same " +
      "extension inside the project.",
    why:
      "Diagnostics quote the files that they are about. A link in a repository could make them quote your private " +
      "files.",
    usage: true,
  }),
  "input-too-large": entry<{ path: string; limit: string }>({
    message: ({ path, limit }) => `${path} is larger than ${limit}`,
    fix: "Split the file.",
    why: "The build could run out of memory. No API needs a file of this size.",
    usage: true,
  }),
  "input-unreadable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be read: ${problem}`,
    fix: "Change its permissions so you can read it, or move it out of the project.",
    why: "The build would leave out the kinds or the settings in it without a message.",
    usage: true,
  }),
};
