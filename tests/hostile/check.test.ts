/** Tests of `crd-bundle check` with hostile files and input, in this process. The slow file also has larger ones. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkCommand } from "../../scripts/cli/check.js";
import { inTerminal, removeProjects, temporary } from "../support/git-project.js";
import { FAST_FILES } from "./crd-files.js";

const hostile = suite("hostile/check in this process");
hostile.after(removeProjects);

for (const { name, content, exit, output } of FAST_FILES) {
  hostile(name, async () => {
    const [directory, bytes] = [temporary(), content()];
    writeFileSync(join(directory, "crd.yaml"), bytes);
    // A terminal provides text, so what is not UTF-8 comes only from files here.
    const inputs = typeof bytes === "string" ? ["crd.yaml", "-"] : ["crd.yaml"];
    for (const input of inputs) {
      const run = await inTerminal(
        directory,
        (terminal) => checkCommand({ project: ".", format: "text", crds: [input] }, terminal),
        { input: typeof bytes === "string" ? bytes : "" },
      );
      assert.match(run.out + run.err, output, input);
      assert.is(run.exit, exit, input);
    }
  });
}

hostile.run();
