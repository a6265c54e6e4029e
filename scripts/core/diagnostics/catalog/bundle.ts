/** What can be wrong with a bundle that is about to be released, or that was, and with its assets. */
import { entry } from "./entry.js";

const BUILD_AGAIN = "Build the bundle again and commit what that writes: nothing in dist/ is edited by hand.";
const FETCH_AGAIN =
  "Fetch the release again from where it is published, and tell its maintainers if it is the same there. " +
  "To build the assets again, move release/<version>/ away: crd-bundle verify <tag> --write.";

export const BUNDLE_ENTRIES = {
  "bundle-channel": entry<{ path: string; channel: string }>({
    message: ({ path, channel }) => `${path} is of the ${channel} channel, which is not released`,
    fix: BUILD_AGAIN,
    why: "A snapshot is of one channel, and what lies beside it was built at another time, from other sources.",
  }),
  "bundle-file-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} is missing from the bundle`,
    fix: BUILD_AGAIN,
    why: "Whoever installs a channel counts on it: as a directory, with kustomize, or in one file.",
  }),
  "bundle-index-digest": entry<{ path: string }>({
    message: ({ path }) => `${path} has another size or SHA-256 sum than bundle.json says`,
    fix: BUILD_AGAIN,
    why: "Tools that fetch single files check them against the index, and would refuse this one.",
  }),
  "bundle-index-head": entry<{ key: string; found: string; expected: string }>({
    message: ({ key, found, expected }) => `"${key}" in bundle.json is ${found || "empty"}, and not ${expected}`,
    fix: BUILD_AGAIN,
    why: "Tools ask the index which release they have in front of them, and would act on another one.",
  }),
  "bundle-index-missing": entry<{ path: string }>({
    message: ({ path }) => `bundle.json does not list ${path}`,
    fix: BUILD_AGAIN,
    why: "What is not listed was not built, or nobody who fetches by the list gets it.",
  }),
  "bundle-index-surplus": entry<{ path: string }>({
    message: ({ path }) => `bundle.json lists ${path}, which is not in the bundle`,
    fix: BUILD_AGAIN,
    why: "Tools that fetch what the index lists would fail.",
  }),
  "bundle-install-differs": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${path} has another ${object} than the directory of its channel`,
    fix: BUILD_AGAIN,
    why: "Two clusters with the same release would have different APIs, depending on how it was installed.",
  }),
  "bundle-install-missing": entry<{ path: string; object: string; from: string }>({
    message: ({ path, object, from }) => `${path} lacks ${object}, which is in ${from}`,
    fix: BUILD_AGAIN,
    why: "Who installs that one file would go without the API, or go on with an old version of it.",
  }),
  "bundle-install-surplus": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${path} holds ${object}, which is no object of its channel`,
    fix: BUILD_AGAIN,
    why:
      "An API server refuses what it does not know, so the installation stops half-way. A kustomization.yaml was " +
      "once pasted into a released install manifest.",
  }),
  "bundle-kustomization-key": entry<{ path: string; key: string }>({
    message: ({ path, key }) => `${path} has "${key}", and not resources alone`,
    fix: BUILD_AGAIN,
    why: "It could change what is installed, so that it differs from the manifests that were reviewed.",
  }),
  "bundle-kustomization-missing": entry<{ path: string; name: string }>({
    message: ({ path, name }) => `${path} does not name ${name}, which lies beside it`,
    fix: BUILD_AGAIN,
    why:
      "Who installs with kustomize would go without it. A list that is kept by hand loses kinds: in one project, " +
      "twelve of twenty-one releases lacked one.",
  }),
  "bundle-kustomization-surplus": entry<{ path: string; name: string }>({
    message: ({ path, name }) => `${path} names ${name}, which does not lie beside it`,
    fix: BUILD_AGAIN,
    why: "An installation with kustomize would fail, or bring something that is no part of the release.",
  }),
  "bundle-stamp": entry<{
    path: string;
    object: string;
    annotation: string;
    expected: string;
    found?: string | undefined;
  }>({
    message: ({ path, object, annotation, expected, found }) =>
      `${object} in ${path} says ${found === undefined ? "nothing" : found} under ${annotation}, and not ${expected}`,
    fix: BUILD_AGAIN,
    why:
      "Installers and the admission policy decide by the stamp what may take the place of what. Bundles were " +
      "released with the version before, and policies with -dev or with the name of the other channel.",
  }),
  "bundle-status": entry<{ path: string; object: string }>({
    message: ({ path, object }) => `${object} in ${path} has a status`,
    fix: BUILD_AGAIN,
    why:
      "The status belongs to the API server. `storedVersions: null` was released once, and clients that check what " +
      "they send refuse it.",
  }),
  "bundle-twice": entry<{ path: string; what: string }>({
    message: ({ path, what }) => `${what} in ${path} is there already`,
    fix: BUILD_AGAIN,
    why: "An installation with kustomize would fail, and kubectl keeps whichever comes last.",
  }),
  "bundle-unreadable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be read: ${problem}`,
    fix: BUILD_AGAIN,
    why: "What cannot be read cannot be checked, and nobody could install it.",
  }),
  "asset-missing": entry<{ name: string }>({
    message: ({ name }) => `${name} is missing from the assets`,
    fix: FETCH_AGAIN,
    why: "The release is not whole.",
  }),
  "asset-sum": entry<{ name: string; listed: string; actual: string }>({
    message: ({ name, listed, actual }) => `${name} has the SHA-256 sum ${actual}, and SHA256SUMS says ${listed}`,
    fix: FETCH_AGAIN,
    why:
      "It is not the file that was released. An asset that is replaced after a release, with the best intentions, " +
      "breaks every installation that pins its sum.",
  }),
  "asset-sums-line": entry<{ line: number }>({
    message: ({ line }) => `line ${line} of SHA256SUMS is no sum with the name of an asset`,
    fix: FETCH_AGAIN,
    why: "A name that leads into another directory would make a check read, and a script write, outside of the release.",
  }),
  "asset-sums-twice": entry<{ name: string }>({
    message: ({ name }) => `SHA256SUMS lists ${name} more than once`,
    fix: FETCH_AGAIN,
    why: "Which of the sums is the right one would be anybody's guess.",
  }),
  "asset-surplus": entry<{ name: string }>({
    message: ({ name }) => `${name} is among the assets, and none of the release`,
    fix: FETCH_AGAIN,
    why: "Nobody can say where it comes from.",
  }),
};
