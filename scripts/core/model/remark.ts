import type { UncomparedGroup } from "./bundle-state.js";
import type { Channel } from "./channel.js";
import type { Tag } from "./release-version.js";
import type { Skipped } from "./skipped.js";

/** Remark about a comparison or a check that users must know, but that is not a problem. */
export type Remark =
  /** A release, such as a later patch of an older minor version, is not in the history of HEAD. */
  | { readonly about: "release-of-another-line"; readonly tag: Tag }
  /** A pull request added the release, but its commit has no tag yet. */
  | { readonly about: "release-without-tag"; readonly tag: Tag }
  /** Only one of the two states has the channel. */
  | { readonly about: "channel-of-one-state"; readonly channel: Channel; readonly state: string }
  /** The second state is an earlier release than the first one. The policy may have no bump to check then. */
  | { readonly about: "states-reversed"; readonly from: string; readonly to: string; readonly lacksBump?: true }
  /** Standard input contains CRDs of a cluster in API groups that the state with which it is compared does not have. */
  | {
      readonly about: "crds-of-other-groups";
      readonly uncompared: readonly UncomparedGroup[];
      readonly state: string;
    }
  /** The named files contain objects that are not CRDs. Some files contain documents without a kind. */
  | {
      readonly about: "skipped-documents";
      readonly documents: Skipped["documents"];
      readonly withoutKinds: readonly string[];
    }
  /** Files of Helm charts are not in `crds/`, but probably contain CRDs. */
  | { readonly about: "unread-in-charts"; readonly files: readonly string[] }
  /** The named directories contain links that lead out of them. */
  | { readonly about: "skipped-links"; readonly links: Skipped["links"] }
  /**
   * Several documents contain the same CRD. All of them are checked, the first one defines the kind, or the last one is
   * compared as the installed CRD.
   */
  | {
      readonly about: "repeated-crds";
      readonly crds: readonly string[];
      readonly use: "checked" | "defining" | "installed";
    }
  /** No CRD to check has the name of an installed one. */
  | { readonly about: "nothing-installed"; readonly crds: readonly string[] }
  /** The named files contain objects of kinds that are part of Kubernetes. */
  | { readonly about: "builtin-objects"; readonly documents: Skipped["documents"] }
  /** No object to validate is one of the old objects. */
  | { readonly about: "nothing-updated" }
  /** Several documents contain the same old object, differently. The first one is used. */
  | { readonly about: "repeated-objects"; readonly objects: readonly string[] }
  /** Policies have no binding, or are about none of the objects. */
  | { readonly about: "unapplied-policies"; readonly policies: readonly string[] }
  /** The rules of objects with other errors were not evaluated. */
  | { readonly about: "unchecked-rules"; readonly objects: number }
  /** A policy warns of an object, or the tool cannot represent a part of it. */
  | { readonly about: "object-warning"; readonly object: string; readonly message: string }
  /** The experimental channel decides about kinds that are required of the standard channel. */
  | { readonly about: "only-experimental"; readonly kinds: readonly string[] }
  /** A consumer requires a version that is served, but deprecated. */
  | {
      readonly about: "deprecated-version";
      readonly consumer: string;
      readonly kind: string;
      readonly apiVersion: string;
      readonly warning?: string;
    }
  /** The tool runs from a checkout, to which the package.json of the new project refers. */
  | { readonly about: "tool-from-checkout"; readonly package: string }
  /** The tool cannot tell which package it was installed from, so package.json refers to the npm registry. */
  | { readonly about: "tool-of-unknown-origin"; readonly version: string }
  /** A new project below the top directory of a repository has no workflow. */
  | { readonly about: "no-workflow" }
  /** The provenance of the assets names another version of crd-bundle than the running one, or none. */
  | { readonly about: "release-tool"; readonly tag: string; readonly made?: string; readonly running: string };
