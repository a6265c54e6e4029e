/** The version in package.json and in the lockfiles beside it, changed in place: everything else stays byte for byte. */
import { applyEdits, type Node, parseTree } from "jsonc-parser";
import { parseJson } from "../core/model/json.js";

/**
 * The text with another version: at the top, and for npm's lockfiles also at the root package (`packages[""]`). A file
 * that names no version, or is no JSON, comes back as it is.
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
 * The value at a path. Of a key that occurs twice it is the last one, as `JSON.parse` reads it; the `modify` of
 * jsonc-parser would change the first.
 */
function valueAt(node: Node | undefined, path: readonly string[]): Node | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return node;
  if (node?.type !== "object") return undefined;
  const property = node.children?.findLast(({ children }) => children?.[0]?.value === key);
  return valueAt(property?.children?.[1], rest);
}
