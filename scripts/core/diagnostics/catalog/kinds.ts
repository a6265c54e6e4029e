/** Diagnostics about kinds, their versions and their channels. */
import { entry } from "./entry.js";

const ASPECT_WORDS: Readonly<Record<string, string>> = {
  columns: "columns",
  status: "status subresource",
  scale: "scale subresource",
  selectableFields: "selectable fields",
};

export const KIND_ENTRIES = {
  "annotation-taken": entry<{ key: string }>({
    message: ({ key }) => `@crdAnnotation sets "${key}", which only the bundle can set`,
    fix: "Remove the tag. Set the annotations of the bundle and the approval of a group in apis/bundle.yaml.",
    why: "The build would overwrite the value, or the CRD would claim an approval that its group does not have.",
  }),
  "crd-too-large": entry<{ kind: string; channel: string; size: number; limit: number }>({
    message: ({ kind, channel, size, limit }) =>
      `the CRD of ${kind} in the ${channel} channel is too large: its annotations would take ${size} bytes, but the ` +
      `limit is ${limit}`,
    fix: "Shorten descriptions, most of all those of types that are used in many places, or remove an unserved version.",
    why:
      "Client-side kubectl apply stores a copy of the CRD in an annotation, and the API server limits the size of " +
      "all annotations. Users could install the CRD only with --server-side.",
    advice: true,
  }),
  "kind-alpha-only": entry<{ kind: string }>({
    message: ({ kind }) => `${kind} is in the standard channel, but all of its versions are alpha`,
    fix: "Tag its versions @experimental, or add a beta or stable version.",
    why: "The standard channel does not serve alpha versions, so nobody could use the kind.",
  }),
  "kind-api-version": entry<{ apiVersion: string }>({
    message: ({ apiVersion }) => `"${apiVersion}" is not a group and a version`,
    fix: 'Write both: apiVersion: "example.dev/v1".',
    why: "A CustomResourceDefinition must have a group.",
  }),
  "kind-channel": entry<{ kind: string; group: string; channel: string }>({
    message: ({ kind, group, channel }) => `${kind} is in the ${channel} channel, but its group ${group} is not`,
    fix: "Tag every version of the kind @experimental, or add the channel to the group in apis/bundle.yaml.",
    why: "A group is limited to a channel on purpose. Users of the other channel must not get its kinds.",
  }),
  "kind-duplicate": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `${other} already declares ${kind} in this version`,
    fix: "Keep one of the two.",
    why: "A CRD has one schema for each version, so the build could write only one of them.",
  }),
  "kind-directory": entry<{ apiVersion: string; directory: string }>({
    message: ({ apiVersion, directory }) => `apiVersion is "${apiVersion}", but the file is not in ${directory}`,
    fix: ({ directory }) => `Move the file to ${directory}, or correct apiVersion.`,
    why: "Contributors look for a version in its directory and would not find the kind.",
  }),
  "kind-group-unknown": entry<{ kind: string; group: string }>({
    message: ({ kind, group }) => `${kind} is in the group ${group}, which apis/bundle.yaml does not list`,
    fix: "Add the group with its channels to apis/bundle.yaml, or correct apiVersion.",
    why: "The build could not tell which channels the group belongs to and who approved it.",
  }),
  "kind-name": entry<{ what: string; name: string; problem: string; tag?: string | undefined }>({
    message: ({ what, name, problem }) => `invalid ${what} "${name}": ${problem}`,
    fix: ({ tag }) =>
      tag === undefined ? "Correct the kind, as in Widget." : `Rename the kind, or give it another @${tag}.`,
    why: "The API server rejects a CRD with such a name, and the build uses the name in file names.",
  }),
  "kind-name-taken": entry<{ kind: string; other: string; name: string }>({
    message: ({ kind, other, name }) => `${kind} and ${other} have the same name ${name} in one group`,
    fix: "Rename one of them, or give it another @plural, @singular, @shortName or @listKind.",
    why: "In a group, the API server accepts a name for only one CRD, and would not establish the other one.",
  }),
  "kind-names-alike": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `the kinds ${kind} and ${other} of one group differ only in case`,
    fix: "Rename one of them.",
    why: "The build names files after the kind in lowercase, so one of the two would overwrite the other.",
  }),
  "kind-no-description": entry<{ kind: string; channel?: string | undefined }>({
    message: ({ kind, channel }) =>
      `the kind ${kind} has no description${channel === undefined ? "" : ` in the ${channel} channel`}`,
    fix: "Put a /** … */ comment before the interface that describes the purpose of the kind.",
    why: "Users read it first in the output of kubectl explain and on reference pages.",
    advice: true,
  }),
  "kind-no-metadata": entry<{ kind: string }>({
    message: ({ kind }) => `the kind ${kind} has no metadata`,
    fix: "Add the field metadata: ObjectMeta, with ObjectMeta from apis/meta/v1.ts.",
    why: "Every Kubernetes object has metadata. Programs that import the type could not read the name of an object.",
  }),
  "kind-not-exported": entry<{ name: string }>({
    message: ({ name }) => `${name} is a kind but is not exported`,
    fix: "Put export before interface.",
    why: "Clients that use the types could not import the kind.",
  }),
  "kind-not-interface": entry<{ name: string; declaration: string }>({
    message: ({ name, declaration }) => `${name} looks like a kind but is a ${declaration}`,
    fix: ({ name }) => `Write export interface ${name} { … }.`,
    why: "Only an interface can be a kind. The build would leave the declaration out of the bundle without a message.",
  }),
  "kind-not-literal": entry<{ name: string; property: string }>({
    message: ({ name, property }) => `${name} looks like a kind, but its ${property} is not a literal`,
    fix: 'Write both as literals, as in apiVersion: "example.dev/v1" and kind: "Widget".',
    why: "Only an interface with both literals is a kind. The build would leave it out of the bundle without a message.",
  }),
  "kind-storage-channel": entry<{ kind: string; version: string }>({
    message: ({ kind, version }) => `${kind} is in the standard channel, but its storage version ${version} is not`,
    fix: "Tag a version of the standard channel @storageVersion, or tag all versions @experimental.",
    why:
      "Both channels must have the same storage version. Otherwise the API server would store objects in another " +
      "version after a change of the channel.",
  }),
  "kind-storage-none": entry<{ kind: string; versions: string }>({
    message: ({ kind, versions }) => `${kind} has the versions ${versions}, but none of them is the storage version`,
    fix: "Tag one of them @storageVersion.",
    why: "The API server stores objects in one version, and rejects a CRD without a storage version.",
  }),
  "kind-storage-several": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `${kind} already has the storage version ${other}`,
    fix: "Keep @storageVersion on one of them.",
    why: "The API server stores objects in one version, and rejects a CRD with several storage versions.",
  }),
  "kind-storage-tag": entry<{ kind: string; version: string }>({
    message: ({ kind, version }) => `this tag belongs on the storage version of ${kind}, which is ${version}`,
    fix: ({ version }) => `Move it to ${version}.`,
    why: "The tag applies to the CRD as a whole. Tags on two versions could contradict each other.",
  }),
  "version-differs": entry<{ aspect: string; version: string; storage: string }>({
    message: ({ aspect, version, storage }) =>
      `${version} and the storage version ${storage} differ in their ${ASPECT_WORDS[aspect] ?? aspect}`,
    fix: ({ aspect }) => `Make them the same, or state that they differ on purpose: @differs ${aspect} <why>.`,
    why:
      "A difference is often a mistake. If one version lacks the status subresource, for example, controllers cannot " +
      "write status through it.",
  }),
  "version-differs-not": entry<{ aspect: string }>({
    message: ({ aspect }) =>
      `@differs ${aspect} is set, but this version has the same ${ASPECT_WORDS[aspect] ?? aspect} as the storage ` +
      "version",
    fix: "Remove the tag.",
    why: "The tag would hide a later difference, which may be a mistake.",
    advice: true,
  }),
  "version-loses-field": entry<{ fields: string; from: string; to: string }>({
    message: ({ fields, from, to }) => `an object that is converted from ${from} to ${to} loses ${fields}`,
    fix:
      "Declare the same fields in both versions, tag one of them @unserved, tag the objects @preserveUnknownFields, " +
      "or set preserveUnknownFields: every-object in apis/bundle.yaml.",
    why:
      "Without a conversion webhook, the API server changes only apiVersion and drops fields that the schema of the " +
      "other version does not define. Users lose data when they write the object.",
  }),
  "version-name": entry<{ version: string }>({
    message: ({ version }) => `"${version}" is not an API version`,
    fix: "Use a name such as v1, v1beta1 or v1alpha1.",
    why: "The build recognizes alpha versions by their names, and Kubernetes orders versions by them.",
  }),
};
