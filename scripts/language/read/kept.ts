/** Keeps what was read from sources, so files that no change can affect are not read again. */

import type { KindVersion, SchemaNode } from "../../core/model/api.js";
import type { DescriptionLayout } from "../../core/model/bundle.js";
import type { FileComments } from "./comments.js";
import type { Names } from "./names.js";
import type { Measured } from "./nesting.js";
import type { ParsedSources } from "./parsed-sources.js";
import { affectedBy } from "./reachable.js";
import type { ts } from "./ts-morph.js";

/** All that was read without a diagnostic, and the comments of all files. */
export interface Kept {
  readonly comments: Map<ts.Node, FileComments>;
  /** The nodes of type expressions, and those of declarations. */
  readonly types: Map<ts.Node, Measured<SchemaNode>>;
  readonly named: Map<ts.Node, Measured<SchemaNode>>;
  readonly versions: Map<ts.Node, KindVersion>;
}

/** The files to which the imports of a file lead, in the order of its imports. */
type Targets = readonly (ts.SourceFile | undefined)[];

interface State {
  readonly targets: ReadonlyMap<ts.SourceFile, Targets>;
  readonly layout: DescriptionLayout;
  readonly arePlain: boolean;
  readonly kept: Kept;
}

/** The last state of each project that is read several times. */
const STATES = new WeakMap<ParsedSources, State>();

/**
 * Returns what earlier calls with these parsed sources read, as far as it is still valid, and keeps what this one adds.
 */
export function keptFor(
  parsed: ParsedSources,
  files: readonly ts.SourceFile[],
  names: Names,
  layout: DescriptionLayout,
): Kept {
  const targets = new Map(files.map((file) => [file, names.targetsOf(file)]));
  const last = STATES.get(parsed);
  const kept: Kept = { comments: new Map(), types: new Map(), named: new Map(), versions: new Map() };
  // Without modules, any file can affect any other, and could when it was read.
  if (last && last.layout === layout && last.arePlain && names.arePlain)
    copyValid(last, kept, affectedFiles(targets, last.targets));
  STATES.set(parsed, { targets, layout, arePlain: names.arePlain, kept });
  return kept;
}

/** Frees the memory of parsed sources that are not read again. */
export function forgetSources(parsed: ParsedSources): void {
  STATES.delete(parsed);
  parsed.clear();
}

function copyValid(last: State, kept: Kept, affected: ReadonlySet<ts.SourceFile>): void {
  const copy = <T>(from: ReadonlyMap<ts.Node, T>, to: Map<ts.Node, T>) => {
    for (const [node, value] of from) if (!affected.has(node.getSourceFile())) to.set(node, value);
  };
  copy(last.kept.comments, kept.comments);
  copy(last.kept.types, kept.types);
  copy(last.kept.named, kept.named);
  copy(last.kept.versions, kept.versions);
}

/** Returns the files that changed, that import other files than before, or that import an affected file. */
function affectedFiles(
  targets: ReadonlyMap<ts.SourceFile, Targets>,
  before: ReadonlyMap<ts.SourceFile, Targets>,
): ReadonlySet<ts.SourceFile> {
  const changed = [...targets.keys(), ...before.keys()].filter((file) => {
    const [now, then] = [targets.get(file), before.get(file)];
    return !now || !then || now.length !== then.length || now.some((target, index) => target !== then[index]);
  });
  return affectedBy(changed, targets);
}
