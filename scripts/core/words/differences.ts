/** Messages about differences between an addition to the standard channel and the former experimental channel. */
import type { Change, Difference } from "../model/change.js";
import { changeMessage } from "./change.js";

/** Returns the differences with their places, each message once. */
export function differenceMessages(differences: readonly Difference[]): string[] {
  return [...new Set(differences.map(differenceMessage))];
}

function differenceMessage(difference: Difference): string {
  const { versions, path } = difference;
  const place = [...versions, ...(path === undefined ? [] : [path])].join(" ");
  return `${place === "" ? "" : `${place}: `}${changeMessage(difference)}`;
}

/** Returns why an addition is not a graduation, or undefined if the experimental channel did not have it. */
export function differencesNote({ differences = [] }: Change): string | undefined {
  if (differences.length === 0) return undefined;
  const listed = firstDifferences(differenceMessages(differences));
  return `not a graduation, because it differed in the experimental channel: ${listed}`;
}

/** Returns what is new in an API version, compared with several others. `undefined` means that all of it is new. */
export function newsMessage(news: readonly (readonly Difference[] | undefined)[]): string {
  const messages = news.flatMap((differences) => (differences ? differenceMessages(differences) : ["all fields"]));
  return firstDifferences([...new Set(messages)]);
}

/** Returns the message of a change and, if it applies, why the change is not a graduation. */
export function fullMessage(change: Change): string {
  const note = differencesNote(change);
  return note === undefined ? changeMessage(change) : `${changeMessage(change)}, ${note}`;
}

const LISTED_DIFFERENCES = 5;

/** Returns the first messages, and how many more there are. */
function firstDifferences(messages: readonly string[]): string {
  const rest = messages.length - LISTED_DIFFERENCES;
  return `${messages.slice(0, LISTED_DIFFERENCES).join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}
