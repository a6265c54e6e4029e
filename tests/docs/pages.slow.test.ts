/** Runs the commands that pages other than the README show, and compares what they print. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readDocuments, renew, showsCommands } from "./documents.js";

const pages = suite("pages");

for (const document of readDocuments()) {
  if (!showsCommands(document) || document.path === "README.md") continue;
  pages(`the commands of ${document.path} print what it shows`, async () => {
    assert.fixture(document.text, await renew(document, { runs: true }));
  });
}

pages.run();
