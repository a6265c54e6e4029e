/** Checks that the table in docs/kubernetes.md lists every supported minor and every subject, and no failure. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { minorOf, readResults, subjects, supportedMinors } from "./results.js";

const tests = suite("the table of Kubernetes versions");
const rows = readResults();

tests("has a row for each supported minor, the newest first", () => {
  assert.equal(
    rows.map((row) => row.get("Kubernetes")),
    supportedMinors(),
  );
  assert.equal(
    rows.map((row) => minorOf(row.get("release") ?? "")),
    supportedMinors(),
  );
});

tests("has passed every subject on each of them", () => {
  for (const row of rows) {
    for (const subject of subjects()) assert.is(row.get(subject), "passed", `${subject} on ${row.get("Kubernetes")}`);
  }
});

tests.run();
