/** Messages of changed validation rules. */
import type { Fact } from "../model/change.js";

export function ruleMessage(fact: Fact<"rule">): string {
  switch (fact.effect) {
    case "reworded":
      return `the message of a validation rule changed: ${fact.rule}`;
    case "of-new-fields":
      return `a new validation rule applies only to new fields: ${fact.after}`;
    case "followed":
      return `a new validation rule holds for all existing objects: ${fact.after}`;
    case "implied":
      return `a validation rule was removed that the schema still implies: ${fact.before}`;
    case "removed":
      return `a validation rule was removed: ${fact.before}`;
    case "added":
      return `a validation rule is new: ${fact.after}`;
    case "added-beside":
      return `a validation rule is new, and may limit only what is new or looser below it: ${fact.after}`;
    case "replaced":
      return `validation rules were replaced, effect unknown: ${fact.before.join(" ; ")} → ${fact.after.join(" ; ")}`;
  }
}
