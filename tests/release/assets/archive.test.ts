import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { execa } from "execa";
import { unpackTar } from "modern-tar";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { OutputFile } from "../../../scripts/core/model/output.js";
import { makeArchive } from "../../../scripts/release/assets/archive.js";
import { inDirectory, readTree } from "../../support/command-line.js";
import fc from "../../support/drawn.js";
import { ROOT } from "../../support/golden.js";
import { withProgram } from "../../support/programs.js";
import { readDist } from "../files.js";

const archive = suite("archive");

const TIME = 1_700_000_000;
/** The deepest path and the longest name that all common file systems allow. */
const LONG: OutputFile[] = [
  { path: `${"folder-of-a-group/".repeat(12)}widget_v1alpha1.json`, text: "a path of 236 letters\n" },
  { path: `${"g".repeat(240)}.yaml`, text: "a name of 245 letters\n" },
  { path: `${"n".repeat(99)}/x`, text: "a folder that does not fit with what is in it\n" },
  { path: `${"d/".repeat(160)}${"e".repeat(120)}`, text: "too long for every field\n" },
  { path: `${"港".repeat(60)}/船.yaml`, text: "short in letters, long in bytes\n" },
];
const FILES: OutputFile[] = [
  { path: "b/empty.txt", text: "" },
  { path: "a b.yaml", text: "Große Häfen 港\r\n" },
  { path: "b/block.txt", text: "x".repeat(512) },
  { path: "Z.yaml", text: "capital letters come first\n" },
  ...LONG,
];

/** Names that are valid on Windows, macOS and Linux. No path is the directory of another one. */
const NAME = fc.stringMatching(/^[a-z0-9][a-z0-9._ -]{0,130}[a-z]$/);
const PATH = fc.array(NAME, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const SOME_FILES = fc.uniqueArray(fc.record({ path: PATH, text: fc.string({ unit: "grapheme", maxLength: 1500 }) }), {
  selector: ({ path }) => path,
  maxLength: 8,
});

function bytesOf(files: readonly OutputFile[], directory: string): Record<string, string> {
  const entries = files.map(
    ({ path, text }) => [`${directory}/${path}`, Buffer.from(text).toString("latin1")] as const,
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

archive("has the same bytes today, tomorrow and with any other version of what makes it", async () => {
  // If a new version of the library writes other bytes, nobody can rebuild earlier releases. Do not upgrade to it.
  const sum = createHash("sha256").update(await makeArchive(FILES, "example-1.0.0", TIME));
  assert.is(sum.digest("hex"), "fc9f124bc060c1b13daddf959f243cd720b1fb656e6f19b82fa692ca34e918d9");
});

archive("says nothing of the machine, the user or the time in its headers", async () => {
  const bytes = await makeArchive([{ path: "a.txt", text: "a" }], "x", TIME);
  // RFC 1952: no flags, no time, slowest compression, Unix.
  assert.equal([...bytes.subarray(0, 10)], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
  const tar = gunzipSync(bytes);
  const field = (start: number, size: number) => tar.toString("latin1", start, start + size);
  assert.is(field(0, 100), "x/a.txt".padEnd(100, "\0"));
  assert.is(field(100, 24), "0000644\0" + "0000000\0" + "0000000\0"); // mode, user, group
  assert.is(field(136, 12), `${TIME.toString(8).padStart(11, "0")}\0`);
  assert.is(field(156, 1), "0");
  assert.is(field(257, 8), "ustar\x0000");
  assert.is(field(265, 247), "\0".repeat(247)); // user name and group name, device, prefix
  assert.is(tar.length, 512 * 4, "a header, a block and two empty ones at the end");
});

archive("does not depend on the order of the files, and gives them back", async () => {
  await fc.assert(
    fc.asyncProperty(SOME_FILES, fc.integer({ min: 0, max: 2 ** 32 }), async (files, time) => {
      const bytes = await makeArchive(files, "top", time);
      assert.equal(await makeArchive([...files].reverse(), "top", time), bytes);
      const entries = await unpackTar(gunzipSync(bytes), { strict: true });
      assert.equal(
        entries.map(({ header }) => header.name),
        Object.keys(bytesOf(files, "top")),
      );
      for (const { header, data } of entries) {
        assert.is(header.mtime?.getTime(), time * 1000);
        assert.is(
          Buffer.from(data ?? []).toString("utf8"),
          Buffer.from(files.find(({ path }) => `top/${path}` === header.name)?.text ?? "").toString("utf8"),
        );
      }
    }),
    { numRuns: 60 },
  );
});

archive("orders files by code units, whatever the locale sorts first", async () => {
  const paths = ["a/x", "a-x", "a.x", "B", "ä", "z", "a/X"].map((path) => ({ path, text: "" }));
  const entries = await unpackTar(gunzipSync(await makeArchive(paths, "t", TIME)));
  assert.equal(
    entries.map(({ header }) => header.name),
    ["t/B", "t/a-x", "t/a.x", "t/a/X", "t/a/x", "t/z", "t/ä"],
  );
});

archive("changes with what is in it", async () => {
  const file = { path: "a", text: "a" };
  const variants = [
    makeArchive([file], "x", TIME),
    makeArchive([file], "y", TIME),
    makeArchive([file], "x", TIME + 1),
    makeArchive([{ ...file, text: "b" }], "x", TIME),
    makeArchive([{ ...file, path: "b" }], "x", TIME),
  ];
  const sums = (await Promise.all(variants)).map((bytes) => createHash("sha256").update(bytes).digest("hex"));
  assert.is(new Set(sums).size, variants.length);
});

const PYTHON = `
import sys, tarfile
safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {} # newer ones warn without it
tarfile.open(sys.argv[1]).extractall(sys.argv[2], **safely)
`;
const EXTRACTORS: Readonly<Record<string, (file: string, directory: string) => readonly [string, ...string[]]>> = {
  tar: (file, directory) => ["tar", "-xzf", file, "-C", directory],
  bsdtar: (file, directory) => ["bsdtar", "-xzf", file, "-C", directory],
  busybox: (file, directory) => ["busybox", "tar", "-xzf", file, "-C", directory],
  python3: (file, directory) => ["python3", "-c", PYTHON, file, directory],
};

for (const [name, command] of Object.entries(EXTRACTORS)) {
  withProgram(archive, name, `is extracted by ${name}, long names included`, () =>
    inDirectory(async (directory) => {
      const files = [...FILES, ...readDist()];
      const file = join(directory, "example.tar.gz");
      await writeFile(file, await makeArchive(files, "example-1.0.0", TIME));
      const [program, ...args] = command(file, directory);
      const { stderr } = await execa(program, args, { env: { LC_ALL: "C.UTF-8" } });
      assert.is(stderr, "");
      const { "example.tar.gz": _, ...extracted } = await readTree(directory);
      assert.equal(extracted, bytesOf(files, "example-1.0.0"));
    }),
  );
}

archive("needs nothing of the process: any locale, time zone and directory makes the same bytes", () =>
  inDirectory(async (directory) => {
    const script = `
      import { createHash } from "node:crypto";
      import { makeArchive } from ${JSON.stringify(new URL("../../../scripts/release/assets/archive.js", import.meta.url).href)};
      const bytes = await makeArchive(${JSON.stringify(FILES)}, "example-1.0.0", ${TIME});
      console.log(createHash("sha256").update(bytes).digest("hex"));
    `;
    const environments = [
      { cwd: ROOT, env: { LC_ALL: "C", TZ: "UTC" } },
      { cwd: directory, env: { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" } },
      { cwd: directory, env: { LC_ALL: "sv_SE.ISO-8859-1", TZ: "America/St_Johns", SOURCE_DATE_EPOCH: "1" } },
    ];
    const runs = environments.map(async (options) => {
      return (await execa(process.execPath, ["--input-type=module", "-e", script], options)).stdout;
    });
    const sums = new Set(await Promise.all(runs));
    sums.add(
      createHash("sha256")
        .update(await makeArchive(FILES, "example-1.0.0", TIME))
        .digest("hex"),
    );
    assert.is(sums.size, 1);
  }),
);

archive.run();
