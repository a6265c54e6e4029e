/** Tests of the options of `crd-bundle cluster migrate` that contradict each other. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type MigrateOptions, migrateCommand } from "../../scripts/cli/cluster/migrate.js";
import { crdBundle } from "../support/command-line.js";
import { inTerminal } from "../support/git-project.js";

const tests = suite("cli/migrate-options");

const EMIT = { emit: "job", image: "crd-bundle:1" } as const;
const POD = { job: "/etc/crd-bundle", shard: 0 } as const;

const PROBLEMS: readonly (readonly [given: Partial<MigrateOptions>, problem: string])[] = [
  [{ emit: "job" }, "--emit job requires --image"],
  [{ ...EMIT, dryRun: true }, "--dry-run cannot be used with --emit"],
  [{ ...EMIT, ...POD }, "--job cannot be used with --emit"],
  [{ ...EMIT, format: "github" }, "--format github cannot be used with --emit"],
  [{ image: "a" }, "--image requires --emit job"],
  [{ namespace: "a" }, "--namespace requires --emit job"],
  [{ shards: 2 }, "--shards requires --emit job"],
  [{ shard: 2 }, "--job and --shard require each other"],
  [{ job: "a" }, "--job and --shard require each other"],
  [{ ...POD, bundle: "a" }, "--bundle cannot be used with --job"],
  [{ ...POD, dryRun: true }, "--dry-run cannot be used with --job"],
  [{ ...EMIT, image: "a b" }, "--image takes the name of an image"],
  [{ ...EMIT, image: "" }, "--image takes the name of an image"],
  [{ ...EMIT, namespace: "A" }, "--namespace takes the name of a namespace"],
  [{ ...EMIT, namespace: "a".repeat(64) }, "--namespace takes the name of a namespace"],
  [{ ...EMIT, shards: 33 }, "--shards takes at most 32"],
  [{ ...EMIT, requestsPerSecond: 7 }, "--requests-per-second must be at least the number of shards, which is 8"],
  [{ job: "missing", shard: 0 }, "missing/migration.json cannot be used: the file does not exist"],
];

for (const [given, problem] of PROBLEMS) {
  tests(problem, async () => {
    const options = { project: ".", format: "text", ...given } as const;
    const { exit, out, err } = await inTerminal("/", (terminal) => migrateCommand(options, terminal));
    assert.equal(
      [exit, given.format === "github" ? out.includes(problem) : err.includes(problem)],
      [2, true],
      err + out,
    );
  });
}

tests("are reported as JSON to programs", async () => {
  const { exitCode, stdout } = await crdBundle(["cluster", "migrate", "--emit", "job", "--format", "json"]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  assert.equal([exitCode, diagnostics.map(({ code }) => code)], [2, ["usage-invalid"]]);
});

tests.run();
