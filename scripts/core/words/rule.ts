/** Messages of changed validation rules. */
import type { Fact, RulesRelation } from "../model/change.js";

export function ruleMessage(fact: Fact<"rule">): string {
  switch (fact.effect) {
    case "reworded":
      return `the message of a validation rule changed: ${fact.rule}`;
    case "of-new-fields":
      return `a new validation rule applies only to new fields: ${fact.after}`;
    case "followed":
      return `a new validation rule is true for all existing objects: ${fact.after}`;
    case "implied":
      return `a validation rule was removed, but the schema still implies it: ${fact.before}`;
    case "removed":
      return `a validation rule was removed: ${fact.before}`;
    case "added":
      return `a validation rule is new: ${fact.after}`;
    case "added-beside":
      return `a validation rule is new, but might limit only new or loosened fields: ${fact.after}`;
    case "of-new-defaults":
      return `a validation rule compares values of existing objects that get new defaults: ${fact.after}`;
    case "replaced":
      return `validation rules were replaced${fact.updates ? OF_UPDATES : RELATIONS[fact.relation]}: ${fact.before.join(" ; ")} → ${fact.after.join(" ; ")}`;
  }
}

const OF_UPDATES = ", and reject updates that were allowed";

const RELATIONS: Readonly<Record<RulesRelation, string>> = {
  same: ", with the same effect on existing objects",
  wider: " by weaker ones",
  narrower: ", and reject objects that were valid",
  unknown: ", and the effect is unknown",
};
