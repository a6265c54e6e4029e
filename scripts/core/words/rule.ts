/** Messages of changed validation rules. */
import type { Fact, RulesRelation } from "../model/change.js";
import type { MessageParts } from "./message-parts.js";

/** Returns the message of a changed rule. The detail is the text of the rule. */
export function ruleMessage(fact: Fact<"rule">): MessageParts {
  switch (fact.effect) {
    case "reworded":
      return { summary: "the message of a validation rule changed", detail: fact.rule };
    case "of-new-fields":
      return { summary: "a new validation rule applies only to new fields", detail: fact.after };
    case "followed":
      return { summary: "a new validation rule is true for all existing objects", detail: fact.after };
    case "implied":
      return { summary: "a validation rule was removed, but the schema still implies it", detail: fact.before };
    case "removed":
      return { summary: "a validation rule was removed", detail: fact.before };
    case "added":
      return { summary: "a validation rule is new", detail: fact.after };
    case "added-beside":
      return { summary: "a validation rule is new, but might limit only new or loosened fields", detail: fact.after };
    case "of-new-defaults":
      return {
        summary: "a validation rule compares values of existing objects that get new defaults",
        detail: fact.after,
      };
    case "replaced":
      return {
        summary: `${fact.before.length === 1 ? "a validation rule was" : "validation rules were"} replaced${consequence(fact)}`,
        detail: `${fact.before.join(" ; ")} → ${fact.after.join(" ; ")}`,
      };
  }
}

function consequence({ relation, after, updates }: Fact<"rule"> & { readonly effect: "replaced" }): string {
  const isOne = after.length === 1;
  if (updates) return `, and the new ${isOne ? "one rejects" : "ones reject"} updates that were allowed`;
  const effects: Readonly<Record<RulesRelation, string>> = {
    same: ", with the same effect on existing objects",
    wider: isOne ? " by a weaker one" : " by weaker ones",
    narrower: `, and the new ${isOne ? "one rejects" : "ones reject"} objects that were valid`,
    unknown: ", and the effect is unknown",
  };
  return effects[relation];
}
