/** `npm run docs`: writes the generated parts of the docs, and the output of the commands in the README. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/golden.js";
import { readDocuments, renew } from "./documents.js";

for (const document of readDocuments()) {
  const text = await renew(document);
  if (text === document.text) continue;
  writeFileSync(join(ROOT, document.path), text);
  process.stdout.write(`${document.path}\n`);
}
