/** Pairs of CRDs that differ in one respect, with a description and the changes in both directions. */
import type { CrdVersion, CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { crd, object, STRING, stored, version } from "./crd.js";

export const { names } = crd().spec;
export const STATUS = { subresources: { status: {} } };
const v1 = (rest: Partial<CrdVersion> = {}) => crd([stored("v1", object({}), rest)]);
export const column = (jsonPath: string) => ({ name: "Age", type: "date", jsonPath });
const AGE = column(".metadata.creationTimestamp");
const SIZE = { ...column(".a"), name: "Size" };

const FIELD = object({ a: STRING });
const WITH_STATUS = object({ status: object({}) });
const WITH_READY = object({ spec: object({}), status: object({ ready: { type: "boolean" } }) });
const KEEPING = { "x-kubernetes-preserve-unknown-fields": true };
const WITH_DEFAULT = { ...STRING, default: "x" };
const LIST = { type: "array", items: STRING };
const SET = { maxItems: 5, "x-kubernetes-list-type": "set" };
const MEANING = object({ a: STRING, b: { ...STRING, nullable: true }, c: STRING, d: STRING });
const OTHER_MEANING = object({ a: { type: "integer" }, b: STRING, c: { ...STRING, default: "x" }, d: STRING });

const REQUIRED_STATUS = { required: ["status"] };
const RULED_STATUS = { "x-kubernetes-validations": [{ rule: "has(self.status)" }] };

export const webhook = (path: string, rest: { readonly port?: number } = {}) => ({
  strategy: "Webhook" as const,
  webhook: {
    clientConfig: { service: { name: "w", namespace: "w", path, ...rest } },
    conversionReviewVersions: ["v1"],
  },
});

type Row = [
  about: string,
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
  there: string[],
  back: string[],
];

export const CRD_ROWS: readonly Row[] = [
  ["the scope", crd(), crd([stored("v1")], { scope: "Cluster" }), ["break scope"], ["break scope"]],
  ...(["kind", "listKind", "plural", "singular"] as const).map(
    (name): Row => [
      name,
      crd(),
      crd([stored("v1")], { names: { ...names, [name]: "other" } }),
      ["break names"],
      ["break names"],
    ],
  ),
  ...(["shortNames", "categories"] as const).map(
    (name): Row => [
      name,
      crd(),
      crd([stored("v1")], { names: { ...names, [name]: ["w"] } }),
      ["addition names"],
      ["break names"],
    ],
  ),
  ["labels", crd(), crd([stored("v1")], {}, { labels: { a: "b" } }), ["wording labels"], ["wording labels"]],
  ["annotations", crd(), crd([stored("v1")], {}, { annotations: { a: "b" } }), ["wording labels"], ["wording labels"]],
  ["stamps", crd(), crd([stored("v1")], {}, { annotations: { "example.dev/bundle-version": "v2" } }), [], []],
  ["a version", crd(), crd([stored("v1"), version("v2")]), ["addition version-added v2"], ["break version-removed v2"]],
  [
    "the storage version",
    crd([stored("v1"), version("v2")]),
    crd([version("v1"), stored("v2")]),
    ["addition storage"],
    ["addition storage"],
  ],
  [
    "a storage version that lacks a field",
    crd([stored("v1", FIELD), version("v2")]),
    crd([version("v1", FIELD), stored("v2")]),
    ["break storage"],
    ["addition storage"],
  ],
  [
    "a new storage version that lacks a field",
    crd([stored("v1", FIELD)]),
    crd([version("v1", FIELD), stored("v2")]),
    ["addition version-added v2", "break storage"],
    ["break version-removed v2", "addition storage"],
  ],
  [
    "a storage version that lacks fields but keeps unknown ones",
    crd([
      stored("v1", object({ a: STRING, b: object({ c: STRING }) })),
      version("v2", object({ b: KEEPING }, KEEPING)),
    ]),
    crd([
      version("v1", object({ a: STRING, b: object({ c: STRING }) })),
      stored("v2", object({ b: KEEPING }, KEEPING)),
    ]),
    ["addition storage"],
    ["break storage"],
  ],
  [
    "a storage version with other types, nulls and defaults",
    crd([stored("v1", MEANING), version("v2", OTHER_MEANING)]),
    crd([version("v1", MEANING), stored("v2", OTHER_MEANING)]),
    ["break storage"],
    ["break storage"],
  ],
  ...(
    [
      ["a type", STRING, KEEPING, "addition"],
      ["null", { ...STRING, nullable: true }, KEEPING, "break"],
      ["a default", { ...STRING, default: "x" }, KEEPING, "break"],
      ["another default", { ...STRING, default: "x" }, { ...KEEPING, default: "y" }, "break"],
      ["a default of a field", object({ b: WITH_DEFAULT }), KEEPING, "break"],
      ["a default of a map", { type: "object", additionalProperties: WITH_DEFAULT }, object({}, KEEPING), "break"],
      ["a field", object({ b: STRING }), object({}, KEEPING), "addition"],
      ["a field with null", object({ b: { ...STRING, nullable: true } }), object({}, KEEPING), "addition"],
      ["a field with a default", object({ b: WITH_DEFAULT }), object({}, KEEPING), "break"],
    ] as const
  ).map(([about, before, after, there]): Row => {
    const [old, now] = [object({ a: before }), object({ a: after })];
    return [
      `a storage version that lacks ${about} of a field, but keeps anything in it`,
      crd([stored("v1", old), version("v2", now)]),
      crd([version("v1", old), stored("v2", now)]),
      [`${there} storage`],
      ["break storage"],
    ];
  }),
  ...(["field", "item"] as const).map((kind): Row => {
    const of = (a: JsonObject) =>
      kind === "field" ? object({ a }, { required: ["a"] }) : object({ a: { type: "array", items: a } });
    const [old, now] = [of({ ...STRING, nullable: true }), of(STRING)];
    return [
      `a storage version that rejects the null of a required ${kind}`,
      crd([stored("v1", old), version("v2", now)]),
      crd([version("v1", old), stored("v2", now)]),
      [`${kind === "field" ? "break" : "addition"} storage`],
      ["addition storage"],
    ];
  }),
  [
    "a storage version with other bounds and merge strategies",
    crd([stored("v1", object({ a: LIST })), version("v2", object({ a: { ...LIST, ...SET } }))]),
    crd([version("v1", object({ a: LIST })), stored("v2", object({ a: { ...LIST, ...SET } }))]),
    ["addition storage"],
    ["addition storage"],
  ],
  [
    "a storage version that lacks a field, with a conversion webhook",
    crd([stored("v1", FIELD), version("v2")], { conversion: webhook("/convert") }),
    crd([version("v1", FIELD), stored("v2")], { conversion: webhook("/convert") }),
    ["addition storage"],
    ["addition storage"],
  ],
  ["serving", v1({ served: false }), v1(), ["addition version-served v1"], ["break version-unserved v1"]],
  [
    "deprecation",
    v1(),
    v1({ deprecated: true }),
    ["addition version-deprecated v1"],
    ["wording version-deprecated v1"],
  ],
  [
    "the warning of a deprecation",
    v1({ deprecated: true }),
    v1({ deprecated: true, deprecationWarning: "use v2" }),
    ["wording wording v1"],
    ["wording wording v1"],
  ],
  [
    "a status that becomes a subresource",
    crd([stored("v1", WITH_STATUS)]),
    crd([stored("v1", WITH_STATUS, STATUS)]),
    ["break status-subresource v1"],
    ["break status-subresource v1"],
  ],
  [
    "a status that becomes a subresource as in another version",
    crd([stored("v1", WITH_STATUS, STATUS), version("v2", WITH_STATUS)]),
    crd([stored("v1", WITH_STATUS, STATUS), version("v2", WITH_STATUS, STATUS)]),
    ["fix status-subresource v2"],
    ["break status-subresource v2"],
  ],
  ...(["declared", "kept"] as const).flatMap((kind) =>
    ([REQUIRED_STATUS, { minProperties: 4 }, { anyOf: [REQUIRED_STATUS, { required: ["spec"] }] }] as const).map(
      (needs): Row => {
        const root = kind === "declared" ? { ...WITH_STATUS, ...needs } : object({}, { ...KEEPING, ...needs });
        return [
          `a status that becomes a subresource, ${kind} by a root with ${Object.keys(needs)}`,
          crd([stored("v1", WITH_STATUS, STATUS), version("v2", root)]),
          crd([stored("v1", WITH_STATUS, STATUS), version("v2", root, STATUS)]),
          ["break status-subresource v2"],
          ["break status-subresource v2"],
        ];
      },
    ),
  ),
  [
    "a status that becomes a subresource of objects with a largest number of fields",
    crd([stored("v1", WITH_STATUS, STATUS), version("v2", { ...WITH_STATUS, maxProperties: 4 })]),
    crd([stored("v1", WITH_STATUS, STATUS), version("v2", { ...WITH_STATUS, maxProperties: 4 }, STATUS)]),
    ["fix status-subresource v2"],
    ["break status-subresource v2"],
  ],
  ...(
    [
      ["has(self.status)", "break"],
      ["self.status.ready", "break"],
      ["!has(self.spec) || has(self.status)", "break"],
      ["size(self.status) > ", "break"],
      ["has(self.spec)", "fix"],
      ["has(self.spec) // The status has its own rule.", "fix"],
      ["self.metadata.name != 'status'", "fix"],
      ["!has(self.status) || has(self.status.ready)", "fix"],
      ["has(self.status) ? self.status.ready : true", "fix"],
    ] as const
  ).map(([rule, name]): Row => {
    const root = { ...WITH_READY, "x-kubernetes-validations": [{ rule }] };
    return [
      `a status that becomes a subresource under the rule ${rule}`,
      crd([stored("v1", WITH_READY, STATUS), version("v2", root)]),
      crd([stored("v1", WITH_READY, STATUS), version("v2", root, STATUS)]),
      [`${name} status-subresource v2`],
      ["break status-subresource v2"],
    ];
  }),
  [
    "a status that nobody can write and that becomes a subresource",
    crd([stored("v1", object({}, { minProperties: 3 }))]),
    crd([stored("v1", object({}, { minProperties: 3 }), STATUS)]),
    ["addition status-subresource v1"],
    ["break status-subresource v1"],
  ],
  [
    "a status that was only kept and that becomes a declared subresource",
    crd([stored("v1", object({}, KEEPING))]),
    crd([stored("v1", object({ status: object({}, KEEPING) }, { ...KEEPING, ...RULED_STATUS }), STATUS)]),
    ["addition status-subresource v1", "tightening rule v1 .", "addition field-added v1 .status"],
    ["break status-subresource v1", "loosening rule v1 .", "break field-removed v1 .status"],
  ],
  [
    "a status that was only kept and required, and that becomes a subresource",
    crd([stored("v1", object({}, { ...KEEPING, ...REQUIRED_STATUS }))]),
    crd([stored("v1", object({}, KEEPING), STATUS)]),
    ["break status-subresource v1", "loosening required v1 .status"],
    ["break status-subresource v1", "tightening required v1 .status"],
  ],
  [
    "a status subresource of objects that keep unknown fields",
    crd([stored("v1", object({}, KEEPING))]),
    crd([stored("v1", object({}, KEEPING), STATUS)]),
    ["addition status-subresource v1"],
    ["break status-subresource v1"],
  ],
  ["status", v1(), v1(STATUS), ["addition status-subresource v1"], ["break status-subresource v1"]],
  [
    "scale",
    v1(),
    v1({ subresources: { scale: { a: "b" } } }),
    ["addition scale-subresource v1"],
    ["break scale-subresource v1"],
  ],
  [
    "the label selector of the scale",
    v1({ subresources: { scale: { a: "b" } } }),
    v1({ subresources: { scale: { a: "b", labelSelectorPath: ".status.selector" } } }),
    ["addition scale-subresource v1"],
    ["break scale-subresource v1"],
  ],
  [
    "another label selector of the scale",
    v1({ subresources: { scale: { a: "b", labelSelectorPath: ".status.selector" } } }),
    v1({ subresources: { scale: { a: "b", labelSelectorPath: ".status.labels" } } }),
    ["break scale-subresource v1"],
    ["break scale-subresource v1"],
  ],
  [
    "a version that is neither served nor stored",
    crd([stored("v1"), version("v2", object({}), { served: false })]),
    crd([stored("v1")]),
    ["wording version-removed v2"],
    ["addition version-added v2"],
  ],
  ...([{ priority: 0 }, { format: "" }, { description: "" }] as const).map(
    (value): Row => [
      `the ${Object.keys(value)} of a printer column that is the default`,
      v1({ additionalPrinterColumns: [column(".a")] }),
      v1({ additionalPrinterColumns: [{ ...column(".a"), ...value }] }),
      [],
      [],
    ],
  ),
  [
    "the priority of a printer column",
    v1({ additionalPrinterColumns: [column(".a")] }),
    v1({ additionalPrinterColumns: [{ ...column(".a"), priority: 1 }] }),
    ["break columns v1"],
    ["break columns v1"],
  ],
  [
    "the default port of a conversion webhook",
    crd([stored("v1")], { conversion: webhook("/convert") }),
    crd([stored("v1")], { conversion: webhook("/convert", { port: 443 }) }),
    [],
    [],
  ],
  [
    "an empty label selector of the scale",
    v1({ subresources: { scale: { a: "b" } } }),
    v1({ subresources: { scale: { a: "b", labelSelectorPath: "" } } }),
    [],
    [],
  ],
  ["subresources that are not stated", v1(), v1({ subresources: undefined } as never), [], []],
  [
    "a printer column",
    v1({ additionalPrinterColumns: [column(".a")] }),
    v1({ additionalPrinterColumns: [column(".a"), SIZE] }),
    ["addition columns v1"],
    ["break columns v1"],
  ],
  ["the default printer column, stated", v1(), v1({ additionalPrinterColumns: [AGE] }), [], []],
  ["no printer columns, in two ways", v1(), v1({ additionalPrinterColumns: [] }), [], []],
  [
    "a printer column beside the default",
    v1(),
    v1({ additionalPrinterColumns: [AGE, SIZE] }),
    ["addition columns v1"],
    ["break columns v1"],
  ],
  [
    "a printer column in place of the default",
    v1(),
    v1({ additionalPrinterColumns: [SIZE] }),
    ["break columns v1", "addition columns v1"],
    ["break columns v1", "addition columns v1"],
  ],
  [
    "what the default printer column shows",
    v1(),
    v1({ additionalPrinterColumns: [column(".a")] }),
    ["break columns v1"],
    ["break columns v1"],
  ],
  [
    "what a printer column shows",
    v1({ additionalPrinterColumns: [column(".a")] }),
    v1({ additionalPrinterColumns: [column(".b")] }),
    ["break columns v1"],
    ["break columns v1"],
  ],
  [
    "white space in the filter of a printer column, but not in its text",
    v1({ additionalPrinterColumns: [column('.a[?(@.b=="c d")].e')] }),
    v1({ additionalPrinterColumns: [column('.a[?(@.b == "c d")].e')] }),
    ["wording wording v1"],
    ["wording wording v1"],
  ],
  [
    "the text in the filter of a printer column",
    v1({ additionalPrinterColumns: [column('.a[?(@.b=="c d")].e')] }),
    v1({ additionalPrinterColumns: [column('.a[?(@.b == "cd")].e')] }),
    ["break columns v1"],
    ["break columns v1"],
  ],
  [
    "the order of the printer columns",
    v1({ additionalPrinterColumns: [column(".a"), { ...column(".b"), name: "Size" }] }),
    v1({ additionalPrinterColumns: [{ ...column(".b"), name: "Size" }, column(".a")] }),
    ["break columns v1"],
    ["break columns v1"],
  ],
  [
    "one of two printer columns with one name",
    v1({ additionalPrinterColumns: [column(".a"), column(".b")] }),
    v1({ additionalPrinterColumns: [column(".a"), column(".c")] }),
    ["break columns v1"],
    ["break columns v1"],
  ],
  [
    "the description of a printer column",
    v1({ additionalPrinterColumns: [column(".a")] }),
    v1({ additionalPrinterColumns: [{ ...column(".a"), description: "Words." }] }),
    ["wording wording v1"],
    ["wording wording v1"],
  ],
  [
    "selectable fields",
    v1(),
    v1({ selectableFields: [{ jsonPath: ".a" }] }),
    ["addition selectable-fields v1"],
    ["break selectable-fields v1"],
  ],
  [
    "selectable fields in another order",
    v1({ selectableFields: [{ jsonPath: ".a" }, { jsonPath: ".b" }] }),
    v1({ selectableFields: [{ jsonPath: ".b" }, { jsonPath: ".a" }] }),
    ["wording wording v1"],
    ["wording wording v1"],
  ],
  ["the group", crd(), crd([stored("v1")], { group: "other.dev" }), ["break names"], ["break names"]],
  [
    "a status subresource that another version has",
    crd([stored("v1", object({}), STATUS), version("v2")]),
    crd([stored("v1", object({}), STATUS), version("v2", object({}), STATUS)]),
    ["fix status-subresource v2"],
    ["break status-subresource v2"],
  ],
  ["versions in another order", crd([stored("v1"), version("v2")]), crd([version("v2"), stored("v1")]), [], []],
  [
    "what nobody thought of beside the versions",
    crd(),
    crd([stored("v1")], { new: true } as never),
    ["unknown unclassified"],
    ["unknown unclassified"],
  ],
  ...([{ strategy: "None" }, null] as const).map(
    (conversion): Row => [
      `the conversion that there is without a word, as ${JSON.stringify(conversion)}`,
      crd(),
      crd([stored("v1")], { conversion } as never),
      [],
      [],
    ],
  ),
  [
    "a conversion webhook",
    crd(),
    crd([stored("v1")], { conversion: webhook("/convert") }),
    ["addition conversion"],
    ["break conversion"],
  ],
  [
    "the path of a conversion webhook",
    crd([stored("v1")], { conversion: webhook("/convert") }),
    crd([stored("v1")], { conversion: webhook("/crds") }),
    ["wording wording"],
    ["wording wording"],
  ],
  [
    "what nobody thought of in a version",
    v1(),
    v1({ new: true } as never),
    ["unknown unclassified v1"],
    ["unknown unclassified v1"],
  ],
];
