/** Every command, in the order of `--help`. One is loaded when it is asked for. */
import type * as library from "../app/index.js";
import type { Define } from "./command-line.js";

export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** The function of the library that it calls, and the module below `scripts/` that has it; unset if it calls none. */
  readonly calls?: { readonly name: keyof typeof library; readonly module: string };
  readonly load: () => Promise<{ readonly define: Define }>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "build",
    description: "build the CRDs of both channels from apis/ and write them to dist/",
    calls: { name: "buildBundle", module: "app/build-bundle.ts" },
    load: () => import("./build.js"),
  },
  {
    name: "diff",
    description: "say what changed between two states of a bundle",
    calls: { name: "compareStates", module: "app/compare-states.ts" },
    load: () => import("./diff.js"),
  },
  {
    name: "policy",
    description: "judge what changed against the versioning policy: the lowest release that may have it",
    calls: { name: "judgeChanges", module: "app/judge-changes.ts" },
    load: () => import("./policy.js"),
  },
  {
    name: "graduation",
    description:
      "list what is experimental: since when, how long unchanged, and what it lacks for the standard channel",
    calls: { name: "listGraduations", module: "app/graduation.ts" },
    load: () => import("./graduation.js"),
  },
  {
    name: "release",
    description: "make a release: check, build, commit, tag and make what consumers get; or say all that is in its way",
    calls: { name: "makeRelease", module: "app/release/make.ts" },
    load: () => import("./release.js"),
  },
  {
    name: "verify",
    description: "build a release again from its tag, and compare dist/ and the assets byte for byte",
    calls: { name: "verifyRelease", module: "app/verify/verify-release.ts" },
    load: () => import("./verify.js"),
  },
  {
    name: "explain",
    description: "print what a diagnostic means, why it matters and how to fix it",
    calls: { name: "explanationFor", module: "report/explanation.ts" },
    load: () => import("./explain.js"),
  },
];
