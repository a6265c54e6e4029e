/** All checks of an API. A new check needs a file here, a line below, an entry in the catalog and a fixture. */
import type { Kind } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { Remembered } from "../../core/remembered.js";
import { annotationsCheck } from "./annotations.js";
import { boundsCheck } from "./bounds.js";
import { channelsCheck } from "./channels.js";
import type { Check, CheckContext, SettingsCheck, SettingsContext } from "./check.js";
import { constraintsCheck } from "./constraints.js";
import { conversionCheck } from "./conversion.js";
import { defaultsCheck } from "./defaults.js";
import { descriptionsCheck } from "./descriptions.js";
import { enumsCheck } from "./enums.js";
import { experimentalTypesCheck } from "./experimental-types.js";
import { formatsCheck } from "./formats.js";
import { groupsCheck } from "./groups.js";
import { kindSettingsCheck } from "./kind-settings.js";
import { listKeysCheck } from "./list-keys.js";
import { namesCheck } from "./names.js";
import { objectFieldsCheck } from "./object-fields.js";
import { optionalReadsCheck } from "./optional-reads.js";
import { pathsCheck } from "./paths.js";
import { hasUnread, rulesCheck } from "./rules.js";
import { storageCheck } from "./storage.js";
import { tombstonesCheck } from "./tombstones.js";
import { versionsCheck } from "./versions.js";

const SETTINGS_CHECKS: readonly SettingsCheck[] = [
  channelsCheck,
  groupsCheck,
  kindSettingsCheck,
  conversionCheck,
  annotationsCheck,
  formatsCheck,
  descriptionsCheck,
];
/** The checks that compare kinds with each other. */
const CHECKS_OF_ALL_KINDS: readonly Check[] = [namesCheck];
const CHECKS: readonly Check[] = [
  storageCheck,
  versionsCheck,
  tombstonesCheck,
  experimentalTypesCheck,
  enumsCheck,
  constraintsCheck,
  objectFieldsCheck,
  boundsCheck,
  listKeysCheck,
  pathsCheck,
  rulesCheck,
  optionalReadsCheck,
  defaultsCheck,
];

/** Returns the diagnostics of all checks. */
export function runChecks(context: SettingsContext): Diagnostic[] {
  return [...SETTINGS_CHECKS.flatMap((check) => check.run(context)), ...runSourceChecks(context)];
}

/** Returns the diagnostics of the checks that need no settings. */
export function runSourceChecks(context: CheckContext): Diagnostic[] {
  const inputs = context.views.flatMap(({ channel, preserve }) => [channel, preserve]);
  const unchecked = withKinds(context, (kind) => !CLEAN.known(kind, inputs));
  const found = [
    ...CHECKS_OF_ALL_KINDS.flatMap((check) => check.run(context)),
    ...CHECKS.flatMap((check) => check.run(unchecked)),
  ];
  // A type that could not be read hides other mistakes.
  if (found.length === 0 && !hasUnread(unchecked.model)) {
    for (const kind of unchecked.model.kinds) CLEAN.of(kind, inputs, () => true);
  }
  return found;
}

/** The kinds in which the checks found nothing. */
const CLEAN = new Remembered<true>("kind without a diagnostic");

/** Returns a context with some of the kinds. */
function withKinds(context: CheckContext, isWanted: (kind: Kind) => boolean): CheckContext {
  const kinds = context.model.kinds.filter(isWanted);
  const names = new Set(kinds.map(nameOf));
  const views = context.views.map((view) => {
    return { ...view, model: { kinds: view.model.kinds.filter((kind) => names.has(nameOf(kind))) } };
  });
  return { ...context, model: { kinds }, views };
}

function nameOf({ group, kind }: Kind): string {
  return `${group}/${kind}`;
}
