/** The types of a bundle as a package, and the project's own compiler to check its users. */
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { type BuildOutput, build } from "../../scripts/app/build.js";
import { readProject } from "../../scripts/app/project.js";
import type { Bundle } from "../../scripts/core/model/bundle.js";
import type { OutputFile } from "../../scripts/core/model/output.js";
import { ROOT } from "./golden.js";
import { TEMPLATES } from "./project.js";

/** A diagnostic of the compiler, as in `src/some.ts:3 TS2305`. */
export type Complaint = string;

/** The strictest settings that users have; declaration files are checked as well. */
export const STRICTEST = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
};

/** Builds the project in a directory in memory. */
export async function buildProject(directory: string, settings: Partial<Bundle> = {}): Promise<BuildOutput> {
  const read = await readProject(directory);
  if (!read.ok) throw new Error(`${directory} has no settings`);
  const { bundle, sources, imports } = read.value;
  return build({ sources, imports, bundle: { ...bundle, ...settings }, templates: TEMPLATES });
}

/** Installs the types of a bundle so that a project in the directory finds them as a package. */
export async function installTypes(files: readonly OutputFile[], directory: string): Promise<void> {
  const types = files.filter(({ path }) => path.startsWith("types/"));
  await writeFiles(types, directory);
  const manifest = types.find(({ path }) => path === "types/package.json");
  const { name } = JSON.parse(manifest?.text ?? "{}") as { name: string };
  await mkdir(join(directory, "node_modules"), { recursive: true });
  await symlink(join(directory, "types"), join(directory, "node_modules", name), "junction");
}

export async function writeFiles(files: readonly OutputFile[], directory: string): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** Returns the diagnostics that comments such as `// expect: TS2339` in files of a project expect. */
export async function expectedComplaints(directory: string, files: readonly string[]): Promise<Complaint[]> {
  const texts = files.map(async (file) => ({ file, text: await readFile(join(directory, "src", file), "utf8") }));
  return (await Promise.all(texts)).flatMap(({ file, text }) =>
    text.split("\n").flatMap((line, index) => {
      const code = /\/\/ expect: (TS\d+)$/.exec(line)?.[1];
      return code === undefined ? [] : [`src/${file}:${index + 1} ${code}`];
    }),
  );
}

/** Runs the compiler on the project in a directory. Diagnostics without a line are included. */
export async function typeCheck(directory: string, ...args: readonly string[]): Promise<Complaint[]> {
  const options = { cwd: directory, reject: false } as const;
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout, exitCode } = await execa(process.execPath, [tsc, "--pretty", "false", ...args], options);
  const complaints = stdout.split("\n").flatMap((line) => complaintOf(line) ?? []);
  if ((exitCode === 0) !== (complaints.length === 0)) throw new Error(`tsc ended with ${exitCode}: ${stdout}`);
  return complaints;
}

/** Reads a line of the compiler's output. Indented lines continue the previous one. */
function complaintOf(line: string): Complaint | undefined {
  const { file, row, code } = /^(?:(?<file>.+?)\((?<row>\d+),\d+\): )?error (?<code>TS\d+):/.exec(line)?.groups ?? {};
  if (code === undefined) return undefined;
  return file === undefined ? `${code} ${line}` : `${file}:${row} ${code}`;
}
