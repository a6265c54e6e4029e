/** Attributes by which users of a release would get other files than its commit holds. */
import { posix } from "node:path";
import { inDist } from "../../core/bundle-layout.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Repository } from "../../host/git.js";
import type { Output } from "../output.js";

/** Attributes by which a checkout or an archive has other bytes than the commit, and the values that leave them. */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  "working-tree-encoding": ["unspecified", "unset", "UTF-8", "utf-8"],
  ident: ["unspecified", "unset"],
  filter: ["unspecified", "unset"],
  eol: ["unspecified", "unset", "set", "lf"],
  "export-subst": ["unspecified", "unset"],
  "export-ignore": ["unspecified", "unset"],
};

/**
 * Finds attributes that the `.gitattributes` of a commit give to the files of a release, so that users who check the tag
 * out, or fetch an archive of it, would install other files than were compared. One file is named for each attribute.
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
    const how = value === "set" ? name : `${name}=${value}`;
    return diagnose("release-tag-mismatch", {
      tag,
      path: path || ".",
      how: `is not what a checkout has: .gitattributes gives it ${how}`,
    });
  });
}

/**
 * The directories on the way to paths from the root of the repository. `git archive` leaves out a directory with all that it
 * holds, though its files have no attribute themselves. The slash at the end makes git take a path for a directory's.
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
