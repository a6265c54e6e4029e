import type { ObjectNode } from "../../../core/model/api.js";
import { findTags } from "../../tags/comment.js";
import { tombstoneTag } from "../../tags/tag/tombstone.js";
import type { InterfaceDeclaration } from "../ts-morph.js";
import { mergeFields, ownFields } from "./fields.js";
import type { Scope } from "./form.js";
import { emptyNode, readObject } from "./node.js";

/** Reads an interface with the fields, rules and tombstones that it inherits. Its own fields replace inherited ones. */
export function readInterface(declaration: InterfaceDeclaration, scope: Scope): ObjectNode {
  const bases = declaration.getExtends().flatMap((base) => readObject(base, base, scope) ?? []);
  const tombstones = findTags(scope.comments.of(declaration), tombstoneTag);
  return {
    ...emptyNode(declaration.getNameNode()),
    form: "object",
    fields: mergeFields(...bases.map((base) => base.fields), ownFields(declaration, scope)),
    tombstones: [
      ...bases.flatMap((base) => base.tombstones),
      ...tombstones.map(({ value, location }) => ({ ...value, location })),
    ],
    types: bases.flatMap((base) => base.types),
    constraints: bases.flatMap((base) => base.constraints),
  };
}
