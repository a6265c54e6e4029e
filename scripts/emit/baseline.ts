/** Writes a baseline: a list of changes that maintainers accept. */
import type { ChangeDescription } from "../core/config/baseline.js";
import type { Change } from "../core/model/change.js";
import { escapeControls } from "../core/model/control-characters.js";
import { fullMessage } from "../core/words/differences.js";
import { printYaml } from "../core/yaml/print.js";

/** A change with the fingerprint that identifies it. */
export interface IdentifiedChange {
  readonly fingerprint: string;
  readonly change: Change;
}

const HEADER = `# Changes that were reviewed and accepted. The option \`--write-baseline\` of crd-bundle wrote this file.
# An entry accepts the change with this fingerprint and description. To stop accepting a change, remove its entry.
`;

/** Returns the file for changes, in their order. States without channels have none in the entries. */
export function printBaseline(changes: readonly IdentifiedChange[], withoutChannels: boolean): string {
  const entries = changes.map(({ fingerprint, change }) => ({
    fingerprint,
    ...describeChange(change, withoutChannels),
  }));
  return `${HEADER}${printYaml(entries)}`;
}

/**
 * Returns the description of a change in a baseline. Names in it can contain any characters, but a baseline may not
 * contain control characters, so they are escaped.
 */
export function describeChange(change: Change, withoutChannels: boolean): ChangeDescription {
  const { channel, crd, versions, path, class: name } = change;
  return {
    ...(!withoutChannels && { channel }),
    crd: escapeControls(crd),
    ...(versions.length > 0 && { versions: versions.map(escapeControls) }),
    ...(path !== undefined && { path }),
    class: name,
    message: escapeControls(fullMessage(change)),
  };
}
