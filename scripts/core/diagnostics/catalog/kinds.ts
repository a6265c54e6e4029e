/** Diagnostics about kinds, their versions, and their channels. */
import { entry } from "./entry.js";

const ASPECT_WORDS: Readonly<Record<string, string>> = {
  columns: "columns",
  status: "status subresource",
  scale: "scale subresource",
  selectableFields: "selectable fields",
};

export const KIND_ENTRIES = {
  "annotation-taken": entry<{ key: string }>({
    message: ({ key }) => `@crdAnnotation sets "${key}", which only the build can set`,
    fix:
      "Remove the tag. To change the annotation, edit the setting annotations or groups.*.approval in " +
      "apis/bundle.yaml.",
    why:
      "The build would overwrite the value of the tag. A tag for api-approved.kubernetes.io could also claim that an " +
      "API is approved when it is not.",
  }),
  "crd-too-large": entry<{ kind: string; channel: string; size: number; limit: number }>({
    message: ({ kind, channel, size, limit }) =>
      `the CRD of ${kind} in the ${channel} channel is too large: its annotations would take ${size} bytes, but the ` +
      `limit is ${limit}`,
    fix:
      "Shorten descriptions, omit the descriptions of a large type with @noDescription, or remove an unserved " +
      "version. If users install the CRD with kubectl apply --server-side, add @accept crd-too-large and the reason.",
    why:
      "Client-side kubectl apply stores a copy of the CRD in an annotation, and the API server limits the total size " +
      "of annotations. Server-side apply does not store such a copy.",
    advice: true,
  }),
  "kind-alpha-only": entry<{ kind: string }>({
    message: ({ kind }) => `${kind} is in the standard channel, but all of its versions in that channel are alpha`,
    fix: "Tag the alpha versions @experimental, or add a beta or stable version to the standard channel.",
    why: "The standard channel does not serve alpha versions, so users of the channel could not use the kind.",
  }),
  "kind-api-version": entry<{ apiVersion: string }>({
    message: ({ apiVersion }) => `apiVersion "${apiVersion}" must have the form <group>/<version>`,
    fix: 'Specify both the group and the version, as in apiVersion: "example.dev/v1".',
    why: "The API server rejects a CustomResourceDefinition without a group or without a version.",
  }),
  "kind-channel": entry<{ kind: string; group: string; channel: string }>({
    message: ({ kind, group, channel }) => `${kind} is in the ${channel} channel, but its group ${group} is not`,
    fix: "Tag every version of the kind @experimental, or add the channel to the group in apis/bundle.yaml.",
    why: "If a group is limited to one channel, users of the other channel must not get the kinds of the group.",
  }),
  "kind-duplicate": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `${other} already declares ${kind} in this version`,
    fix: "Remove one of the two declarations, or move one of them to the directory of another version.",
    why: "A CRD has one schema for each version, so the build could use only one of the two declarations.",
  }),
  "kind-directory": entry<{ apiVersion: string; directory: string }>({
    message: ({ apiVersion, directory }) => `apiVersion is "${apiVersion}", but the file is not in ${directory}`,
    fix: ({ directory }) => `Move the file to ${directory}, or correct apiVersion.`,
    why: "Contributors look for the kinds of a version in the directory of the version, and would not find this kind.",
  }),
  "kind-group-unknown": entry<{ kind: string; group: string }>({
    message: ({ kind, group }) => `${kind} is in the group ${group}, which apis/bundle.yaml does not list`,
    fix: "Add the group with its channels to apis/bundle.yaml, or correct the group in the kind's apiVersion.",
    why: "The build reads the channels of each group from apis/bundle.yaml, and cannot continue without them.",
  }),
  "kind-name": entry<{ what: string; name: string; problem: string; tag?: string | undefined }>({
    message: ({ what, name, problem }) => `invalid ${what} "${name}": ${problem}`,
    fix: ({ tag }) =>
      tag === undefined ? "Use a valid name, such as Widget." : `Rename the kind, or set a valid name with @${tag}.`,
    why: "The API server rejects a CRD with an invalid name, and the build uses the name in file names.",
  }),
  "kind-name-taken": entry<{ kind: string; other: string; name: string }>({
    message: ({ kind, other, name }) => `${kind} and ${other} use the name ${name} in the same group`,
    fix: "Rename one of the kinds, or set a different name with @plural, @singular, @shortName, or @listKind.",
    why: "In a group, the API server accepts a name for only one CRD. It would not serve the kind of the other CRD.",
  }),
  "kind-names-alike": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `the kinds ${kind} and ${other} in the same group differ only in case`,
    fix: "Rename one of the kinds.",
    why: "File names contain the kind in lowercase, so the files of both kinds would have the same name.",
  }),
  "kind-no-description": entry<{ kind: string; channel?: string | undefined }>({
    message: ({ kind, channel }) =>
      `the kind ${kind} has no description${channel === undefined ? "" : ` in the ${channel} channel`}`,
    fix: "Describe the purpose of the kind in a /** … */ comment before the interface.",
    why: "The description is the first thing that users read in the output of kubectl explain and on reference pages.",
    advice: true,
  }),
  "kind-no-metadata": entry<{ kind: string }>({
    message: ({ kind }) => `the kind ${kind} has no metadata`,
    fix: "Add the property metadata: ObjectMeta, and import ObjectMeta from apis/meta/v1.ts.",
    why:
      "Every Kubernetes object has metadata. TypeScript programs that import the type could not read the name of an " +
      "object.",
  }),
  "kind-not-exported": entry<{ name: string }>({
    message: ({ name }) => `${name} is a kind but is not exported`,
    fix: "Add the keyword export before interface.",
    why: "TypeScript programs that use the types could not import the kind.",
  }),
  "kind-not-interface": entry<{ name: string; declaration: string }>({
    message: ({ name, declaration }) => `${name} looks like a kind but is a ${declaration}`,
    fix: "Declare the kind as an interface, as in export interface Widget { … }.",
    why:
      "Only an interface can be a kind. If the build ignored this declaration, the kind would be missing from the " +
      "bundle.",
  }),
  "kind-not-literal": entry<{ name: string; property: string }>({
    message: ({ name, property }) => `${name} looks like a kind, but its ${property} is not a string literal`,
    fix: 'Declare both properties with string literals, as in apiVersion: "example.dev/v1" and kind: "Widget".',
    why:
      "The build recognizes a kind by its literals for apiVersion and kind. If the build ignored the interface, the " +
      "kind would be missing from the bundle.",
  }),
  "kind-storage-channel": entry<{ kind: string; version: string }>({
    message: ({ kind, version }) => `${kind} is in the standard channel, but its storage version ${version} is not`,
    fix: "Move @storageVersion to a version in the standard channel, or tag all versions @experimental.",
    why:
      "Both channels must have the same storage version. Otherwise, if a user switched to the other channel, the API " +
      "server would store objects in a different version.",
  }),
  "kind-storage-none": entry<{ kind: string; versions: string }>({
    message: ({ kind, versions }) => `${kind} has the versions ${versions}, but none of them is the storage version`,
    fix: "Tag one of the versions @storageVersion.",
    why: "The API server stores objects in one version and rejects a CRD without a storage version.",
  }),
  "kind-storage-several": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `${kind} already has the storage version ${other}`,
    fix: "Keep @storageVersion on only one version of the kind.",
    why: "The API server stores objects in one version and rejects a CRD with several storage versions.",
  }),
  "kind-storage-tag": entry<{ kind: string; version: string }>({
    message: ({ kind, version }) => `this tag belongs on the storage version of ${kind}, which is ${version}`,
    fix: ({ version }) => `Move the tag to the comment of the kind in version ${version}.`,
    why: "The tag applies to the whole CRD. If several versions had such tags, the tags could contradict each other.",
  }),
  "version-differs": entry<{ aspect: string; version: string; storage: string }>({
    message: ({ aspect, version, storage }) =>
      `${version} and the storage version ${storage} differ in their ${ASPECT_WORDS[aspect] ?? aspect}`,
    fix: ({ aspect, version }) =>
      `Make the versions match. If the difference is intentional, add @differs ${aspect} <reason> to the kind in ` +
      `${version}.`,
    why:
      "A difference is often a mistake. For example, if one version lacks the status subresource, controllers cannot " +
      "update the status subresource through that version.",
  }),
  "version-differs-not": entry<{ aspect: string }>({
    message: ({ aspect }) =>
      `@differs ${aspect} is set, but this version has the same ${ASPECT_WORDS[aspect] ?? aspect} as the storage ` +
      "version",
    fix: "Remove the tag.",
    why: "The tag would hide later differences between the versions, which are often mistakes.",
    advice: true,
  }),
  "version-loses-field": entry<{ fields: string; from: string; to: string }>({
    message: ({ fields, from, to }) => `objects that are converted from ${from} to ${to} lose ${fields}`,
    fix:
      "Do one of the following: declare the same fields in both versions; tag a version other than the storage " +
      "version @unserved; tag the types that contain the fields @preserveUnknownFields; or set preserveUnknownFields " +
      "to every-object in apis/bundle.yaml.",
    why:
      "With the conversion strategy None, the API server converts an object by changing its apiVersion, and drops " +
      "fields that the schema of the new version does not declare. If a user updates the object in the new version, " +
      "the values of these fields are lost.",
  }),
  "version-name": entry<{ version: string }>({
    message: ({ version }) => `"${version}" is not a valid API version`,
    fix: "Use a name such as v1, v1beta1, or v1alpha1.",
    why:
      "The build recognizes alpha versions by their names, and Kubernetes uses the names to choose the preferred " +
      "version.",
  }),
};
