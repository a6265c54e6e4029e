import { misfits } from "../accept/fits.js";
import { diagnose } from "../diagnostics/diagnose.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { walkModel } from "../model/walk.js";
import type { ChannelView, Check } from "./check.js";

/** Defaults and examples fit the schema that they stand in, in each channel. */
export const defaultsCheck: Check = {
  name: "defaults",
  run: ({ views }) => views.flatMap(viewProblems),
};

function viewProblems({ channel, model, schemaOf }: ChannelView): Diagnostic[] {
  return [...walkModel(model)].flatMap(({ node }) =>
    node.constraints
      .filter(({ keyword }) => keyword === "default" || keyword === "example")
      .flatMap(({ tag, value, location }) =>
        misfits(schemaOf(node), value).map(({ path, problem }) =>
          diagnose("default-unfit", { tag, problem, path: path === "" ? "" : `${path}: `, channel }, location),
        ),
      ),
  );
}
