/** The pages to which messages refer are in the repository and in the package. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PAGES, pageLink } from "../../scripts/core/docs.js";
import { ROOT } from "../support/golden.js";

const docs = suite("core/docs");

/** The script that packs the pages. It lists their names without the extension. */
const packed = readFileSync(join(ROOT, "scripts/cli/assemble.js"), "utf8");

docs("every page to which a message refers exists and is packed", () => {
  for (const page of PAGES) {
    assert.ok(existsSync(join(ROOT, pageLink(page))), page);
    assert.ok(packed.includes(`"${page.replace(/\.md$/, "")}"`), `${page} is not packed`);
  }
});

docs("messages refer to pages only with pageLink", () => {
  const directory = join(ROOT, "scripts");
  const files = ["core/diagnostics", "core/words", "core/config", "language", "changes"].flatMap((path) =>
    readdirSync(join(directory, path), { recursive: true, encoding: "utf8" }).map((name) =>
      join(directory, path, name),
    ),
  );
  const naming = files.filter(
    (file) => file.endsWith(".ts") && /[`"'].*docs\/[a-z-]+\.md/.test(readFileSync(file, "utf8")),
  );
  assert.equal(naming, []);
});

docs.run();
