/** What can be wrong with a kind, its versions and its channels. */
import { entry } from "./entry.js";

const ASPECT_WORDS: Readonly<Record<string, string>> = {
  columns: "columns",
  status: "status subresource",
  scale: "scale subresource",
  selectableFields: "selectable fields",
};

export const KIND_ENTRIES = {
  "annotation-taken": entry<{ key: string }>({
    message: ({ key }) => `@crdAnnotation sets "${key}", which the bundle sets`,
    fix: "Remove the tag. apis/bundle.yaml sets the keys of the bundle and the approval of a group.",
    why: "The value of the bundle would replace it, or it would claim an approval that the group does not have.",
  }),
  "crd-too-large": entry<{ kind: string; channel: string; size: number; limit: number }>({
    message: ({ kind, channel, size, limit }) =>
      `the CRD of ${kind} is too large in the ${channel} channel: its annotations would take ${size} bytes of ${limit}`,
    fix: "Shorten the descriptions that stand in many places, or drop a version that is no longer served.",
    why: "The command kubectl apply keeps a copy of what it applied in an annotation, and the API server limits their size: the CRD could only be applied with --server-side.",
  }),
  "kind-alpha-only": entry<{ kind: string }>({
    message: ({ kind }) => `all versions of ${kind} are alpha, yet it is in the standard channel`,
    fix: "Tag its versions @experimental, or add a beta or stable version.",
    why: "Standard is stable. The alpha versions of a standard kind are not served, so this kind could not be used at all.",
  }),
  "kind-api-version": entry<{ apiVersion: string }>({
    message: ({ apiVersion }) => `"${apiVersion}" is no group and version`,
    fix: 'Write both: apiVersion: "example.dev/v1".',
    why: "A CustomResourceDefinition always has a group.",
  }),
  "kind-channel": entry<{ kind: string; group: string; channel: string }>({
    message: ({ kind, group, channel }) =>
      `${kind} is in the ${channel} channel, in which its group ${group} does not appear`,
    fix: "Tag every version of the kind @experimental, or add the channel to the group in apis/bundle.yaml.",
    why: "A group that is kept to one channel is so on purpose: who installs the other one must not find it there.",
  }),
  "kind-duplicate": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `${kind} is declared in this version already, in ${other}`,
    fix: "Keep one of the two.",
    why: "Only one of them could be written.",
  }),
  "kind-directory": entry<{ apiVersion: string; directory: string }>({
    message: ({ apiVersion, directory }) => `apiVersion is "${apiVersion}", but the file is not in ${directory}`,
    fix: ({ directory }) => `Move the file to ${directory}, or correct apiVersion.`,
    why: "Whoever looks for a version looks in its directory.",
  }),
  "kind-group-unknown": entry<{ kind: string; group: string }>({
    message: ({ kind, group }) => `${kind} is of the group ${group}, which apis/bundle.yaml does not list`,
    fix: "List the group there with its channels, or correct apiVersion.",
    why: "The bundle says in which channels a group appears and who approved it.",
  }),
  "kind-name": entry<{ what: string; name: string; problem: string; tag?: string | undefined }>({
    message: ({ what, name, problem }) => `the ${what} "${name}" is not valid: it ${problem}`,
    fix: ({ tag }) =>
      tag === undefined ? "Correct the kind, as in Widget." : `Rename the kind, or give it another @${tag}.`,
    why: "The API server rejects a CRD with such a name, and the build names files after it.",
  }),
  "kind-name-taken": entry<{ kind: string; other: string; name: string }>({
    message: ({ kind, other, name }) => `${kind} and ${other} have the same name ${name} in one group`,
    fix: "Rename one of them, or give it another @plural, @singular, @shortName or @listKind.",
    why: "The API server accepts the names of one CRD only; the other would never be established.",
  }),
  "kind-names-alike": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `${kind} and ${other} differ only in case, in one group`,
    fix: "Rename one of them.",
    why: "The build names files after the kind in lowercase, so one of the two would overwrite the other.",
  }),
  "kind-no-description": entry<{ kind: string; channel?: string | undefined }>({
    message: ({ kind, channel }) =>
      `the kind ${kind} has no description${channel === undefined ? "" : ` in the ${channel} channel`}`,
    fix: "Put a /** … */ comment before the interface: what the kind is for.",
    why: "It is the first thing that kubectl explain and reference pages show.",
  }),
  "kind-no-metadata": entry<{ kind: string }>({
    message: ({ kind }) => `the kind ${kind} has no metadata`,
    fix: "Add the field metadata: ObjectMeta, with ObjectMeta from apis/meta/v1.ts.",
    why: "Every object has it, and whoever imports the type needs it.",
  }),
  "kind-not-exported": entry<{ name: string }>({
    message: ({ name }) => `${name} is a kind but is not exported`,
    fix: "Put export before interface.",
    why: "An interface whose apiVersion and kind are literals is a resource; clients import it.",
  }),
  "kind-not-interface": entry<{ name: string; declaration: string }>({
    message: ({ name, declaration }) => `${name} looks like a kind but is a ${declaration}`,
    fix: ({ name }) => `Write export interface ${name} { … }.`,
    why: "Only an interface can be a kind; anything else would be left out of the bundle without a word.",
  }),
  "kind-not-literal": entry<{ name: string; property: string }>({
    message: ({ name, property }) => `${name} looks like a kind, but its ${property} is not a literal`,
    fix: 'Write both as literals, as in apiVersion: "example.dev/v1" and kind: "Widget".',
    why: "Only an interface with both literals is a kind. Without one, the build would silently leave the kind out.",
  }),
  "kind-storage-channel": entry<{ kind: string; version: string }>({
    message: ({ kind, version }) => `${kind} is in the standard channel, but its storage version ${version} is not`,
    fix: "Make a version of the standard channel the storage version, or tag all versions @experimental.",
    why: "Every CRD needs one storage version, and both channels need the same one: else changing the channel would change what is stored.",
  }),
  "kind-storage-none": entry<{ kind: string; versions: string }>({
    message: ({ kind, versions }) => `${kind} has the versions ${versions}, and none is the storage version`,
    fix: "Tag one of them @storageVersion.",
    why: "The API server stores objects in one version and refuses a CRD that names none.",
  }),
  "kind-storage-several": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `${kind} has another storage version: ${other}`,
    fix: "Keep @storageVersion on one of them.",
    why: "The API server stores objects in one version and refuses a CRD that names several.",
  }),
  "kind-storage-tag": entry<{ kind: string; version: string }>({
    message: ({ kind, version }) => `this tag belongs on the storage version of ${kind}, ${version}`,
    fix: "Move it there.",
    why: "It is about the CRD as a whole; on two versions it could say two things.",
  }),
  "version-differs": entry<{ aspect: string; version: string; storage: string }>({
    message: ({ aspect, version, storage }) =>
      `${version} differs from the storage version ${storage} in its ${ASPECT_WORDS[aspect] ?? aspect}`,
    fix: ({ aspect }) => `Make them the same, or say that it is meant so: @differs ${aspect} <why>.`,
    why: "A version that lost its status subresource by mistake has been released before: whoever wrote status through it changed nothing.",
  }),
  "version-differs-not": entry<{ aspect: string }>({
    message: ({ aspect }) =>
      `@differs ${aspect}, but this version has the ${ASPECT_WORDS[aspect] ?? aspect} of the storage version`,
    fix: "Remove the tag.",
    why: "It would hide the next difference, which may be a mistake.",
  }),
  "version-loses-field": entry<{ fields: string; from: string; to: string }>({
    message: ({ fields, from, to }) => `an object of ${from} that is converted to ${to} loses ${fields}`,
    fix: "Declare the same fields in both versions, tag one of them @unserved, tag the objects @preserveUnknownFields, or set preserveUnknownFields: every-object in apis/bundle.yaml.",
    why: "Versions convert into each other without a webhook: the API server changes apiVersion and drops the fields that the other version neither has nor keeps. Users lose data when they write the object.",
  }),
  "version-name": entry<{ version: string }>({
    message: ({ version }) => `"${version}" is no API version`,
    fix: "Write v1, v1beta1, v1alpha1 and the like.",
    why: "The channels tell alpha from stable by the name, and Kubernetes orders versions by it.",
  }),
};
