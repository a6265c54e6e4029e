/**
 * All checks of an API. A new check needs a file here, a line in one of the lists below, an entry in the catalog and a
 * fixture.
 */
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

/** The checks that compare kinds with each other, or with the settings of single kinds. */
const CHECKS_OF_ALL_KINDS: readonly Check[] = [namesCheck];
const SETTINGS_CHECKS_OF_ALL_KINDS: readonly SettingsCheck[] = [channelsCheck, groupsCheck, kindSettingsCheck];

/** The checks that look at each kind on its own, and only at kinds that changed. */
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
const SETTINGS_CHECKS: readonly SettingsCheck[] = [conversionCheck, annotationsCheck, formatsCheck, descriptionsCheck];

/** Returns the diagnostics of all checks. Kinds in which they found nothing before are not checked again. */
export function runChecks(context: SettingsContext): Diagnostic[] {
  const { version: _, conversions: __, ...settings } = context.bundle;
  const inputs = [JSON.stringify(settings)];
  const unchecked = withKinds(context, (kind) => !CLEAN.known(kind, inputs));
  const found = [
    ...SETTINGS_CHECKS_OF_ALL_KINDS.flatMap((check) => check.run(context)),
    ...CHECKS_OF_ALL_KINDS.flatMap((check) => check.run(context)),
    ...SETTINGS_CHECKS.flatMap((check) => check.run(unchecked)),
    ...CHECKS.flatMap((check) => check.run(unchecked)),
  ];
  // A type that could not be read hides other mistakes.
  if (found.length === 0 && !hasUnread(unchecked.model)) {
    for (const kind of unchecked.model.kinds) CLEAN.of(kind, inputs, () => true);
  }
  return found;
}

/** Kinds in which the checks found nothing, with the settings for which they did. */
const CLEAN = new Remembered<true>("kind without a diagnostic");

/** Returns the diagnostics of the checks that need no settings. */
export function runSourceChecks(context: CheckContext): Diagnostic[] {
  return [...CHECKS_OF_ALL_KINDS, ...CHECKS].flatMap((check) => check.run(context));
}

/** Returns a context with some of the kinds. */
function withKinds(context: SettingsContext, isWanted: (kind: Kind) => boolean): SettingsContext {
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
