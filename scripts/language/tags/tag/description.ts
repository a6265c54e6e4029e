import { parseJson } from "../../../core/model/json.js";
import type { ProseSegment } from "../../../core/model/prose.js";
import type { Reading } from "../../../core/result.js";
import { defineTag } from "../definition.js";
import { firstWords, readCode, type ValueForm } from "../forms.js";

/** A description as a segment of prose, without a channel. */
export type StatedText = Required<Pick<ProseSegment, "text" | "stated">>;

const NONE = "none";

const descriptionForm: ValueForm<StatedText> = {
  syntax: `<text>|\`<json string>\`|${NONE}`,
  read: (pieces, laidOut) => {
    if (pieces.length === 0) return { problem: `must not be empty; write ${NONE} for no description` };
    const code = readCode(pieces);
    if ("value" in code) return readExact(code.value);
    return { value: laidOut === NONE ? { text: "", stated: "none" } : { text: laidOut, stated: "text" } };
  },
  wordsAfter: firstWords(NONE),
};

/**
 * Reads a JSON string. Unlike other values, it can contain control characters, because a description has no effect, and
 * all output escapes them. UTF-8 has no unpaired surrogates.
 */
function readExact(source: string): Reading<StatedText> {
  const text = parseJson(source);
  if (typeof text !== "string") return { problem: 'must be a JSON string, such as `"text"`, if it is only code' };
  if (/\p{Cs}/u.test(text)) return { problem: "must not contain an unpaired surrogate" };
  return { value: { text, stated: "text" } };
}

export const descriptionTag = defineTag({
  name: "description",
  summary:
    "Sets the description in place of the prose of the comment, without additions. A JSON string in backticks sets the exact text, and `none` sets no description.",
  example: '@description `"Name of the widget.\\n"`',
  targets: ["kind", "type", "property"],
  form: descriptionForm,
  aims: true,
});
