import { misfits } from "../accept/fits.js";
import { diagnose } from "../diagnostics/diagnose.js";
import type { Channel } from "../model/channel.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Location } from "../model/location.js";
import { walkModel } from "../model/walk.js";
import type { ChannelView, Check } from "./check.js";

/** Defaults and examples fit the schema that they stand in, in each channel. */
export const defaultsCheck: Check = {
  name: "defaults",
  run: ({ views }) => {
    const found = new Map<string, Problem[]>();
    for (const problem of views.flatMap(viewProblems)) {
      const { channel: _, ...rest } = problem;
      found.set(JSON.stringify(rest), [...(found.get(JSON.stringify(rest)) ?? []), problem]);
    }
    return [...found.values()].map((same) => diagnosticOf(same));
  },
};

interface Problem {
  readonly tag: string;
  readonly path: string;
  readonly problem: string;
  readonly channel: Channel;
  readonly location: Location;
}

/** What is wrong in both channels is said once, and without their names. */
function diagnosticOf(same: readonly Problem[]): Diagnostic {
  const [{ tag, path, problem, channel, location }] = same as [Problem];
  const isOne = same.every((other) => other.channel === channel);
  const args = { tag, problem, path: path === "" ? "" : `${path}: `, channel: isOne ? channel : undefined };
  return diagnose("default-unfit", args, location);
}

function viewProblems({ channel, model, schemaOf }: ChannelView): Problem[] {
  return [...walkModel(model)].flatMap(({ node }) =>
    node.constraints
      .filter(({ keyword }) => keyword === "default" || keyword === "example")
      .flatMap(({ tag, value, location }) =>
        misfits(schemaOf(node), value).map((misfit) => ({ tag, ...misfit, channel, location })),
      ),
  );
}
