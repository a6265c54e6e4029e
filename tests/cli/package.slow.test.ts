/** Tests of the packed tool in a project outside of this repository. */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { linksOf } from "../docs/markdown.js";
import { edit, inDirectory, type Run } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";
import { SETTINGS_TEXT, widget } from "../support/project.js";
import { EditorSession } from "../support/tsserver.js";
import { typeCheck } from "../support/type-package.js";

const packaged = suite("the packed tool");

/**
 * The files from which the package is assembled. This happens in a copy, because other tests read the checkout at the
 * same time.
 */
const SOURCES = ["docs", "scripts", "templates", "LICENSE", "package.json", "package-lock.json"];
const COMPILER = ["tsconfig.json"];
/**
 * In bytes, unpacked: enough for docs, types, and code with the packages that it uses, of which the compiler is a
 * third, and too little if tests or source maps were packed.
 */
const LIMIT = 9_500_000;

interface Packed {
  readonly file: string;
  readonly unpackedSize: number;
  readonly paths: readonly string[];
}

async function pack(directory: string): Promise<Packed> {
  const checkout = join(directory, "checkout");
  for (const path of [...SOURCES, ...COMPILER]) {
    await cp(join(ROOT, path), join(checkout, path), { recursive: true });
  }
  await symlink(join(ROOT, "node_modules"), join(checkout, "node_modules"), "junction");
  const before = (await readdir(join(checkout, "scripts"))).sort();
  const args = ["pack", "--workspace", "crd-bundle", "--json", "--offline", "--pack-destination", directory];
  const { stdout } = await execa("npm", args, { cwd: checkout });
  const again = await execa("npm", args, { cwd: checkout });
  assert.equal(JSON.parse(again.stdout), JSON.parse(stdout), "the same bytes");
  assert.equal((await readdir(join(checkout, "scripts"))).sort(), before, "nothing that was assembled is left");
  await rm(checkout, { recursive: true });
  return readPacked(directory, stdout);
}

interface Listing {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Reads the output of `npm pack --json`: a list of packages or, in newer versions of npm, an object by name. */
function readPacked(directory: string, json: string): Packed {
  const [listing] = Object.values(JSON.parse(json) as Record<string, Listing>);
  if (!listing) throw new Error(json);
  const { filename, unpackedSize, files } = listing;
  return { file: join(directory, filename), unpackedSize, paths: files.map(({ path }) => path) };
}

/** A project that has the package in its `node_modules`, with links to the dependencies of the package. */
class Consumer {
  private constructor(readonly directory: string) {}

  static async in(directory: string, file: string): Promise<Consumer> {
    const modules = join(directory, "node_modules");
    const own = join(modules, "crd-bundle");
    await mkdir(own, { recursive: true });
    await execa("tar", ["-xzf", file, "-C", own, "--strip-components=1"]);
    const { dependencies } = JSON.parse(await readFile(join(own, "package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const name of Object.keys(dependencies)) {
      await mkdir(dirname(join(modules, name)), { recursive: true }); // the scope of the name
      await symlink(join(ROOT, "node_modules", name), join(modules, name), "junction");
    }
    await mkdir(join(modules, ".bin"));
    await symlink("../crd-bundle/cli/bin.cjs", join(modules, ".bin/crd-bundle"));
    const consumer = new Consumer(directory);
    await consumer.write("package.json", '{\n  "name": "widgets",\n  "version": "1.0.0",\n  "type": "module"\n}\n');
    await consumer.write(".gitignore", "node_modules/\n");
    return consumer;
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.directory, path)), { recursive: true });
    await writeFile(join(this.directory, path), text);
  }

  async run(...args: string[]): Promise<Run> {
    const options = { cwd: this.directory, reject: false, stripFinalNewline: false } as const;
    const bin = join(this.directory, "node_modules/.bin/crd-bundle");
    const { exitCode, stdout, stderr } = await execa(bin, args, options);
    return { exitCode, stdout, stderr };
  }

  /** Runs a command that must succeed, and returns its output. */
  async succeed(...args: string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(...args);
    assert.is(exitCode, 0, `${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  async commit(): Promise<void> {
    const who = ["-c", "user.name=a", "-c", "user.email=a@example.dev", "-c", "commit.gpgsign=false"];
    await execa("git", ["add", "--all"], { cwd: this.directory });
    await execa("git", [...who, "commit", "--quiet", "--message", "A change"], { cwd: this.directory });
  }

  async setUp(): Promise<void> {
    await execa("git", ["init", "--quiet", "--template=", "--initial-branch=main"], { cwd: this.directory });
    await execa("git", ["config", "user.name", "a"], { cwd: this.directory });
    await execa("git", ["config", "user.email", "a@example.dev"], { cwd: this.directory });
    const fields = "  /** Its name. */\n  name?: string;\n  /** Its pods. */\n  template?: PodTemplateSpec;";
    const source = widget(fields, 'import type { PodTemplateSpec } from "crd-bundle/core/v1";');
    await this.write("apis/bundle.yaml", SETTINGS_TEXT);
    await this.write(source.path, source.text.replace("../../meta/v1.js", "crd-bundle/meta/v1"));
    await this.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Widgets.\n");
  }
}

const FIELD = "  /**\n   * How often.\n   *\n   * @experimental\n   */\n  retry?: string;";

packaged("builds, diffs, releases and verifies in a project that has it as a package", () =>
  inDirectory(async (directory) => {
    const packed = await pack(directory);
    const { version } = JSON.parse(await readFile(join(ROOT, "scripts/package.json"), "utf8")) as { version: string };
    for (const path of [
      "README.md",
      "CHANGELOG.md",
      "LICENSE",
      "THIRD-PARTY-LICENSES",
      "cli/bin.cjs",
      "docs/bundle.md",
    ]) {
      assert.ok(packed.paths.includes(path), path);
    }
    const unwanted = packed.paths.filter((path) => /\.map$|(^|\/)tests?\/|^(?!types\/).*(?<!\.d)\.ts$/.test(path));
    assert.equal(unwanted, []);
    assert.ok(packed.unpackedSize < LIMIT, `${packed.unpackedSize} bytes`);

    const project = await Consumer.in(join(directory, "project"), packed.file);
    const { stdout } = await execa("npx", ["--no", "--", "crd-bundle", "--version"], { cwd: project.directory });
    assert.is(stdout, version);
    const licenses = await readFile(join(project.directory, "node_modules/crd-bundle/THIRD-PARTY-LICENSES"), "utf8");
    for (const name of ["typescript 6", "@ts-morph/common"]) assert.match(licenses, name); // no import shows them
    await project.setUp();
    assert.match(await project.succeed("build"), "1 CRD");
    await project.commit();
    assert.match(await project.succeed("release", "1.0.0"), "v1.0.0 is released");

    await edit(
      join(project.directory, "apis/example.dev/v1/widget.ts"),
      "  name?: string;",
      `  name?: string;\n${FIELD}`,
    );
    await edit(
      join(project.directory, "CHANGELOG.md"),
      "## [Unreleased]\n",
      "## [Unreleased]\n\n### Added\n\n- Retries.\n",
    );
    await project.succeed("build");
    assert.match(await project.succeed("diff"), "v1 .spec.retry: the field is new");
    await project.commit();
    await project.succeed("release", "minor");
    assert.match(await project.succeed("verify", "v1.1.0"), "7 assets match the sources.");

    await startsProject(project);
    await namesItsPages(project);
    await linksWithin(project, packed.paths);
    await hasLibrary(project);
    await showsDiagnostics(project);
    await verifiesWithOther(project, version);
  }),
);

/** Checks that the package can create a project, which builds, has no type errors, and refers to an existing schema. */
async function startsProject(project: Consumer): Promise<void> {
  const { exitCode, stdout, stderr } = await project.run("init", "new", "--group", "example.dev", "--kind", "Gadget");
  assert.is(exitCode, 0, stderr);
  assert.match(stdout, "Created:\n  new/package.json\n");
  assert.match(stderr, "The package manager did not record where crd-bundle was installed from");
  assert.match(await project.succeed("build", "--strict", "--project", "new"), "1 CRD");
  assert.equal(await typeCheck(join(project.directory, "new")), []);
  const settings = await readFile(join(project.directory, "new/apis/bundle.yaml"), "utf8");
  const [, schema = ""] = /^# yaml-language-server: \$schema=\.\.\/(\S+)\n/.exec(settings) ?? [];
  assert.ok((await readFile(join(project.directory, schema), "utf8")).includes('"title": "Settings of a bundle'));
}

/** Checks that a message refers to a page that the project has. */
async function namesItsPages(project: Consumer): Promise<void> {
  const page = "node_modules/crd-bundle/docs/waive.md";
  assert.match(await project.succeed("explain", "removed-too-early"), page);
  assert.ok((await readFile(join(project.directory, page), "utf8")).startsWith("# "));
}

/** Checks that every relative link of a page leads to a file of the package. */
async function linksWithin({ directory }: Consumer, paths: readonly string[]): Promise<void> {
  const pages = paths.filter((path) => path.endsWith(".md"));
  assert.ok(pages.length > 10, pages.join());
  const dead: string[] = [];
  for (const page of pages) {
    const links = linksOf(await readFile(join(directory, "node_modules/crd-bundle", page), "utf8"));
    const relative = links.filter((link) => !/^([a-z]+:|#)/.test(link));
    const targets = relative.map((link) => posix.join(posix.dirname(page), link.replace(/#.*$/, "")));
    const leads = (target: string) => paths.some((path) => path === target || path.startsWith(`${target}/`));
    dead.push(...targets.filter((target) => !leads(target)).map((target) => `${page}: ${target}`));
  }
  assert.equal(dead, []);
}

/** Checks that the exported modules run, and that their types and those for APIs are complete. */
async function hasLibrary({ directory }: Consumer): Promise<void> {
  const program = `import { CODES } from "crd-bundle";
import { compileBundle, type FieldError } from "crd-bundle/validation";
const errors: FieldError[] = compileBundle([]).validate({ apiVersion: "example.dev/v1", kind: "Widget" });
export const known = CODES.includes("type-recursive") && errors.length === 1;
`;
  const compilerOptions = { module: "nodenext", target: "es2023", strict: true, types: [], skipLibCheck: false };
  await writeFile(join(directory, "program.ts"), program);
  await writeFile(
    join(directory, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["program.ts", "apis/example.dev/v1/widget.ts"] }),
  );
  assert.equal(await typeCheck(directory), []);
  const script = 'process.stdout.write(String((await import("./program.js")).known));';
  const { stdout } = await execa(process.execPath, ["--input-type=module", "-e", script], { cwd: directory });
  assert.is(stdout, "true");
  const modules = ["crd-bundle", "crd-bundle/conversion", "crd-bundle/validation", "crd-bundle/editor"];
  const required = `process.stdout.write(JSON.stringify(${JSON.stringify(modules)}.map((name) => typeof require(name))))`;
  const common = await execa(process.execPath, ["--input-type=commonjs", "-e", required], { cwd: directory });
  assert.equal(JSON.parse(common.stdout), ["object", "object", "object", "function"]);
}

/** Checks that tsserver finds the plugin in the package, and that the plugin works there. */
async function showsDiagnostics({ directory }: Consumer): Promise<void> {
  const file = join(directory, "apis/example.dev/v1/widget.ts");
  await symlink(join(ROOT, "node_modules/typescript-6"), join(directory, "node_modules/typescript"), "junction");
  const plugins = [{ name: "crd-bundle/editor" }];
  await writeFile(
    join(directory, "apis/tsconfig.json"),
    JSON.stringify({ compilerOptions: { module: "nodenext", types: [], plugins }, include: ["."] }),
  );
  const session = new EditorSession(directory);
  session.open(file, (await readFile(file, "utf8")).replace("@experimental", "@experimentl"));
  await session.diagnostics(file);
  await session.changed(0);
  const [shown] = await session.diagnostics(file);
  await session.close();
  assert.match(shown?.text ?? "", "[tag-unknown]");
}

/**
 * Checks that another version verifies the same bytes, and that it prints the version that the assets name, whether
 * they differ or not.
 */
async function verifiesWithOther(project: Consumer, version: string): Promise<void> {
  await edit(
    join(project.directory, "node_modules/crd-bundle/package.json"),
    `"version": "${version}"`,
    '"version": "9.9.9"',
  );
  assert.is(await project.succeed("--version"), "9.9.9\n");
  const claim = `According to its provenance, crd-bundle ${version} created the assets of v1.1.0. crd-bundle 9.9.9 may build them differently.\n`;
  const verified = await project.run("verify", "v1.1.0");
  assert.equal([verified.exitCode, verified.stderr], [0, claim]);
  await edit(join(project.directory, "release/1.1.0/release-notes.md"), "Retries", "Attempts");
  const { exitCode, stderr } = await project.run("verify", "v1.1.0");
  assert.is(exitCode, 1);
  assert.match(stderr, claim);
}

packaged.run();
