/** Tests of the exit codes of `crd-bundle diff` in a workflow. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCommand } from "../../scripts/cli/diff.js";
import { ALARMING_CLASSES, CHANGE_FORMATS } from "../../scripts/core/model/change.js";
import { crd, object, STRING, stored } from "../changes/diff/crd.js";
import { inTerminal, removeProjects, temporary } from "../support/git-project.js";

const diffs = suite("cli/diff");
diffs.after(removeProjects);

const directory = temporary();
const SCHEMAS = {
  small: object({}),
  added: object({ a: STRING }),
  closed: object({ a: STRING }, { required: ["a"] }),
  odd: object({}, { "x-kubernetes-new": true }),
};
for (const [name, schema] of Object.entries(SCHEMAS)) {
  writeFileSync(join(directory, `${name}.json`), JSON.stringify(crd([stored("v1", schema)])));
}

/** From and to, and the class of the only change. */
const CHANGES = [
  ["small", "small", "none"],
  ["small", "added", "addition"],
  ["closed", "added", "loosening"],
  ["added", "closed", "tightening"],
  ["added", "small", "break"],
  ["small", "odd", "unknown"],
] as const;

diffs("--fail-on exits with 1 for a class and for those after it, in any format, and prints the same", async () => {
  for (const [from, to, found] of CHANGES) {
    for (const format of CHANGE_FORMATS) {
      const run = (failOn?: (typeof ALARMING_CLASSES)[number]) =>
        inTerminal(directory, (terminal) =>
          diffCommand(`${from}.json`, `${to}.json`, { project: ".", format, ...(failOn && { failOn }) }, terminal),
        );
      const { exit: always, ...shown } = await run();
      assert.is(always, 0);
      if (format === "text") assert.is(shown.out.includes(found), found !== "none");
      for (const [at, failOn] of ALARMING_CLASSES.entries()) {
        const { exit, ...same } = await run(failOn);
        const fails = ALARMING_CLASSES.slice(at).some((name) => name === found);
        assert.is(exit, fails ? 1 : 0, `${found} --fail-on ${failOn}`);
        assert.equal(same, shown);
      }
    }
  }
});

diffs.run();
