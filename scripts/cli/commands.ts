/** All commands, in the order of `--help`. A command is loaded only when it runs. */
import type * as library from "../app/index.js";
import type { Define } from "./command-line.js";

export interface CommandEntry {
  /** Name as users type it, such as `cluster status`. */
  readonly name: string;
  /**
   * The arguments after the name and the options, such as `[from] [to]`. They are here for `--help`, which loads no
   * command.
   */
  readonly args?: string;
  readonly description: string;
  /** The function of the library that the command calls, and its module in `scripts/`. */
  readonly calls?: { readonly name: keyof typeof library; readonly module: string };
  readonly load: () => Promise<{ readonly define: Define }>;
}

/** Groups of commands, such as `cluster`. */
export const GROUPS: Readonly<Record<string, { readonly description: string; readonly examples: string }>> = {
  cluster: {
    description: "install bundles in a cluster, show what is installed, and migrate stored objects",
    examples: `
Examples:
  $ crd-bundle cluster status                      show what is installed
  $ crd-bundle cluster plan --bundle v1.6.1        show the effects of an installation
  $ crd-bundle cluster install --bundle v1.6.1     install the standard channel of a release
  $ crd-bundle cluster migrate --bundle v1.6.1     rewrite the stored objects`,
  },
};

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "init",
    args: "[dir]",
    description: "create a project: its settings, one kind, and the files that npm, git, and editors need",
    calls: { name: "initProject", module: "app/init/init-project.ts" },
    load: () => import("./init.js"),
  },
  {
    name: "import",
    args: "[path...]",
    description: "import CRDs that other tools made: write the types and settings that build to them",
    calls: { name: "importCrds", module: "app/import/import-crds.ts" },
    load: () => import("./import.js"),
  },
  {
    name: "build",
    description: "build the CRDs of both channels from apis/ and write them to dist/",
    calls: { name: "buildBundle", module: "app/build-bundle.ts" },
    load: () => import("./build.js"),
  },
  {
    name: "check",
    description:
      "check offline whether the API server accepts CRDs, and report their sizes and the costs of their rules",
    calls: { name: "checkCrds", module: "app/check/check-crds.ts" },
    load: () => import("./check.js"),
  },
  {
    name: "validate",
    args: "<path...>",
    description: "validate objects offline as the API server would, with their CRDs and admission policies",
    calls: { name: "validateObjects", module: "app/validate/validate-objects.ts" },
    load: () => import("./validate.js"),
  },
  {
    name: "convert",
    args: "<path...>",
    description: "convert objects to the form of another release, without a cluster",
    calls: { name: "convertManifests", module: "app/convert/convert-manifests.ts" },
    load: () => import("./convert.js"),
  },
  {
    name: "diff",
    args: "[from] [to]",
    description: "list the changes between two states of a bundle",
    calls: { name: "compareStates", module: "app/compare-states.ts" },
    load: () => import("./diff.js"),
  },
  {
    name: "policy",
    args: "[from] [to]",
    description: "check changes against the versioning policy and report the smallest version bump that it allows",
    calls: { name: "judgeChanges", module: "app/judge-changes.ts" },
    load: () => import("./policy.js"),
  },
  {
    name: "requires",
    args: "[file...]",
    description:
      "check whether a bundle fulfills the requirements of controllers: kinds, API versions, fields, and values",
    calls: { name: "checkRequirements", module: "app/check-requirements.ts" },
    load: () => import("./requires.js"),
  },
  {
    name: "graduation",
    description: "list experimental APIs with their age, their last change, and the unmet graduation criteria",
    calls: { name: "listGraduations", module: "app/graduation.ts" },
    load: () => import("./graduation.js"),
  },
  {
    name: "release",
    args: "[version]",
    description: "check, build, commit, and tag a release, and create its assets",
    calls: { name: "makeRelease", module: "app/release/make.ts" },
    load: () => import("./release.js"),
  },
  {
    name: "verify",
    args: "<release>",
    description: "build a release again from its tag and compare dist/ and the assets byte for byte",
    calls: { name: "verifyRelease", module: "app/verify/verify-release.ts" },
    load: () => import("./verify.js"),
  },
  {
    name: "cluster status",
    description: "show the bundles in a cluster: versions, channels, objects, managers, and problems",
    calls: { name: "clusterStatus", module: "app/cluster/status.ts" },
    load: () => import("./cluster/status.js"),
  },
  {
    name: "cluster plan",
    description: "show the effects of an installation, and every reason not to install, without changing anything",
    calls: { name: "planClusterInstall", module: "app/cluster/plan.ts" },
    load: () => import("./cluster/plan.js"),
  },
  {
    name: "cluster install",
    description: "install a bundle in a cluster: all of it, or nothing",
    calls: { name: "installOnCluster", module: "app/cluster/install.ts" },
    load: () => import("./cluster/install.js"),
  },
  {
    name: "cluster migrate",
    description: "convert the objects in a cluster, and rewrite them in the storage version",
    calls: { name: "migrateCluster", module: "app/cluster/migrate.ts" },
    load: () => import("./cluster/migrate.js"),
  },
  {
    name: "explain",
    args: "[code]",
    description: "explain a diagnostic: its meaning, why it matters, and how to fix it",
    calls: { name: "explanationFor", module: "report/explanation.ts" },
    load: () => import("./explain.js"),
  },
];
