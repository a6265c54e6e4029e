/** Diagnostics about the files of a bundle that is or was released, and about its assets. */
import { pageLink } from "../../docs.js";
import { entry } from "./entry.js";

const BUILD_AGAIN =
  "Do not install this release. If its tag was not pushed, maintainers can undo the release (see " +
  `${pageLink("undo.md")}), run crd-bundle build, commit dist/, and release again. If the tag was pushed, they must ` +
  "publish a new release with a fix. Never edit files in dist/ by hand.";
const FETCH_AGAIN =
  "If you downloaded the assets, download all of them again. If the problem remains, do not use the assets, and " +
  "report the problem to the maintainers. If the assets are in your clone, move release/<version>/ to another " +
  "directory, and run crd-bundle verify <tag> --write to create the assets again.";

export const BUNDLE_ENTRIES = {
  "bundle-channel": entry<{ path: string; channel: string }>({
    message: ({ path, channel }) => `${path} belongs to the ${channel} channel, which is not part of this release`,
    fix: BUILD_AGAIN,
    why:
      "This release is a snapshot, a pre-release that contains only the experimental channel. The file is left over " +
      "from an earlier build, so it might not match the sources.",
  }),
  "bundle-file-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} is missing from the bundle`,
    fix: BUILD_AGAIN,
    why:
      "Without the files of a channel, users could not install it with kubectl or Kustomize. Without bundle.json, " +
      "tools could not check the other files of the release.",
  }),
  "bundle-index-digest": entry<{ path: string }>({
    message: ({ path }) => `the size or SHA-256 checksum of ${path} does not match bundle.json`,
    fix: BUILD_AGAIN,
    why:
      "The file bundle.json lists the size and checksum of each file in the bundle. Tools that compare a downloaded " +
      "file with this list would reject the file.",
  }),
  "bundle-index-head": entry<{ key: string; found: string; expected: string }>({
    message: ({ key, found, expected }) => `"${key}" in bundle.json is ${found || "empty"}, not ${expected}`,
    fix: BUILD_AGAIN,
    why: "Tools read bundle.json to identify the release, and would mistake this release for a different one.",
  }),
  "bundle-index-missing": entry<{ path: string }>({
    message: ({ path }) => `bundle.json does not list ${path}`,
    fix: BUILD_AGAIN,
    why:
      "The file bundle.json must list all files in the bundle. Tools that download the listed files would not " +
      "download this one.",
  }),
  "bundle-index-surplus": entry<{ path: string }>({
    message: ({ path }) => `bundle.json lists ${path}, which is not in the bundle`,
    fix: BUILD_AGAIN,
    why: "Tools that download the files listed in bundle.json would fail.",
  }),
  "bundle-install-differs": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} differs from the same object in the channel's directory`,
    fix: BUILD_AGAIN,
    why:
      "Users can install a channel from a single file or from its directory, standard/ or experimental/. Clusters " +
      "with the same release would serve different APIs, depending on the method.",
  }),
  "bundle-install-missing": entry<{ path: string; object: string; from: string }>({
    message: ({ path, object, from }) => `${object} is in ${from}, but is missing from ${path}`,
    fix: BUILD_AGAIN,
    why: "Users who install the channel from a single file would not get this object, or would keep an older version.",
  }),
  "bundle-install-surplus": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} is not in the channel's directory`,
    fix: BUILD_AGAIN,
    why:
      "Users who install the channel from a single file would get an object that is not part of the release. If the " +
      "API server does not know the kind of the object, the installation fails halfway.",
  }),
  "bundle-kustomization-key": entry<{ path: string; key: string }>({
    message: ({ path, key }) => `${path} has the key "${key}", but only apiVersion, kind, and resources are allowed`,
    fix: BUILD_AGAIN,
    why: "Other keys can change what Kustomize installs, so users might not get the reviewed manifests.",
  }),
  "bundle-kustomization-missing": entry<{ path: string; name: string }>({
    message: ({ path, name }) => `${path} does not list ${name}, which is in the same directory`,
    fix: BUILD_AGAIN,
    why: "Users who install with Kustomize would not get the objects in this file.",
  }),
  "bundle-kustomization-surplus": entry<{ path: string; name: string }>({
    message: ({ path, name }) => `${path} lists ${name}, which is not a manifest in the same directory`,
    fix: BUILD_AGAIN,
    why: "An installation with Kustomize would fail, or would install something that is not part of the release.",
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
      "Installers, and the ValidatingAdmissionPolicy if the bundle contains one, read this annotation to decide " +
      "whether an upgrade is allowed. Without the correct value, they could allow an unsafe upgrade or reject a safe " +
      "one.",
  }),
  "bundle-status": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} has a status`,
    fix: BUILD_AGAIN,
    why:
      "Only the API server sets the status of an object in a bundle. Clients that validate manifests before the " +
      "installation might reject this one.",
  }),
  "bundle-twice": entry<{ path: string; what: string }>({
    message: ({ path, what }) => `${path} repeats ${what}`,
    fix: BUILD_AGAIN,
    why: "An installation with Kustomize would fail. With kubectl apply, only the last copy would take effect.",
  }),
  "bundle-unreadable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `invalid file ${path}: ${problem}`,
    fix: BUILD_AGAIN,
    why: "The tool cannot check the file, and other tools might fail to read it.",
  }),
  "asset-missing": entry<{ name: string }>({
    message: ({ name }) => `${name} is missing from the assets`,
    fix: FETCH_AGAIN,
    why: "The release is incomplete, so users might be unable to install or verify it.",
  }),
  "asset-sum": entry<{ name: string; listed: string; actual: string }>({
    message: ({ name, listed, actual }) =>
      `the SHA-256 checksum of ${name} is ${actual}, but SHA256SUMS lists ${listed}`,
    fix: FETCH_AGAIN,
    why:
      "The file or SHA256SUMS is not the one that was released. If an asset is replaced after the release, every " +
      "installation that pins its checksum fails.",
  }),
  "asset-sums-line": entry<{ line: number }>({
    message: ({ line }) => `line ${line} of SHA256SUMS is not a checksum followed by an asset name`,
    fix: FETCH_AGAIN,
    why:
      "Scripts that check the assets would fail. If the line contains a path to another directory, the scripts could " +
      "read or write files outside the directory of the assets.",
  }),
  "asset-sums-twice": entry<{ name: string }>({
    message: ({ name }) => `SHA256SUMS lists ${name} more than once`,
    fix: FETCH_AGAIN,
    why: "If the checksums differ, tools cannot tell which one is correct.",
  }),
  "asset-surplus": entry<{ name: string }>({
    message: ({ name }) => `${name} is not an asset of the release`,
    fix:
      "If you added the file, move it out of the directory of the assets. If the file was published with the " +
      "release, do not use it, and report it to the maintainers.",
    why: "A build of the release's sources does not create this file, so its origin is unknown.",
  }),
};
