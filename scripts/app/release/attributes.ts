/** Checks for Git attributes that would change the files of a release on their way to users. */
import { posix } from "node:path";
import { inDist } from "../../core/bundle-layout.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Repository } from "../../host/git.js";
import type { Output } from "../output.js";

/**
 * Attributes that can make the files in a checkout or an archive differ from the commit, and the values that do not.
 */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  "working-tree-encoding": ["unspecified", "unset", "UTF-8", "utf-8"],
  ident: ["unspecified", "unset"],
  filter: ["unspecified", "unset"],
  eol: ["unspecified", "unset", "set", "lf"],
  "export-subst": ["unspecified", "unset"],
  "export-ignore": ["unspecified", "unset"],
};

/**
 * Reports attributes in the `.gitattributes` of a commit that would change the files of a release. Users who check out
 * the Git tag or download an archive of it would install files that were not compared. Names one file for each
 * attribute.
 */
export async function attributeProblems(
  { tag, commit }: { readonly tag: string; readonly commit: string },
  { files }: Pick<Output, "files">,
  repository: Repository,
): Promise<Diagnostic[]> {
  const paths = files.map(({ path }) => inDist(path));
  const directories = directoriesOf(paths, await repository.prefix());
  const given = [
    ...(await repository.attributesOf(commit, paths, Object.keys(CHANGING))),
    ...(await repository.attributesOf(commit, directories, ["export-ignore"])),
  ];
  const changing = given.filter(({ name, value }) => CHANGING[name]?.includes(value) === false);
  const first = new Map([...changing].reverse().map((attribute) => [attribute.name, attribute]));
  return [...first.values()].map(({ path, name, value }) => {
    const attribute = value === "set" ? name : `${name}=${value}`;
    return diagnose("release-attribute", { tag, path: path || ".", attribute });
  });
}

/**
 * Returns the directories that contain the paths, up to the root of the repository. `git archive` omits a directory
 * with everything in it, even if the files have no attribute themselves. The slash at the end makes git treat a path as
 * a directory.
 */
function directoriesOf(paths: readonly string[], prefix: string): string[] {
  const above = prefix
    .split("/")
    .slice(1)
    .map((_, depth) => (depth === 0 ? "./" : "../".repeat(depth)));
  const directories = new Set<string>(above);
  for (const path of paths) {
    for (let directory = posix.dirname(path); directory !== "."; directory = posix.dirname(directory))
      directories.add(`${directory}/`);
  }
  return [...directories];
}
