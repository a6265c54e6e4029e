/** Diagnostics about the files of a bundle that is or was released, and about its assets. */
import { entry } from "./entry.js";

const BUILD_AGAIN = "Build the bundle again and commit the result. Do not edit files in dist/ by hand.";
const FETCH_AGAIN =
  "Download the release again. If the published file is the same, tell the maintainers. To build the assets again, " +
  "move release/<version>/ away: crd-bundle verify <tag> --write.";

export const BUNDLE_ENTRIES = {
  "bundle-channel": entry<{ path: string; channel: string }>({
    message: ({ path, channel }) => `${path} belongs to the ${channel} channel, which is not part of this release`,
    fix: BUILD_AGAIN,
    why:
      "A snapshot contains only one channel. The files of the other one come from an earlier build with other " +
      "sources.",
  }),
  "bundle-file-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} is missing from the bundle`,
    fix: BUILD_AGAIN,
    why:
      "Users install a channel from its directory, with its kustomization or from one file. Without this file, one " +
      "of these ways fails.",
  }),
  "bundle-index-digest": entry<{ path: string }>({
    message: ({ path }) => `the size or SHA-256 checksum of ${path} differs from bundle.json`,
    fix: BUILD_AGAIN,
    why: "Tools that download single files check them against bundle.json and would reject this one.",
  }),
  "bundle-index-head": entry<{ key: string; found: string; expected: string }>({
    message: ({ key, found, expected }) => `"${key}" in bundle.json is ${found || "empty"}, not ${expected}`,
    fix: BUILD_AGAIN,
    why: "Tools read bundle.json to find out which release they have. They would mistake it for another one.",
  }),
  "bundle-index-missing": entry<{ path: string }>({
    message: ({ path }) => `bundle.json does not list ${path}`,
    fix: BUILD_AGAIN,
    why: "Either the build did not write the file, or tools that download the files in bundle.json would miss it.",
  }),
  "bundle-index-surplus": entry<{ path: string }>({
    message: ({ path }) => `bundle.json lists ${path}, which is not in the bundle`,
    fix: BUILD_AGAIN,
    why: "Tools that download the files in bundle.json would fail.",
  }),
  "bundle-install-differs": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} differs from ${object} in the directory of the channel`,
    fix: BUILD_AGAIN,
    why: "Two clusters with the same release would serve different APIs, depending on how each was installed.",
  }),
  "bundle-install-missing": entry<{ path: string; object: string; from: string }>({
    message: ({ path, object, from }) => `${object} is missing from ${path}, but is in ${from}`,
    fix: BUILD_AGAIN,
    why: "Users who install this file would not get the API, or would keep an older version of it.",
  }),
  "bundle-install-surplus": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} is not in the directory of the channel`,
    fix: BUILD_AGAIN,
    why:
      "Users who install this file would get an object that is not part of the release. If the API server does not " +
      "know its kind, the installation fails halfway.",
  }),
  "bundle-kustomization-key": entry<{ path: string; key: string }>({
    message: ({ path, key }) => `${path} has the key "${key}"; only resources is allowed`,
    fix: BUILD_AGAIN,
    why: "Any other key can make kustomize install something other than the manifests that were reviewed.",
  }),
  "bundle-kustomization-missing": entry<{ path: string; name: string }>({
    message: ({ path, name }) => `${path} does not list ${name}, which is in the same directory`,
    fix: BUILD_AGAIN,
    why: "Users who install with kustomize would not get this manifest.",
  }),
  "bundle-kustomization-surplus": entry<{ path: string; name: string }>({
    message: ({ path, name }) => `${path} lists ${name}, which is not a manifest in the same directory`,
    fix: BUILD_AGAIN,
    why: "An installation with kustomize would fail, or would install something that is not part of the release.",
  }),
  "bundle-stamp": entry<{
    path: string;
    object: string;
    annotation: string;
    expected: string;
    found?: string | undefined;
  }>({
    message: ({ path, object, annotation, expected, found }) =>
      found === undefined
        ? `${object} in ${path} lacks the annotation ${annotation}: ${expected}`
        : `the annotation ${annotation} of ${object} in ${path} is ${found}, not ${expected}`,
    fix: BUILD_AGAIN,
    why:
      "Installers and the admission policy compare this annotation to decide whether an upgrade is allowed. They " +
      "would allow a wrong one, or reject a correct one.",
  }),
  "bundle-status": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} has a status`,
    fix: BUILD_AGAIN,
    why: "Only the API server writes the status. Clients that validate manifests before they send them may reject it.",
  }),
  "bundle-twice": entry<{ path: string; what: string }>({
    message: ({ path, what }) => `${path} repeats ${what}`,
    fix: BUILD_AGAIN,
    why: "An installation with kustomize would fail, and kubectl would apply only the last one.",
  }),
  "bundle-unreadable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `invalid file ${path}: ${problem}`,
    fix: BUILD_AGAIN,
    why: "The release check cannot read the file, and users could not install it.",
  }),
  "asset-missing": entry<{ name: string }>({
    message: ({ name }) => `${name} is missing from the assets`,
    fix: FETCH_AGAIN,
    why: "The release is incomplete.",
  }),
  "asset-sum": entry<{ name: string; listed: string; actual: string }>({
    message: ({ name, listed, actual }) =>
      `the SHA-256 checksum of ${name} is ${actual}, but SHA256SUMS lists ${listed}`,
    fix: FETCH_AGAIN,
    why:
      "It is not the file that was released. If somebody replaces an asset after its release, every installation " +
      "that pins the checksum fails.",
  }),
  "asset-sums-line": entry<{ line: number }>({
    message: ({ line }) => `line ${line} of SHA256SUMS is not a checksum followed by the name of an asset`,
    fix: FETCH_AGAIN,
    why: "A name that leads to another directory would make scripts read or write files outside of the release.",
  }),
  "asset-sums-twice": entry<{ name: string }>({
    message: ({ name }) => `SHA256SUMS lists ${name} more than once`,
    fix: FETCH_AGAIN,
    why: "Tools could not tell which of the checksums is right.",
  }),
  "asset-surplus": entry<{ name: string }>({
    message: ({ name }) => `${name} is not an asset of the release`,
    fix: FETCH_AGAIN,
    why: "The sources do not produce this file, so its origin is unknown.",
  }),
};
