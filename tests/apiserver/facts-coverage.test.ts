/** Checks that every fact has an accepted and a rejected object, for each kind, version and channel that it names. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import { ROOT } from "../support/golden.js";
import { withCorpus } from "../support/shared.js";
import { type Fact, readFacts } from "./facts.js";

const coverage = suite("coverage of facts");

interface IndexRow {
  readonly kind: string;
  readonly channel: Channel;
  readonly facts: readonly string[];
}

/** Reads the index at the end of the page: `| Gateway | S21-S26, G01-G10 | S21-S26, G01-G10 |`. */
function readIndex(path: string): IndexRow[] {
  const index = readFileSync(path, "utf8").split("### 1.10")[1]?.split("\n## ")[0] ?? "";
  return [...index.matchAll(/^\| (?!Kind )(\w+) \| ([^|]*) \| ([^|]*) \|$/gm)].flatMap(([, kind = "", ...cells]) =>
    CHANNELS.map((channel, at) => ({ kind, channel, facts: namesIn(cells[at] ?? "") })),
  );
}

/** Expands ranges: `S05-S07, T01` → S05, S06, S07, T01. */
function namesIn(cell: string): string[] {
  return [...cell.matchAll(/([A-Z])(\d\d)(?:-[A-Z](\d\d))?/g)].flatMap(([, letter, first, last]) => {
    const [from, to] = [Number(first), Number(last ?? first)];
    return Array.from({ length: to - from + 1 }, (_, step) => `${letter}${String(from + step).padStart(2, "0")}`);
  });
}

/** Reports whether a fact applies to a version. The page limits some facts to some versions of a kind. */
function holdsIn(fact: string, kind: string, version: string): boolean {
  if (fact === "S16" && ["TCPRoute", "TLSRoute", "UDPRoute"].includes(kind)) return version === "v1alpha2";
  return !(/^T0[1-3]$/.test(fact) && version === "v1alpha2");
}

function versionsOf(kind: string, channel: Channel): string[] {
  const index = JSON.parse(readFileSync(join(ROOT, "dist/bundle.json"), "utf8")) as {
    channels: Record<Channel, { crds: { kind: string; versions: { name: string }[] }[] }>;
  };
  const crd = index.channels[channel].crds.find((candidate) => candidate.kind === kind);
  return (crd?.versions ?? []).map(({ name }) => name);
}

function bare({ kind, channel, facts }: IndexRow, known: readonly Fact[]): string[] {
  return versionsOf(kind, channel).flatMap((version) =>
    facts
      .filter((fact) => holdsIn(fact, kind, version))
      .flatMap((fact) =>
        [true, false]
          .filter((accepted) => !known.some((entry) => isEntryFor(entry, { kind, channel, version, fact, accepted })))
          .map((accepted) => `${fact} ${kind} ${version} ${channel} ${accepted ? "accepted" : "refused"}`),
      ),
  );
}

function isEntryFor(
  entry: Fact,
  wanted: { kind: string; channel: Channel; version: string; fact: string; accepted: boolean },
): boolean {
  return (
    entry.fact === wanted.fact &&
    entry.kind === wanted.kind &&
    entry.accepted === wanted.accepted &&
    entry.versions.includes(wanted.version) &&
    entry.channels.includes(wanted.channel)
  );
}

withCorpus(coverage, "design/validation-facts.md", 1, (test, path) => {
  test("nothing is missing", () => {
    const index = readIndex(path);
    assert.is(index.length, 26, "thirteen kinds in two channels");
    const known = readFacts();
    assert.equal(
      index.flatMap((row) => bare(row, known)),
      [],
    );
  });
});

coverage.run();
