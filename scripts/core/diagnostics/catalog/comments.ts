/** Diagnostics about comments and the tags in them. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

const TARGET_WORDS: Readonly<Record<string, string>> = {
  kind: "a kind",
  property: "a property",
  member: "a member of a union or an enum",
};

/** Formats the targets of a tag for a sentence: `kind, type` becomes `a kind or another type`. */
function targetWords(targets: string): string {
  const names = targets.split(", ");
  const words = names.filter((name) => name !== "type").map((name) => TARGET_WORDS[name] ?? name);
  if (names.includes("type")) words.push(names.includes("kind") ? "another type" : "a type other than a kind");
  return words.length < 3 ? words.join(" or ") : `${words.slice(0, -1).join(", ")}, or ${words.at(-1)}`;
}

export const COMMENT_ENTRIES = {
  "accept-unneeded": entry<{ code: string }>({
    message: ({ code }) => `@accept ${code} accepts nothing, because the declaration has no such diagnostic`,
    fix: "Remove the tag. If a different declaration has the diagnostic, move the tag to the comment of that declaration.",
    why:
      "If the declaration gets this diagnostic after a later change, the tag would hide it, even if it reports a " +
      "mistake.",
    advice: true,
  }),
  "code-unclosed": entry<{ mark: string }>({
    message: ({ mark }) => `${mark} opens code that is never closed`,
    fix:
      "If the code is on one line, close it on that line with the same number of backticks. If the code has several " +
      "lines, add a line with ``` before and after the code.",
    why:
      "An at sign inside code does not start a tag. If the code has no end, the tool cannot tell which at signs " +
      "start tags.",
  }),
  "channel-unknown": entry<{ channel: string }>({
    message: ({ channel }) => `"${channel}" is not a channel`,
    fix:
      "Write (standard) or (experimental) right after the name of the tag. To apply the tag to both channels, remove " +
      "the parentheses and the channel.",
    why: "A constraint for a channel that does not exist would have no effect.",
  }),
  "comment-detached": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is in a comment that does not belong to a declaration`,
    fix:
      "Move the tag to the last /** … */ comment before the declaration, property, or union member that the tag is " +
      "about.",
    why:
      "The tool reads only the last comment before a declaration. If it ignored tags in other comments, a misplaced " +
      "@experimental would not keep a field out of the standard channel.",
  }),
  "comment-not-doc": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is in a comment that does not start with /**`,
    fix:
      "Move the tag to a /** … */ comment right before the declaration, property, or union member that the tag is " +
      "about.",
    why: "The tool reads tags only in comments that start with /**, so it would ignore this tag.",
  }),
  "inline-tag-in-value": entry<{ tag: string }>({
    message: ({ tag }) => `{@${tag}} is in the value of another tag`,
    fix:
      "Move the inline tag to the description, above all other tags. If the other tag is a constraint, you can " +
      "instead limit the whole tag to one channel, as in @validation (experimental).",
    why: "Inline tags work only in descriptions. In the value of another tag, the braces would be part of the value.",
  }),
  "inline-tag-nested": entry<Record<never, never>>({
    message: () => "an inline tag contains another inline tag",
    fix: "Add the closing brace of the outer tag before the inner tag.",
    why: "Each part of a description belongs to one channel or to both channels, so a nested inline tag has no meaning.",
  }),
  "inline-tag-unclosed": entry<Record<never, never>>({
    message: () => "the inline tag has no closing brace",
    fix:
      "Add a } after the part of the description that is limited to the channel. A brace in backticks does not close " +
      "the inline tag.",
    why:
      "An inline tag limits part of a description to one channel. Without a closing brace, everything after the " +
      "inline tag would be missing from the other channel.",
  }),
  "inline-tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `{@${tag}} is not an inline tag${didYouMean(nearest && `{@${nearest} …}`)}`,
    fix:
      "Use {@experimental …} or {@standard …}. If the braces are not an inline tag, put them and their content in " +
      "backticks.",
    why: "Users of both channels would see the braces and their content in the description.",
  }),
  "tag-duplicate": entry<{ tag: string }>({
    message: ({ tag }) => `the comment has @${tag} more than once`,
    fix: "Keep only one of the tags.",
    why: "The tool cannot tell which of the tags to apply.",
  }),
  "tag-in-prose": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is not at the start of a line, so it is not a tag`,
    fix: "To use the tag, move it to the start of a line. To mention the tag in a description, put its name in backticks.",
    why: "The tag would have no effect. Users would see it as part of the description or of the value of another tag.",
  }),
  "tag-no-channel": entry<{ tag: string; channel: string }>({
    message: ({ tag, channel }) => `@${tag} cannot be limited to a channel, but is followed by (${channel})`,
    fix: "Remove the parentheses and the channel. Only constraints, such as @maxLength, can be limited to a channel.",
    why:
      "All tags that are not constraints apply to both channels. For example, the names, scope, and storage version " +
      "of a CRD must be the same in both channels so that users can switch from one channel to the other.",
  }),
  "tag-no-elements": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} cannot apply to the elements of a list or a map`,
    fix:
      "To apply the tag to the property itself, remove items. or values. from the name of the tag. If the tag can be " +
      "used on a type, you can also move it to the type of the elements.",
    why:
      "Only constraints can apply to the elements of a list or a map. Elements do not have names, versions, or " +
      "channels.",
  }),
  "tag-no-such-element": entry<{ tag: string; path: string }>({
    message: ({ tag, path }) => `@${path}.${tag} has no effect, because the type has no ${path}`,
    fix:
      "Use the prefix items. for the items of a list, or values. for the values of a map. For a constraint on the " +
      "whole value of the property, remove the prefix.",
    why: "The constraint would be missing from the CRD.",
  }),
  "tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `@${tag} is not a tag${didYouMean(nearest && `@${nearest}`)}`,
    fix:
      "Correct the name. If it is not a tag, put it in backticks. For a list of all tags, see " +
      `${pageLink("type-language.md")}.`,
    why: "If the tool ignored a misspelled @experimental, for example, the field would be in the standard channel.",
  }),
  "tag-value": entry<{ tag: string; problem: string; syntax: string }>({
    message: ({ tag, problem }) => `invalid value for @${tag}: ${problem}`,
    fix: ({ syntax }) => `Use this form: ${syntax}`,
    why: "The tool would have to guess the value or ignore the tag.",
  }),
  "tag-wrong-target": entry<{ tag: string; target: string; targets: string }>({
    message: ({ tag, target }) => `@${tag} cannot be used on ${targetWords(target)}`,
    fix: ({ targets }) => `Remove the tag, or move it to ${targetWords(targets)}.`,
    why: "The tag has no meaning in this place, so the tool would ignore it.",
  }),
};
