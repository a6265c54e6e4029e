/**
 * The stages of a build. Data flows in one direction, and no stage uses the disk:
 *
 *   sources ──read──▶ model ──project──▶ model of a channel ──emit──▶ CRDs ──▶ files
 *                       └────────check────────┘
 *
 * Stages do not import each other; only this file connects them.
 */

import { placesInTags } from "../core/code-place.js";
import { isAdvice } from "../core/diagnostics/catalog/index.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { isSound, withLevels } from "../core/diagnostics/levels.js";
import type { ApiModel } from "../core/model/api.js";
import { type Bundle, DEFAULT_PRESERVE } from "../core/model/bundle.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import { type Acceptance, type Diagnostic, hasErrors, inSourceOrder } from "../core/model/diagnostic.js";
import { type Imports, NO_IMPORTS } from "../core/model/imports.js";
import type { SourceText } from "../core/model/location.js";
import type { OutputFile } from "../core/model/output.js";
import { reservedFields } from "../core/model/reserved.js";
import { APIS } from "../core/project-layout.js";
import { counted } from "../core/words/counted.js";
import { printApiReport } from "../emit/api-report.js";
import { printFiles } from "../emit/files.js";
import type { ChannelCrds, ChannelModel } from "../emit/printed-channel.js";
import { schemaPrinter } from "../emit/schema.js";
import type { Templates } from "../emit/templates.js";
import { ANNOTATIONS_LIMIT, annotationBytes } from "../kubernetes/validation/sizes.js";
import type { ChannelView, CheckContext } from "../language/check/check.js";
import { runChecks, runSourceChecks } from "../language/check/index.js";
import {
  changesSince,
  haveSoundTypes,
  type ReadResult,
  readApi,
  readChanges,
  typeErrors,
  withTypeErrors,
} from "../language/read/index.js";
import type { ParsedSources } from "../language/read/parsed-sources.js";
import type { Reading } from "../language/read/reading.js";
import { inChannels, printView, type View, type ViewSettings, viewOf } from "./channel-views.js";

export interface BuildInput {
  /** All TypeScript files under `apis/`, and all modules of packages that they import, in any order. */
  readonly sources: readonly SourceText[];
  /** The modules of packages that the sources import. If unset, they import none. */
  readonly imports?: Imports;
  readonly bundle: Bundle;
  readonly templates: Templates;
  /** The parsed sources of earlier builds, which this one adds to. If unset, every source is parsed. */
  readonly parsed?: ParsedSources | undefined;
  /** Receives a description of each step before it starts. */
  readonly progress?: (what: string) => void;
  /** Receives what was read before it is checked. The checks need much memory. */
  readonly onRead?: ((read: ReadModel) => void) | undefined;
}

/** The model that was read from sources. If not all diagnostics are advice, it can be incomplete. */
export interface ReadModel {
  readonly model: ApiModel;
  readonly diagnostics: readonly Diagnostic[];
}

/** The part of the input that is for the reader. */
type ReadInput = Pick<BuildInput, "sources" | "imports" | "parsed">;

export interface BuildOutput {
  /** In source order. If there are errors, `files` is empty, because an invalid bundle is never written. */
  readonly diagnostics: readonly Diagnostic[];
  readonly crds: readonly ChannelModel[];
  /** The model that was read from the sources. It contains the locations for later diagnostics. */
  readonly model: ApiModel;
  readonly files: readonly OutputFile[];
  /** The API reports, one per channel. */
  readonly reports: readonly OutputFile[];
  /** The result of reading, for a later build. Unset if there are errors, or if reading found anything to report. */
  readonly reading?: Reading | undefined;
}

/**
 * The result of reading and checking the sources, before anything is printed. It is the same for every bundle version.
 */
export interface Analysis {
  /** The diagnostics so far, without levels. If anything else than advice is among them, nothing can be printed. */
  readonly found: readonly Diagnostic[];
  readonly acceptances: readonly Acceptance[];
  readonly model: ApiModel;
  readonly views: readonly View[];
  /** The result of reading, for a later build. Unset if reading found anything to report. */
  readonly reading?: Reading | undefined;
}

/** Builds all channels of a bundle in memory. */
export function build(input: BuildInput): BuildOutput {
  const analysis = analyse(input);
  return printKinds(analysis, input.bundle, input.templates, input.progress);
}

/** Prints like `print`, and describes this step before it starts. */
export function printKinds(
  analysis: Analysis,
  bundle: Bundle,
  templates: Templates,
  progress: BuildInput["progress"],
): BuildOutput {
  progress?.(`printing ${counted(analysis.model.kinds.length, "kind")}`);
  return print(analysis, bundle, templates);
}

/**
 * Returns the errors in the sources that do not depend on the settings, for a project whose settings are wrong. If the
 * errors of the compiler are not given, it is asked.
 */
export function sourceErrors(
  { sources, imports, parsed = new Map() }: ReadInput,
  ofTypes = typeErrors(sources, imports, parsed),
): Diagnostic[] {
  const { model, diagnostics: read } = readApi(sources, imports, undefined, parsed);
  const diagnostics = withTypeErrors(read, ofTypes);
  const views = CHANNELS.map((channel) => viewOf(model, channel, ASSUMED_SETTINGS));
  const errors = [...diagnostics, ...runSourceChecks(contextOf(model, views, sources))].filter(
    ({ code }) => !isAdvice(code),
  );
  return inSourceOrder(errors);
}

/** Reads and checks the sources, and asks the compiler for errors in them. */
export function analyse({ parsed = new Map(), ...input }: Omit<BuildInput, "templates">): Analysis {
  const analysis = readAndCheck({ ...input, parsed });
  return withErrorsOfTypes(analysis, typeErrors(input.sources, input.imports, parsed));
}

/** Reads and checks the sources. The errors of the compiler are missing, so it can be asked at the same time. */
export function readAndCheck(input: Omit<BuildInput, "templates">): Analysis {
  const { sources, imports, bundle, parsed, progress, onRead } = input;
  progress?.(`reading ${counted(sources.length, "file")}`);
  const read = readApi(sources, imports, bundle.descriptions, parsed);
  onRead?.(read);
  return check(read, input);
}

/**
 * Reads and checks the sources that changed since an earlier reading. Returns undefined if everything must be read again,
 * or if there are errors, which could follow from others.
 */
export function readAndCheckChanges(
  input: Omit<BuildInput, "templates" | "parsed"> & { readonly parsed: ParsedSources },
  earlier: Reading,
): Analysis | undefined {
  const { sources, imports = NO_IMPORTS, bundle, parsed, progress } = input;
  const changes = changesSince(earlier, sources, imports, bundle.descriptions, parsed);
  if (!changes || !haveSoundTypes(changes.sources, imports, parsed, changes.unaffected)) return undefined;
  progress?.(`reading ${counted(changes.sources.length, "file")}`);
  const read = readChanges(earlier, changes, imports, parsed);
  const analysis = read && check(read, input);
  return analysis && isSound(analysis.found) ? analysis : undefined;
}

/** Checks the model that was read from sources. */
function check(read: ReadResult, { sources, bundle, progress }: Omit<BuildInput, "templates">): Analysis {
  const { model: written, diagnostics, acceptances, reading } = read;
  progress?.(`checking ${counted(written.kinds.length, "kind")}`);
  const model = inChannels(written, bundle.channels);
  const views = bundle.channels.map((channel) => viewOf(model, channel, bundle));
  const context = { ...contextOf(model, views, sources), bundle, written };
  const found = [...diagnostics, ...emptiness(model, diagnostics), ...runChecks(context)];
  return { found, acceptances, model, views, reading };
}

/** Returns an analysis with the errors of the compiler, which may explain why there are no kinds. */
export function withErrorsOfTypes(analysis: Analysis, errors: readonly Diagnostic[]): Analysis {
  if (errors.length === 0) return analysis;
  const found = analysis.found.filter(({ code }) => code !== "no-kinds");
  return { ...analysis, found: withTypeErrors(found, errors) };
}

/**
 * Prints the CRDs and all other files with the version of the bundle, in those of its channels that are given. If there
 * are errors, prints nothing and returns only the diagnostics. A snapshot has only one channel. The diagnostics get
 * their levels here, where all of them are known.
 */
export function print(
  analysis: Analysis,
  bundle: Bundle,
  templates: Templates,
  channels: readonly Channel[] = CHANNELS,
): BuildOutput {
  const { model, acceptances, reading } = analysis;
  // Checks the sizes of all channels, even if only one is printed: an acceptance can be needed in the other one.
  const { found, crds: printed } = printedCrds(analysis, bundle);
  const diagnostics = withLevels(found, { acceptances, levels: bundle.levels });
  if (hasErrors(diagnostics)) return { diagnostics, model, crds: [], files: [], reports: [] };
  const crds = printed.filter(({ channel }) => channels.includes(channel));
  const reports = crds.map((channel) => printApiReport(channel, bundle));
  const files = printFiles(crds, reservedFields(model), bundle, templates);
  return { diagnostics, model, crds, files, reports, reading };
}

/**
 * Returns the CRDs of all channels, and the diagnostics including those about their sizes, without levels. If there are
 * errors in the sources, there are no CRDs.
 */
export function printedCrds(
  { model, views, found }: Analysis,
  bundle: Bundle,
): { readonly found: readonly Diagnostic[]; readonly crds: readonly ChannelModel[] } {
  const crds = isSound(found) ? views.map((view) => printView(view, bundle)) : [];
  return { found: [...found, ...crds.flatMap((channel) => sizeProblems(channel, model))], crds };
}

/** The settings that are assumed if they are wrong. */
const ASSUMED_SETTINGS: ViewSettings = { channels: CHANNELS, preserveUnknownFields: DEFAULT_PRESERVE };

/** Returns the context of checks. Results about its schemas are kept as long as the context itself. */
function contextOf(model: ApiModel, views: readonly View[], sources: readonly SourceText[]): CheckContext {
  const declared = schemaPrinter("none");
  const declaredSchemaOf: ChannelView["declaredSchemaOf"] = (node) => declared.print(node);
  const checked = views.map(({ channel, model: projected, printer }): ChannelView => {
    const schemaOf: ChannelView["schemaOf"] = (node) => printer.print(node);
    return { channel, model: projected, preserve: printer.preserve, schemaOf, declaredSchemaOf };
  });
  return { model, views: checked, schemaOf: (node) => declared.print(node), placeInTag: placesInTags(sources) };
}

/** Reports a bundle without kinds, unless another diagnostic may explain it. */
function emptiness(model: ApiModel, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return model.kinds.length > 0 || !isSound(diagnostics) ? [] : [diagnose("no-kinds", { directory: `${APIS}/` })];
}

/** Reports each CRD that is too large for the annotation in which client-side `kubectl apply` stores the manifest. */
function sizeProblems({ channel, crds }: ChannelCrds, model: ApiModel): Diagnostic[] {
  return crds.flatMap((crd) => {
    const size = annotationBytes(crd);
    if (size <= ANNOTATIONS_LIMIT) return [];
    const { group, names } = crd.spec;
    const kind = model.kinds.find((candidate) => candidate.group === group && candidate.kind === names.kind);
    const args = { kind: names.kind, channel, size, limit: ANNOTATIONS_LIMIT };
    return [diagnose("crd-too-large", args, kind?.versions[0]?.location)];
  });
}
