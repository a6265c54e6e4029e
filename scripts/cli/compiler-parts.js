/**
 * Cuts the TypeScript compiler into the parts that the bundles use. The whole compiler is a file of nine megabytes,
 * which also contains editor services, and Node needs a quarter of a second to compile it. Reading sources needs one
 * megabyte of it, and finding type errors two.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

/** The modules of the compiled tool that export the compiler. Each is a part with the names that others use of it. */
export const PARSER = "language/read/ts-morph.js";
export const COMPILER = "language/read/compiler.js";

/** The first line of the sources that are kept, which use no others. */
const KEPT = /^\/\/ src\/compiler\//;

/** The place before each source in the compiler's file, which begins with a comment. */
const SOURCE = /^(?=\/\/ src\/\S+$)/m;

/** The names that a source declares. */
const DECLARED = /(?<=^(?:function|var|let|const|class) )\w+/gm;

/** The function around all sources, which would hide from esbuild what is unused. */
const OPENING = "\nvar ts = {}; ((module) => {\n";

/** The source with the messages of the compiler, one per line, and the expressions that read one. */
const MESSAGES = "// src/compiler/diagnosticInformationMap.generated.ts\n";
const MESSAGE = /^ {2}(\w+): diag\(.*\),?$/gm;
const READ_MESSAGE = /(?<=\bDiagnostics\d*\.)\w+/g;

/**
 * The function by which the compiler decides whether to load modules of Node. The tool gives it all sources, so it need not
 * load any.
 */
const NODE_TEST = "function isNodeLikeSystem() {\n";

/** The members of nodes that the tool uses, which the sources of editor services would add. */
const NODE_MEMBERS = `
for (const type of ["getNodeConstructor", "getTokenConstructor", "getIdentifierConstructor"]) {
  Object.assign(objectAllocator[type]().prototype, {
    getSourceFile() { return getSourceFileOfNode(this); },
    getStart(file) { return getTokenPosOfNode(this, file); },
    getText(file = getSourceFileOfNode(this)) { return file.text.slice(this.getStart(file), this.end); },
  });
}
Object.defineProperty(objectAllocator.getIdentifierConstructor().prototype, "text", { get() { return idText(this); } });
`;

/**
 * Returns the code of a part: an ECMAScript module that exports an object `ts` with the given names, and `SyntaxKind`
 * on its own. Throws if a later version of the compiler has another form.
 */
export async function compilerPart(names) {
  const require = createRequire(createRequire(import.meta.url).resolve("ts-morph"));
  const code = readFileSync(require.resolve("@ts-morph/common/dist/typescript.js"), "utf8");
  const [, inside = ""] = code.split(OPENING);
  const [prelude, ...sources] = inside.split(SOURCE);
  const kept = sources.filter((source) => KEPT.test(source.slice(0, source.indexOf("\n"))));
  const declared = new Set(kept.flatMap((source) => source.match(DECLARED) ?? []));
  const missing = names.filter((name) => !declared.has(name));
  if (missing.length > 0) throw new Error(`The TypeScript compiler does not declare ${missing.join(", ")}.`);
  if (!kept.some((source) => source.startsWith(MESSAGES)) || !inside.includes(NODE_TEST)) {
    throw new Error("The TypeScript compiler has another form than expected.");
  }
  const exports = `const part = { ${names.join(", ")} };\nexport { part as ts, SyntaxKind };\n`;
  const part = [prelude, ...kept.map(withoutNode), NODE_MEMBERS, exports];
  const used = new Set((await bundled(part, false)).match(READ_MESSAGE));
  return bundled(
    part.map((source) => withMessages(used, source)),
    true,
  );
}

function withoutNode(source) {
  return source.replace(NODE_TEST, `${NODE_TEST}  return false;\n`);
}

/** Removes the messages that a part does not use, which are half of the code of the parser. */
function withMessages(used, source) {
  if (!source.startsWith(MESSAGES)) return source;
  return source.replace(MESSAGE, (line, name) => (used.has(name) ? line : ""));
}

/** Bundles sources on their own, because esbuild keeps all that is declared in a module that is loaded late. */
async function bundled(sources, minify) {
  const { outputFiles } = await build({
    stdin: { contents: sources.join("") },
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    minify,
    // The clock of measurements that the tool never asks for. Node loads perf_hooks to find it.
    define: { performance: "undefined" },
    legalComments: "none",
    logLevel: "error",
  });
  return outputFiles[0].text;
}

/** Returns the names that the modules of the compiled tool use of a part, sorted. */
export function namesOf(part, compiled) {
  const names = readdirSync(join(compiled, "scripts"), { recursive: true })
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(join(compiled, "scripts", path), "utf8"))
    .filter((code) => imports(code, part))
    .flatMap((code) => code.match(/(?<=\bts\.)\w+/g) ?? []);
  return [...new Set(["SyntaxKind", ...names])].sort();
}

/** Reports whether a module imports `ts` from a part. */
function imports(code, part) {
  const file = part.slice(part.lastIndexOf("/") + 1);
  return new RegExp(`^import \\{[^}]*\\bts\\b[^}]*\\} from "[^"]*/${file.replace(".", "\\.")}";$`, "m").test(code);
}
