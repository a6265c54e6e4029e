/** All checks of an API. A new check needs a file here, a line below, an entry in the catalog and a fixture. */
import type { Diagnostic } from "../../core/model/diagnostic.js";
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
import { rulesCheck } from "./rules.js";
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
const CHECKS: readonly Check[] = [
  storageCheck,
  versionsCheck,
  namesCheck,
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
  return CHECKS.flatMap((check) => check.run(context));
}
