/**
 * Checks whether a set of files is the bundle of a version. The check does not know how the files were made, so it also
 * finds mistakes of the build, of a merge or of manual edits.
 */
import { CONVERSIONS, installPath, isManifest, kustomizationPath } from "../../core/bundle-layout.js";
import { readBundleConversions } from "../../core/config/conversions.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleAnnotations } from "../../core/model/bundle.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import { compareStrings, type Diagnostic, inSourceOrder } from "../../core/model/diagnostic.js";
import type { OutputFile } from "../../core/model/output.js";
import { tagOf, type Version } from "../../core/model/release-version.js";
import { diagnosticsIn } from "../../core/result.js";
import { indexProblems } from "./index-file.js";
import { kustomizationProblems } from "./kustomization.js";
import { manifestProblems } from "./manifests.js";

/** Expected properties of a bundle. */
export interface BundleIdentity {
  /** Bundle version, without a `v`. */
  readonly version: Version;
  readonly annotations: BundleAnnotations;
  /** Channels that are released. A snapshot contains only one. */
  readonly channels: readonly Channel[];
}

/** Returns all problems of the files in `dist/`. */
export function bundleProblems(files: readonly OutputFile[], identity: BundleIdentity): Diagnostic[] {
  const sorted = [...files].sort((a, b) => compareStrings(a.path, b.path));
  return inSourceOrder([
    ...CHANNELS.flatMap((channel) => channelProblems(sorted, channel, identity)),
    ...conversionsProblems(sorted),
    ...indexProblems(sorted, identity),
  ]);
}

/** Checks the definitions of conversions, which bundles of older versions of this tool do not have. */
function conversionsProblems(files: readonly OutputFile[]): Diagnostic[] {
  const file = files.find(({ path }) => path === CONVERSIONS);
  const problems = file ? diagnosticsIn([readBundleConversions(file)]) : [];
  return problems.map(({ location: _, ...problem }) => problem);
}

function channelProblems(files: readonly OutputFile[], channel: Channel, identity: BundleIdentity): Diagnostic[] {
  if (!identity.channels.includes(channel)) return foreignFiles(files, channel);
  const { version, annotations } = identity;
  const stamp = { [annotations.bundleVersion]: tagOf(version), [annotations.channel]: channel };
  const [kustomizes, installs] = [kustomizationPath(channel), installPath(channel)];
  const kustomization = files.find(({ path }) => path === kustomizes);
  const install = files.find(({ path }) => path === installs);
  const manifests = files.filter(({ path }) => isManifest(path, channel));
  const missing = [
    ...(manifests.length === 0 ? [`${channel}/`] : []),
    ...(kustomization ? [] : [kustomizes]),
    ...(install ? [] : [installs]),
  ];
  return [
    ...missing.map((path) => diagnose("bundle-file-missing", { path })),
    ...(kustomization ? kustomizationProblems(kustomization, manifests) : []),
    ...manifestProblems(manifests, install, stamp),
  ];
}

/** Returns a diagnostic if a channel that is not released has files. One diagnostic is enough. */
function foreignFiles(files: readonly OutputFile[], channel: Channel): Diagnostic[] {
  const foreign = files.find(({ path }) => {
    return path === installPath(channel) || path.split("/").slice(0, -1).includes(channel);
  });
  return foreign ? [diagnose("bundle-channel", { path: foreign.path, channel })] : [];
}
