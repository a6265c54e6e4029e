/**
 * Syntax that kubectl cannot read, or reads differently from YAML 1.2. Sources: scannerc.go of go.yaml.in/yaml/v2 2.4,
 * and YAMLReader of apimachinery pkg/util/yaml.
 */
import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { startOf } from "./go-places.js";

export interface SyntaxProblem {
  readonly problem: string;
  /** Offset in the text. */
  readonly offset: number;
}

/** Returns the first characters that have another meaning to kubectl, wherever they are. */
export function foreignCharacters(text: string): SyntaxProblem | undefined {
  for (const [pattern, problem] of FOREIGN) {
    const [all = "", found = ""] = text.match(pattern) ?? [];
    if (all !== "") return { problem: problem(found), offset: text.search(pattern) + all.length - found.length };
  }
  return ignoredSpace(text);
}

/** Patterns for such characters, which are the last group of the match. Sources: YAMLReader and LineReader. */
const FOREIGN: readonly (readonly [pattern: RegExp, problem: (found: string) => string])[] = [
  // In YAML 1.1, these characters end a line, and therefore a comment.
  [
    /([\u0085\u2028\u2029])/,
    (found) =>
      `kubectl reads the character ${codePointName(found)} as the end of a line: write ${escapeOf(found)} in a string in double quotes`,
  ],
  [/[\r\n](\uFEFF)/, () => "kubectl ignores the character U+FEFF at the start of a line: remove it"],
  [/(\r)(?=\r\n)/, () => "kubectl reads two carriage returns before a line feed as one: remove one"],
  [/^\uFEFF?( +---)(?!\S)/, () => "kubectl reads --- after spaces as a string: remove the spaces"],
  [
    /(?:^|\n)(---)(?=#|[ \t]*[^\S \t\r\n]|[^\n]*\r[^\n])/,
    () => "kubectl reads this line as the beginning of a document: write --- only",
  ],
];

/**
 * Returns white space on the first line that kubectl ignores, because it treats the input as JSON. Source:
 * GuessJSONStream.
 */
function ignoredSpace(text: string): SyntaxProblem | undefined {
  const [space = ""] = text.match(/^\s*(?=\{)/) ?? [];
  const [line = ""] = space.split("\n", 1);
  const [found] = line.match(/[^\S \t\r\uFEFF]/) ?? [];
  if (found === undefined) return undefined;
  const problem = `kubectl ignores the character ${codePointName(found)} before the first document: remove it`;
  return { problem, offset: line.indexOf(found) };
}

function codePointName(character: string): string {
  return escapeOf(character).replace("\\u", "U+");
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Returns the first syntax in a stream that kubectl reads differently. `events` are those of the stream. */
export function foreignSyntax(text: string, events: readonly Event[]): SyntaxProblem | undefined {
  const open: Event[] = [];
  const formatProblem = isJson(text) ? numberProblem : escapeProblem;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) open.pop();
    else {
      const found =
        propertyProblem(text, event) ?? scalarProblem(text, event, open.at(-1)) ?? formatProblem(text, event);
      if (found) return found;
      if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS) open.push(event);
    }
  }
  return undefined;
}

function isFlow(event: Event | undefined): boolean {
  const isCollection = event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE;
  return isCollection && event.style === COLLECTION_STYLE.FLOW;
}

/** Checks the anchor and the tag of an event. Source: yaml_parser_scan_anchor, yaml_parser_scan_tag_uri. */
function propertyProblem(text: string, event: Event): SyntaxProblem | undefined {
  if (
    "anchorStart" in event &&
    event.anchorStart >= 0 &&
    !/^[\w-]*$/.test(text.slice(event.anchorStart, event.anchorEnd))
  ) {
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
  if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && /\p{Surrogate}/u.test(getScalarValue(text, event))) {
    const problem = "kubectl does not keep half of a surrogate pair: write the character";
    return { problem, offset: event.valueStart };
  }
  return taggedProblem(text, event) ?? (isFlow(around) ? flowProblem(text, event) : undefined);
}

/** Reports whether kubectl reads a stream as JSON. Source: apimachinery, pkg/util/yaml/decoder.go (GuessJSONStream). */
export function isJson(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** Checks a number in JSON. In YAML, one that is too large is a string. */
function numberProblem(text: string, event: Event): SyntaxProblem | undefined {
  if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN || event.valueStart < 0) return undefined;
  const value = text.slice(event.valueStart, event.valueEnd);
  if (!/^-?\d/.test(value) || Math.abs(Number(value)) !== Number.POSITIVE_INFINITY) return undefined;
  return { problem: "kubectl does not read a number that is too large for 64 bits", offset: event.valueStart };
}

/** Escape sequences that YAML 1.2 has and kubectl does not. Source: yaml_parser_scan_flow_scalar. */
const FOREIGN_ESCAPE = /(?<!\\)(?:\\\\)*\\(\/|u[dD][89a-fA-F]|U0000[dD][89a-fA-F])/;

function escapeProblem(text: string, event: Event): SyntaxProblem | undefined {
  if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.DOUBLE_QUOTED) return undefined;
  const found = FOREIGN_ESCAPE.exec(text.slice(event.valueStart, event.valueEnd));
  if (!found) return undefined;
  const problem = "kubectl does not read this escape sequence outside of JSON: write the character";
  return { problem, offset: event.valueStart + found.index + found[0].length - (found[1] ?? "").length - 1 };
}

function isBlock({ style }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
}

/** Empty line after a line break that a backslash escapes. */
const SKIPPED_LINE = /(?<!\\)(?:\\\\)*\\(?:\r\n?|\n)[ \t]*[\r\n]/;

/** Tags with which kubectl reads an empty scalar as YAML 1.2 defines. */
const OF_EMPTY = ["!", "!!str", "!!null"];

/** Checks a scalar with a tag. Source: isMerge and (*decoder).scalar in decode.go. */
function taggedProblem(text: string, event: ScalarEvent): SyntaxProblem | undefined {
  if (event.tagStart < 0) return undefined;
  const tag = text.slice(event.tagStart, event.tagEnd);
  const value = getScalarValue(text, event);
  const offset = event.tagStart;
  if (tag === "!" && value === "<<")
    return { problem: "kubectl reads << as a merge key if its tag is !: remove the tag", offset };
  if (value === "" && !OF_EMPTY.includes(tag))
    return { problem: "kubectl reads an empty string here, whatever its tag: write the value", offset };
  return undefined;
}

/**
 * Checks a plain scalar in a flow collection. Source: yaml_parser_fetch_next_token and yaml_parser_scan_plain_scalar.
 */
function flowProblem(text: string, { style, valueStart, valueEnd }: ScalarEvent): SyntaxProblem | undefined {
  if (style !== SCALAR_STYLE.PLAIN || valueStart < 0) return undefined;
  if (text.slice(valueStart, valueEnd).includes("?")) {
    const problem = "kubectl reads ? in a flow collection as the start of a key: put the string in quotes";
    return { problem, offset: valueStart };
  }
  if (text.charAt(valueStart) === ":") {
    const problem = "kubectl reads a colon here as the end of a key: put the string in quotes";
    return { problem, offset: valueStart };
  }
  COLON_WITHOUT_SPACE.lastIndex = valueEnd;
  if (COLON_WITHOUT_SPACE.test(text)) {
    const problem = "kubectl reads a colon without a space after it as part of the string: add the space";
    return { problem, offset: valueStart };
  }
  return undefined;
}

const COLON_WITHOUT_SPACE = /\s*:[,[\]{}]/y;

/** Line that starts a document. */
const DOCUMENT_LINE = /(?<=^|\n)---[^\S\n]*(?:#[^\n]*)?(?=\n|$)/g;

/** Returns the first document of a stream of YAML that kubectl ignores because it does not start with a line `---`. */
export function unopenedDocument(text: string, events: readonly Event[]): SyntaxProblem | undefined {
  const starts: number[] = [];
  for (let at = 0; at < events.length; at++) if (events[at]?.type === EVENT_ID.DOCUMENT) starts.push(at);
  if (starts.length < 2) return undefined;
  const documents = starts.map((at) => {
    const event = events[at];
    return { isExplicit: event?.type === EVENT_ID.DOCUMENT && event.explicitStart, offset: startOf(events[at + 1]) };
  });
  const lines = [...text.matchAll(DOCUMENT_LINE)].map(({ index }) => index);
  let passed = 0;
  for (const [number, { isExplicit, offset }] of documents.entries()) {
    if (offset === undefined) {
      // kubectl ignores an empty document anyway.
      if (isExplicit) passed++;
      continue;
    }
    const before = passed;
    while (Number(lines[passed]) < offset) passed++;
    if (number > 0 && !(isExplicit && passed > before))
      return { problem: "kubectl does not read what follows a document without a line ---", offset };
  }
  return undefined;
}
