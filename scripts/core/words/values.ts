/** Messages of changes of the values that a schema allows. */
import type { Fact, NullFate, ValuesRelation } from "../model/change.js";
import { type JsonObject, sameJson } from "../model/json.js";
import { shortJson } from "./json.js";
import type { MessageParts } from "./message-parts.js";

export function valuesMessage(fact: Fact<"values">, isGraduation: boolean): MessageParts {
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
      const summary = fact.validity === "unknown" ? "the default might not be valid" : "the default is not valid";
      return { summary, detail: shortJson(fact.default) };
    }
    case "cel-type":
      return { summary: `validation rules now read the value as ${fact.after} instead of ${fact.before}` };
  }
}

const RELATIONS: Readonly<Record<ValuesRelation, string>> = {
  same: "the schema changed, but the same values are valid",
  wider: "more values are valid",
  narrower: "fewer values are valid",
  crossing: "some values became valid, and others became invalid",
  unknown: "different values might be valid",
};

/** Returns the keywords that differ. If none does, defaults that the API server adds when it reads objects matter. */
function boundsDetail(before: JsonObject, after: JsonObject): string {
  if (sameJson(before, after)) return "new fields have defaults, which the API server adds";
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keywords
    .filter((keyword) => !sameJson(before[keyword] ?? null, after[keyword] ?? null))
    .map((keyword) => `${keyword} ${shortJson(before[keyword])} → ${shortJson(after[keyword])}`)
    .join(", ");
}

function nullMessage(was: NullFate, is: NullFate, mayBeRejected: boolean): string {
  const rest = mayBeRejected ? ", but the validation of enclosing fields might reject it" : "";
  return `null was ${fateInWords(was)} and is now ${fateInWords(is)}${rest}`;
}

function fateInWords(fate: NullFate): string {
  return fate === "becomes the default" ? "replaced by the default" : fate;
}
