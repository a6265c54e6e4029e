/**
 * Runs the commands of a document in a temporary copy of the checkout or, if the document runs the tool from a package
 * file, in an empty directory in which the tool is installed.
 *
 * In a `console` fence, the lines that start with `$ ` are commands, each followed by its output. A fence after
 * `<!-- file: path -->` is the content of a file, which is written in the order of the fences. Commands that start with
 * `npm` are not run: they would install packages, or run the tests from within the tests.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { execa } from "execa";
import { ROOT } from "../support/golden.js";
import { installPackage } from "./installed-package.js";
import { type Fence, fencesOf } from "./markdown.js";

/** A release prints its commit, whose hash depends on the author, the time and the configuration of git. */
const SAME_COMMITS = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "you",
  GIT_AUTHOR_EMAIL: "you@example.dev",
  GIT_COMMITTER_NAME: "you",
  GIT_COMMITTER_EMAIL: "you@example.dev",
  GIT_AUTHOR_DATE: "2026-11-01T12:00:00Z",
  GIT_COMMITTER_DATE: "2026-11-01T12:00:00Z",
  SOURCE_DATE_EPOCH: String(Date.UTC(2026, 10, 1, 12) / 1000),
};
const NOT_COPIED = ["node_modules", ".git"];
/** The start of a command that installs a package file and runs the tool in it. */
const FROM_PACKAGE = /^npx \S+\/crd-bundle-[\d.]+\.tgz/;
const FILE_MARK = /^<!-- file: (\S+) -->$/;

/** Returns the document with the present output of its commands. */
export async function rerun(document: string): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), "crd-bundle-docs-"));
  const isUser = document.split("\n").some((line) => FROM_PACKAGE.test(line.replace(/^\$ /, "")));
  const directory = join(scratch, isUser ? "widgets" : "crd-bundle"); // documents can also write next to it
  try {
    if (isUser) installPackage(directory);
    else copyCheckout(directory);
    return await rerunIn(directory, document);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Copies the checkout. The tool is that of the copy, so nothing depends on the place of this checkout. */
function copyCheckout(directory: string): void {
  cpSync(ROOT, directory, { recursive: true, filter: (path) => !NOT_COPIED.includes(relative(ROOT, path)) });
  const [from, to] = [join(ROOT, "node_modules"), join(directory, "node_modules")];
  mkdirSync(join(to, ".bin"), { recursive: true });
  for (const name of readdirSync(from).filter((each) => each !== "crd-bundle" && each !== ".bin")) {
    symlinkSync(join(from, name), join(to, name), "junction");
  }
  symlinkSync("../scripts", join(to, "crd-bundle"), "junction");
  symlinkSync("../crd-bundle/cli/bin.cjs", join(to, ".bin/crd-bundle"));
}

async function rerunIn(directory: string, document: string): Promise<string> {
  const lines = document.split("\n");
  const result: string[] = [];
  let end = 0;
  for (const fence of fencesOf(document)) {
    const file = FILE_MARK.exec(lines[fence.start - 2] ?? "")?.[1];
    if (file) write(join(directory, file), fence.body);
    if (fence.language !== "console") continue;
    result.push(...lines.slice(end, fence.start), ...(await rerunFence(directory, fence)));
    end = fence.start + fence.body.length;
  }
  return [...result, ...lines.slice(end)].join("\n");
}

function write(path: string, body: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${body.join("\n")}\n`);
}

async function rerunFence(directory: string, { body }: Fence): Promise<string[]> {
  const commands = body.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
  if (commands.some((command) => command.startsWith("npm "))) return [...body];
  const result: string[] = [];
  for (const command of commands) result.push(`$ ${command}`, ...(await run(directory, command)));
  return result;
}

async function run(directory: string, command: string): Promise<string[]> {
  const env = { NO_COLOR: "1", TERM: "dumb", LC_ALL: "C", npm_config_loglevel: "error", ...SAME_COMMITS };
  const script = `exec 2>&1\n${command.replace(FROM_PACKAGE, "npx --no crd-bundle")}`; // one stream keeps the order
  const { all } = await execa("bash", ["-c", script], { cwd: directory, all: true, reject: false, env });
  return all === "" ? [] : all.split("\n");
}
