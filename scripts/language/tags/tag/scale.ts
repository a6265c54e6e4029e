import { defineTag } from "../definition.js";
import type { ValueForm } from "../forms.js";

interface ScalePaths {
  readonly spec: string;
  readonly status: string;
  readonly selector?: string;
}

const scaleForm: ValueForm<ScalePaths> = {
  syntax: "`<specPath>` `<statusPath>` [`<selectorPath>`]",
  read: (pieces) => {
    const paths = pieces.filter((piece) => piece.kind === "code").map((piece) => piece.text);
    const [spec, status, selector] = paths;
    if (paths.length !== pieces.length || paths.length > 3 || spec === undefined || status === undefined) {
      return {
        problem:
          "must be two or three paths in backticks: spec replicas, status replicas, and optionally the label selector",
      };
    }
    return { value: { spec, status, ...(selector !== undefined && { selector }) } };
  },
};

export const scaleTag = defineTag({
  name: "scale",
  summary:
    "The scale subresource, with the paths to the desired replicas, the actual replicas, and optionally the label " +
    "selector.",
  example: "@scale `.spec.replicas` `.status.replicas` `.status.selector`",
  targets: ["kind"],
  form: scaleForm,
});
