/** Diagnostics about comments and the tags in them. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

const TARGET_WORDS: Readonly<Record<string, string>> = {
  kind: "a kind",
  type: "a type other than a kind",
  property: "a property",
  member: "a member of a union or an enum",
};

/** Formats the targets of a tag for a sentence: `kind, property` becomes `a kind or a property`. */
function targetWords(targets: string): string {
  return targets
    .split(", ")
    .map((target) => TARGET_WORDS[target] ?? target)
    .join(" or ");
}

export const COMMENT_ENTRIES = {
  "accept-unneeded": entry<{ code: string }>({
    message: ({ code }) => `@accept ${code} accepts nothing, because the declaration has no such diagnostic`,
    fix: "Remove the tag, or move it to the declaration with the diagnostic.",
    why: "The tag would hide a later diagnostic with this code, which may report a mistake.",
    advice: true,
  }),
  "code-unclosed": entry<{ mark: string }>({
    message: ({ mark }) => `${mark} opens code that is never closed`,
    fix: "Close the code span on the same line. For code of several lines, put a line with ``` before and after it.",
    why: "An at-sign in code is not a tag. If the code has no end, the tool cannot tell which at-signs are tags.",
  }),
  "channel-unknown": entry<{ channel: string }>({
    message: ({ channel }) => `"${channel}" is not a channel`,
    fix: "Write (standard) or (experimental) right after the tag, or nothing for both channels.",
    why: "A constraint for a channel that does not exist would apply to no CRD.",
  }),
  "comment-detached": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is in a comment that belongs to no declaration`,
    fix: "Move the tag to the comment right before the declaration, the property or the union member.",
    why:
      "The tool reads only the last comment before a declaration. It would ignore this tag, and might release an " +
      "experimental field as standard.",
  }),
  "comment-not-doc": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is in a comment that does not start with /**`,
    fix: "Move the tag to the /** … */ comment right before the declaration, the property or the union member.",
    why: "The tool reads only /** … */ comments, so it would ignore the tag.",
  }),
  "inline-tag-in-value": entry<{ tag: string }>({
    message: ({ tag }) => `{@${tag}} is in the value of another tag`,
    fix: "Limit the other tag to one channel, as in @validation (experimental), or move the words to the description.",
    why: "Only descriptions can have words for one channel. Users of both channels would see the braces here.",
  }),
  "inline-tag-nested": entry<Record<never, never>>({
    message: () => "words for one channel contain other words for one channel",
    fix: "Close the outer braces before the inner ones start.",
    why: "Words belong to one channel or to both, so nested braces have no meaning.",
  }),
  "inline-tag-unclosed": entry<Record<never, never>>({
    message: () => "this brace is never closed",
    fix: "Put a } after the words that are for the channel. A brace in backticks does not count.",
    why: "The rest of the description would be missing from the other channel.",
  }),
  "inline-tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `{@${tag}} is not an inline tag${didYouMean(nearest && `{@${nearest} …}`)}`,
    fix: "Write {@experimental …} or {@standard …}. If it is not meant as a tag, put it in backticks.",
    why: "Users of both channels would see the words and the braces.",
  }),
  "tag-duplicate": entry<{ tag: string }>({
    message: ({ tag }) => `the comment has @${tag} more than once`,
    fix: "Keep one of them.",
    why: "The tool could not tell which of the two to use.",
  }),
  "tag-in-prose": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is not at the start of a line, so it is not a tag`,
    fix: "Put it at the start of a line to use it as a tag, or in backticks to mention it.",
    why: "The tool would ignore the tag and print it as part of the description.",
  }),
  "tag-no-channel": entry<{ tag: string; channel: string }>({
    message: ({ tag, channel }) => `@${tag} cannot be limited to a channel, but it has (${channel})`,
    fix: "Remove the parentheses. Only constraints can differ between the channels.",
    why:
      "The names, the scope and the versions of a CRD must be the same in both channels. Otherwise users could not " +
      "switch from one channel to the other.",
  }),
  "tag-no-elements": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} cannot apply to the elements of a list or a map`,
    fix: "Put the tag on the type of the elements, or remove items. or values. to apply it to the property.",
    why: "Only constraints apply to elements: elements have no names, versions or channels of their own.",
  }),
  "tag-no-such-element": entry<{ tag: string; path: string }>({
    message: ({ tag, path }) => `@${path}.${tag} applies to nothing, because there are no ${path} here`,
    fix: "Write items. for a list, values. for a map, or neither for the value itself.",
    why: "The constraint would appear nowhere in the CRD.",
  }),
  "tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `@${tag} is not a tag${didYouMean(nearest && `@${nearest}`)}`,
    fix: `Correct the name, or put it in backticks to mention it. ${pageLink("type-language.md")} lists all tags.`,
    why: "If the tool ignored a misspelled tag, an experimental field could reach the standard channel unnoticed.",
  }),
  "tag-value": entry<{ tag: string; problem: string; syntax: string }>({
    message: ({ tag, problem }) => `invalid value for @${tag}: ${problem}`,
    fix: ({ syntax }) => `Write ${syntax}`,
    why: "The tool would have to guess the value or drop the tag.",
  }),
  "tag-wrong-target": entry<{ tag: string; target: string; targets: string }>({
    message: ({ tag, target }) => `@${tag} has no meaning on ${targetWords(target)}`,
    fix: ({ targets }) => `Move it to ${targetWords(targets)}, or remove it.`,
    why: "The tool would ignore the tag.",
  }),
};
