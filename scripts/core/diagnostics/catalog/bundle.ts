/** Diagnostics about the files of a bundle that is or was released, and about its assets. */
import { pageLink } from "../../docs.js";
import { entry } from "./entry.js";

const BUILD_AGAIN =
  "Do not install a release that has this problem. If you do not maintain the bundle, report the problem to its " +
  "maintainers. If you maintain the bundle, first check whether the release tag was pushed. If it was not, and " +
  `\`crd-bundle release\` created the tag, undo the release (see ${pageLink("undo.md")}). Otherwise, keep the tag. ` +
  "In both cases, run `crd-bundle build`, commit dist/, and create a new release with `crd-bundle release`. " +
  "Never edit files in dist/ by hand.";
const FETCH_AGAIN =
  "If you downloaded the assets, download all of them again, and run `crd-bundle verify` again. If the problem " +
  "remains, do not use the assets, and report the problem to the maintainers. If crd-bundle created the assets in " +
  "your clone, move release/<version>/ to another directory, and create the assets again with `crd-bundle verify " +
  "v<version> --write`.";

export const BUNDLE_ENTRIES = {
  "bundle-channel": entry<{ path: string; channel: string }>({
    message: ({ path, channel }) => `${path} belongs to the ${channel} channel, which is not part of this release`,
    example: { path: "standard/example.dev_widgets.yaml", channel: "standard" },
    fix:
      "Do not install this release. If you do not maintain the bundle, report the problem to its maintainers. If " +
      "you maintain the bundle and this is a snapshot, create a new snapshot with `crd-bundle release auto " +
      "--snapshot`. The name of a snapshot contains the date of its last commit, so you need a commit from a later " +
      "day. For other releases, create a new patch release.",
    why:
      "A snapshot contains only the experimental channel, and a bundle can have a single channel in all releases. " +
      "`crd-bundle release` does not add files of other channels, so the file was added by other means and might not " +
      "match the sources.",
  }),
  "bundle-file-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} is missing from the bundle`,
    example: { path: "standard/kustomization.yaml" },
    fix: BUILD_AGAIN,
    why:
      "If a manifest, the kustomization, or the install manifest of a channel is missing, an installation with " +
      "kubectl or Kustomize fails or is incomplete. If bundle.json is missing, tools cannot check the other files of " +
      "the release.",
  }),
  "bundle-index-digest": entry<{ path: string }>({
    message: ({ path }) => `the size or SHA-256 checksum of ${path} does not match bundle.json`,
    example: { path: "standard/example.dev_widgets.yaml" },
    fix: BUILD_AGAIN,
    why:
      "The file bundle.json lists the size and checksum of each file in the bundle. Tools that compare a downloaded " +
      "file with this list reject the file.",
  }),
  "bundle-index-head": entry<{ key: string; found: string; expected: string }>({
    message: ({ key, found, expected }) => `"${key}" in bundle.json is ${found || "empty"}, not ${expected}`,
    example: { key: "version", found: "1.6.0", expected: "1.7.0" },
    fix: BUILD_AGAIN,
    why:
      "Tools read the version and the channels of a release from bundle.json. If one of these values is wrong, the " +
      "tools might treat this release as a different version or install the wrong channel.",
  }),
  "bundle-index-missing": entry<{ path: string }>({
    message: ({ path }) => `bundle.json does not list ${path}`,
    example: { path: "standard/example.dev_widgets.yaml" },
    fix: BUILD_AGAIN,
    why:
      "The file bundle.json must list all other files in the bundle. Tools that download only the listed files do " +
      "not download a file that is missing from the list.",
  }),
  "bundle-index-surplus": entry<{ path: string }>({
    message: ({ path }) => `bundle.json lists ${path}, which is not in the bundle`,
    example: { path: "standard/example.dev_gadgets.yaml" },
    fix: BUILD_AGAIN,
    why: "Tools that download the files listed in bundle.json fail, because this file does not exist.",
  }),
  "bundle-install-differs": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} differs from the same object in the channel's directory`,
    example: { path: "standard-install.yaml", object: "CustomResourceDefinition widgets.example.dev" },
    fix: BUILD_AGAIN,
    why:
      "Users can install a channel either from its install manifest (a single file) or from its directory (standard/ " +
      "or experimental/). If the two differ, clusters with the same release serve different APIs, depending on the " +
      "method.",
  }),
  "bundle-install-missing": entry<{ path: string; object: string; from: string }>({
    message: ({ path, object, from }) => `${object} is in ${from}, but is missing from ${path}`,
    example: {
      path: "standard-install.yaml",
      object: "CustomResourceDefinition widgets.example.dev",
      from: "standard/example.dev_widgets.yaml",
    },
    fix: BUILD_AGAIN,
    why:
      "Users who install the channel from its install manifest (a single file) do not get this object. If they " +
      "already have the object from an earlier release, it is not updated.",
  }),
  "bundle-install-surplus": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} is not in the channel's directory`,
    example: { path: "standard-install.yaml", object: "CustomResourceDefinition gadgets.example.dev" },
    fix: BUILD_AGAIN,
    why:
      "Users who install the channel from its install manifest (a single file) get an object that is not part of the " +
      "release. If the API server does not know the kind of the object, the installation fails and might be " +
      "incomplete.",
  }),
  "bundle-kustomization-key": entry<{ path: string; key: string }>({
    message: ({ path, key }) => `${path} has the key "${key}", but only apiVersion, kind, and resources are allowed`,
    example: { path: "standard/kustomization.yaml", key: "patches" },
    fix: BUILD_AGAIN,
    why: "Other keys can change what Kustomize installs, so users might not get the reviewed manifests.",
  }),
  "bundle-kustomization-missing": entry<{ path: string; name: string }>({
    message: ({ path, name }) => `${path} does not list ${name}, which is in the same directory`,
    example: { path: "standard/kustomization.yaml", name: "example.dev_widgets.yaml" },
    fix: BUILD_AGAIN,
    why: "Users who install the channel with Kustomize do not get the objects in this file.",
  }),
  "bundle-kustomization-surplus": entry<{ path: string; name: string }>({
    message: ({ path, name }) => `${path} lists ${name}, which is not a manifest in the same directory`,
    example: { path: "standard/kustomization.yaml", name: "example.dev_gadgets.yaml" },
    fix: BUILD_AGAIN,
    why:
      "If the listed file does not exist, an installation with Kustomize fails. If the file exists in another place, " +
      "Kustomize might install objects that are not part of the release.",
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
    example: {
      path: "standard/example.dev_widgets.yaml",
      object: "CustomResourceDefinition widgets.example.dev",
      annotation: "example.dev/bundle-version",
      expected: "v1.7.0",
      found: "v1.6.0",
    },
    fix: BUILD_AGAIN,
    why:
      "Installers, and the ValidatingAdmissionPolicy if the bundle contains one, read this annotation to decide " +
      "whether an upgrade is allowed. If the annotation is wrong or missing, they might allow an unsafe upgrade or " +
      "reject a safe one.",
  }),
  "bundle-status": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} has a status`,
    example: {
      path: "standard/example.dev_widgets.yaml",
      object: "CustomResourceDefinition widgets.example.dev",
    },
    fix: BUILD_AGAIN,
    why:
      "Only the API server sets the status of the objects in a bundle. Clients that validate manifests before " +
      "installation might reject a manifest that already contains a status.",
  }),
  "bundle-twice": entry<{ path: string; what: string }>({
    message: ({ path, what }) => `${path} contains ${what} more than once`,
    example: { path: "standard-install.yaml", what: "CustomResourceDefinition widgets.example.dev" },
    fix: BUILD_AGAIN,
    why:
      "Kustomize rejects manifests that contain the same object twice. `kubectl apply` applies every copy of the " +
      "object. If the copies differ, the last copy overwrites the others.",
  }),
  "bundle-unreadable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `invalid file ${path}: ${problem}`,
    example: { path: "standard/example.dev_widgets.yaml", problem: "it is empty" },
    fix: BUILD_AGAIN,
    why: "The tool cannot check the content of the file, and other tools might fail to read it.",
  }),
  "asset-missing": entry<{ name: string }>({
    message: ({ name }) => `${name} is missing from the assets`,
    example: { name: "standard-install.yaml" },
    fix: FETCH_AGAIN,
    why: "Without this asset, the release is incomplete, and users might be unable to install or verify it.",
  }),
  "asset-sum": entry<{ name: string; listed: string; actual: string }>({
    message: ({ name, listed, actual }) =>
      `the SHA-256 checksum of ${name} is ${actual}, but SHA256SUMS lists ${listed}`,
    example: {
      name: "standard-install.yaml",
      listed: "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
      actual: "e258d248fda94c63753607f7c4494ee0fcbe92f1a76bfdac795c9d84101eb317",
    },
    fix: FETCH_AGAIN,
    why:
      "This asset or SHA256SUMS differs from the file that was released. The download might be damaged, or someone " +
      "might have replaced the file after the release.",
  }),
  "asset-sums-line": entry<{ line: number }>({
    message: ({ line }) =>
      `line ${line} of SHA256SUMS must consist of a SHA-256 checksum, two spaces, and the name of an asset`,
    example: { line: 3 },
    fix: FETCH_AGAIN,
    why:
      "Tools that check the assets with SHA256SUMS, such as `sha256sum --check`, skip the line or fail. If the " +
      "line contains a path to another directory, the tools read a file that is not an asset.",
  }),
  "asset-sums-twice": entry<{ name: string }>({
    message: ({ name }) => `SHA256SUMS lists ${name} more than once`,
    example: { name: "standard-install.yaml" },
    fix: FETCH_AGAIN,
    why: "If the listed checksums of the asset differ, tools cannot tell which one is correct.",
  }),
  "asset-surplus": entry<{ name: string }>({
    message: ({ name }) => `${name} is not an asset of the release`,
    example: { name: "install.sh" },
    fix:
      "If you added the file, move it out of the assets directory. If the file was published with the release, do " +
      "not use the file, and report the problem to the maintainers.",
    why: "A build of the release's sources does not create this file, so its origin is unknown.",
  }),
};
