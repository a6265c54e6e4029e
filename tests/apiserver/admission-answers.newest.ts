/** Tests that the recorded answers to requests about small CRDs are those of the newest server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { ROOT } from "../support/golden.js";
import { askAll } from "./admission-answers.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("admission of small CRDs");

tests("recorded answers", () =>
  withServer(async (server) => {
    const path = join(ROOT, "tests/kubernetes/admission/server-answers.json");
    // Objects without a prototype, such as those of sortKeys, are not equal to others.
    const answers: unknown = JSON.parse(JSON.stringify(await askAll(server)));
    assert.equal(answers, JSON.parse(readFileSync(path, "utf8")), "npm run answers writes them again");
  }),
);

tests.run();
