/**
 * Syntax that kubectl reads otherwise than YAML 1.2, or does not read at all. Sources: scannerc.go of go.yaml.in/yaml/v2 2.4,
 * and YAMLReader of apimachinery pkg/util/yaml.
 */
import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { startOf } from "./go-places.js";

export interface SyntaxProblem {
  readonly problem: string;
  /** Where it is in the text. */
  readonly offset: number;
}

/** Returns the first characters of a text that mean something else to kubectl, wherever they are. */
export function foreignCharacters(text: string): SyntaxProblem | undefined {
  const found = text.match(FOREIGN);
  if (found === null) return undefined;
  return { problem: characterProblem(found[0]), offset: found.index ?? 0 };
}

const FOREIGN = new RegExp(
  [
    /[\u0085\u2028\u2029]/,
    /(?<=[\r\n])\uFEFF/,
    /\r(?=\r\n)/,
    /(?<=^\uFEFF?) +---(?!\S)/,
    /(?<=^|\n)---(?=#|[ \t]*[^\S \t\r\n])/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

function characterProblem(found: string): string {
  if (found === "\r") return "kubectl reads two carriage returns before a line feed as one: remove one";
  if (found === "\uFEFF") return "kubectl ignores the character U+FEFF at the start of a line: remove it";
  if (found === "---") return "kubectl reads this as a line --- that begins a document: write --- only";
  if (found.endsWith("---")) return "kubectl reads --- after spaces as a text: remove the spaces";
  // To YAML 1.1 these end a line, and so a comment.
  const name = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `kubectl reads the character U+${name} as the end of a line: write \\u${name} in a text in double quotes`;
}

/** Returns the first thing in a stream that kubectl reads otherwise, given the events of the stream. */
export function foreignSyntax(text: string, events: readonly Event[]): SyntaxProblem | undefined {
  const open: Event[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) open.pop();
    else {
      const found = propertyProblem(text, event) ?? scalarProblem(text, event, open.at(-1));
      if (found) return found;
      if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS) open.push(event);
    }
  }
  return unopenedDocument(text, events);
}

function isFlow(event: Event | undefined): boolean {
  const isCollection = event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE;
  return isCollection && event.style === COLLECTION_STYLE.FLOW;
}

/** Source: yaml_parser_scan_anchor, yaml_parser_scan_tag_uri. */
function propertyProblem(text: string, event: Event): SyntaxProblem | undefined {
  if ("anchorStart" in event && !/^[\w-]*$/.test(text.slice(event.anchorStart, event.anchorEnd))) {
    const problem = "kubectl reads only letters, digits, - and _ as the name of an anchor: rename it";
    return { problem, offset: event.anchorStart - 1 };
  }
  if ("tagStart" in event && event.tagStart >= 0 && /[,[\]{}]/.test(text.charAt(event.tagEnd))) {
    const problem = "kubectl reads what follows a tag without a space as part of the tag: add the space";
    return { problem, offset: event.tagStart };
  }
  return undefined;
}

function scalarProblem(text: string, event: Event, around: Event | undefined): SyntaxProblem | undefined {
  if (event.type !== EVENT_ID.SCALAR) return undefined;
  if (around?.type === EVENT_ID.DOCUMENT && isBlock(event)) {
    const problem = "kubectl does not read all of a block scalar that is a whole document: put it in quotes";
    return { problem, offset: event.valueStart };
  }
  if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && SKIPPED_LINE.test(text.slice(event.valueStart, event.valueEnd))) {
    const problem = "kubectl keeps an empty line after an escaped line break: write \\n instead of it";
    return { problem, offset: event.valueStart };
  }
  return taggedProblem(text, event) ?? (isFlow(around) ? flowProblem(text, event) : undefined);
}

function isBlock({ style }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
}

/** An empty line after a line break that a backslash escapes. */
const SKIPPED_LINE = /(?<!\\)(?:\\\\)*\\(?:\r\n?|\n)[ \t]*[\r\n]/;

/** Tags whose scalar is the same to kubectl if it is empty. */
const OF_EMPTY = ["!", "!!str", "!!null"];

/** Source: isMerge and (*decoder).scalar in decode.go. */
function taggedProblem(text: string, event: ScalarEvent): SyntaxProblem | undefined {
  if (event.tagStart < 0) return undefined;
  const tag = text.slice(event.tagStart, event.tagEnd);
  const value = getScalarValue(text, event);
  const offset = event.tagStart;
  if (tag === "!" && value === "<<")
    return { problem: "kubectl reads << as a merge key if its tag is !: remove the tag", offset };
  if (value === "" && !OF_EMPTY.includes(tag))
    return { problem: "kubectl reads an empty text here, whatever its tag: write the value", offset };
  return undefined;
}

/** Source: yaml_parser_fetch_next_token and yaml_parser_scan_plain_scalar. */
function flowProblem(text: string, { style, valueStart, valueEnd }: ScalarEvent): SyntaxProblem | undefined {
  if (style !== SCALAR_STYLE.PLAIN || valueStart < 0) return undefined;
  if (text.slice(valueStart, valueEnd).includes("?")) {
    const problem = "kubectl reads ? in a flow collection as the start of a key: put the text in quotes";
    return { problem, offset: valueStart };
  }
  COLON_WITHOUT_SPACE.lastIndex = valueEnd;
  if (COLON_WITHOUT_SPACE.test(text)) {
    const problem = "kubectl reads a colon without a space after it as part of the text: add the space";
    return { problem, offset: valueStart };
  }
  return undefined;
}

const COLON_WITHOUT_SPACE = /\s*:[,[\]{}]/y;

/** A line that begins a document. */
const DOCUMENT_LINE = /(?<=^|\n)---[^\S\n]*(?:#[^\n]*)?(?=\n|$)/g;

/** Returns the document that kubectl takes for a part of the one before, whose rest it passes over. */
function unopenedDocument(text: string, events: readonly Event[]): SyntaxProblem | undefined {
  const lines = [...text.matchAll(DOCUMENT_LINE)].map(({ index }) => index);
  const documents = events.flatMap((event, at) =>
    event.type === EVENT_ID.DOCUMENT ? [{ isExplicit: event.explicitStart, offset: startOf(events[at + 1]) }] : [],
  );
  let passed = 0;
  for (const [number, { isExplicit, offset }] of documents.entries()) {
    if (offset === undefined) continue; // an empty one is passed over anyway
    const before = passed;
    while (Number(lines[passed]) < offset) passed++;
    if (number > 0 && !(isExplicit && passed > before))
      return { problem: "kubectl does not read what follows a document without a line ---", offset };
  }
  return undefined;
}
