/**
 * Asks the API server's own code for its verdicts on the small CRDs of `tests/kubernetes/crd/cases`, and writes them to
 * `server-verdicts.json`. Compares the branches that append an error and that no CRD reaches with README.md, which gives
 * the reasons. The command is `npm run verdicts`. It needs Go, but no server.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { NEW_CASES, UPDATE_CASES } from "../../kubernetes/crd/cases/index.js";
import { ROOT } from "../../support/golden.js";
import { coverPackages, fetchModule, moduleDirectory } from "../go.js";
import { errorBranches } from "./branches.js";

/** README.md names the branches by the lines of this version. */
const VERSION = "v0.37.2";
const MODULE = "k8s.io/apiextensions-apiserver";
/** The packages that decide whether the API server accepts a CRD. */
const PACKAGES = [
  `${MODULE}/pkg/apis/apiextensions/validation`,
  `${MODULE}/pkg/apiserver/schema`,
  `${MODULE}/pkg/apiserver/schema/cel`,
  `${MODULE}/pkg/apiserver/schema/defaulting`,
  `${MODULE}/pkg/apiserver/schema/objectmeta`,
  "k8s.io/apimachinery/pkg/api/validation",
  "k8s.io/apiserver/pkg/util/webhook",
];
const TEST = join(ROOT, "tests/apiserver/verdicts/verdicts_test.go");
const CRDS = join(ROOT, "tests/kubernetes/crd");

type Named<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/** Returns the documents of all cases: one for a new CRD, and the new and the old one for an update. */
function documents(): Named<readonly JsonObject[]> {
  const created = Object.entries(NEW_CASES).map(([about, cases]) => [
    about,
    Object.fromEntries(cases.map(([name, document]) => [name, [document]])),
  ]);
  const updated = Object.entries(UPDATE_CASES).map(([about, cases]) => [
    about,
    Object.fromEntries(cases.map(([name, old, document]) => [name, [document, old]])),
  ]);
  return Object.fromEntries([...created, ...updated]);
}

/** Returns verdicts in the order of the cases. */
function inOrder(verdicts: Named<readonly string[]>, order: Named<unknown>): Named<readonly string[]> {
  return Object.fromEntries(
    Object.entries(order).map(([about, cases]) => [
      about,
      Object.fromEntries(Object.keys(cases).map((name) => [name, verdicts[about]?.[name] ?? []])),
    ]),
  );
}

/** Returns the branches that README.md lists, such as `schema/complete.go:47`. */
function listedBranches(): string[] {
  const readme = readFileSync(join(CRDS, "README.md"), "utf8");
  return [...readme.matchAll(/^\| `([^`]+\.go:\d+)` \|/gm)].map(([, branch = ""]) => branch);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(directory: string): Promise<void> {
  const cases = documents();
  const [input, output] = [join(directory, "cases.json"), join(directory, "verdicts.json")];
  writeFileSync(input, JSON.stringify(cases));
  cpSync(TEST, join(directory, "verdicts_test.go"));
  const module = await fetchModule(MODULE, [VERSION], say);
  const env = { CRD_CASES: input, CRD_VERDICTS: output };
  const profile = await coverPackages(module, { packages: PACKAGES, env, directory }, say);
  const verdicts = inOrder(JSON.parse(readFileSync(output, "utf8")) as Named<readonly string[]>, cases);
  const file = join(CRDS, "server-verdicts.json");
  writeFileSync(file, JSON.stringify(verdicts, null, 2));
  await execa("biome", ["format", "--write", file], { preferLocal: true, cwd: ROOT });
  const directories = new Map<string, string>();
  for (const { owner } of PACKAGES.map(ownerOf)) {
    if (!directories.has(owner)) directories.set(owner, await moduleDirectory(owner, directory));
  }
  const branches = errorBranches(profile, (file) => {
    const { owner, inside } = ownerOf(file);
    return readFileSync(join(directories.get(owner) ?? "", inside), "utf8");
  });
  report(branches);
}

function ownerOf(path: string): { readonly owner: string; readonly inside: string } {
  const [host = "", name = "", ...inside] = path.split("/");
  return { owner: `${host}/${name}`, inside: inside.join("/") };
}

/** Prints the branches that no case reaches. Fails if README.md lists others. */
function report(branches: ReturnType<typeof errorBranches>): void {
  const missed = branches.filter(({ isReached }) => !isReached);
  say(`${branches.length} branches append an error; no CRD reaches ${missed.length} of them`);
  for (const { place, name, code } of missed) say(`${place} ${name}: ${code}`);
  const [listed, found] = [new Set(listedBranches()), new Set(missed.map(({ place }) => place))];
  const unlisted = [...found].filter((place) => !listed.has(place));
  const reached = [...listed].filter((place) => !found.has(place));
  for (const place of unlisted) say(`error: README.md does not list ${place}`);
  for (const place of reached) say(`error: README.md lists ${place}, which a CRD reaches`);
  if (unlisted.length + reached.length > 0) process.exitCode = 1;
}

const directory = mkdtempSync(join(tmpdir(), "crd-bundle-verdicts-"));
try {
  await main(directory);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
