/** The message of a validation rule that changed. */
import type { Fact } from "../model/change.js";

export function ruleMessage(fact: Fact<"rule">): string {
  switch (fact.effect) {
    case "reworded":
      return `the message of a rule is reworded: ${fact.rule}`;
    case "of-new-fields":
      return `a rule about what is new: ${fact.after}`;
    case "followed":
      return `a rule is new that all older objects follow: ${fact.after}`;
    case "implied":
      return `a rule is gone that the schema still implies: ${fact.before}`;
    case "removed":
      return `a rule is gone: ${fact.before}`;
    case "added":
      return `a rule is new: ${fact.after}`;
    case "added-beside":
      return `a rule is new, beside what is new or looser below it: ${fact.after}`;
    case "replaced":
      return `rules are replaced, which cannot be decided: ${fact.before.join(" ; ")} → ${fact.after.join(" ; ")}`;
  }
}
