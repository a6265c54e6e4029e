/** Tests of the members of a union that a merge changes in its text. */
import { ts } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { mergeUnion, type UnionMember } from "../../../scripts/import/merge/union-text.js";
import fc from "../../support/drawn.js";
import { buildSources, widget } from "../../support/project.js";

const tests = suite("import/merge/union-text");

type Value = UnionMember["value"];

/** Returns members with these values. In strings, an asterisk at the end marks an experimental member. */
function members(...values: readonly Value[]): UnionMember[] {
  return values.map((value) => {
    const isExperimental = typeof value === "string" && value.endsWith("*");
    return { value: isExperimental ? value.slice(0, -1) : value, isExperimental };
  });
}

/** Returns a union after a change of its members, which are the letters of two strings. */
function merged(written: string, base: string, next: string): string | undefined {
  const [before, after] = [base, next].map((letters) => members(...(letters.match(/\w\*?/g) ?? [])));
  return mergeUnion(written, before ?? [], after ?? [], "    ");
}

/** Returns a union on several lines, which start after the equals sign. */
function lines(...text: readonly string[]): string {
  return `\n${text.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n`;
}

tests("members of a union on one line are added and removed", () => {
  assert.is(merged(' "a" | "b";', "ab", "ab"), ' "a" | "b";');
  assert.is(merged(' "a" | "b";', "ab", "abc"), ' "a" | "b" | "c";');
  assert.is(merged(' "a" | "b";', "ab", "acb"), ' "a" | "c" | "b";');
  assert.is(merged(' "a" | "b";', "ab", "cab"), ' "c" | "a" | "b";');
  assert.is(merged(' "a" | "b";', "ab", "b"), ' "b";');
  assert.is(merged(' "a" | "b";', "ab", "a"), ' "a";');
  assert.is(merged(' "a" | "b";', "ab", "c"), ' "c";');
  assert.is(merged(' "a" | "b" | "c";', "abc", "ac"), ' "a" | "c";');
  assert.is(merged('"a"', "a", "ba"), '"b" | "a"');
  assert.is(merged('"a"|"b"', "ab", "b"), '"b"');
});

tests("quotes, escapes and numbers stay as they are written, and new strings are JSON", () => {
  const written = ` 'a' | "\\u0062" | '"';`;
  const next = members("a", "b", "\\", '"', "`'\n");
  assert.is(mergeUnion(written, members("a", "b", '"'), next, ""), ` 'a' | "\\u0062" | "\\\\" | '"' | "\`'\\n";`);
  assert.is(mergeUnion(" -1 | 0x10 | 1_0;", members(-1, 16, 10), members(-2, -1, 10), ""), " -2 | -1 | 1_0;");
  assert.is(mergeUnion(' "1" | null;', members("1", null), members("1", "null", null), ""), ' "1" | "null" | null;');
  assert.is(mergeUnion(' "1";', members("1"), members("1", null), ""), ' "1" | null;');
  assert.is(mergeUnion(' "__proto__";', members("__proto__"), members("__proto__", "a"), ""), ' "__proto__" | "a";');
});

tests("lines of a union stay, also its first bar", () => {
  const written = lines('| "a"', '| "b";');
  assert.is(merged(written, "ab", "abc"), lines('| "a"', '| "b"', '| "c";'));
  assert.is(merged(written, "ab", "cab"), lines('| "c"', '| "a"', '| "b";'));
  assert.is(merged(written, "ab", "b"), lines('| "b";'));
  assert.is(merged(lines('| "a";'), "a", "ac"), lines('| "a"', '| "c";'));
  assert.is(merged(lines('"a" | "b";'), "ab", "cab"), lines('"c" | "a" | "b";'));
  assert.is(merged(' "a"\n  | "b";\n', "ab", "cab"), ' "c"\n  | "a"\n  | "b";\n');
});

tests("a bar at the end of a line moves only if it must", () => {
  const written = lines('"a" | // A', '"b" | // B', '"c";');
  assert.is(merged(written, "abc", "ac"), lines('"a" | // A', '"c";'));
  assert.is(merged(written, "abc", "ab"), lines('"a" | // A', '"b"; // B'));
  assert.is(merged(written, "abc", "bc"), lines('"b" | // B', '"c";'));
  assert.is(merged(written, "abc", "abcd"), lines('"a" | // A', '"b" | // B', '"c"', '| "d";'));
  assert.is(merged(written, "abc", "adbc"), lines('"a" | // A', '"d"', '| "b" | // B', '"c";'));
  assert.is(merged(lines('"a" |', '"b";'), "ab", "a"), lines('"a";'));
});

tests("a comment at the end of a line stays with its member", () => {
  const written = lines('| "a" // A', '| "b"; // B');
  assert.is(merged(written, "ab", "abc"), lines('| "a" // A', '| "b" // B', '| "c";'));
  assert.is(merged(written, "ab", "acb"), lines('| "a" // A', '| "c"', '| "b"; // B'));
  assert.is(merged(written, "ab", "a"), lines('| "a"; // A'));
  assert.is(merged(written, "ab", "b"), lines('| "b"; // B'));
  assert.is(merged(' "a"; // A\n', "a", "ab"), ' "a" // A\n    | "b";\n');
  assert.is(merged(' "a", /* A */\n', "a", "ab"), ' "a" /* A */ | "b",\n');
});

tests("a line comment at the end is followed by a line break", () => {
  assert.is(merged(' "a" // A\n  | "b"', "ab", "a"), ' "a" // A\n');
  assert.is(merged(' "a" // A\n  | "b" // B', "ab", "a"), ' "a" // A');
  assert.is(merged(' "a" // A\n  | "b"; /** C */', "ab", "a"), ' "a"; // A\n /** C */');
});

tests("comments above a member go with it, up to a blank line", () => {
  const written = lines(
    "// The first.",
    '| "a"',
    "",
    "// Others.",
    "",
    "// The second,",
    "/* which is old. */",
    "/** Text. */",
    '| "b" /* B */',
    "// The third.",
    '| "c";',
  );
  assert.is(
    merged(written, "abc", "ac"),
    lines("// The first.", '| "a"', "", "// Others.", "", "// The third.", '| "c";').replace(
      "\n\n  // The t",
      "\n\n  // The t",
    ),
  );
  assert.is(merged(written, "abc", "a"), lines("// The first.", '| "a";', "", "// Others."));
  assert.is(merged(written, "abc", "dbc"), written.replace('// The first.\n  | "a"', '| "d"'));
});

tests("a comment on the line of the equals sign belongs to no member", () => {
  assert.is(merged(' // All\n  | "a"\n  | "b";\n', "ab", "b"), ' // All\n  | "b";\n');
  assert.is(merged(' // All\n  | "a";\n', "a", "ba"), ' // All\n  | "b"\n  | "a";\n');
  assert.is(merged(' /* A */ "a" | "b";\n', "ab", "b"), ' "b";\n');
});

tests("a doc comment belongs to the member after it, on either side of the bar", () => {
  assert.is(merged(' "a" /** B */ | "b" | /** C */ "c";', "abc", "ac"), ' "a" | /** C */ "c";');
  assert.is(merged(' "a" /* A */ /** B */ | "b";', "ab", "a"), ' "a"; /* A */');
  assert.is(merged(lines('| "a" /** B */', '| "b";'), "ab", "b"), lines("/** B */", '| "b";'));
  assert.is(
    merged(lines('| "a"; /** For the next property. */'), "a", "b"),
    lines('| "b"; /** For the next property. */'),
  );
});

tests("a doc comment and a bar belong to the member also before a blank line", () => {
  assert.is(merged(lines('| "a"', "/** B */", "", '| "b"', '| "c";'), "abc", "ac"), lines('| "a"', '| "c";'));
  assert.is(merged(lines('| "a"', "|", "", '"b"', '| "c";'), "abc", "ac"), lines('| "a"', '| "c";'));
  assert.is(merged(lines('| "a"', "| // B", "", '"b"', '| "c";'), "abc", "ac"), lines('| "a"', '| "c";'));
});

tests("the tag for experimental members is added to their doc comments and removed from them", () => {
  const tag = "/** @experimental */";
  const plain = lines('| "a"', '| "b";');
  const tagged = lines('| "a"', tag, '| "b";');
  assert.is(merged(plain, "ab", "ab*"), tagged);
  assert.is(merged(tagged, "ab*", "ab"), plain);
  assert.is(merged(plain, "ab", "abc*"), lines('| "a"', '| "b"', tag, '| "c";'));
  assert.is(merged(plain, "ab", "c*ab"), lines(tag, '| "c"', '| "a"', '| "b";'));
  assert.is(merged(lines(tag, '| "a"', '| "b";'), "a*b", "cab"), lines('| "c"', '| "a"', '| "b";'));
  assert.is(merged(lines('| "a"', `| ${tag} "b";`), "ab*", "ab"), plain);
  const described = lines('| "a"', "/** Text. */", '| "b"; // B');
  const both = lines('| "a"', "/**", " * Text.", " *", " * @experimental", " */", '| "b"; // B');
  assert.is(merged(described, "ab", "ab*"), both);
  assert.is(merged(both, "ab*", "ab"), described);
});

tests("a union on one line gets doc comments only if a new text would lose others", () => {
  assert.is(merged(' "a" | "b";', "ab", "ab*"), undefined);
  assert.is(merged(' "a" | "b";', "ab", "abc*"), undefined);
  assert.is(merged(' "a" | "b"; // all', "ab", "ab*"), ' "a" | /** @experimental */ "b"; // all');
  assert.is(merged(' "a" | /* B */ "b";', "ab", "abc*"), ' "a" | /* B */ "b" | /** @experimental */ "c";');
  assert.is(merged(' "a" /* A */ | "b";', "ab", "a*b"), ' /** @experimental */ "a" /* A */ | "b";');
  assert.is(merged(' "a" | /** @experimental */ "b";', "ab*", "ab"), ' "a" | "b";');
});

tests("another order, other types and other members need a new text", () => {
  assert.is(merged(' "a" | "b";', "ab", "ba"), undefined);
  assert.is(merged(' "a" | "b";', "ab", ""), undefined);
  assert.is(merged(' "a" | "b";', "ba", "bac"), undefined);
  assert.is(merged(' "a" | "b";', "a", "ac"), undefined);
  for (const other of [
    '"a" | B',
    '("a")',
    '"a"[]',
    "`a`",
    "1n",
    "-1n",
    "true",
    "",
    '"a" |',
    '"a"; b: "c"',
    '"a" } {',
  ]) {
    assert.is(mergeUnion(` ${other}`, members("a"), members("a", "b"), ""), undefined, other);
  }
});

tests("the reader finds the tag in every form", () => {
  const texts = [merged(' "a" | "b"; // all\n', "ab", "c*a*bd*"), merged(lines('| "a"', '| "b";'), "ab", "c*a*bd*")];
  for (const text of texts) {
    const { diagnostics, crds } = buildSources([widget(`  /** Field. */\n  field:${text}`)]);
    assert.equal(diagnostics, []);
    const enums = crds.map((each) => /"enum":\[[^\]]*\]/.exec(JSON.stringify(each))?.[0]);
    assert.equal(enums, ['"enum":["b"]', '"enum":["c","a","b","d"]']);
  }
});

type Form = "line" | "block" | "blocks";

/** Returns a comment that names the member that it is about. */
function commentIn(form: Form, about: string): string {
  if (form === "line") return `// ${about} | "x"`;
  return form === "block" ? `/* ${about} */` : `/* ${about}\n\n     | "y" */`;
}

/** Returns a doc comment of a member with other text, with only its tag, or with neither. */
function docIn(form: "none" | "short" | "long", about: string, isExperimental: boolean): string {
  const lines = [...(form === "none" ? [] : [about]), ...(form === "long" ? ["", "More."] : [])];
  const all = isExperimental ? [...lines, "@experimental"] : lines;
  return all.length > 1
    ? ["/**", ...all.map((line) => `   * ${line}`), "   */"].join("\n")
    : all.map((line) => `/** ${line} */`).join("");
}

const drawnForm: fc.Arbitrary<Form> = fc.constantFrom("line", "block", "blocks");

const drawnGap = fc.record({
  isBroken: fc.boolean(),
  isBarOnLineBefore: fc.boolean(),
  trail: fc.array(fc.constantFrom<Form>("line", "block"), { maxLength: 1 }),
  isLoose: fc.boolean(),
  above: fc.array(drawnForm, { maxLength: 2 }),
  doc: fc.constantFrom("none", "short", "long"),
  isDocAfterBar: fc.boolean(),
  inside: fc.array(fc.constant<Form>("block"), { maxLength: 1 }),
});

type Gap = typeof drawnGap extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Returns the text before a member. */
function gapText(gap: Gap, member: number, isExperimental: boolean, bar: "| " | ""): string {
  const [before, about] = [`<${member - 1}>`, `<${member}>`];
  const trail = gap.trail.map((form) => ` ${commentIn(form, before)}`).join("");
  const isBroken = gap.isBroken || gap.trail.includes("line");
  const doc = docIn(gap.doc, about, isExperimental);
  const isDocInside = gap.isDocAfterBar || !isBroken;
  const inside = [...(isDocInside && doc !== "" ? [doc] : []), ...gap.inside.map((form) => commentIn(form, about))];
  const text = inside.map((comment) => `${comment} `).join("");
  if (!isBroken) return `${trail} ${bar}${text}`;
  const isBarBefore = gap.isBarOnLineBefore && bar !== "";
  const loose = gap.isLoose ? ["", "// <loose>", ""] : [];
  const above = gap.above.map((form) => commentIn(form, about));
  const rows = [...loose, ...above, ...(isDocInside || doc === "" ? [] : [doc]), isBarBefore ? text : bar + text];
  return `${isBarBefore ? " |" : ""}${trail}${rows.map((row) => (row === "" ? "\n" : `\n  ${row}`)).join("")}`;
}

const ONE_LINE = { isBroken: false, isBarOnLineBefore: false, isLoose: false, trail: [], above: [], inside: [] };

/** Gaps of a union of any form, on several lines or on one. */
const drawnGaps = fc.oneof(
  ...[{}, { isBroken: true, isBarOnLineBefore: false }, ONE_LINE].map((style) =>
    fc.array(
      drawnGap.map((gap) => ({ ...gap, ...style })),
      { minLength: 6, maxLength: 6 },
    ),
  ),
);

/** A union whose members are the numbers from zero. */
const drawnUnion = fc
  .record({
    flags: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    gaps: drawnGaps,
    isBarFirst: fc.boolean(),
    end: fc.constantFrom("", ";", ","),
    trail: fc.array(drawnForm, { maxLength: 1 }),
    rest: fc.constantFrom("", " ", "\n", " /** next */", " /** next */\n", "\n\n"),
  })
  .map(({ flags, gaps: [first, ...gaps], isBarFirst, end, trail, rest }) => {
    const base = flags.map((isExperimental, value) => ({ value, isExperimental }));
    const texts = base.map(({ value, isExperimental }) => {
      const gap = value === 0 ? first && { ...first, trail: [], isBarOnLineBefore: false } : gaps[value - 1];
      assert.ok(gap);
      return gapText(gap, value, isExperimental, value > 0 || isBarFirst ? "| " : "") + String(value);
    });
    const comments = trail.map((form) => ` ${commentIn(form, `<${flags.length - 1}>`)}`).join("");
    const after = trail.includes("line") && rest !== "" ? "\n" : rest;
    return { base, written: `${texts.join("")}${end}${comments}${after}` };
  });

/** Change of a member: it stays, gets the other flag, or is removed. Then, members are added after it. */
const drawnChange = fc.record({
  change: fc.constantFrom("stay", "stay", "flag", "remove"),
  added: fc.array(fc.boolean(), { maxLength: 2 }),
});

type Change = typeof drawnChange extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const drawnChanges = fc.array(drawnChange, { minLength: 6, maxLength: 6 });

/** Returns the members in a text, as the reader finds them. */
function membersIn(text: string): UnionMember[] {
  const before = "interface X { property:";
  const file = ts.createSourceFile("x.ts", `${before}${text}}`, ts.ScriptTarget.ES2022, true);
  const [declaration, ...others] = file.statements;
  assert.ok(declaration && ts.isInterfaceDeclaration(declaration) && others.length === 0);
  const [property, ...more] = declaration.members;
  assert.ok(property && ts.isPropertySignature(property) && property.type && more.length === 0);
  const nodes = ts.isUnionTypeNode(property.type) ? property.type.types : [property.type];
  return nodes.map((node, index) => {
    const gap = file.text.slice(nodes[index - 1]?.end ?? before.length, node.getStart());
    const doc = gap.match(/\/\*\*[\s\S]*?\*\//g)?.at(-1) ?? "";
    return { value: Number(node.getText()), isExperimental: doc.includes("@experimental") };
  });
}

/** Returns the members after a change. The first change only adds members before all others. */
function changedMembers(base: readonly UnionMember[], changes: readonly Change[]): UnionMember[] {
  return changes.flatMap(({ change, added }, place) => {
    const member = base[place - 1];
    const isKept = member && change !== "remove";
    const kept = isKept ? [{ ...member, isExperimental: member.isExperimental !== (change === "flag") }] : [];
    return [...kept, ...added.map((isExperimental, index) => ({ value: 10 * (place + 1) + index, isExperimental }))];
  });
}

/** Returns how often each comment of these members is in a text, and each comment of no member. */
function commentsOf(members: readonly UnionMember[], text: string): Record<string, number> {
  const owners = new Set(["<loose>", ...members.map(({ value }) => `<${value}>`)]);
  const counts: Record<string, number> = {};
  for (const [owner] of text.matchAll(/<\w+>/g)) if (owners.has(owner)) counts[owner] = (counts[owner] ?? 0) + 1;
  return counts;
}

tests("drawn unions change as they must, and every comment stays with its member", () => {
  let changed = 0;
  fc.assert(
    fc.property(drawnUnion, drawnChanges, ({ base, written }, changes) => {
      assert.equal(membersIn(`${written}\n`), base, written);
      assert.is(mergeUnion(written, base, base, "  "), written);
      const next = changedMembers(base, changes);
      const result = mergeUnion(written, base, next, "  ");
      if (next.length === 0 || (result === undefined && !written.includes("/"))) return;
      changed++;
      assert.ok(result !== undefined, written);
      const shown = `${written}\n=>\n${result}`;
      const isBeforeBreak = /\/\/.*$/.test(written);
      assert.equal(membersIn(isBeforeBreak ? `${result}\n` : result), next, shown);
      assert.equal(commentsOf([...base, ...next], result), commentsOf(next, written), shown);
      for (const { value } of next) {
        const others = next.filter((member) => member.value !== value);
        const rest = mergeUnion(result, next, others, "  ");
        if (rest !== undefined)
          assert.equal(commentsOf(next, rest), commentsOf(others, result), `${shown}\n=>\n${rest}`);
      }
    }),
    { numRuns: 2000 },
  );
  assert.ok(changed > 1000, `${changed} unions changed`);
});

tests.run();
