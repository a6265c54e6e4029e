/** Changes a document in a stream of manifests. Its comments, the order of its keys, and other documents stay. */
import { EVENT_ID, type Event } from "js-yaml";
import { type Json, type JsonObject, sameJson } from "../../model/json.js";
import { printYaml } from "../print.js";
import { loadManifests, type Manifests } from "../yaml.js";
import { documentSplices, withSplices } from "./edit-document.js";
import { sourceNode } from "./source-node.js";

/**
 * Returns the text of a stream in which one document, given by its number, has another value. Returns undefined if the new
 * value contains an integer that JavaScript does not represent exactly, and that was elsewhere before.
 */
export function editDocument(
  text: string,
  manifests: Manifests,
  number: number,
  after: JsonObject,
): string | undefined {
  const { documents, events } = manifests;
  const wanted = documents.with(number, after);
  const root = sourceNode(text, events, { index: startOf(number, events), value: documents[number] as Json });
  const splices = documentSplices(text, root, after);
  const edited = withSplices(text, splices);
  const isSimple = splices.every(({ isScalar }) => isScalar) && !events.some(isAlias);
  if (isSimple || isText(edited, wanted, manifests)) return edited;
  // The document can be an item of a list, whose lines are indented.
  const indent = " ".repeat(indentationOf(text));
  const texts = wanted.map((value) => printYaml(value).replace(/^(?=[^\n])/gm, indent));
  const printed = `${isOpened(manifests) ? "---\n" : ""}${texts.join("---\n")}`;
  return isText(printed, wanted, manifests) ? printed : undefined;
}

/** Returns the event that starts the content of a document. */
function startOf(number: number, events: readonly Event[]): number {
  let left = number;
  return 1 + events.findIndex(({ type }) => type === EVENT_ID.DOCUMENT && left-- === 0);
}

/** Reports whether the first document starts with a line `---`, which separates it from one before it. */
function isOpened({ events: [first] }: Manifests): boolean {
  return first?.type === EVENT_ID.DOCUMENT && first.explicitStart;
}

/** Returns the indentation of the first line that is not a comment. */
function indentationOf(text: string): number {
  const [, indent = ""] = /^( *)[^ #\r\n]/m.exec(text) ?? [];
  return indent.length;
}

function isAlias({ type }: Event): boolean {
  return type === EVENT_ID.ALIAS;
}

/** Reports whether a text has the wanted documents, and the same integers as before. */
function isText(text: string, wanted: readonly Json[], { inexact }: Manifests): boolean {
  const loaded = loadManifests(text);
  if ("problem" in loaded) return false;
  const numbers = (found: Manifests["inexact"]) => found.map(({ number }) => String(number)).sort();
  return sameJson(loaded.value.documents, wanted) && sameJson(numbers(loaded.value.inexact), numbers(inexact));
}
