/** The tree of a tag beside what its sources make: each way in which the two can differ. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Output } from "../../../scripts/app/output.js";
import { isRegular, kindOfMode, treeProblems } from "../../../scripts/app/verify/tree.js";
import type { CommittedEntry } from "../../../scripts/host/git.js";

const trees = suite("app/verify/tree");

const OUTPUT: Output = {
  root: "/a/dist",
  anchor: "/a",
  beside: ["../docs/reports"],
  files: [
    { path: "standard/a.yaml", text: "a\n" },
    { path: "../docs/reports/standard.md", text: "# A\n" },
  ],
  belongs: (path) => path.startsWith("../docs/reports/"),
};

/** What is wrong with a tree of files, each with its text and its mode. */
function problemsOf(...files: readonly (readonly [path: string, text: string, mode?: string])[]) {
  const entries = files.map(
    ([path, text, mode = "100644"]): CommittedEntry => ({ path, mode, hash: "0".repeat(40), size: text.length }),
  );
  const committed = files.map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return treeProblems("v1.0.0", entries, committed, OUTPUT).map(({ code, args: { tag, path, how } }) => {
    assert.equal([code, tag], ["release-tag-mismatch", "v1.0.0"]);
    return [path, how];
  });
}

const YAML = ["dist/standard/a.yaml", "a\n"] as const;
const REPORT = ["docs/reports/standard.md", "# A\n"] as const;

trees("have every file that the sources make, with these bytes", () => {
  assert.equal(problemsOf(YAML, REPORT), []);
  assert.equal(problemsOf(YAML), [["docs/reports/standard.md", "is missing"]]);
  assert.equal(problemsOf(), [
    ["dist/standard/a.yaml", "is missing"],
    ["docs/reports/standard.md", "is missing"],
  ]);
  assert.equal(problemsOf(["dist/standard/a.yaml", "a\r\n"], REPORT), [
    ["dist/standard/a.yaml", "is not what the sources make"],
  ]);
});

trees("have nothing else in dist/ nor among the reports", () => {
  assert.equal(
    problemsOf(
      YAML,
      REPORT,
      ["dist", ""],
      ["dist/b", "b"],
      ["docs/reports/b.md", "b"],
      ["docs/b.md", "b"],
      ["dist2/b", "b"],
      ["a/dist/b", "b"],
    ),
    ["dist", "dist/b", "docs/reports/b.md"].map((path) => [path, "does not belong to the bundle"]),
  );
});

trees("have each file once, and as a regular one", () => {
  assert.equal(problemsOf(YAML, YAML, REPORT), [["dist/standard/a.yaml", "is there twice"]]);
  const modes = ["120000", "160000", "100755", "100664"];
  assert.equal(
    modes.map((mode) => problemsOf([...YAML, mode], REPORT)),
    modes.map((mode) => [["dist/standard/a.yaml", kindOfMode(mode)]]),
  );
  assert.equal(modes.map(kindOfMode), ["is a symbolic link", "is a submodule", "is executable", "has the mode 100664"]);
  assert.equal(["100644", ...modes].map(isRegular), [true, false, false, true, false]);
});

trees.run();
