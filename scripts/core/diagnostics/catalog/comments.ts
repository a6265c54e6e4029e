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
    fix: "Remove the tag, or move it to the declaration with the diagnostic.",
    why: "The tag would hide a later diagnostic with this code, which may report a mistake.",
    advice: true,
  }),
  "code-unclosed": entry<{ mark: string }>({
    message: ({ mark }) => `${mark} opens code that is never closed`,
    fix: "Close the code span on the same line. Before and after multiple lines of code, add a line with ```.",
    why: "An at sign in code does not start a tag. If the code has no end, the tool cannot tell where tags start.",
  }),
  "channel-unknown": entry<{ channel: string }>({
    message: ({ channel }) => `"${channel}" is not a channel`,
    fix: "Write (standard) or (experimental) right after the name of the tag. For both channels, omit the parentheses.",
    why: "A constraint for a channel that does not exist would have no effect.",
  }),
  "comment-detached": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is in a comment that does not belong to a declaration`,
    fix: "Move the tag to the comment right before the declaration, the property, or the union member.",
    why:
      "The tool reads only the last comment before a declaration. If it ignored this tag, an experimental field " +
      "could reach the standard channel.",
  }),
  "comment-not-doc": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is in a comment that does not start with /**`,
    fix: "Move the tag to the /** … */ comment right before the declaration, the property, or the union member.",
    why: "The tool reads only /** … */ comments, so it would ignore the tag.",
  }),
  "inline-tag-in-value": entry<{ tag: string }>({
    message: ({ tag }) => `{@${tag}} is in the value of another tag`,
    fix:
      "Move the inline tag to the description, or limit the other tag to one channel, as in @validation " +
      "(experimental).",
    why: "Inline tags work only in descriptions. Here, users of both channels would see the braces.",
  }),
  "inline-tag-nested": entry<Record<never, never>>({
    message: () => "an inline tag contains another inline tag",
    fix: "Close the braces of the outer tag before the inner tag.",
    why: "Each part of a description belongs to one channel or to both, so a nested inline tag has no meaning.",
  }),
  "inline-tag-unclosed": entry<Record<never, never>>({
    message: () => "the inline tag has no closing brace",
    fix: "Add a } after the part that is limited to the channel. A brace in backticks does not close the tag.",
    why: "The rest of the description would be missing from the other channel.",
  }),
  "inline-tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `{@${tag}} is not an inline tag${didYouMean(nearest && `{@${nearest} …}`)}`,
    fix: "Use {@experimental …} or {@standard …}. If it is not a tag, put it in backticks.",
    why: "Users of both channels would see the braces and their content.",
  }),
  "tag-duplicate": entry<{ tag: string }>({
    message: ({ tag }) => `the comment has @${tag} more than once`,
    fix: "Keep only one of the tags.",
    why: "The tool cannot tell which of the tags to use.",
  }),
  "tag-in-prose": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is not at the start of a line, so it is not a tag`,
    fix: "To use it as a tag, move it to the start of a line. To mention it in a description, put it in backticks.",
    why: "The tag would have no effect and would be printed as part of the description.",
  }),
  "tag-no-channel": entry<{ tag: string; channel: string }>({
    message: ({ tag, channel }) => `@${tag} cannot be limited to a channel, but is followed by (${channel})`,
    fix: "Remove the channel and its parentheses. Only constraints can be limited to a channel.",
    why:
      "The names, the scope, and the storage version of a CRD must be the same in both channels. Otherwise, users " +
      "could not switch from one channel to the other.",
  }),
  "tag-no-elements": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} cannot apply to the elements of a list or a map`,
    fix:
      "Move the tag to the type of the elements. To apply it to the property itself, remove items. or values. from " +
      "the name of the tag.",
    why: "Only constraints can apply to elements. Elements do not have names, versions, or channels.",
  }),
  "tag-no-such-element": entry<{ tag: string; path: string }>({
    message: ({ tag, path }) => `@${path}.${tag} has no effect, because the type has no ${path}`,
    fix:
      "Use the prefix items. for the items of a list, or values. for the values of a map. For the value itself, " +
      "remove the prefix.",
    why: "The constraint would not be in the CRD.",
  }),
  "tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `@${tag} is not a tag${didYouMean(nearest && `@${nearest}`)}`,
    fix:
      "Correct the name. If it is not a tag, put it in backticks. For a list of all tags, see " +
      `${pageLink("type-language.md")}.`,
    why: "If the tool ignored a misspelled tag, an experimental field could reach the standard channel unnoticed.",
  }),
  "tag-value": entry<{ tag: string; problem: string; syntax: string }>({
    message: ({ tag, problem }) => `invalid value for @${tag}: ${problem}`,
    fix: ({ syntax }) => `Use this form: ${syntax}`,
    why: "The tool would have to guess the value or ignore the tag.",
  }),
  "tag-wrong-target": entry<{ tag: string; target: string; targets: string }>({
    message: ({ tag, target }) => `@${tag} cannot be used on ${targetWords(target)}`,
    fix: ({ targets }) => `Remove the tag, or move it to ${targetWords(targets)}.`,
    why: "The tool would ignore the tag.",
  }),
};
