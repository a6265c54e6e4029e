/** `npm run docs`: writes the generated parts of the docs, and the output of the commands in them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/golden.js";
import { readDocuments, renew, showsCommands } from "./documents.js";

for (const document of readDocuments()) {
  const text = await renew(document, { runs: showsCommands(document) });
  if (text === document.text) continue;
  writeFileSync(join(ROOT, document.path), text);
  process.stdout.write(`${document.path}\n`);
}
