import type { Reading } from "../../../core/result.js";
import { defineTag } from "../definition.js";
import { joinWords, type ValueForm } from "../forms.js";

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
  syntax: "<name> <type> `<path>` [priority=<integer>] [format=<format>] [<description>]",
  read: ([head, path, ...rest]) => {
    const names = head?.kind === "text" ? /^\s*(?:"([^"]+)"|(\S+))\s+(\S+)\s*$/.exec(head.text) : null;
    if (!names?.[3] || path?.kind !== "code") {
      return { problem: "must be a name (in double quotes if it has spaces), a type, and a path in backticks" };
    }
    const [name, type] = [names[1] ?? names[2] ?? "", names[3]];
    if (!TYPES.includes(type)) return { problem: `the type must be one of ${TYPES.join(", ")}` };
    const options = readOptions(joinWords(rest));
    return "problem" in options ? options : { value: { name, type, path: path.text, ...options.value } };
  },
};

const OPTIONS_PROBLEM =
  "the options are priority=<integer> and format=<format>, each at most once; " +
  `the format must be one of ${FORMATS.join(", ")}`;

type Options = Pick<PrintColumn, "priority" | "format" | "description">;

/** Reads `priority=1 format=int32`, in any order, and the description after them. */
function readOptions(words: string): Reading<Options> {
  const option = /^(\w+)=(\S*)\s*/.exec(words);
  if (!option) return { value: words === "" ? {} : { description: words } };
  const [whole, key, value] = option as unknown as [string, string, string];
  const rest = readOptions(words.slice(whole.length));
  if ("problem" in rest || key in rest.value) return { problem: OPTIONS_PROBLEM };
  if (key === "priority" && /^\d+$/.test(value)) return { value: { ...rest.value, priority: Number(value) } };
  if (key === "format" && FORMATS.includes(value)) return { value: { ...rest.value, format: value } };
  return { problem: OPTIONS_PROBLEM };
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
