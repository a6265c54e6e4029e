/**
 * What keeps a set of files from being the bundle of a version. It knows nothing of how the files were made, so that a
 * mistake in the build, in a merge or by hand is found all the same.
 */
import { installPath, isManifest, kustomizationPath } from "../../core/bundle-layout.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleAnnotations } from "../../core/model/bundle.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import { compareStrings, type Diagnostic, inSourceOrder } from "../../core/model/diagnostic.js";
import type { OutputFile } from "../../core/model/output.js";
import { tagOf, type Version } from "../../core/model/release-version.js";
import { indexProblems } from "./index-file.js";
import { kustomizationProblems } from "./kustomization.js";
import { manifestProblems } from "./manifests.js";

/** What a bundle is meant to be. */
export interface BundleIdentity {
  /** Without a leading v. */
  readonly version: Version;
  readonly annotations: BundleAnnotations;
  /** Those that are released: a snapshot is of one alone. */
  readonly channels: readonly Channel[];
}

/** All that is wrong with the files of `dist/`. */
export function bundleProblems(files: readonly OutputFile[], identity: BundleIdentity): Diagnostic[] {
  const sorted = [...files].sort((a, b) => compareStrings(a.path, b.path));
  return inSourceOrder([
    ...CHANNELS.flatMap((channel) => channelProblems(sorted, channel, identity)),
    ...indexProblems(sorted, identity),
  ]);
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

/** A channel that is not released has no files. One is enough to say so. */
function foreignFiles(files: readonly OutputFile[], channel: Channel): Diagnostic[] {
  const foreign = files.find(({ path }) => {
    return path === installPath(channel) || path.split("/").slice(0, -1).includes(channel);
  });
  return foreign ? [diagnose("bundle-channel", { path: foreign.path, channel })] : [];
}
