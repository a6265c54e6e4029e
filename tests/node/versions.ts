/** Other versions of Node from npm, which are fetched once into the cache. */
import { join } from "node:path";
import { execa } from "execa";
import semver from "semver";
import { fillCache, newestCached } from "../support/cache.js";

/** The maintained major versions of Node, in addition to the oldest one that this project supports. */
const MAJORS = [22, 24, 26];

/** Returns the `node` binary of each major version. */
export async function nodeBinaries(): Promise<string[]> {
  const directories: string[] = [];
  for (const major of MAJORS) directories.push(newestCached("node", `${major}.`) ?? (await fetchNode(major)));
  return directories.map((directory) =>
    join(directory, PACKAGE_DIRECTORY, process.platform === "win32" ? "node.exe" : "bin/node"),
  );
}

/** The package that the installation script of npm's `node` package would choose for this machine. */
const PACKAGE = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const PACKAGE_DIRECTORY = join("node_modules", PACKAGE);

async function fetchNode(major: number): Promise<string> {
  const { stdout } = await execa("npm", ["view", `${PACKAGE}@${major}`, "version", "--json"]);
  const version = semver.rsort([JSON.parse(stdout)].flat() as string[])[0];
  if (version === undefined) throw new Error(`npm has no ${PACKAGE}@${major}`);
  process.stdout.write(`fetching Node ${version}\n`);
  return fillCache("node", version, async (directory) => {
    const options = ["--prefix", directory, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
    await execa("npm", ["install", ...options, `${PACKAGE}@${version}`]);
  });
}
