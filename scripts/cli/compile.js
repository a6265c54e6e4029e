/**
 * Compiles the TypeScript sources into `build/` if they changed. Digests of the sources are kept next to the result.
 * They are computed from their content, because git does not preserve modification times. Only if no file has another
 * size or time than at the last digest, their content is not read again.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package.json of the compiled tests. If it were next to their sources, the compiler would read it, too. */
const TESTS_MANIFEST = "tests/runner/stand-ins.json";

/** The programs and settings by which sources are compiled. */
const COMPILER = [
  ...["bundle.js", "compile.js", "compiler-parts.js"].map((name) => `scripts/cli/${name}`),
  "tsconfig.json",
  "package-lock.json",
];

/** The parts of the sources, each with the files of its digest, and the file in `build/` that contains the digest. */
const PARTS = {
  tool: {
    digestFile: ".tool",
    files: (root) => [...sourceFiles(root, "scripts"), ...COMPILER],
  },
  tests: { digestFile: ".tests", files: (root) => [...sourceFiles(root, "tests"), TESTS_MANIFEST] },
};

/**
 * Compiles the sources below `root` unless `build/` was made of the very same ones. To run the tool, only its own
 * sources are compared.
 */
export async function ensureCompiled(root, parts = [PARTS.tool]) {
  const times = parts.map((part) => timesOf(root, part.files(root)));
  const timesFiles = parts.map(({ digestFile }) => join(root, "build", `${digestFile}-times`));
  if (timesFiles.every((file, index) => readIfThere(file) === times[index])) return;
  await compileChanged(root, parts);
  timesFiles.forEach((file, index) => {
    writeIfPossible(file, times[index]);
  });
}

async function compileChanged(root, parts) {
  const build = join(root, "build");
  const digests = parts.map(({ digestFile, files }) => ({ digestFile, digest: digestOf(root, files(root)) }));
  const isCurrent = () => digests.every(({ digestFile, digest }) => readIfThere(join(build, digestFile)) === digest);
  if (isCurrent()) return;
  const staging = mkdtempSync(join(root, "build-"));
  const fresh = join(staging, "new");
  try {
    const { bundle } = await import("./bundle.js"); // first, because it fails in a checkout with old packages
    const all = Object.values(PARTS).map((part) => ({ part, digest: digestOf(root, part.files(root)) }));
    await compile(root, fresh);
    await bundle(fresh, all.find(({ part }) => part === PARTS.tool).digest);
    const manifest = join(root, TESTS_MANIFEST);
    if (existsSync(manifest)) copyFileSync(manifest, join(fresh, "tests/package.json"));
    for (const { part, digest } of all) writeFileSync(join(fresh, part.digestFile), digest);
    while (existsSync(fresh) && !isCurrent()) replace(build, fresh, staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Returns the sizes and times of files. If they are the same as before, so is the content of the files. */
function timesOf(root, paths) {
  const times = paths.map((path) => {
    const { size, mtimeMs, ctimeMs } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {};
    return [path, size, mtimeMs, ctimeMs];
  });
  return JSON.stringify(times);
}

/** Writes a file if possible. It only saves time, and a checkout can be read-only. */
function writeIfPossible(path, text) {
  try {
    writeFileSync(path, text);
  } catch {}
}

/** Replaces a directory as a whole; others load modules from it. Tries in vain if another process is quicker. */
function replace(build, fresh, staging) {
  const old = join(staging, "old");
  renaming(build, old, "ENOENT");
  renaming(fresh, build, "ENOTEMPTY", "EEXIST");
  rmSync(old, { recursive: true, force: true });
}

function renaming(from, to, ...expected) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!expected.includes(error.code)) throw error;
  }
}

function sourceFiles(root, directory) {
  if (!existsSync(join(root, directory))) return [];
  return readdirSync(join(root, directory), { recursive: true })
    .map((path) => join(directory, path))
    .filter((path) => path.endsWith(".ts"))
    .sort();
}

function digestOf(root, paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0${readIfThere(join(root, path)) ?? ""}\0`);
  return hash.digest("hex");
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

async function compile(root, outDir) {
  const { execa } = await import("execa");
  const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  const result = await execa(process.execPath, [tsc, "--outDir", outDir], { cwd: root, reject: false, all: true });
  if (result.exitCode === 0) return;
  rmSync(dirname(outDir), { recursive: true, force: true });
  process.stderr.write(`The sources of crd-bundle do not compile:\n\n${result.all}\n`);
  process.exit(2);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureCompiled(fileURLToPath(new URL("../..", import.meta.url)), Object.values(PARTS));
}
