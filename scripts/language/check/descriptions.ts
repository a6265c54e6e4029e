import { diagnose } from "../../core/diagnostics/diagnose.js";
import { appearsIn, CHANNELS, type Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type Prose, segmentsIn } from "../../core/model/prose.js";
import { type VisitedNode, walkModel } from "../../core/model/walk.js";
import { isOwnSource } from "../../core/project-layout.js";
import type { SettingsCheck } from "./check.js";

/** Checks that every kind and every field has a description, unless descriptions are printed as written. */
export const descriptionsCheck: SettingsCheck = {
  name: "descriptions",
  run: ({ model, bundle }) =>
    bundle.descriptions === "as-written" ? [] : [...walkModel(model)].flatMap(descriptionProblem),
};

/** Checks each channel separately, because a description can be limited to the other channel. */
function descriptionProblem({ field, node, version, channel }: VisitedNode): Diagnostic[] {
  const channels = CHANNELS.filter((candidate) => appearsIn(candidate, channel));
  const isRoot = node === version.root;
  const prose = isRoot ? version.prose : field?.prose;
  const bare = prose ? channels.filter((candidate) => !isDescribed(prose, candidate)) : [];
  if (bare.length === 0) return [];
  const [only] = bare.length < channels.length ? bare : [];
  if (isRoot) return [diagnose("kind-no-description", { kind: version.kind, channel: only }, version.location)];
  const isReported = field && isOwnSource(field.location.file); // nobody can add a comment to an installed package
  return isReported ? [diagnose("field-no-description", { field: field.name, channel: only }, field.location)] : [];
}

function isDescribed(prose: Prose, channel: Channel): boolean {
  return segmentsIn(prose, channel).some(({ text, stated }) => stated !== undefined || text.trim() !== "");
}
