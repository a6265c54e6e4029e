/** What can be wrong with a file before anything in it is looked at. */
import { entry } from "./entry.js";

export const INPUT_ENTRIES = {
  "input-control-character": entry<{ character: string }>({
    message: ({ character }) => `the control character ${character} is in the text`,
    fix: "Remove it.",
    why: "Editors do not show it, so nobody reviews it. In a CRD it would steer every terminal that prints the description.",
  }),
  "input-encoding": entry<Record<never, never>>({
    message: () => "the file is not encoded in UTF-8",
    fix: "Save it as UTF-8.",
    why: "Characters would be replaced in every CRD that quotes the file.",
  }),
  "input-extension": entry<{ path: string }>({
    message: ({ path }) => `${path} is TypeScript, but only files that end in .ts are read`,
    fix: "Rename it so that it ends in .ts, or move it out of apis/.",
    why: "A kind in it would silently be missing from the bundle.",
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
    fix: "Replace the link with the file or the directory. A link to a file of the same kind inside the project can stay.",
    why: "Diagnostics quote lines of what they read. A link in a checkout could have them quote private files of the user.",
    usage: true,
  }),
  "input-too-large": entry<{ path: string; limit: string }>({
    message: ({ path, limit }) => `${path} is larger than ${limit}`,
    fix: "Split the file.",
    why: "No API needs as much. Reading it would exhaust the memory of the build.",
    usage: true,
  }),
  "input-unreadable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be read: ${problem}`,
    fix: "Allow reading it, or move it out of the project.",
    why: "A kind or a setting in it would silently be missing.",
    usage: true,
  }),
};
