/** What can be wrong with a comment and its tags. */
import { didYouMean, entry } from "./entry.js";

export const COMMENT_ENTRIES = {
  "code-unclosed": entry<{ mark: string }>({
    says: ({ mark }) => `${mark} opens code that nothing closes`,
    mend: "Close the span on the same line; what takes several lines stands between two lines of ```.",
    why: "Where code ends decides which at-signs are tags. A guess could turn a tag into words or words into a tag.",
  }),
  "channel-unknown": entry<{ channel: string }>({
    says: ({ channel }) => `there is no channel "${channel}"`,
    mend: "Write (standard) or (experimental) right after the tag, or nothing for both channels.",
    why: "A constraint that is bound to a channel that does not exist would hold nowhere.",
  }),
  "comment-detached": entry<{ tag: string }>({
    says: ({ tag }) => `@${tag} stands in a comment that belongs to nothing`,
    mend: "Move the tag into the one comment directly before the declaration, the property or the union member.",
    why: "Only the last comment before a thing is its own. A tag elsewhere would be ignored: what was meant to be experimental would be released as standard.",
  }),
  "comment-not-doc": entry<{ tag: string }>({
    says: ({ tag }) => `@${tag} stands in a comment that is no doc comment`,
    mend: "Begin the comment with /** instead of /* or //.",
    why: "Only doc comments are read. The tag would be ignored.",
  }),
  "inline-tag-in-value": entry<{ tag: string }>({
    says: ({ tag }) => `{@${tag}} stands in the words of a tag`,
    mend: "Bind the tag to a channel, as in @validation (experimental), or say it in the prose.",
    why: "Only prose has words for one channel. Here the braces would be shown to users, in both.",
  }),
  "inline-tag-nested": entry<Record<never, never>>({
    says: () => "a channel's words stand inside those of another channel",
    mend: "Close the outer braces first.",
    why: "Words are for one channel or for both; nesting has no meaning.",
  }),
  "inline-tag-unclosed": entry<Record<never, never>>({
    says: () => "these braces are not closed",
    mend: "Put a } behind the words, before the first tag.",
    why: "Without an end all that follows would be left out of a channel.",
  }),
  "inline-tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    says: ({ tag, nearest }) => `there is no inline tag {@${tag}}${didYouMean(nearest && `{@${nearest} …}`)}`,
    mend: "Write {@experimental …} or {@standard …}; anything else with an at-sign stands in backticks.",
    why: "A misspelt one would show its words in the wrong channel, braces and all.",
  }),
  "tag-duplicate": entry<{ tag: string }>({
    says: ({ tag }) => `@${tag} stands twice in one comment`,
    mend: "Keep one of them.",
    why: "Which of the two was meant cannot be told.",
  }),
  "tag-in-prose": entry<{ tag: string }>({
    says: ({ tag }) => `@${tag} stands in the middle of a sentence`,
    mend: "Put it at the start of a line if it is meant as a tag, or in backticks if it is only mentioned.",
    why: "Tags count at the start of a line only. Here it would be ignored.",
  }),
  "tag-no-channel": entry<{ tag: string; channel: string }>({
    says: ({ tag, channel }) => `@${tag} cannot be bound to a channel, but (${channel}) is given`,
    mend: "Remove the parentheses. Only constraints can differ between the channels.",
    why: "Names, scope and versions of a CRD are the same in both channels, so that an installation can move from one to the other.",
  }),
  "tag-no-elements": entry<{ tag: string }>({
    says: ({ tag }) => `@${tag} is aimed at elements, which only constraints can be`,
    mend: "Put the tag on the type of the elements.",
    why: "items. and values. reach into a list or a map to constrain what is in it, and nothing else.",
  }),
  "tag-no-such-element": entry<{ tag: string; path: string }>({
    says: ({ tag, path }) => `@${path}.${tag} has nothing to constrain: there are no such ${path}`,
    mend: "items. goes with a list, values. with a map; without them the tag constrains the value itself.",
    why: "The constraint would hold nowhere.",
  }),
  "tag-unknown": entry<{ tag: string; nearest?: string | undefined }>({
    says: ({ tag, nearest }) => `there is no tag @${tag}${didYouMean(nearest && `@${nearest}`)}`,
    mend: "Correct its name, or put it in backticks if it is only mentioned. docs/type-language.md lists all tags.",
    why: "A misspelt tag that is silently ignored leaks an experimental field or drops a validation.",
  }),
  "tag-value": entry<{ tag: string; problem: string; syntax: string }>({
    says: ({ tag, problem }) => `the value of @${tag} is not right: ${problem}`,
    mend: ({ syntax }) => `Write ${syntax}`,
    why: "What cannot be read would have to be guessed or dropped.",
  }),
  "tag-wrong-target": entry<{ tag: string; target: string; targets: string }>({
    says: ({ tag, target }) => `@${tag} means nothing on a ${target}`,
    mend: ({ targets }) => `It goes on: ${targets}.`,
    why: "It would be ignored.",
  }),
};
