import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Asset } from "../../../scripts/core/model/output.js";
import { checksumProblems, printChecksums, readChecksums } from "../../../scripts/release/assets/checksums.js";
import { inDirectory } from "../../support/command-line.js";
import fc from "../../support/drawn.js";

const checksums = suite("checksums");

/** The checksum of the empty file, which is a standard test vector. */
const EMPTY_SUM = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const NAME = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,20}$/).filter((name) => name !== "SHA256SUMS");
const ASSETS: fc.Arbitrary<Asset[]> = fc.uniqueArray(
  fc.record({ name: NAME, bytes: fc.uint8Array({ maxLength: 50 }) }),
  { selector: ({ name }) => name, maxLength: 6 },
);

function asset(name: string, text: string): Asset {
  return { name, bytes: Buffer.from(text) };
}

function codesOf(text: string, assets: readonly Asset[]): string[] {
  return checksumProblems(text, assets).map(({ code }) => code);
}

checksums("are printed by name in code-unit order, a line each", () => {
  const printed = printChecksums([asset("b", ""), asset("a-1", ""), asset("B", "")]);
  assert.is(printed, `${EMPTY_SUM}  B\n${EMPTY_SUM}  a-1\n${EMPTY_SUM}  b\n`);
});

checksums("of any assets, in any order, are read back and fit", () => {
  fc.assert(
    fc.property(ASSETS, (assets) => {
      const text = printChecksums(assets);
      assert.is(printChecksums([...assets].reverse()), text);
      const { sums, diagnostics } = readChecksums(text);
      assert.equal(diagnostics, []);
      assert.equal([...sums.keys()].sort(), assets.map(({ name }) => name).sort());
      assert.equal(checksumProblems(text, [...assets, asset("SHA256SUMS", text)]), []);
    }),
  );
});

checksums("are what sha256sum checks and writes", () =>
  inDirectory(async (directory) => {
    const assets = [asset("example-1.0.0+build.1.tar.gz", "bytes\0\n"), asset("notes.md", "Häfen\n")];
    for (const { name, bytes } of assets) await writeFile(join(directory, name), bytes);
    await writeFile(join(directory, "SHA256SUMS"), printChecksums(assets));
    const check = await execa("sha256sum", ["-c", "--strict", "SHA256SUMS"], { cwd: directory });
    assert.is(check.stdout, "example-1.0.0+build.1.tar.gz: OK\nnotes.md: OK");
    const { stdout } = await execa("sha256sum", ["example-1.0.0+build.1.tar.gz", "notes.md"], { cwd: directory });
    assert.is(`${stdout}\n`, printChecksums(assets));
    await writeFile(join(directory, "notes.md"), "Haefen\n");
    const broken = await execa("sha256sum", ["-c", "SHA256SUMS"], { cwd: directory, reject: false });
    assert.is(broken.exitCode, 1);
  }),
);

checksums("find an asset that was replaced after the release: asset-sum", () => {
  const text = printChecksums([asset("standard-install.yaml", "released"), asset("notes.md", "")]);
  const problems = checksumProblems(text, [asset("standard-install.yaml", "better"), asset("notes.md", "")]);
  assert.equal(
    problems.map(({ code, args }) => [code, args.name]),
    [["asset-sum", "standard-install.yaml"]],
  );
});

checksums("find what is missing and what nobody listed: asset-missing, asset-surplus", () => {
  const text = printChecksums([asset("a", ""), asset("b", "")]);
  assert.equal(codesOf(text, [asset("b", ""), asset("c", "")]), ["asset-missing", "asset-surplus"]);
  assert.equal(codesOf("", [asset("b", "")]), ["asset-surplus"]);
  assert.equal(codesOf(text, []), ["asset-missing", "asset-missing"]);
});

for (const line of [
  `${EMPTY_SUM}  ../a`,
  `${EMPTY_SUM}  /etc/passwd`,
  `${EMPTY_SUM}  a/b`,
  `${EMPTY_SUM}  a\\b`,
  `${EMPTY_SUM}  ..`,
  `${EMPTY_SUM}  .hidden`,
  `${EMPTY_SUM}  -rf`,
  `${EMPTY_SUM}  a b`,
  `${EMPTY_SUM}  a\r`,
  `${EMPTY_SUM}  a\0`,
  `${EMPTY_SUM}  `,
  `${EMPTY_SUM}   a`,
  `${EMPTY_SUM} *a`,
  `${EMPTY_SUM} a`,
  `\\${EMPTY_SUM}  a`,
  `${EMPTY_SUM.toUpperCase()}  a`,
  `${EMPTY_SUM.slice(1)}  a`,
  `${EMPTY_SUM}0  a`,
  " ",
  "",
  "-----BEGIN PGP SIGNED MESSAGE-----",
]) {
  checksums(`refuse the line ${JSON.stringify(line.replace(EMPTY_SUM, "<sum>"))}: asset-sums-line`, () => {
    const { sums, diagnostics } = readChecksums(`${EMPTY_SUM}  first\n${line}\n`);
    assert.equal(diagnostics, [{ code: "asset-sums-line", args: { line: 2 } }]);
    assert.equal([...sums.keys()], ["first"]);
  });
}

checksums("take names that mean something to JavaScript for names", () => {
  const assets = ["constructor", "toString", "hasOwnProperty"].map((name) => asset(name, name));
  assert.equal(checksumProblems(printChecksums(assets), assets), []);
  assert.equal(codesOf("", [asset("constructor", "")]), ["asset-surplus"]);
});

checksums("refuse a name that stands there twice, also with the same sum: asset-sums-twice", () => {
  const text = `${EMPTY_SUM}  a\n${EMPTY_SUM}  a\n`;
  assert.equal(codesOf(text, [asset("a", "")]), ["asset-sums-twice"]);
  assert.equal(codesOf(`${"0".repeat(64)}  a\n${EMPTY_SUM}  a\n`, [asset("a", "")]).sort(), [
    "asset-sum",
    "asset-sums-twice",
  ]);
});

checksums("cannot list themselves", () => {
  assert.equal(codesOf(`${EMPTY_SUM}  SHA256SUMS\n`, [asset("SHA256SUMS", "")]), ["asset-missing"]);
});

checksums("are read from a hostile text so long that work in proportion to its square would not end", () => {
  assert.is(readChecksums(`${"a".repeat(5_000_000)}\n${" ".repeat(5_000_000)}`).diagnostics.length, 2);
});

checksums.run();
