/** The forms that no text of the project has: the words that readers stumble over, and what is written instead. */
import type { TextKind } from "./texts.js";

/** One form: how it is found, in which texts, and what to write. */
export interface Form {
  readonly name: string;
  /** What to write instead. */
  readonly instead: string;
  readonly matches: (text: string) => boolean;
  /** The kinds of text that it is looked for in. If unset: all. */
  readonly kinds?: readonly TextKind[];
  /** A text that has the form, and one that is close to it and right. Both are put through the readers by the test. */
  readonly wrong: string;
  readonly right: string;
}

/** Texts that are a phrase or one clause: no capital letter and no period. */
const PHRASES: readonly TextKind[] = ["celMessage", "message", "option"];
/** Texts that are whole sentences. */
const SENTENCES: readonly TextKind[] = ["description", "fix", "why", "page", "comment", "string"];

const QUESTION_WORD = /^(what|who|whose|whom|where|how|which|whether|whoever|whatever|wherever)\b/i;
const ENGLISH = [
  "afterwards|amongst|analys(e|ed|es|ing)|artefacts?|behaviours?|cancell(ed|ing)|catalogues?|centres?",
  "colou(r|rs|red|ring|rless)|defence|favou(r|rs|red|rite|rites)|fulfils?|honou(r|rs|red|ring)|labell(ed|ing)",
  "learnt|licences?|misspelt|modell(ed|ing)|neighbou(r|rs|ring)|programmes?|towards|travell(ed|ing)|whilst",
  "(author|capital|canonical|custom|final|general|initial|local|memor|minim|maxim|normal|optim|organ|parameter|priorit|recogn|serial|special|standard|summar|synchron|util|visual)is(e|ed|es|er|ing|ation)",
].join("|");

export const FORMS: readonly Form[] = [
  {
    name: "question-word",
    instead: "name the thing: a noun phrase or a verb, not a question word as a noun",
    matches: (text) => sentencesOf(text).some((each) => QUESTION_WORD.test(each) && !each.endsWith("?")),
    wrong: "How the route fits each parent.",
    right: "Is it a parent? How is that found?",
  },
  word("absent", /\babsen(t|ce)\b/i, "omitted, unset", "Nothing is set if the field is absent.", "An absolute path."),
  word(
    "has-to",
    /(?<!\bwould )\b(has|have|had|having) to\b(?! do\b)/i,
    "must",
    "The name has to be set.",
    "It has two names, and would have to guess.",
  ),
  word("shall", /\b(shall|ought)\b/i, "must, or the present tense", "The name shall be unique.", "A shallow copy."),
  word(
    "bare-who",
    /(^|[.;:(]\s+|\b(for|to|by|that|if|when|because|so|but)\s+)(who|whoever|whomever)\b(?![^.]*\?)|\b(whoever|whomever)\b/i,
    "users who, maintainers who",
    "The names are for who installs it.",
    "The names are for users who install it.",
  ),
  word(
    "fares",
    /\b(fares?|becomes? of|became of)\b|\bas (it|they) should be\b/i,
    "status, state",
    "It lists how the route fares.",
    "The fairest share.",
  ),
  word(
    "refuse",
    /\brefus(e|es|ed|al|als|ing)\b/i,
    "reject, not allow, fail",
    "It refuses the value.",
    "It rejects the value.",
  ),
  word(
    "admit",
    /\badmit(s|ted|ting)?\b/i,
    "allow, accept",
    "The schema admits a number.",
    "An admission policy allows it.",
  ),
  word("mend", /\bmend(s|ed|ing)?\b/i, "fix", "The next run mends it.", "The next run amends it."),
  word(
    "fit",
    /\b(mis)?fit(s|ted|ting)?\b(?! (in|into|on|within)\b)/i,
    "match",
    "The value fits the type.",
    "It fits into the file.",
  ),
  word(
    "say",
    /(?<!that is to )\b(say|says|said|saying|unsaid)\b/i,
    "list, state, require, report",
    "The file says the version.",
    "The file states the version.",
  ),
  word(
    "stand",
    /\b(stands?|stood|standing)\b(?! for\b)|\b(lies|lay)\b/i,
    "is, is in",
    "The name stands in the file.",
    "A stands for B.",
  ),
  word(
    "words",
    /\bwords? (of|before|behind) (a|an|the|its|each|every)\b|\btexts\b/i,
    "description, message, wording; strings",
    "The words of a field.",
    "The wording of a field, in two words.",
  ),
  word("beside", /\bbesides?\b/i, "next to, in addition to, except", "It is beside the file.", "It is at the side."),
  word("alone", /\balone\b(?! in\b)/i, "only", "It is in one file alone.", "It is only in one file, a standalone one."),
  word(
    "but-for",
    /\b(but for|save for|aside from)\b/i,
    "except",
    "All but for the last.",
    "All but the last, for now.",
  ),
  word(
    "is-no",
    /(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b|less\b|older\b|newer\b|later\b|earlier\b|larger\b|different\b)/i,
    "is not a",
    "The value is no number.",
    "There is no number, and it is no longer a number.",
  ),
  word(
    "or-else",
    /\bor else\b|[,;] else\b|\bor it would\b|\belse (it|the|a|they|that)\b/i,
    "otherwise",
    "It is set, else the default.",
    "Nothing else is set; otherwise, everything else.",
  ),
  word("so-that", /, so that\b/i, "so", "It is sorted, so that it is stable.", "It is sorted so that it is stable."),
  word(
    "is-to",
    /\b(is|are|was|were) to (be|have|go|get|come|hold|stay|become)\b/i,
    "must, is",
    "The name is to be set.",
    "The way to be set.",
  ),
  word(
    "left-out",
    /\b(is|are|was|were|be|been) left out\b/i,
    "is omitted",
    "The field is left out.",
    "They leave out the field.",
  ),
  word(
    "put-right",
    /\b(made|make|makes|making|put) (it |them )?good\b|\bmisspel(t|ling)s? of itself\b/i,
    "restore, fix",
    "The run made it good.",
    "It is a good run.",
  ),
  {
    ...word(
      "stranded-preposition",
      /\b(is|are|was|were) (?!based|used|allowed|limited)\w+(ed|nt|ught|ken|wn) (at|for|of|to|in|on|with|from)(?=[.;]|$)/i,
      "name who acts",
      "The file is looked at.",
      "The command looks at the file.",
    ),
    kinds: SENTENCES,
  },
  word(
    "spelling",
    new RegExp(`\\b(${ENGLISH})\\b`, "i"),
    "the American spelling",
    "The colour of the catalogue.",
    "The color of the catalog.",
  ),
  word(
    "term",
    /\b(folders?|host names?|lower[- ]case|upper[- ]case|SHA-256 sums?|check sums?)\b/i,
    "directory, hostname, lowercase, checksum",
    "The folder of the files.",
    "The directory of the files.",
  ),
  {
    name: "two-colons",
    instead: "one idea per sentence, at most one colon",
    kinds: SENTENCES,
    matches: (text) => sentencesOf(text).some((each) => (each.match(/[a-z`)"]: (?!")/g) ?? []).length > 1),
    wrong: "One thing: it is set: always.",
    right: "One thing: it is set. Another: it is not.",
  },
  {
    name: "period",
    instead: "no period at the end of a message or an option",
    kinds: [...PHRASES, "heading"],
    matches: (text) => /[^.]\.$/.test(text),
    wrong: "must be a number.",
    right: "must be a number, as in 1...",
  },
  {
    name: "capital",
    instead: "a lowercase letter at the start of a message or an option",
    kinds: PHRASES,
    matches: (text) => /^[A-Z][a-z]+ /.test(text) && !/^(Kubernetes|Node|Git|Go|Markdown|Unix) /.test(text),
    wrong: "Set the name to a number",
    right: "Kubernetes names a number",
  },
  {
    name: "question",
    instead: "a verb or a noun phrase, not a question",
    kinds: ["option", "heading"],
    matches: (text) => text.endsWith("?"),
    wrong: "which release may have this?",
    right: "the smallest release for the changes",
  },
  {
    name: "must",
    instead: "must, must not or may not",
    kinds: ["celMessage"],
    matches: (text) => !/\b(must|may not|cannot)\b/.test(text),
    wrong: "give it a name",
    right: "must have a name",
  },
  {
    name: "description-period",
    instead: "a period at the end of a description",
    kinds: ["description"],
    matches: (text) => !/[.:)`]$|^(Deprecated)/.test(text),
    wrong: "The name",
    right: "The name.",
  },
  {
    name: "omission",
    instead: "what happens if the optional field is omitted",
    kinds: ["optionalField"],
    matches: (text) => !/\b(omitted|unset|not set|is not specified)\b/i.test(text),
    wrong: "The name.",
    right: "The name. If omitted, there is none.",
  },
  {
    name: "desired-state",
    instead: "Desired state of …",
    kinds: ["spec"],
    matches: (text) => !text.startsWith("Desired state of "),
    wrong: "The route as it is wanted.",
    right: "Desired state of the route.",
  },
  {
    name: "current-state",
    instead: "Current state of …",
    kinds: ["status"],
    matches: (text) => !text.startsWith("Current state of "),
    wrong: "The route as it is.",
    right: "Current state of the route.",
  },
];

function word(name: string, pattern: RegExp, instead: string, wrong: string, right: string): Form {
  return { name, instead, matches: (text) => pattern.test(text), wrong, right };
}

/** The sentences of a text. A colon ends none; an item of a list begins one. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])["')]*\s+(?=["'(`]*[A-Z])|\s+- /).map((each) => each.trim());
}

/** The forms that a text of a kind has. */
export function formsIn(text: string, kind: TextKind): readonly Form[] {
  return FORMS.filter(
    ({ kinds, matches }) => (kinds === undefined ? !isPart(kind) : kinds.includes(kind)) && matches(text),
  );
}

/** Texts that are read a second time, for their place: the first time, they are descriptions. */
function isPart(kind: TextKind): boolean {
  return kind === "optionalField" || kind === "spec" || kind === "status";
}
