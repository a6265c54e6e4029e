/** Checks that every version of Node makes the same assets. */
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nodeBinaries } from "./versions.js";

const nodes = suite("versions of Node");

const SCRIPT = `
  const { makeAssets } = await import(${JSON.stringify(new URL("../../scripts/release/assets/assets.js", import.meta.url).href)});
  const { CONTENT, readDist, textOf } = await import(${JSON.stringify(new URL("../release/files.js", import.meta.url).href)});
  const assets = await makeAssets({ ...CONTENT, files: readDist() });
  console.log(JSON.stringify([process.versions.node, process.versions.zlib, textOf(assets, "SHA256SUMS")]));
`;

nodes("make the same assets", async () => {
  const binaries = [process.execPath, ...(await nodeBinaries())];
  const runs: [node: string, zlib: string, sums: string][] = [];
  for (const binary of binaries) {
    const { stdout } = await execa(binary, ["--input-type=module", "-e", SCRIPT]);
    runs.push(JSON.parse(stdout));
  }
  process.stdout.write(`(${runs.map(([node, zlib]) => `Node ${node} with zlib ${zlib}`).join(", ")}) `);
  assert.is(new Set(runs.map(([node]) => node.split(".")[0])).size, runs.length, "versions that differ");
  for (const [node, , sums] of runs) assert.is(sums, runs[0]?.[2], `Node ${node}`);
});

nodes.run();
