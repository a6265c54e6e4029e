/** Reads the CRDs of a corpus of published CRDs, which has a directory for each repository. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CrdToImport } from "../../scripts/app/import/read-crds.js";
import { isJsonObject } from "../../scripts/core/model/json.js";
import { loadManifests } from "../../scripts/core/yaml/yaml.js";

/** Returns the CRDs of each repository. */
export function publishedCrds(corpus: string): CrdToImport[][] {
  const repositories = readdirSync(corpus).filter((name) => name !== "INDEX.tsv");
  return repositories.map((name) => crdsIn(join(corpus, name)));
}

/** Returns the CRDs in a directory, whose text is changed before it is read. */
export function crdsIn(directory: string, prepare = (text: string) => text): CrdToImport[] {
  return readdirSync(directory).flatMap((file) => {
    const loaded = loadManifests(prepare(readFileSync(join(directory, file), "utf8")));
    if ("problem" in loaded) throw new Error(`${file}: ${loaded.problem}`);
    return loaded.value.documents.filter(isJsonObject).map((crd) => ({ crd, file, rounded: [] }));
  });
}
