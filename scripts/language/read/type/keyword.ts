import type { ScalarNode } from "../../../core/model/api.js";
import { SyntaxKind } from "../ts-morph.js";
import type { TypeForm } from "./form.js";
import { emptyNode } from "./node.js";

const TYPES = new Map<SyntaxKind, ScalarNode["type"]>([
  [SyntaxKind.StringKeyword, "string"],
  [SyntaxKind.BooleanKeyword, "boolean"],
  [SyntaxKind.NumberKeyword, "number"],
]);

export const keywordForm: TypeForm = {
  name: "keyword",
  typescript: "`string`, `boolean`, `number`",
  schema: "string, boolean, number",
  matches: (node) => TYPES.has(node.kind),
  read: (node) => ({ form: "scalar", type: TYPES.get(node.kind) ?? "string", ...emptyNode(node) }),
};
