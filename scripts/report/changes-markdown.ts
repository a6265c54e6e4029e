/** Prints changes as Markdown that fits into a comment on a pull request. */
import type { Change } from "../core/model/change.js";
import { changeMessageParts } from "../core/words/change.js";
import { differencesNote } from "../core/words/differences.js";
import { effectMessage } from "../core/words/effect.js";
import { codeSpanInLine, fittingLines, MOST_CHARACTERS, plainWords, wordsWithCode } from "./markdown.js";
import {
  countsInWords,
  type Entry,
  embeddingsOf,
  firstRow,
  isLoud,
  markOf,
  rowsIn,
  rowsInside,
  type ShownChannel,
  summaryInWords,
  typeMessage,
} from "./rows.js";

/**
 * Prints changes. Those that neither break users nor might break them are folded, and so are the changes of types of
 * Kubernetes. If there are too many changes for a comment, the last ones of each channel are only counted. The notes
 * are last. The title replaces the names of the channels.
 */
export function changesAsMarkdown(
  channels: readonly ShownChannel[],
  notes: readonly string[],
  expand: boolean,
  title?: string,
): string {
  const share = Math.floor(MOST_CHARACTERS / Math.max(1, channels.length));
  return [
    ...channels.map((channel) => channelAsMarkdown(channel, expand, share, title)),
    ...notes.map((note) => `${plainWords(note)}\n`),
  ].join("\n");
}

function channelAsMarkdown(
  { channel, rows, entries }: ShownChannel,
  expand: boolean,
  most: number,
  name = `${channel[0]?.toUpperCase()}${channel.slice(1)} channel`,
): string {
  const title = `### ${plainWords(name)}\n\n${summaryInWords(rows)}\n`;
  const isListed = (entry: Entry) => isLoud(firstRow(entry).change);
  const others = entries.filter((entry) => !isListed(entry));
  const bullets = (list: readonly Entry[]) => list.map((entry) => bulletOf(entry, expand));
  const sections: { readonly bullets: readonly string[]; readonly summary?: string }[] = [
    { bullets: bullets(entries.filter(isListed)) },
    { bullets: bullets(others), summary: countsInWords(others.flatMap(rowsIn)) },
    ...entries.flatMap((entry) =>
      "type" in entry
        ? [{ bullets: bullets(rowsInside(entry)), summary: `Changes of ${entry.type} of Kubernetes` }]
        : [],
    ),
  ];
  let left = most - title.length;
  const written = sections
    .filter((section) => section.bullets.length > 0)
    .map((section) => {
      const list = fittingLines(section.bullets, left).join("");
      left -= list.length;
      if (section.summary === undefined) return `\n${list}`;
      return `\n<details><summary>${section.summary}</summary>\n\n${list}\n</details>\n`;
    });
  return [title, ...written].join("");
}

function bulletOf(entry: Entry, expand: boolean): string {
  const { change } = firstRow(entry);
  const isType = "type" in entry;
  const [first = change, ...others] = isType ? embeddingsOf(entry.rows) : entry.places;
  const effect = isType ? undefined : effectMessage(change);
  const words = [
    isType ? plainWords(typeMessage(entry.type, entry.rows)) : changeMessageAsMarkdown(change),
    ...(effect === undefined ? [] : [wordsWithCode(effect)]),
  ];
  const isListed = expand && !isType;
  const more = others.length === 0 || isListed ? "" : ` (and ${others.length} more)`;
  const places = isListed ? others.map((place) => `  - ${placeAsMarkdown(place)}\n`) : [];
  return `- **${change.class}** ${placeAsMarkdown(first)}${more}: ${words.join("; ")}\n${places.join("")}`;
}

/** Returns the message of a change, with rules and limits as code. */
export function changeMessageAsMarkdown(change: Change): string {
  const { summary, detail } = changeMessageParts(change);
  const note = differencesNote(change);
  return [
    plainWords(summary),
    ...(detail === undefined ? [] : [`: ${codeSpanInLine(detail)}`]),
    ...(note === undefined ? [] : [`, ${plainWords(note)}`]),
  ].join("");
}

function placeAsMarkdown(change: Change): string {
  const { crd, versions, path } = change;
  const parts = [
    plainWords(crd),
    ...(versions.length === 0 ? [] : [plainWords(versions.join(", "))]),
    ...(path === undefined ? [] : [codeSpanInLine(path)]),
  ];
  return parts.join(" ") + markOf(change);
}
