/** Diagnostics about kinds, their versions, and their channels. */
import { didYouMean, entry } from "./entry.js";

const ASPECT_WORDS: Readonly<Record<string, string>> = {
  columns: "columns",
  status: "status subresource",
  scale: "scale subresource",
  selectableFields: "selectable fields",
};

export const KIND_ENTRIES = {
  "annotation-taken": entry<{ key: string }>({
    message: ({ key }) => `@crdAnnotation sets "${key}", which only the build can set`,
    example: { key: "example.dev/channel" },
    fix:
      "Remove the @crdAnnotation tag. To change the approval annotation, edit the `approval` of the API group in " +
      "apis/bundle.yaml. To change another annotation that the build sets, edit `annotations` in that file.",
    why:
      "The build sets this annotation itself, so its value is always correct. If a tag could set it, a CRD could " +
      "state a wrong channel or version, or claim an API approval that it does not have.",
  }),
  "channel-unused": entry<{ what: string; channel: string; only: string }>({
    message: ({ what, channel, only }) =>
      `${what} is only in the ${channel} channel, but the bundle has only the ${only} channel`,
    example: { what: '"color"', channel: "experimental", only: "standard" },
    fix: ({ channel, only }) =>
      `If this belongs in the ${only} channel, remove the limit to the ${channel} channel, such as @experimental. ` +
      `If the bundle should also have the ${channel} channel, add ${channel} to \`channels\` in apis/bundle.yaml. ` +
      "Otherwise, remove the whole declaration or tag.",
    why: "It is part of no CRD of the bundle. If the build accepted it, nobody would notice that it has no effect.",
  }),
  "crd-too-large": entry<{ kind: string; channel?: string | undefined; size: number; limit: number }>({
    message: ({ kind, channel, size, limit }) =>
      `the CRD of ${kind}${channel === undefined ? "" : ` in the ${channel} channel`} is too large for client-side ` +
      `\`kubectl apply\`: its annotations would take ${size} bytes, but the limit is ${limit}`,
    example: { kind: "Widget", channel: "experimental", size: 271_304, limit: 262_144 },
    fix:
      "Make the CRD smaller in one or more of these ways. Shorten the descriptions of the kind. Tag large types with " +
      "@noDescription to omit their descriptions. Remove any version that is no longer served, if no cluster still " +
      "stores objects in that version. If you cannot make the CRD small enough, and all users install it with " +
      "`kubectl apply --server-side`, add `@accept crd-too-large <reason>` to the comment of the kind.",
    manifestFix:
      "Install the CRD with `kubectl apply --server-side`, or make it smaller: shorten or remove descriptions, and " +
      "remove versions that are no longer served, if no cluster still stores objects in them.",
    why:
      "Client-side `kubectl apply` stores a copy of the CRD in an annotation. The API server limits the total size " +
      "of annotations, so it rejects the CRD. Server-side apply does not store such a copy.",
    advice: true,
  }),
  "kind-alpha-only": entry<{ kind: string }>({
    message: ({ kind }) => `${kind} is in the standard channel, but all of its versions in that channel are alpha`,
    example: { kind: "Widget" },
    fix:
      "To keep the kind out of the standard channel, tag all of its alpha versions with @experimental. To keep the " +
      "kind in the standard channel, add a beta or stable version to that channel. If the bundle does not need an " +
      "experimental channel at all, set `channels: [standard]` in apis/bundle.yaml, which serves alpha versions in the " +
      "standard channel.",
    why: "The standard channel does not serve alpha versions, so users of that channel cannot use the kind.",
  }),
  "kind-api-version": entry<{ apiVersion: string }>({
    message: ({ apiVersion }) => `apiVersion "${apiVersion}" must have the form <group>/<version>`,
    example: { apiVersion: "v1" },
    fix: 'In the interface, specify both the group and the version, as in `apiVersion: "example.dev/v1"`.',
    why: "The API server rejects a CustomResourceDefinition without a group or without a version.",
  }),
  "kind-channel": entry<{ kind: string; group: string; channel: string }>({
    message: ({ kind, group, channel }) => `${kind} is in the ${channel} channel, but its group ${group} is not`,
    example: { kind: "Widget", group: "example.dev", channel: "standard" },
    fix: ({ group, channel }) =>
      `To keep the kind out of the ${channel} channel, tag every version of the kind with @experimental. To allow ` +
      `the kind in the ${channel} channel, add ${channel} to the channels of ${group} in apis/bundle.yaml.`,
    why:
      "The settings in apis/bundle.yaml keep the group out of this channel. If the build ignored them, users of the " +
      "channel would get a kind that is not meant for them.",
  }),
  "kind-duplicate": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `${other} already declares ${kind} in this version`,
    example: { kind: "Widget", other: "apis/example.dev/v1/widget.ts" },
    fix:
      "If one of the two declarations is for a different version, move that declaration to a file in the directory " +
      "of its version, and correct its `apiVersion`. Otherwise, remove one of the two declarations.",
    why: "A CRD has only one schema for each version, so the build cannot use both declarations.",
  }),
  "kind-directory": entry<{ apiVersion: string; directory: string }>({
    message: ({ apiVersion, directory }) => `apiVersion is "${apiVersion}", but the file is not in ${directory}`,
    example: { apiVersion: "example.dev/v1beta1", directory: "apis/example.dev/v1beta1/" },
    fix: ({ directory }) =>
      "If the file is in the right directory, correct `apiVersion` in the interface. Otherwise, move the file to " +
      `${directory}, and update the import paths in the file and in the files that import it.`,
    why:
      "Contributors look for the kinds of a version in the directory of that version. If the build accepted other " +
      "directories, contributors might not find this kind.",
  }),
  "kind-group-unknown": entry<{ kind: string; group: string }>({
    message: ({ kind, group }) => `${kind} is in the group ${group}, which apis/bundle.yaml does not list`,
    example: { kind: "Widget", group: "tools.example.dev" },
    fix:
      "Add the group with its channels to `groups` in apis/bundle.yaml. If the group is wrong, instead correct it " +
      "in the `apiVersion` of the kind and in the name of the directory.",
    why: "The build reads the channels of each group from apis/bundle.yaml, and cannot continue without them.",
  }),
  "kind-name": entry<{ what: string; name: string; problem: string; tag?: string | undefined }>({
    message: ({ what, name, problem }) => `invalid ${what} "${name}": ${problem}`,
    example: {
      what: "kind",
      name: "Big_Widget",
      problem: "must consist of letters, digits, and hyphens, begin with a letter, and end with a letter or digit",
    },
    fix: ({ tag }) =>
      tag === undefined
        ? 'Use a valid name for the kind, as in `kind: "Widget"`.'
        : `Set a valid name with @${tag}, or rename the kind.`,
    manifestFix: "Use a valid name in `spec.names`.",
    why: "The API server rejects a CRD with an invalid kind. The build also uses the kind in file names.",
  }),
  "kind-name-taken": entry<{ kind: string; other: string; name: string }>({
    message: ({ kind, other, name }) => `${kind} and ${other} use the name ${name} in the same group`,
    example: { kind: "WidgetGroup", other: "Widget", name: "wg" },
    fix:
      "For one of the kinds, set a different name with @plural, @singular, @shortName, or @listKind. If no tag can " +
      "change the name, rename one of the kinds.",
    why:
      "Within a group, the API server accepts each name for only one CRD. If two CRDs use the same name, it does not " +
      "serve the kind of one of them.",
  }),
  "kind-names-alike": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `the kinds ${kind} and ${other} in the same group differ only in case`,
    example: { kind: "WidgetSet", other: "Widgetset" },
    fix: "Rename one of the kinds.",
    why:
      "File names contain the kind in lowercase. If the build accepted both kinds, some of their files would have " +
      "the same name.",
  }),
  "kind-no-description": entry<{ kind: string; channel?: string | undefined }>({
    message: ({ kind, channel }) =>
      `the kind ${kind} has no description${channel === undefined ? "" : ` in the ${channel} channel`}`,
    example: { kind: "Widget" },
    fix: "Describe the purpose of the kind in a `/** … */` comment before the interface.",
    why: "The description is the first thing that users read in the output of `kubectl explain` and on reference pages.",
    advice: true,
  }),
  "kind-no-metadata": entry<{ kind: string }>({
    message: ({ kind }) => `the kind ${kind} has no metadata`,
    example: { kind: "Widget" },
    fix: "Add the property `metadata: ObjectMeta` to the interface, and import ObjectMeta from crd-bundle/meta/v1.",
    why:
      "Every Kubernetes object has metadata. Without the `metadata` property, TypeScript programs that import the " +
      "type cannot read the name of an object.",
  }),
  "kind-not-exported": entry<{ name: string }>({
    message: ({ name }) => `${name} is a kind but is not exported`,
    example: { name: "Widget" },
    fix: "Export the interface, as in `export interface Widget { … }`.",
    why: "TypeScript programs can import only exported types, so they cannot use the type of this kind.",
  }),
  "kind-not-interface": entry<{ name: string; declaration: string }>({
    message: ({ name, declaration }) => `${name} looks like a kind but is a ${declaration}`,
    example: { name: "Widget", declaration: "type alias" },
    fix: "Declare the kind as an interface, as in `export interface Widget { … }`.",
    why:
      "Only an interface can declare a kind. If the build ignored this declaration, the kind would be missing from " +
      "the bundle.",
  }),
  "kind-not-literal": entry<{ name: string; property: string }>({
    message: ({ name, property }) => `${name} looks like a kind, but its ${property} is not a string literal`,
    example: { name: "Widget", property: "apiVersion" },
    fix:
      'In the interface, declare `apiVersion` and `kind` with string literals, as in `apiVersion: "example.dev/v1"` ' +
      'and `kind: "Widget"`.',
    why:
      "The build recognizes a kind by its literals for `apiVersion` and `kind`. If the build ignored the " +
      "interface, the kind would be missing from the bundle.",
  }),
  "kind-settings-unused": entry<{ name: string; nearest?: string | undefined }>({
    message: ({ name, nearest }) => `the API has no kind with the CRD ${name}${didYouMean(nearest)}`,
    example: { name: "widget.example.dev", nearest: "widgets.example.dev" },
    fix:
      "Correct the name below `kinds` in apis/bundle.yaml: the plural of the kind, a dot, and the group. If the kind was " +
      "removed, remove its settings.",
    why: "The settings have no effect. For example, a CRD without its conversion webhook loses data.",
  }),
  "kind-storage-channel": entry<{ kind: string; version: string }>({
    message: ({ kind, version }) => `${kind} is in the standard channel, but its storage version ${version} is not`,
    example: { kind: "Widget", version: "v1beta1" },
    fix:
      "If the storage version belongs in the standard channel, remove @experimental from that version. Otherwise, " +
      "move @storageVersion to a version in the standard channel. If the kind does not belong in the standard " +
      "channel at all, tag all of its versions with @experimental instead.",
    why:
      "Both channels must have the same storage version. Otherwise, if a user switched to the other channel, the API " +
      "server would store objects in a different version.",
  }),
  "kind-storage-none": entry<{ kind: string; versions: string }>({
    message: ({ kind, versions }) => `${kind} has the versions ${versions}, but none of them is the storage version`,
    example: { kind: "Widget", versions: "v1, v1beta1" },
    fix:
      "Tag one of the versions with @storageVersion. If an earlier release contains the kind, tag the version that " +
      "was the storage version in the last release.",
    manifestFix:
      "Set `storage: true` for one of the versions. If the CRD is already installed, keep the storage version that " +
      "it has.",
    why: "The API server stores objects in one version and rejects a CRD without a storage version.",
  }),
  "kind-storage-several": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) => `${kind} already has the storage version ${other}`,
    example: { kind: "Widget", other: "v1" },
    fix:
      "Keep @storageVersion on only one version of the kind. If an earlier release contains the kind, keep the tag " +
      "on the storage version of the last release.",
    manifestFix:
      "Set `storage: true` for only one of the versions. If the CRD is already installed, keep the storage version " +
      "that it has.",
    why: "The API server stores objects in one version and rejects a CRD with more than one storage version.",
  }),
  "kind-storage-tag": entry<{ kind: string; version: string }>({
    message: ({ kind, version }) =>
      `a tag for the whole CRD must be on the storage version of ${kind}, which is ${version}`,
    example: { kind: "Widget", version: "v1" },
    fix: ({ version }) =>
      `Move the tag to the comment of the kind in version ${version}. If that comment already has the right value, ` +
      "remove the tag from this version.",
    why:
      "Tags such as @scope and @shortName apply to the whole CRD. If several versions had such tags, the tags could " +
      "contradict each other.",
  }),
  "version-differs": entry<{ aspect: string; version: string; storage: string }>({
    message: ({ aspect, version, storage }) =>
      `${version} and the storage version ${storage} differ in their ${ASPECT_WORDS[aspect] ?? aspect}`,
    example: { aspect: "status", version: "v1beta1", storage: "v1" },
    fix: ({ aspect, version }) =>
      `Change one of the versions so that they match. If the difference is intentional, add \`@differs ${aspect} ` +
      `<reason>\` to the comment of the kind in ${version}.`,
    why:
      "A difference is often a mistake. For example, if one version lacks the status subresource, controllers cannot " +
      "update the status of objects through that version.",
  }),
  "version-differs-not": entry<{ aspect: string }>({
    message: ({ aspect }) =>
      `@differs ${aspect} is set, but this version has the same ${ASPECT_WORDS[aspect] ?? aspect} as the storage ` +
      "version",
    example: { aspect: "columns" },
    fix: "Remove the tag.",
    why:
      "If a later change makes the versions differ, the tag hides the difference, even if the difference is a " +
      "mistake.",
    advice: true,
  }),
  "version-loses-field": entry<{ fields: string; from: string; to: string }>({
    message: ({ fields, from, to }) => `objects that are converted from ${from} to ${to} lose ${fields}`,
    example: { fields: ".spec.color", from: "v1", to: "v1beta1" },
    fix:
      "Declare the same fields in both versions. If a webhook converts the objects, state it in apis/bundle.yaml as the " +
      "`conversion` of the kind. If you can do neither, check whether you still need both versions. " +
      "If one of them is no longer needed and is not the storage version, tag it with @unserved. Otherwise, preserve " +
      "unknown fields. To preserve them only in the types that lose fields, tag these types @preserveUnknownFields. " +
      "To preserve them in all types, set `preserveUnknownFields: every-object` in apis/bundle.yaml.",
    why:
      "With the conversion strategy None, the API server converts an object by changing its `apiVersion`, and " +
      "drops fields that the schema of the target version does not declare. If a user updates the object through the " +
      "target version, or if that is the storage version, the values of these fields are lost.",
    advice: "error",
  }),
  "version-name": entry<{ version: string }>({
    message: ({ version }) => `the API version must have a form such as v1, v1beta1, or v1alpha1, not "${version}"`,
    example: { version: "version1" },
    fix:
      "Use a version such as v1, v1beta1, or v1alpha1 in the `apiVersion` of the kind and in the name of the " +
      "directory.",
    manifestFix: "Use a version such as v1, v1beta1, or v1alpha1.",
    why:
      "The build recognizes alpha versions by their names, and Kubernetes uses the names to choose the preferred " +
      "version. With a name in another form, both might treat the version incorrectly.",
  }),
};
