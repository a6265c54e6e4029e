/** Reads a baseline: a list of changes that maintainers accepted. */
import * as v from "valibot";
import { CHANGE_CLASSES } from "../model/change.js";
import { CHANNELS } from "../model/channel.js";
import type { Location, SourceText } from "../model/location.js";
import { type Result, success } from "../result.js";
import { anyText, fingerprint } from "./policy-files.js";
import { readRecords } from "./records.js";
import { expectedOneOf, mapping } from "./schema.js";

/** Entry of a baseline. Only the fingerprint identifies the change. All other keys are for reviewers. */
export interface AcceptedChange {
  readonly fingerprint: string;
  readonly crd: string;
  readonly location: Location;
}

const ENTRY = mapping({
  fingerprint,
  channel: v.exactOptional(v.picklist(CHANNELS, expectedOneOf(CHANNELS))),
  crd: anyText,
  versions: v.exactOptional(v.array(anyText, "must be a list")),
  path: v.exactOptional(anyText),
  class: v.picklist(CHANGE_CLASSES, expectedOneOf(CHANGE_CLASSES)),
  message: anyText,
});

/** Reads a baseline, or reports everything that is wrong in it. */
export function readBaseline(file: SourceText): Result<readonly AcceptedChange[]> {
  const records = readRecords(file, ENTRY);
  if (!records.ok) return records;
  return success(records.value.map(({ fields, location }) => ({ ...fields, location })));
}
