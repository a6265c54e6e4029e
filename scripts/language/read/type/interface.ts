import type { ObjectNode } from "../../../core/model/api.js";
import { findTags } from "../../tags/comment.js";
import { tombstoneTag } from "../../tags/tag/tombstone.js";
import { basesOf } from "../nodes.js";
import type { ts } from "../ts-morph.js";
import { mergeFields, ownFields } from "./fields.js";
import type { Scope } from "./form.js";
import { emptyNode, readObject } from "./node.js";

/** Reads an interface with the fields, rules and tombstones that it inherits. Its own fields replace inherited ones. */
export function readInterface(declaration: ts.InterfaceDeclaration, scope: Scope): ObjectNode {
  const bases = basesOf(declaration).flatMap((base) => readObject(base, base, scope) ?? []);
  const tombstones = findTags(scope.comments.of(declaration), tombstoneTag);
  return {
    ...emptyNode(declaration.name),
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
