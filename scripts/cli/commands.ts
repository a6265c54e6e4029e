/** Every command, in the order of `--help`. One is loaded when it is asked for. */
import type { Define } from "./command-line.js";

export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<{ readonly define: Define }>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "build",
    description: "build the CRDs of both channels from apis/ and write them to dist/",
    load: () => import("./build.js"),
  },
  {
    name: "diff",
    description: "say what changed between two states of a bundle",
    load: () => import("./diff.js"),
  },
  {
    name: "policy",
    description: "judge what changed against the versioning policy: the lowest release that may have it",
    load: () => import("./policy.js"),
  },
  {
    name: "graduation",
    description:
      "list what is experimental: since when, how long unchanged, and what it lacks for the standard channel",
    load: () => import("./graduation.js"),
  },
  {
    name: "release",
    description: "make a release: check, build, commit, tag and make what consumers get; or say all that is in its way",
    load: () => import("./release.js"),
  },
  {
    name: "verify",
    description: "build a release again from its tag, and compare dist/ and the assets byte for byte",
    load: () => import("./verify.js"),
  },
  {
    name: "explain",
    description: "print what a diagnostic means, why it matters and how to fix it",
    load: () => import("./explain.js"),
  },
];
