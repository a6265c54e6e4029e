/** Tests of the import rules between modules, which no single file shows. */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix, sep } from "node:path";
import { Node, Project, type SourceFile } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "./support/golden.js";
import { MAY_IMPORT, MAY_IMPORT_IN_CEL, MAY_IMPORT_IN_KUBERNETES, UNKNOWN_TO_CEL } from "./support/import-rule.js";

const imports = suite("imports");

/**
 * The modules that may use packages that are hard to replace, and those that access the system. Other packages and
 * modules of Node can be used everywhere.
 */
const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  "ts-morph": ["language/read/ts-morph.ts", "language/read/compiler.ts"],
  "js-yaml": ["core/yaml/"],
  commander: ["cli/"],
  "jsonc-parser": ["release/version-fields.ts"],
  valibot: ["core/config/"],
  "mdast-util-from-markdown": ["release/changelog/markdown/read.ts"],
  "mdast-util-to-markdown": ["report/markdown.ts"],
  execa: ["cli/compile.js", "host/"],
  "node:child_process": [],
  "node:process": [],
  "node:fs": [
    "cli/bin.cjs",
    "cli/code-cache.ts",
    "cli/start.ts",
    "cli/compile.js",
    "cli/compiler-parts.js",
    "cli/bundle.js",
    "cli/assemble.js",
    "editor/index.cjs",
    "host/",
  ],
  esbuild: ["cli/bundle.js", "cli/compiler-parts.js"],
  "node:fs/promises": ["host/"],
};

const USES_PROCESS = [
  "app/process-context.ts",
  "cli/interruption.ts",
  "cli/main.ts",
  "cli/code-cache.ts",
  "cli/optimization.ts",
  "cli/start.ts",
  "cli/bin.cjs",
  "cli/compile.js",
  "cli/assemble.js",
];

const files = openScripts();

/** Returns the sources of the tool, by their path in `scripts/`. */
function openScripts(): ReadonlyMap<string, SourceFile> {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { allowJs: true } });
  const paths = readdirSync(join(ROOT, "scripts"), { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => /\.c?[jt]s$/.test(path))
    .sort();
  return new Map(
    paths.map((path) => [path, project.createSourceFile(path, readFileSync(join(ROOT, "scripts", path), "utf8"))]),
  );
}

/** Returns the module specifiers after `from` and in `import(…)`, including those for types. */
function specifiersOf(file: SourceFile): string[] {
  return file.getImportStringLiterals().map((literal) => literal.getLiteralValue());
}

/** Returns the scripts that a script imports. The name of a compiled file stands for its source. */
function importedScripts(path: string, file: SourceFile): string[] {
  return specifiersOf(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join("scripts", posix.dirname(path), specifier).replace(/^(build\/)?scripts\//, ""))
    .map((target) => (files.has(target) ? target : target.replace(/\.js$/, ".ts")));
}

/** Returns the directory in `scripts/` to which a path belongs. */
function partOf(path: string): string {
  return path.split("/")[0]?.replace(/\.[jt]s$/, "") ?? "";
}

/** Returns the package of a module specifier: `@scope/name/deep` → `@scope/name`. Modules of Node do not change. */
function packageOf(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  if (specifier.startsWith("node:")) return specifier;
  return first.startsWith("@") ? `${first}/${second}` : first;
}

imports("there are scripts to look at, and every import of one leads to one", () => {
  assert.ok(files.size > 50, `${files.size} files`);
  for (const [path, file] of files) {
    for (const target of importedScripts(path, file)) assert.ok(files.has(target), `${path} imports ${target}`);
  }
});

/** The rules for the parts of `scripts/`, and for the parts of two directories in it. */
const RULES = [
  { directory: "", mayImport: MAY_IMPORT },
  { directory: "kubernetes/", mayImport: MAY_IMPORT_IN_KUBERNETES },
  { directory: "kubernetes/cel/", mayImport: MAY_IMPORT_IN_CEL },
];

for (const { directory, mayImport } of RULES) {
  const inside = [...files].filter(([path]) => path.startsWith(directory));
  const part = (path: string) => partOf(path.slice(directory.length));

  imports(`every part of scripts/${directory} has its place in the table, and the table holds no other`, () => {
    const parts = new Set(inside.map(([path]) => part(path)));
    assert.equal([...parts].sort(), Object.keys(mayImport).sort());
  });

  imports(`the table for scripts/${directory} lists every part above those that it imports`, () => {
    const parts = Object.keys(mayImport);
    for (const [at, name] of parts.entries()) {
      assert.equal(
        mayImport[name]?.filter((other) => !parts.slice(0, at).includes(other)),
        [],
        name,
      );
    }
  });

  imports(`in scripts/${directory} run one way: no part imports what stands above it`, () => {
    const wrong: string[] = [];
    for (const [path, file] of inside) {
      for (const target of importedScripts(path, file).filter((other) => other.startsWith(directory))) {
        const isAllowed = part(target) === part(path) || mayImport[part(path)]?.includes(part(target));
        if (!isAllowed) wrong.push(`${path} imports ${target}`);
      }
    }
    assert.equal(wrong, []);
  });
}

imports("of CEL lead neither to the model of the types nor to diagnostics", () => {
  const inside = [...files].filter(([path]) => path.startsWith("kubernetes/cel/"));
  const targets = inside.flatMap(([path, file]) => importedScripts(path, file));
  assert.ok(targets.includes("core/model/schema.ts"), "imports are found");
  assert.equal(
    targets.filter((target) => UNKNOWN_TO_CEL.some((place) => target.startsWith(place))),
    [],
  );
});

/** Returns the import cycles among the scripts, each as the list of its scripts. */
function cyclesIn(imported: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(" → "));
    if (done.has(path)) return;
    done.add(path);
    for (const target of imported.get(path) ?? []) visit(target, [...way, path]);
  };
  for (const path of imported.keys()) visit(path, []);
  return cycles;
}

/** Returns the packages that Node loads for a script, including those of the scripts that it imports. */
function packagesLoadedBy(start: string): string[] {
  const packages = new Set<string>();
  const reached = new Set([start]);
  for (const path of reached) {
    const file = files.get(path);
    if (!file) throw new Error(`there is no ${path}`);
    const loaded = [...file.getImportDeclarations(), ...file.getExportDeclarations()].filter(
      (declaration) => !declaration.isTypeOnly(),
    );
    for (const specifier of loaded.flatMap((declaration) => declaration.getModuleSpecifierValue() ?? [])) {
      if (!specifier.startsWith(".")) packages.add(packageOf(specifier));
      else reached.add(posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts"));
    }
  }
  return [...packages].sort();
}

imports("of the library for validation load neither TypeScript nor a parser for YAML", () => {
  assert.equal(packagesLoadedBy("app/validation/index.ts"), ["node:net", "re2js"]);
  assert.ok(packagesLoadedBy("app/index.ts").includes("js-yaml"), "imports are found");
});

imports("form no cycle", () => {
  const imported = new Map([...files].map(([path, file]) => [path, importedScripts(path, file)]));
  assert.ok(imported.get("cli/commands.ts")?.includes("cli/build.ts"), "imports are found");
  assert.equal(cyclesIn(imported), []);
  assert.equal(cyclesIn(new Map([...imported, ["cli/build.ts", ["cli/commands.ts"]]])).length, 1);
});

imports("of fast-check go through the module that sets its seed", () => {
  const tests = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?!projects|fixtures).*\.ts$/.test(path),
  );
  const direct = tests.filter((path) =>
    /^import (?!type).* from "fast-check"/m.test(readFileSync(join(ROOT, "tests", path), "utf8")),
  );
  assert.equal(direct, ["support/drawn.ts"]);
});

imports("of packages and of what reaches out of memory stand where they belong", () => {
  const wrong: string[] = [];
  for (const [path, file] of files) {
    for (const specifier of specifiersOf(file)) {
      const places = ONLY_IN[packageOf(specifier)];
      const isAllowed =
        places?.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place)) ?? true;
      if (!isAllowed) wrong.push(`${path} imports ${specifier}`);
    }
  }
  assert.equal(wrong, []);
});

imports("are of Node itself, of what the bundle contains, or of what an installation brings along", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "scripts/package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const installed = Object.keys(dependencies);
  assert.match(
    files.get("cli/bundle.js")?.getText() ?? "",
    `EXTERNAL = ${JSON.stringify(installed).replaceAll(",", ", ")}`,
  );
  const used = new Set<string>();
  for (const [path, file] of files) {
    if (ONLY_IN.esbuild?.includes(path)) continue; // not in the package
    for (const specifier of specifiersOf(file).filter((candidate) => !candidate.startsWith("."))) {
      const name = packageOf(specifier);
      assert.not.ok(builtinModules.includes(name), `${path}: write node:${name}`);
      if (!name.startsWith("node:")) used.add(name);
    }
  }
  assert.equal([...used].sort(), [...installed, ...Object.keys(devDependencies)].sort());
});

imports("the process is touched by the command line, and for the library in one place", () => {
  const wrong: string[] = [];
  for (const [path, file] of files) {
    if (USES_PROCESS.includes(path)) continue;
    file.forEachDescendant((node) => {
      if (Node.isIdentifier(node) && node.getText() === "process") {
        wrong.push(`${path}:${node.getStartLineNumber()} ${node.getParentOrThrow().getText()}`);
      }
    });
  }
  assert.equal(wrong, []);
});

/** Returns a module and everything that is loaded with it. Types and `import(…)` load nothing then. */
function loadedWith(path: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  const declarations = files.get(path)?.getImportDeclarations() ?? [];
  for (const declaration of declarations.filter((each) => !each.isTypeOnly())) {
    const specifier = declaration.getModuleSpecifierValue();
    if (specifier.startsWith(".")) loadedWith(posix.join(posix.dirname(path), specifier).replace(/js$/, "ts"), loaded);
    else loaded.add(specifier);
  }
  return loaded;
}

const COMPILER = "language/read/ts-morph.ts";

imports("two named states are compared without the TypeScript compiler, which takes most of the memory", () => {
  for (const path of ["app/compare-states.ts", "app/judge-changes.ts"]) {
    const loaded = loadedWith(path);
    assert.ok(loaded.has("release/bundle/crds.ts"), path);
    assert.not.ok(loaded.has(COMPILER), path);
  }
  assert.ok(loadedWith("app/workspace.ts").has(COMPILER));
});

imports.run();
