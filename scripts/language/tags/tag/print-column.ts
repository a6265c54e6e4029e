import type { Reading } from "../../../core/result.js";
import { defineTag } from "../definition.js";
import type { ValueForm } from "../forms.js";
import { jsonString, type OptionForms, optionsAfter, readOptions } from "../options.js";
import type { Piece } from "../scan.js";

interface PrintColumn {
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly priority?: number;
  readonly format?: string;
  readonly description?: string;
}

/** Source: apiextensions-apiserver validation, printerColumnDatatypes and customResourceColumnDefinitionFormats. */
const TYPES = ["integer", "number", "string", "boolean", "date"];
const FORMATS = ["int32", "int64", "float", "double", "byte", "date", "date-time", "password"];

const printColumnForm: ValueForm<PrintColumn> = {
  syntax: "<name> <type> `<path>` [priority=<integer>] [format=<format>] [description=`<json>`|<description>]",
  read: ([head, path, ...rest]) => {
    const names = head?.kind === "text" ? /^\s*(?:"([^"]+)"|(\S+))\s+(\S+)\s*$/.exec(head.text) : null;
    if (!names?.[3] || path?.kind !== "code") {
      return { problem: "must be a name (in double quotes if it has spaces), a type, and a path in backticks" };
    }
    const [name, type] = [names[1] ?? names[2] ?? "", names[3]];
    if (!TYPES.includes(type)) return { problem: `the type must be one of ${TYPES.join(", ")}` };
    const options = readColumnOptions(rest);
    return "problem" in options ? options : { value: { name, type, path: path.text, ...options.value } };
  },
  wordsAfter: (before) => (/^("[^"]+"|[^\s"`]+)$/.test(before) ? TYPES : optionsAfter(OPTIONS)(before)),
};

type Options = Pick<PrintColumn, "priority" | "format" | "description">;

const OPTIONS_PROBLEM = {
  problem:
    "the options are priority=<integer>, format=<format> and description=`<json>`, each at most once; " +
    `the format must be one of ${FORMATS.join(", ")}`,
};

const OPTIONS: OptionForms<Options> = {
  priority: { word: (word) => (/^\d+$/.test(word) ? { value: Number(word) } : OPTIONS_PROBLEM) },
  format: { words: FORMATS, word: (word) => (FORMATS.includes(word) ? { value: word } : OPTIONS_PROBLEM) },
  description: { code: readDescription },
};

/** Reads a description that is a JSON string. */
function readDescription(code: Piece): Reading<string> {
  const reading = jsonString(code);
  return "problem" in reading ? { problem: `the description ${reading.problem}` } : reading;
}

function readColumnOptions(pieces: readonly Piece[]): Reading<Options> {
  const reading = readOptions(pieces, OPTIONS);
  if ("problem" in reading) return reading;
  const { options, text } = reading.value;
  if (text === "") return { value: options };
  if (/^\w+=/.test(text)) return OPTIONS_PROBLEM;
  if (options.description !== undefined) return { problem: `"${text}" must be omitted, because description= is set` };
  return { value: { ...options, description: text } };
}

export const printColumnTag = defineTag({
  name: "printColumn",
  summary:
    "A column of `kubectl get`. The default priority is 0. Columns with a higher priority are shown only with `-o " +
    "wide`.",
  example: '@printColumn Ready string `.status.conditions[?(@.type=="Ready")].status` priority=1',
  targets: ["kind"],
  form: printColumnForm,
  repeats: true,
});
