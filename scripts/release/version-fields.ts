/** Changes the version in package.json and in the lockfiles next to it. Everything else stays byte for byte. */
import { applyEdits, type Node, parseTree } from "jsonc-parser";
import { parseJson } from "../core/model/json.js";

/**
 * Returns the text with another version at the top level and, for lockfiles of npm, in the root package
 * (`packages[""]`). A file that is not JSON or does not contain a version is returned unchanged.
 */
export function withVersion(text: string, version: string): string {
  if (parseJson(text) === undefined) return text;
  const root = parseTree(text);
  const fields = [valueAt(root, ["version"]), valueAt(root, ["packages", "", "version"])];
  const edits = fields.flatMap((field) => {
    if (field?.type !== "string") return [];
    return [{ offset: field.offset, length: field.length, content: JSON.stringify(version) }];
  });
  return applyEdits(text, edits);
}

/**
 * Returns the value at a path. If a key occurs twice, the last one counts, as for `JSON.parse`; the `modify` function
 * of jsonc-parser would change the first one.
 */
function valueAt(node: Node | undefined, path: readonly string[]): Node | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return node;
  if (node?.type !== "object") return undefined;
  const property = node.children?.findLast(({ children }) => children?.[0]?.value === key);
  return valueAt(property?.children?.[1], rest);
}
