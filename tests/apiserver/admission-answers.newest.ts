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
    assert.equal(await askAll(server), JSON.parse(readFileSync(path, "utf8")), "npm run answers writes them again");
  }),
);

tests.run();
