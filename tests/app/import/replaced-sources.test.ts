import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { replacementProblems } from "../../../scripts/app/import/replaced-sources.js";
import { removeProjects, temporary } from "../../support/git-project.js";

const tests = suite("app/import/replaced-sources");
tests.after(removeProjects);

const TEXT = "export interface Widget {}\n";

tests("reports files that were saved, created or removed after they were read", async () => {
  const directory = temporary();
  mkdirSync(join(directory, "apis/v1"), { recursive: true });
  const files = { "v1/same.ts": `\ufeff${TEXT}`, "v1/saved.ts": `// New.\n${TEXT}`, "v1/created.ts": TEXT };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, "apis", path), text);
  const current = new Map(["v1/same.ts", "v1/saved.ts", "v1/removed.ts"].map((path) => [path, TEXT]));
  const drift = {
    missing: ["v1/created.ts", "v1/new.ts"],
    differing: ["v1/same.ts", "v1/saved.ts"],
    surplus: ["v1/removed.ts"],
  };
  const problems = await replacementProblems({ current, drift }, directory, (path) => path.slice(directory.length + 1));
  assert.equal(
    problems.map(({ code, args }) => [code, args]),
    ["created", "saved", "removed"].map((name) => ["import-merge-saved", { path: `apis/v1/${name}.ts` }]),
  );
});

tests.run();
