import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Location } from "../../core/model/location.js";
import { walkModel } from "../../core/model/walk.js";
import { validationErrors } from "../../kubernetes/validation/validate.js";
import type { ChannelView, Check } from "./check.js";

/** Checks that defaults and examples conform to their schema in each channel. */
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
  readonly keyword: string;
  readonly path: string;
  readonly problem: string;
  readonly channel: Channel;
  readonly location: Location;
}

/** Returns one diagnostic for a problem. It names a channel only if the problem is not in both. */
function diagnosticOf(same: readonly Problem[]): Diagnostic {
  const [{ tag, keyword, path, problem, channel, location }] = same as [Problem];
  const isOne = same.every((other) => other.channel === channel);
  const args = { tag, problem, path: path === "" ? "" : `${path}: `, channel: isOne ? channel : undefined };
  return diagnose(keyword === "default" ? "default-unfit" : "example-unfit", args, location);
}

function viewProblems({ channel, model, schemaOf }: ChannelView): Problem[] {
  return [...walkModel(model)].flatMap(({ node }) =>
    node.constraints
      .filter(({ keyword }) => keyword === "default" || keyword === "example")
      .flatMap(({ tag, keyword, value, location }) =>
        validationErrors(schemaOf(node), value).map((error) => ({ tag, keyword, ...error, channel, location })),
      ),
  );
}
