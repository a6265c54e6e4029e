/** Diagnostics about the files of a new project. */
import { entry } from "./entry.js";

export const NEW_PROJECT_ENTRIES = {
  "init-exists": entry<{ path: string }>({
    message: ({ path }) => `${path} already exists`,
    example: { path: "widgets/apis/bundle.yaml" },
    fix:
      "To create a project, specify another directory. If the directory already contains a project, add files to it " +
      "in apis/ instead, or run `crd-bundle import --merge` to update its types to newer CRDs.",
    why: "The command never replaces a file, so it created none.",
    usage: true,
  }),
  "init-blocked": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the project cannot be created at ${path}: ${problem}`,
    example: { path: "widgets/apis", problem: "a symbolic link is in its place" },
    fix: "Fix the cause, such as missing permissions or a full disk, or specify another directory.",
    why:
      "The command creates all files or none, so it created none. It follows no symbolic link in the directory, because " +
      "such a link could point to any file on your machine.",
    usage: true,
  }),
  "init-answer": entry<{ name: string; value: string; problem: string }>({
    message: ({ name, value, problem }) => `the ${name} "${value}" ${problem}`,
    example: { name: "group", value: "example", problem: "must be a DNS name with a dot, in lowercase" },
    fix: "Specify another value. The name of the bundle, the group and the kind are part of the names of files.",
    why: "The API server, npm, or a file system rejects names that break its rules.",
    usage: true,
  }),
};
