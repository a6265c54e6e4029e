/**
 * The stages on one page. Data flows one way, and nothing here touches a disk:
 *
 *   sources ──read──▶ model ──project──▶ model of a channel ──emit──▶ CRDs ──▶ files
 *                       └────────check────────┘
 *
 * Stages do not know each other; only this page joins them.
 */

import { diagnose } from "../core/diagnostics/diagnose.js";
import type { ApiModel } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import { type Diagnostic, inSourceOrder } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import type { OutputFile } from "../core/model/output.js";
import { reservedFields } from "../core/model/reserved.js";
import { APIS } from "../core/project-layout.js";
import { printApiReport } from "../emit/api-report.js";
import { printCrds, printFiles } from "../emit/files.js";
import type { ChannelCrds } from "../emit/printed-channel.js";
import { SchemaPrinter } from "../emit/schema.js";
import type { Templates } from "../emit/templates.js";
import { ANNOTATIONS_LIMIT, annotationBytes } from "../kubernetes/validation/sizes.js";
import { projectToChannel } from "../language/channel/project.js";
import type { ChannelView } from "../language/check/check.js";
import { runChecks } from "../language/check/index.js";
import { readApi } from "../language/read/index.js";

export interface BuildInput {
  /** Every TypeScript file below `apis/`, in any order. */
  readonly sources: readonly SourceText[];
  readonly bundle: Bundle;
  readonly templates: Templates;
  /** Told what comes next. */
  readonly progress?: (what: string) => void;
}

export interface BuildOutput {
  /** In source order. Where there are any, `files` is empty: nothing that is wrong is written. */
  readonly diagnostics: readonly Diagnostic[];
  readonly crds: readonly ChannelCrds[];
  /** What was read: for finding the place in the source of what is found later. */
  readonly model: ApiModel;
  readonly files: readonly OutputFile[];
  /** The API reports, one per channel. */
  readonly reports: readonly OutputFile[];
}

/** What was read and found sound, before anything is printed: the same for every version of the bundle. */
export interface Analysis {
  /** In source order. Where there are any, nothing is to be printed. */
  readonly diagnostics: readonly Diagnostic[];
  readonly model: ApiModel;
  readonly views: readonly View[];
}

/** The model of one channel, and what prints its schemas. */
type View = ReturnType<typeof viewOf>;

/** Builds both channels of a bundle in memory. */
export function build(input: BuildInput): BuildOutput {
  const analysis = analyse(input);
  input.progress?.(`printing ${analysis.model.kinds.length} kinds`);
  return print(analysis, input.bundle, input.templates);
}

/** Reads the sources and checks them. */
export function analyse({ sources, bundle, progress = () => {} }: Omit<BuildInput, "templates">): Analysis {
  progress(`reading ${sources.length} files`);
  const { model, diagnostics: readDiagnostics } = readApi(sources);
  progress(`checking ${model.kinds.length} kinds`);
  const views = CHANNELS.map((channel) => viewOf(model, channel, bundle));
  const diagnostics = inSourceOrder([
    ...readDiagnostics,
    ...emptiness(model, readDiagnostics),
    ...runChecks({ model, bundle, views }),
  ]);
  return { diagnostics, model, views };
}

/**
 * Prints what was found sound, as the version that the bundle says; what was not has its diagnostics alone. A snapshot is
 * of one channel alone.
 */
export function print(
  { model, views, diagnostics: found }: Analysis,
  bundle: Bundle,
  templates: Templates,
  channels: readonly Channel[] = CHANNELS,
): BuildOutput {
  if (found.length > 0) return { diagnostics: found, model, crds: [], files: [], reports: [] };
  const printed = views.filter(({ channel }) => channels.includes(channel));
  const crds = printed.map((view) => ({
    ...printCrds(view.model, bundle, view.channel, view.printer),
    model: view.model,
  }));
  const diagnostics = inSourceOrder(crds.flatMap((channel) => sizeProblems(channel, model)));
  if (diagnostics.length > 0) return { diagnostics, model, crds: [], files: [], reports: [] };
  const reports = crds.map((channel) => printApiReport(channel, bundle));
  const files = printFiles(crds, reservedFields(model), bundle, templates);
  return { diagnostics, model, crds, files, reports };
}

function viewOf(model: ApiModel, channel: ChannelView["channel"], bundle: Bundle) {
  const printer = new SchemaPrinter(bundle.preserveUnknownFields);
  const schemaOf: ChannelView["schemaOf"] = (node) => printer.print(node);
  const declared = new SchemaPrinter("none");
  const declaredSchemaOf: ChannelView["declaredSchemaOf"] = (node) => declared.print(node);
  return { channel, model: projectToChannel(model, channel), printer, schemaOf, declaredSchemaOf };
}

/** A bundle without a kind is a mistake, unless something else that is wrong explains it. */
function emptiness(model: ApiModel, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return model.kinds.length > 0 || diagnostics.length > 0 ? [] : [diagnose("no-kinds", { directory: `${APIS}/` })];
}

/** Every CRD fits into the annotation that client-side kubectl apply keeps. */
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
