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
    example: { code: "format-unknown" },
    fix:
      "If a different declaration has the diagnostic, move the tag to the comment of that declaration. Otherwise, " +
      "remove the tag.",
    why: "If a later change causes the accepted diagnostic, the tag hides it, even if the change is a mistake.",
    advice: true,
  }),
  "backtick-unclosed": entry<{ mark: string }>({
    message: ({ mark }) => `${mark} in a description opens code that does not end on the same line`,
    example: { mark: "`" },
    fix:
      "If the backtick does not start code, remove it. Otherwise, close the code on the same line with the same number " +
      "of backticks. To wrap long code, put it in a fence.",
    why:
      "The description contains the backtick as text, so programs that format descriptions as Markdown show it, or " +
      "show other words as code.",
    advice: true,
  }),
  "code-unclosed": entry<{ mark: string }>({
    message: ({ mark }) => `${mark} opens code that is never closed`,
    example: { mark: "`" },
    fix:
      "If the backtick does not start code, remove it. If the code is on one line, close it on that line with the " +
      "same number of backticks. If the code has several lines, add a line with three backticks before the code and " +
      "another such line after it.",
    why:
      "An at sign (@) inside code does not start a tag. If the code has no end, the tool cannot tell which at signs " +
      "start tags.",
  }),
  "channel-unknown": entry<{ channel: string }>({
    message: ({ channel }) => `the channel must be standard or experimental, not "${channel}"`,
    example: { channel: "beta" },
    fix:
      "Write `(standard)` or `(experimental)` right after the name of the tag, as in `@maxLength (standard) " +
      "20`. To apply the tag to both channels, remove the parentheses and the channel.",
    why:
      "The only channels are standard and experimental. If the tool accepted any other name, the tag would have no " +
      "effect.",
  }),
  "comment-detached": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is in a comment that does not belong to a declaration`,
    example: { tag: "experimental" },
    fix:
      "Move the tag to the last `/** … */` comment before the declaration, property, or union member that the tag " +
      "applies to.",
    why:
      "A tag takes effect only in the last doc comment before a declaration. If the tool silently ignored tags in " +
      "other comments, a misplaced @experimental would not keep a field out of the standard channel.",
  }),
  "comment-not-doc": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is in a comment that does not start with /**`,
    example: { tag: "maxLength" },
    fix:
      "Move the tag to a `/** … */` comment right before the declaration, property, or union member that the tag " +
      "applies to.",
    why:
      "Tags take effect only in comments that start with `/**`. If the tool silently ignored tags in other " +
      "comments, a constraint such as @maxLength would be missing from the CRD.",
  }),
  "inline-tag-in-value": entry<{ tag: string }>({
    message: ({ tag }) => `{@${tag}} is in the value of another tag`,
    example: { tag: "experimental" },
    fix:
      "Move the inline tag to the description, above all other tags. If the other tag is a constraint or a " +
      "validation rule, you can instead limit the whole tag to one channel, as in `@validation (experimental)`.",
    why:
      "Inline tags work only in descriptions. If the tool accepted one in the value of another tag, the braces would " +
      "be part of the value.",
  }),
  "inline-tag-nested": entry<Record<never, never>>({
    message: () => "an inline tag contains another inline tag",
    fix:
      "If the closing brace of the outer tag is missing, add it before the inner tag. Otherwise, move the inner tag " +
      "out of the outer tag, as in `{@experimental …} {@standard …}`.",
    why:
      "An inline tag limits part of a description to one channel. Nothing inside that part can be limited to another " +
      "channel, so a nested inline tag has no meaning.",
  }),
  "inline-tag-unclosed": entry<Record<never, never>>({
    message: () => "the inline tag has no closing brace",
    fix:
      "Add a closing brace (}) after the part of the description that is limited to the channel. A brace in " +
      "backticks does not close the inline tag.",
    why:
      "An inline tag limits part of a description to one channel. Without a closing brace, everything after the " +
      "inline tag would be missing from the other channel.",
  }),
  "inline-tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `{@${tag}} is not an inline tag${didYouMean(nearest && `{@${nearest} …}`)}`,
    example: { tag: "experimetal", nearest: "experimental" },
    fix:
      "Use `{@experimental …}` or `{@standard …}`. If the braces are not meant as an inline tag, put them and " +
      "their content in backticks.",
    why:
      "If the tool ignored an unknown inline tag, users of both channels would see the braces and their content in " +
      "the description.",
  }),
  "tag-conflict": entry<{ tag: string; other: string }>({
    message: ({ tag, other }) => `@${tag} and @${other} are in the same comment`,
    example: { tag: "noStatus", other: "status" },
    fix: "Keep only one of the tags.",
    why: "Both tags set the same property, so the tool cannot tell which of them to apply.",
  }),
  "tag-duplicate": entry<{ tag: string }>({
    message: ({ tag }) => `the comment has @${tag} more than once`,
    example: { tag: "scope" },
    fix: "Keep only one of the tags.",
    why: "The tool cannot tell which of the tags to apply.",
  }),
  "tag-in-prose": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is not at the start of a line, so it is not a tag`,
    example: { tag: "maxLength" },
    fix:
      "To use the tag, move it to the start of a line. To mention the tag in a description, put its name in " +
      "backticks.",
    why:
      "A tag must be at the start of a line. If the tool ignored tags in other places, a constraint such as " +
      "@maxLength would be missing from the CRD, and users would see the tag in a description.",
  }),
  "tag-no-channel": entry<{ tag: string; channel: string }>({
    message: ({ tag, channel }) => `@${tag} cannot be limited to a channel, but is followed by (${channel})`,
    example: { tag: "scope", channel: "experimental" },
    fix:
      "Remove the parentheses and the channel. Only constraints, such as @maxLength, validation rules " +
      "(@validation), and descriptions (@description) can be limited to a channel.",
    why:
      "The values of all other tags must be the same in both channels. For example, if the scope of a CRD differed, " +
      "users could not switch from one channel to the other.",
  }),
  "tag-no-elements": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} cannot apply to the elements of a list or a map`,
    example: { tag: "items.experimental" },
    fix:
      "To apply the tag to the property itself, remove the prefix `items.` or `values.` from the name of the " +
      "tag. To apply the tag to the elements, move the tag to the type of the elements, if the tag can be used on a " +
      "type.",
    why:
      "Only constraints, validation rules, and descriptions can apply to the elements of a list or a map. Other tags " +
      "define something that elements do not have, such as the channel of a property or the names of a kind.",
  }),
  "tag-no-such-element": entry<{ tag: string; path: string }>({
    message: ({ tag, path }) => `@${path}.${tag} cannot be used here, because the type has no ${path}`,
    example: { tag: "maxLength", path: "items" },
    fix:
      "Use the prefix `items.` only for the items of a list, and the prefix `values.` only for the values of a " +
      "map. To apply the tag to the property itself, remove the prefix.",
    why:
      "If the tool ignored the tag, the constraint or description would be missing from the CRD, and the API server " +
      "would not enforce the constraint.",
  }),
  "tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `@${tag} is not a tag${didYouMean(nearest && `@${nearest}`)}`,
    example: { tag: "maxLenght", nearest: "maxLength" },
    fix:
      "Correct the name. If it is not a tag, put it in backticks. For a list of all tags, see " +
      `${pageLink("type-language.md")}.`,
    why:
      "If the tool ignored unknown tags, a field with a misspelled @maxLength would have no limit, and a field with " +
      "a misspelled @experimental would be in the standard channel.",
  }),
  "tag-value": entry<{ tag: string; problem: string; syntax: string }>({
    message: ({ tag, problem }) => `invalid value for @${tag}: ${problem}`,
    example: { tag: "maxLength", problem: "must be an integer", syntax: "@maxLength <integer>" },
    fix: ({ syntax }) => `Use this form: ${syntax}`,
    why:
      "Without a valid value, the tool would have to guess the value or ignore the tag, and the CRD could differ " +
      "from what you intended.",
  }),
  "tag-wrong-target": entry<{ tag: string; target: string; targets: string }>({
    message: ({ tag, target }) => `@${tag} cannot be used on ${targetWords(target)}`,
    example: { tag: "scope", target: "property", targets: "kind" },
    fix: ({ targets }) =>
      `Remove the tag or, if it is meant for another declaration, move it to the comment of ${targetWords(targets)}.`,
    why:
      "The tag has no meaning in this place. If the tool ignored it, the setting or constraint that you intended " +
      "would be missing from the CRD.",
  }),
};
