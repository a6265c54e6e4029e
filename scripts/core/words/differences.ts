/** How an addition to the standard channel differs from what the experimental channel had. */
import type { Change, Difference } from "../model/change.js";
import { changeMessage } from "./change.js";

/** The differences with their places. Those that read alike are listed once. */
export function differenceMessages(differences: readonly Difference[]): string[] {
  return [...new Set(differences.map(differenceMessage))];
}

function differenceMessage(difference: Difference): string {
  const { versions, path } = difference;
  const place = [...versions, ...(path === undefined ? [] : [path])].join(" ");
  return `${place === "" ? "" : `${place}: `}${changeMessage(difference)}`;
}

/** Why an addition is not a graduation, in one line; undefined if the experimental channel did not have it. */
export function differencesNote({ differences = [] }: Change): string | undefined {
  if (differences.length === 0) return undefined;
  const listed = firstDifferences(differenceMessages(differences));
  return `not a graduation, since the experimental channel had it in another shape: ${listed}`;
}

/** What an API version brings with it, compared with several others; undefined stands for all of it. */
export function newsMessage(news: readonly (readonly Difference[] | undefined)[]): string {
  const messages = news.flatMap((differences) => (differences ? differenceMessages(differences) : ["all of it"]));
  return firstDifferences([...new Set(messages)]);
}

/** The message of a change, with the reason why it is not a graduation. */
export function fullMessage(change: Change): string {
  const note = differencesNote(change);
  return note === undefined ? changeMessage(change) : `${changeMessage(change)}, ${note}`;
}

const LISTED_DIFFERENCES = 5;

/** The first few of many differences, and how many more there are. */
function firstDifferences(messages: readonly string[]): string {
  const rest = messages.length - LISTED_DIFFERENCES;
  return `${messages.slice(0, LISTED_DIFFERENCES).join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}
