import { SyntaxKind } from "../ts-morph.js";
import type { TypeForm } from "./form.js";
import { anything } from "./node.js";

export const unknownForm: TypeForm = {
  name: "unknown",
  typescript: "`unknown`",
  schema: "free-form: any JSON value, stored unchanged",
  matches: (node) => node.kind === SyntaxKind.UnknownKeyword,
  read: (node) => anything(node),
};
