/** Diagnostics about CRDs that `crd-bundle import` reads. */
import { entry } from "./entry.js";

export const IMPORT_ENTRIES = {
  "import-api-version": entry<{ name: string; apiVersion: string }>({
    message: ({ name, apiVersion }) => `${name} has the apiVersion ${apiVersion}, not apiextensions.k8s.io/v1`,
    example: { name: "widgets.example.dev", apiVersion: "apiextensions.k8s.io/v1beta1" },
    fix:
      "Generate the CRD for `apiextensions.k8s.io/v1`, with controller-gen for example. If it is installed in a " +
      "cluster, the API server converts it: pass the output of `kubectl get crd <name> -o yaml`.",
    why: "Kubernetes has not served `v1beta1` of CRDs since version 1.22, and the two versions have different schemas.",
  }),
  "import-bundles": entry<{ name: string; stamp: string; other: string; otherStamp: string }>({
    message: ({ name, stamp, other, otherStamp }) =>
      `${name} has the annotation ${stamp}, but ${other} has ${otherStamp}`,
    example: {
      name: "gadgets.example.dev",
      stamp: "example.dev/bundle-version: v1.1.0",
      other: "widgets.example.dev",
      otherStamp: "example.dev/bundle-version: v1.0.0",
    },
    fix: "Specify the CRDs of both channels of one release, or remove the annotations of the other bundle.",
    why: "Every change between the two releases would become a difference between the channels.",
  }),
  "import-channel": entry<{ name: string; annotation: string; channel: string }>({
    message: ({ name, annotation, channel }) =>
      `${name} has the annotation ${annotation}, but is specified with --${channel}`,
    example: {
      name: "widgets.example.dev",
      annotation: "example.dev/channel: experimental",
      channel: "standard",
    },
    fix: "Specify the CRDs of the standard channel with `--standard`, and those of the experimental one with `--experimental`.",
    why: "Fields of the experimental channel would become a part of the standard one.",
  }),
  "import-duplicate": entry<{ name: string; file: string }>({
    message: ({ name, file }) => `${file} contains another definition of ${name}`,
    example: { name: "widgets.example.dev", file: "crds/widgets.yaml" },
    fix: "Import the files that contain the definition that you need, and leave out the others.",
    why: "A project can have only one definition of each kind.",
  }),
  "import-interrupted": entry<{ path: string }>({
    message: ({ path }) => `a merge is changing the files in ${path}, or was killed while it did`,
    example: { path: "apis" },
    fix: "Run the same `crd-bundle import --merge` again. It completes what the killed one began.",
    why: "Some of the types are those of the newer CRDs, and some are not, so the build would mix both.",
  }),
  "import-invalid": entry<{ name: string; problem: string }>({
    message: ({ name, problem }) => `${name} is not a valid CustomResourceDefinition: ${problem}`,
    example: { name: "widgets.example.dev", problem: "spec.scope must be a string" },
    fix: "Correct the file. The command `crd-bundle check --crds` lists everything that the API server would reject.",
    why: "The API server would reject the CRD, so there is no API to import.",
  }),
  "import-kind-case": entry<{ kind: string; other: string }>({
    message: ({ kind, other }) =>
      kind === other
        ? `two CRDs of a group have the kind ${kind}`
        : `the kinds ${kind} and ${other} differ only in case`,
    example: { kind: "HTTPRoute", other: "HttpRoute" },
    fix: "Import one of the two kinds into a project of its own.",
    why: "The files of the two kinds would have the same name on Windows and macOS.",
  }),
  "import-no-crds": entry<{ input: string }>({
    message: ({ input }) => `there is no CustomResourceDefinition in ${input}`,
    example: { input: "the input" },
    fix: "Specify files or directories that contain CRDs, or pipe the output of `kubectl get crds -o yaml` to `-`.",
    why: "Without a CRD, there is no API to import.",
    usage: true,
  }),
  "import-merge-failed": entry<{ problem: string }>({
    message: ({ problem }) => `the merged types do not build to the new CRDs: ${problem}`,
    example: { problem: 'widgets.example.dev /spec/scope: the build writes "Cluster" instead of "Namespaced"' },
    fix: "Make this change in the types or in apis/bundle.yaml yourself, and run the command again.",
    why: "Nothing was written. The command changes types only if the result builds to the new CRDs.",
  }),
  "import-merge-channels": entry<{ channels: number }>({
    message: ({ channels }) =>
      channels === 1
        ? "the project has one channel, and the CRDs are those of two channels"
        : "the project has two channels, and the CRDs are those of one channel",
    example: { channels: 2 },
    fix:
      "Specify the CRDs of a project with two channels with --standard and --experimental, and those of a project with " +
      "one channel without an option.",
    why: "The command compares the CRDs of each channel with those to which the project builds.",
    usage: true,
  }),
  "import-merge-option": entry<{ option: string; problem: string }>({
    message: ({ option, problem }) => `${option} ${problem}`,
    example: { option: "--base", problem: "only applies with --merge" },
    fix: "Remove the option, or see `crd-bundle import --help`.",
    why: "The option would have no effect.",
    usage: true,
  }),
  "import-merge-partial": entry<{ name: string; channel: string }>({
    message: ({ name, channel }) => `${name} is in the ${channel} channel of the project, but not among its new CRDs`,
    example: { name: "widgets.example.dev", channel: "standard" },
    fix: "Specify the CRD of both channels. To remove the kind from a channel, change its types, and run the command again.",
    why: "With the CRD of one channel, the other channel would lose all of its fields. Nothing was written.",
  }),
  "import-merge-saved": entry<{ path: string }>({
    message: ({ path }) => `${path} changed while the command merged it`,
    example: { path: "widgets/apis/example.dev/v1/widget.ts" },
    fix: "Run the command again.",
    why: "The command would replace text that it has not read. Nothing was written.",
  }),
  "import-merge-shared": entry<Record<never, never>>({
    message: () => "the command cannot change this declaration into what the new CRDs need",
    example: {},
    fix: "Change the declaration yourself, for example, into an interface with all its fields, and run the command again.",
    why:
      "Several types get their fields from this declaration, for example with `extends` or `Omit`, and the new CRDs need " +
      "it in more than one form, or it is an `enum`, whose names the CRDs do not contain. Nothing was written.",
  }),
  "import-uncommitted": entry<{ path: string }>({
    message: ({ path }) => `${path} contains text that is not committed`,
    example: { path: "widgets/apis/example.dev/v1/widget.ts" },
    fix: "Commit the file (with `git add --force` if Git ignores it), or stash its changes, and run the command again.",
    why: "The command would change this file, and Git can only restore what is committed. Nothing was written.",
  }),
};
