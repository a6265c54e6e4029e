/** Draws sources, most of them wrong, and checks that the compiler confirms what is proved to have no type errors. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readProject } from "../../../scripts/app/project.js";
import type { SourceText } from "../../../scripts/core/model/location.js";
import { compilerErrors, haveSoundTypes } from "../../../scripts/language/read/index.js";
import { tokensOf } from "../../../scripts/language/read/tokens.js";
import { TypeErrors } from "../../../scripts/language/read/type-errors.js";
import { FLEET } from "../../support/command-line.js";
import { seed } from "../../support/drawn.js";
import { Random } from "../../support/random.js";

const drawn = suite("drawn sources with sound types");

const NAMES = ["A", "B", "C", "D", "E"];
const KEYS = ["a", "b", "c"];
const LIBRARY = ["Array", "ReadonlyArray", "Record", "Pick", "Omit", "Partial", "Readonly", "Required"];
const SIMPLE = ["string", "number", "boolean", "unknown", '"a"', '"b"', "1", "-1", "true", "null", "{}"];
const OBJECTS = ["{ a: string }", "{ a?: string; b: number }"];

/** Draws two files of declarations that use each other. */
class Declarations {
  readonly #random: Random;
  readonly #arity = new Map<string, number>();
  readonly #home = new Map<string, number>();
  readonly #kind = new Map<string, string>();

  constructor(random: Random) {
    this.#random = random;
    for (const name of NAMES) {
      const kind = random.one(["interface", "interface", "type", "type", "enum"]);
      this.#kind.set(name, kind);
      this.#arity.set(name, kind === "enum" || !random.once(3) ? 0 : random.one([1, 1, 2]));
      this.#home.set(name, random.one([0, 0, 1]));
    }
  }

  sources(): SourceText[] {
    return [0, 1].map((file) => ({ path: `apis/example.dev/v1/file-${file}.ts`, text: this.#file(file) }));
  }

  #file(file: number): string {
    const own = NAMES.filter((name) => this.#home.get(name) === file);
    const text = own.map((name) => this.#declaration(name, file)).join("\n");
    const used = NAMES.filter((name) => !own.includes(name) && new RegExp(`(?<!\\.)\\b${name}\\b`).test(text));
    const other = `"./file-${1 - file}.js"`;
    const named =
      used.length > 0 && !this.#random.once(60) ? `import type { ${used.join(", ")} } from ${other};\n` : "";
    const star = this.#random.once(6) ? `export * from ${other};\n` : "";
    return `${star}${named}import type * as other from ${other};\n${text}\nexport {};\n`;
  }

  #declaration(name: string, file: number): string {
    const exported = this.#random.once(15) ? "" : "export ";
    const scope = ["T", "U"].slice(0, this.#arity.get(name));
    const parameters =
      scope.length > 0 ? `<${scope.map((each) => this.#parameter(each, scope, file)).join(", ")}>` : "";
    if (this.#kind.get(name) === "enum") {
      return `${exported}enum ${name} { ${this.#keys().map((key) => `${key} = "${key}"`)} }`;
    }
    if (this.#kind.get(name) === "type") return `${exported}type ${name}${parameters} = ${this.#type(3, scope, file)};`;
    const base = this.#random.once(2) ? ` extends ${this.#reference(2, scope, file)}` : "";
    return `${exported}interface ${name}${parameters}${base} { ${this.#members(2, scope, file)} }`;
  }

  #parameter(name: string, scope: readonly string[], file: number): string {
    const bound = this.#random.once(3) ? ` extends ${this.#random.one(["string", ...OBJECTS])}` : "";
    const earlier = scope.slice(0, this.#random.once(6) ? undefined : scope.indexOf(name));
    return `${name}${bound}${this.#random.once(5) ? ` = ${this.#type(1, earlier, file)}` : ""}`;
  }

  #type(depth: number, scope: readonly string[], file: number): string {
    const inner = () => this.#type(depth - 1, scope, file);
    const grouped = () => inner().replace(/^(.*[|&].*|readonly.*)$/, "($1)");
    if (depth <= 0) return this.#random.one([...SIMPLE, ...OBJECTS]);
    const forms = [
      () => this.#random.one([...SIMPLE, ...OBJECTS]),
      () => `${this.#random.once(9) ? "readonly " : ""}${grouped()}[]`,
      () => `${inner()} | ${inner()}`,
      () => `${grouped()} & ${grouped()}`,
      () => `{ ${this.#members(depth - 1, scope, file)} }`,
    ];
    return this.#random.once(3) ? this.#reference(depth, scope, file) : this.#random.one(forms)();
  }

  #members(depth: number, scope: readonly string[], file: number): string {
    const type = () => this.#type(depth, scope, file);
    if (this.#random.once(15))
      return `[key: string]: ${this.#random.one(["unknown", type()])}; ${this.#keys()[0] ?? "a"}: 1`;
    const keys = this.#random.once(40) ? [...this.#keys(), "a"] : this.#keys();
    return keys.map((key) => `${key}${this.#random.one(["", "?"])}: ${type()}`).join("; ");
  }

  #keys(): string[] {
    return KEYS.filter(() => this.#random.once(2));
  }

  #reference(depth: number, scope: readonly string[], file: number): string {
    const argument = () => this.#type(depth - 1, scope, file);
    const key = () => (this.#random.once(7) ? argument() : this.#random.one(['"a"', '"b"', '"a" | "b"', "string"]));
    if (scope.length > 0 && this.#random.once(4)) return this.#random.one(scope);
    if (this.#random.once(3)) {
      const name = this.#random.one(LIBRARY);
      if (name === "Record") return `Record<${key()}, ${argument()}>`;
      return name === "Pick" || name === "Omit" ? `${name}<${argument()}, ${key()}>` : `${name}<${argument()}>`;
    }
    const name = this.#random.one(NAMES);
    const count = (this.#arity.get(name) ?? 0) + (this.#random.once(25) ? 1 : 0);
    const given = count > 0 ? `<${Array.from({ length: count }, argument).join(", ")}>` : "";
    const prefix = this.#home.get(name) !== file && this.#random.once(3) ? "other." : "";
    return `${prefix}${name}${given}`;
  }
}

drawn("are confirmed by the compiler", () => {
  const random = new Random(seed);
  let proved = 0;
  for (let count = 0; count < 20_000; count++) {
    const sources = new Declarations(random).sources();
    if (!haveSoundTypes(sources, new Map(), new Map())) continue;
    proved++;
    assert.equal(compilerErrors(sources), [], sources.map(({ text }) => text).join("\n"));
  }
  assert.ok(proved > 500, `${proved} were proved`);
});

/** Words and punctuation that have a meaning in some places. */
const TOKENS = [
  ..."implements extends defer eval arguments toString valueOf constructor readonly export declare default abstract".split(
    " ",
  ),
  ..."public static async type import from as keyof typeof infer unique is in out enum interface this any never void".split(
    " ",
  ),
  ..."undefined object symbol bigint string number boolean unknown null true false Part Name A B T Omit Pick Partial".split(
    " ",
  ),
  ..."= 1 ?. {} [] () <> | & ? ! . , ; : => ... - + @ ` 'a' 0x1 1n { } [ ] ( ) < >".split(" "),
];

/** Replaces a token of a source by others. */
function mutated({ path, text }: SourceText, words: readonly string[], random: Random): SourceText {
  const tokens = [...tokensOf(text)].filter(({ start, end }) => /^[^\s/]/.test(text.slice(start, end)));
  if (tokens.length === 0) return { path, text };
  const { start, end } = random.one(tokens);
  const token = text.slice(start, end);
  const other = random.one(tokens);
  const by = random.one([
    "",
    `${token} ${token}`,
    text.slice(other.start, other.end),
    random.one(words),
    `${token} ${random.one(words)}`,
    `${random.one(words)} ${token}`,
    `${token} ${random.one(words)} ${random.one(words)} `,
    `${token}${random.one(["[]", " | null", "?", "<string>", ` extends ${random.one(words)}`, " & {}", " = 1"])}`,
  ]);
  return { path, text: text.slice(0, start) + by + text.slice(end) };
}

/** Draws sources that are proved to have no errors. */
function provedSources(random: Random): readonly SourceText[] {
  for (;;) {
    const sources = new Declarations(random).sources();
    if (haveSoundTypes(sources, new Map(), new Map())) return sources;
  }
}

drawn("are confirmed by the compiler after changes of short sources", () => {
  const random = new Random(seed);
  let proved = 0;
  for (let count = 0; count < 400; count++) {
    const sources = provedSources(random);
    for (let change = 0; change < 40; change++) {
      let all = sources;
      for (let times = random.below(2); times >= 0; times--) {
        const source = random.one(all);
        all = all.map((each) => (each === source ? mutated(each, TOKENS, random) : each));
      }
      if (!haveSoundTypes(all, new Map(), new Map())) continue;
      proved++;
      assert.equal(compilerErrors(all), [], all.map(({ text }) => text).join("\n"));
    }
  }
  assert.ok(proved > 300, `${proved} were proved`);
});

drawn("are confirmed by the compiler after a change of one token of a project", async () => {
  const project = await readProject(FLEET);
  assert.ok(project.ok);
  if (!project.ok) return;
  const { sources, imports } = project.value;
  const random = new Random(seed);
  const kept = new TypeErrors();
  const parsed = new Map();
  const words = [...new Set(sources.flatMap(({ text }) => text.match(/\b[A-Z]\w+\b/g) ?? [])), ...TOKENS];
  let proved = 0;
  for (let count = 0; count < 2000; count++) {
    const source = random.one(sources);
    const changed = mutated(source, words, random);
    const all = sources.map((each) => (each === source ? changed : each));
    const isProved = haveSoundTypes(all, imports, parsed);
    if (!isProved && count % 20 > 0) continue;
    const errors = compilerErrors(all, imports);
    assert.equal(kept.in(all, imports), errors, changed.text);
    if (!isProved) continue;
    proved++;
    assert.equal(errors, [], changed.text);
  }
  assert.ok(proved > 100, `${proved} were proved`);
});

drawn.run();
