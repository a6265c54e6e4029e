/** Changes documents in a stream of manifests. Their comments, the order of their keys, and other documents stay. */
import { EVENT_ID, type Event } from "js-yaml";
import { type Json, type JsonObject, sameJson } from "../../model/json.js";
import { loadManifests, type Manifests, printYaml } from "../yaml.js";
import { documentSplices, type Splice, withSplices } from "./edit-document.js";
import { sourceNode } from "./source-node.js";

/**
 * Returns the text of a stream in which documents, given by their number, have another value. Returns undefined if the
 * new value contains an integer that JavaScript does not represent exactly, and that was elsewhere before.
 */
export function editManifests(
  text: string,
  manifests: Manifests,
  changed: ReadonlyMap<number, JsonObject>,
): string | undefined {
  const wanted = manifests.documents.map((document, index) => changed.get(index) ?? document);
  const splices = splicesIn(text, manifests, changed);
  const edited = withSplices(text, splices);
  const isSimple = splices.every(({ isScalar }) => isScalar) && !manifests.events.some(isAlias);
  if (isSimple || isText(edited, wanted, manifests)) return edited;
  // The document can be an item of a list, whose lines are indented.
  const indent = " ".repeat(indentationOf(text));
  const documents = wanted.map((value) => printYaml(value).replace(/^(?=[^\n])/gm, indent));
  const printed = `${isOpened(manifests) ? "---\n" : ""}${documents.join("---\n")}`;
  return isText(printed, wanted, manifests) ? printed : undefined;
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

function splicesIn(text: string, { documents, events }: Manifests, changed: ReadonlyMap<number, JsonObject>): Splice[] {
  const starts = events.flatMap(({ type }, index) => (type === EVENT_ID.DOCUMENT ? [index + 1] : []));
  return [...changed].flatMap(([number, after]) => {
    const root = sourceNode(text, events, { index: Number(starts[number]), value: documents[number] as Json });
    return documentSplices(text, root, after);
  });
}

/** Reports whether a text has the wanted documents, and the same integers as before. */
function isText(text: string, wanted: readonly Json[], { inexact }: Manifests): boolean {
  const loaded = loadManifests(text);
  if ("problem" in loaded) return false;
  const numbers = (found: Manifests["inexact"]) => found.map(({ number }) => String(number)).sort();
  return sameJson(loaded.value.documents, wanted) && sameJson(numbers(loaded.value.inexact), numbers(inexact));
}
