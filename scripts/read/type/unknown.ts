import { SyntaxKind } from "ts-morph";
import type { TypeForm } from "./form.js";
import { placeholder } from "./node.js";

export const unknownForm: TypeForm = {
  name: "unknown",
  typescript: "`unknown`",
  schema: "free-form: any JSON value, kept as it is",
  matches: (node) => node.getKind() === SyntaxKind.UnknownKeyword,
  read: (node) => placeholder(node),
};
