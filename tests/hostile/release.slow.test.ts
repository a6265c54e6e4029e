/** Tests of repositories by other authors: a release changes only the files in its plan. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCommand } from "../../scripts/cli/diff.js";
import { inDirectory } from "../support/command-line.js";
import fc from "../support/drawn.js";
import { inTerminal, removeProjects } from "../support/git-project.js";
import { ReleaseProject } from "../support/release-project.js";
import { linksIn, plant, plantedAt, snapshot, surround, THEIRS } from "./surroundings.js";

const hostile = suite("hostile/release");
hostile.after(removeProjects);

/** Paths in a project that a release uses. */
const PATHS = [
  ...["CHANGELOG.md", "package.json", "apis/waivers.yaml", "apis/conversions.yaml", "apis/notes.yaml", "apis/more"],
  ...["release", "release/1.1.0", "release/1.1.0/SHA256SUMS", "release/.gitignore", "release/1.1.0/.gitignore"],
  ...["dist/standard/x.yaml", "dist/x", "docs", "docs/reports", ".gitattributes", "dist/.gitattributes"],
  ...["HEAD", "config", "objects", "refs", "hooks/pre-commit", ".dist.crd-bundle-output", "docs/x", "apis/x/y"],
];
/** Files that exist already and that a link can replace. */
const REPLACED = ["CHANGELOG.md", "package.json", "apis/bundle.yaml", "dist", "dist/bundle.json", "dist/standard"];

const released = await ReleaseProject.released();

hostile(
  "whatever a repository holds, a release changes nothing but what its plan lists, and verify accepts it",
  async () => {
    let releases = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(plantedAt(fc.constantFrom(...PATHS)), { minLength: 1, maxLength: 3 }),
        fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...REPLACED) }),
        fc.constantFrom(true, true, false),
        async (all, replaced, isCommitted) => {
          await inDirectory(async (directory) => {
            surround(directory);
            const place = join(directory, "project");
            const project = released.copy(place);
            if (replaced !== null) project.remove(replaced);
            for (const one of all) plant(directory, place, one);
            if (isCommitted) await project.commit("2026-02-02");
            const isOwn = (path: string) => /^project\/(dist|docs|release|CHANGELOG.md|package.json)(\/|$)/.test(path);
            const [before, links] = [snapshot(directory, isOwn), linksIn(place)];
            const made = [await project.make("minor", { dryRun: true }), await project.make("minor")];
            const [, release] = made;
            const judged = await project.verify("v1.1.0");
            const compared = await inTerminal(place, (terminal) =>
              diffCommand("v1.0.0", undefined, { project: ".", format: "text" }, terminal),
            );
            const undone = await project.make("", { undo: true });
            for (const { exit, out, err } of [...made, judged, compared, undone]) {
              assert.ok([0, 1, 2].includes(exit), err);
              assert.not.match(out + err, /mine: true|root:/);
            }
            if (release?.exit === 0) {
              releases++;
              assert.equal([judged.exit, undone.exit], [0, 0], judged.err + undone.err);
            }
            assert.equal(snapshot(directory, isOwn), before);
            assert.equal(linksIn(place), links, "links are the user's to remove");
          });
        },
      ),
      {
        numRuns: 12,
        examples: [
          [[{ path: "hooks/pre-commit", how: { link: "/dev/zero" } }], null, true],
          [[{ path: "apis/waivers.yaml", how: { text: THEIRS } }], null, true],
        ],
      },
    );
    assert.ok(releases > 0, "no release was made");
  },
);

hostile.run();
