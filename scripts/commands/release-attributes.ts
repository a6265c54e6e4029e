/** Attributes by which users of a release would get other files than its commit holds. */
import { posix } from "node:path";
import { diagnose } from "../diagnostics/diagnose.js";
import type { Repository } from "../host/git.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Output } from "./output.js";

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
  { files }: Output,
  repository: Repository,
): Promise<Diagnostic[]> {
  const paths = files.map(({ path }) => posix.join("dist", path));
  const given = await repository.attributesOf(commit, paths, Object.keys(CHANGING));
  const changing = given.filter(({ name, value }) => CHANGING[name]?.includes(value) === false);
  const first = new Map([...changing].reverse().map((attribute) => [attribute.name, attribute]));
  return [...first.values()].map(({ path, name, value }) => {
    const how = value === "set" ? name : `${name}=${value}`;
    return diagnose("tag-unlike", { tag, path, how: `is not what a checkout has: .gitattributes gives it ${how}` });
  });
}
