/** For each advice, a source that causes it once, and that has a place for the tag that accepts it. */
import type { SourceText } from "../../scripts/core/model/location.js";
import { ANNOTATIONS_LIMIT } from "../../scripts/kubernetes/validation/sizes.js";
import { META } from "./project.js";

/** Returns the source, with the tag on the declaration to which the advice refers. */
export type Plant = (tag?: string) => SourceText;

interface Parts {
  /** The lines of the comment of the kind. */
  readonly kind?: readonly string[];
  readonly fields?: string;
  /** Declarations before the kind. */
  readonly before?: string;
}

function source({ kind = ["A widget."], fields = "", before = "" }: Parts): SourceText {
  return {
    path: "apis/example.dev/v1/widget.ts",
    text: `import type { ObjectMeta } from "../../${META.path.slice("apis/".length, -".ts".length)}.js";
${before}
${comment(kind)}
export interface Widget {
  apiVersion: "example.dev/v1";
  kind: "Widget";
  metadata: ObjectMeta;
  /** Desired state. */
  spec: {
    /** A name. */
    name?: string;
    ${fields}
  };
}
`,
  };
}

function comment(lines: readonly string[]): string {
  return `/**\n * ${lines.join("\n * ")}\n */`;
}

const onKind =
  (...lines: readonly string[]): Plant =>
  (tag = "") =>
    source({ kind: ["A widget.", "", ...lines, tag] });

const onField =
  (...lines: readonly string[]): Plant =>
  (tag = "") =>
    source({ fields: `${comment([...lines, tag])} field?: string;` });

/** A source without diagnostics. */
export const SOUND = onField("A field.", "");

export const PLANTS: Readonly<Record<string, Plant>> = {
  "accept-unneeded": onField("A field.", "", "@accept field-no-description It has one."),
  "backtick-unclosed": onField("A `field.", ""),
  "column-path-unfit": onKind("@printColumn Name integer `.spec.name`"),
  "column-path-unknown": onKind("@printColumn Name string `.spec.nam`"),
  "crd-too-large": (tag = "") =>
    source({
      kind: ["A widget.", "", tag],
      // Only in one channel, because the advice is reported for each channel.
      fields: `${comment([`Words. {@experimental ${"a".repeat(ANNOTATIONS_LIMIT)}}`])} field?: string;`,
    }),
  "enum-null": (tag = "") => source({ fields: `${comment(["A level.", "", tag])} level?: "High" | null;` }),
  "enum-words-lost": (tag = "") =>
    source({
      before: 'type Level = /** The most. */ "High" | "Low";',
      fields: `/** A level. */ level?: ${comment(["The usual ones.", "", tag])} Level | "None";`,
    }),
  "example-unfit": onField("A field.", "", "@example `1`"),
  "field-no-description": (tag = "") => source({ fields: `${tag && comment([tag])} field?: string;` }),
  "format-too-new": onField("A field.", "", "@format k8s-short-name"),
  "format-unknown": onField("A field.", "", "@format host"),
  "kind-no-description": (tag = "") => source({ kind: [tag] }),
  "rule-no-message": onField("A field.", "", '@validation `self != "a"`'),
  "rule-optional-read": onKind('@validation `self.spec.name != "a"` must have a name'),
  "version-differs-not": onKind("@differs status It is the storage version itself."),
};
