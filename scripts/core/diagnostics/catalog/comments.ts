/** What can be wrong with a comment and its tags. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

const TARGET_WORDS: Readonly<Record<string, string>> = {
  kind: "a kind",
  type: "a type that is no kind",
  property: "a property",
  member: "a member of a union or an enum",
};

/** `kind, property` → `a kind or a property`. */
function targetWords(targets: string): string {
  return targets
    .split(", ")
    .map((target) => TARGET_WORDS[target] ?? target)
    .join(" or ");
}

export const COMMENT_ENTRIES = {
  "code-unclosed": entry<{ mark: string }>({
    message: ({ mark }) => `${mark} opens code that nothing closes`,
    fix: "Close the span on the same line; what takes several lines stands between two lines of ```.",
    why: "Where code ends decides which at-signs are tags. A guess could turn a tag into words or words into a tag.",
  }),
  "channel-unknown": entry<{ channel: string }>({
    message: ({ channel }) => `there is no channel "${channel}"`,
    fix: "Write (standard) or (experimental) right after the tag, or nothing for both channels.",
    why: "A constraint that is bound to a channel that does not exist would hold nowhere.",
  }),
  "comment-detached": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} stands in a comment that belongs to nothing`,
    fix: "Move the tag into the one comment directly before the declaration, the property or the union member.",
    why: "Only the last comment before a thing is its own. A tag elsewhere would be ignored: what was meant to be experimental would be released as standard.",
  }),
  "comment-not-doc": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} stands in a comment that does not begin with /**`,
    fix: "Move the tag into the /** … */ comment directly before the declaration, the property or the union member.",
    why: "Only those comments are read. The tag would be ignored.",
  }),
  "inline-tag-in-value": entry<{ tag: string }>({
    message: ({ tag }) => `{@${tag}} stands in the words of a tag`,
    fix: "Bind the tag to a channel, as in @validation (experimental), or say it in the prose.",
    why: "Only prose has words for one channel. Here the braces would be shown to users, in both.",
  }),
  "inline-tag-nested": entry<Record<never, never>>({
    message: () => "words for a channel stand inside words for a channel",
    fix: "Close the outer braces before these begin.",
    why: "Words are for one channel or for both; nesting has no meaning.",
  }),
  "inline-tag-unclosed": entry<Record<never, never>>({
    message: () => "this brace is never closed",
    fix: "Put a } behind the words that are for the channel. A brace in backticks does not count.",
    why: "Without an end all that follows would be left out of a channel.",
  }),
  "inline-tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `there is no inline tag {@${tag}}${didYouMean(nearest && `{@${nearest} …}`)}`,
    fix: "Write {@experimental …} or {@standard …}; anything else with an at-sign stands in backticks.",
    why: "A misspelt one would show its words in the wrong channel, braces and all.",
  }),
  "tag-duplicate": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} stands in one comment more than once`,
    fix: "Keep one of them.",
    why: "Which of the two was meant cannot be told.",
  }),
  "tag-in-prose": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} stands behind other words, where it is no tag`,
    fix: "Put it at the start of a line if it is meant as a tag, or in backticks if it is only mentioned.",
    why: "Tags count at the start of a line only. Here it would be ignored.",
  }),
  "tag-no-channel": entry<{ tag: string; channel: string }>({
    message: ({ tag, channel }) => `@${tag} cannot be bound to a channel, but (${channel}) is given`,
    fix: "Remove the parentheses. Only constraints can differ between the channels.",
    why: "Names, scope and versions of a CRD are the same in both channels, so that an installation can move from one to the other.",
  }),
  "tag-no-elements": entry<{ tag: string }>({
    message: ({ tag }) => `@${tag} is aimed at elements, but is no constraint`,
    fix: "Put the tag on the type of the elements, or on the property itself: without items. and values.",
    why: "What items. and values. reach is what is in a list or a map, which has no name, no version and no channel of its own.",
  }),
  "tag-no-such-element": entry<{ tag: string; path: string }>({
    message: ({ tag, path }) => `@${path}.${tag} has nothing to constrain: there are no ${path} here`,
    fix: "Write items. for a list, values. for a map, and neither for the value itself.",
    why: "The constraint would hold nowhere.",
  }),
  "tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    message: ({ tag, nearest }) => `there is no tag @${tag}${didYouMean(nearest && `@${nearest}`)}`,
    fix: `Correct its name, or put it in backticks if it is only mentioned. ${pageLink("type-language.md")} lists all tags.`,
    why: "A misspelt tag that is silently ignored leaks an experimental field or drops a validation.",
  }),
  "tag-value": entry<{ tag: string; problem: string; syntax: string }>({
    message: ({ tag, problem }) => `the value of @${tag} is not right: ${problem}`,
    fix: ({ syntax }) => `Write ${syntax}`,
    why: "What cannot be read would have to be guessed or dropped.",
  }),
  "tag-wrong-target": entry<{ tag: string; target: string; targets: string }>({
    message: ({ tag, target }) => `@${tag} means nothing on ${targetWords(target)}`,
    fix: ({ targets }) => `It goes on ${targetWords(targets)}.`,
    why: "It would be ignored.",
  }),
};
