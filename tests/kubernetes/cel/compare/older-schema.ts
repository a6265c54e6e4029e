/** Schema of older objects for tests of rules about what is new. */
import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { object, STRING } from "../../../changes/diff/crd.js";

const MODE = { type: "string", enum: ["A", "C"] };
const ITEM = object({ name: STRING, mode: MODE, tls: object({ mode: MODE }) }, { required: ["name"] });
export const SCHEMA: JsonObject = object(
  {
    mode: MODE,
    free: STRING,
    filled: { ...MODE, default: "A" },
    maybe: MODE,
    nothing: { ...MODE, default: null },
    empty: object({ mode: MODE }, { nullable: true }),
    inner: object({ mode: MODE, in: STRING, deep: object({}) }, { required: ["deep"] }),
    optional: object({ mode: MODE }),
    list: { type: "array", items: ITEM },
    nulls: { type: "array", items: { ...ITEM, nullable: true } },
    in: STRING,
    "a-b": STRING,
    a__b: STRING,
    maybeList: { type: "array", items: ITEM },
    map: { type: "object", additionalProperties: ITEM },
    loose: object({ mode: MODE }, { required: ["mode"] }),
    open: object({ mode: MODE }, { "x-kubernetes-preserve-unknown-fields": true }),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((number) => [`o${number}`, STRING])),
  },
  { required: ["mode", "free", "empty", "inner", "list", "nulls", "map", "open"] },
);
