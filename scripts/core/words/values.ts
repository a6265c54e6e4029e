/** The message of a change of the values that a schema allows. */
import type { Fact, NullFate, ValuesRelation } from "../model/change.js";
import { type JsonObject, sameJson } from "../model/json.js";
import { shortJson } from "./json.js";

/** A change in two parts, so that release notes can print the second one as code. */
export interface ValuesMessage {
  readonly summary: string;
  readonly detail?: string;
}

export function valuesMessage(fact: Fact<"values">, isGraduation: boolean): ValuesMessage {
  switch (fact.aspect) {
    case "bounds":
      return { summary: RELATIONS[fact.relation], detail: boundsDetail(fact.before, fact.after) };
    case "members": {
      const summary = isGraduation ? "values graduate from the experimental channel" : "values are new";
      return { summary, detail: fact.members.join(", ") };
    }
    case "null":
      return { summary: nullMessage(fact.was, fact.is, fact.mayBeRejected === true) };
    case "default": {
      const summary =
        fact.validity === "unknown" ? "whether its default is valid is not decided" : "its default is not valid";
      return { summary, detail: shortJson(fact.default) };
    }
    case "cel-type":
      return { summary: `rules read the value as ${fact.after} and no longer as ${fact.before}` };
  }
}

const RELATIONS: Readonly<Record<ValuesRelation, string>> = {
  same: "written differently, the same values",
  wider: "more values are admitted",
  narrower: "fewer values are admitted",
  crossing: "other values are admitted",
  unknown: "whether the same values are admitted is not decided",
};

/** The keywords that differ. If none does, the fields that objects have when they are read made the difference. */
function boundsDetail(before: JsonObject, after: JsonObject): string {
  if (sameJson(before, after)) return "new fields have defaults, which count";
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keywords
    .filter((keyword) => !sameJson(before[keyword] ?? null, after[keyword] ?? null))
    .map((keyword) => `${keyword} ${shortJson(before[keyword])} → ${shortJson(after[keyword])}`)
    .join(", ");
}

function nullMessage(was: NullFate, is: NullFate, mayBeRejected: boolean): string {
  const rest = mayBeRejected ? ", which rules or branches around it may reject" : "";
  return `null was ${fateInWords(was)} and is ${fateInWords(is)} now${rest}`;
}

function fateInWords(fate: NullFate): string {
  return fate === "becomes the default" ? "replaced by the default" : fate;
}
