import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Diagnostic, inSourceOrder } from "../../../scripts/core/model/diagnostic.js";
import { positionOf } from "../../../scripts/core/model/location.js";
import {
  type Changelog,
  changelogProblems,
  type NewSection,
  readChangelog,
  sectionOf,
  unreleasedNotes,
  withRelease,
} from "../../../scripts/release/changelog/changelog.js";
import fc from "../../support/drawn.js";
import { matchesGolden, ROOT } from "../../support/golden.js";

const changelogs = suite("the changelog");
const FIXTURES = join(ROOT, "tests/fixtures/changelog");

const RELEASE: NewSection = {
  version: "1.7.0",
  date: "2026-11-20",
  generated: "### API changes\n\n- Widget (v1): the new field `.spec.a`\n",
  tag: "v1.7.0",
  previousTag: "v1.6.1",
};

function read(text: string): Changelog {
  return readChangelog({ path: "CHANGELOG.md", text });
}

/** Returns a changelog with one release, and notes for the next one. */
function notesAre(notes: string): string {
  return `# Changelog\n\n## [Unreleased]\n\n${notes}\n\n## [1.6.1] - 2026-06-29\n\n- Old.\n`;
}

for (const name of readdirSync(FIXTURES)) {
  const directory = join(FIXTURES, name);
  const text = readFileSync(join(directory, "before.md"), "utf8");

  changelogs(`gets a release: ${name}`, () => {
    assert.equal(changelogProblems(read(text), "1.7.0"), []);
    matchesGolden(withRelease(read(text), RELEASE), join(directory, "after.md"));
  });

  changelogs(`with Windows' line ends gets the same: ${name}`, () => {
    if (!existsSync(join(directory, "after.md"))) return;
    const after = readFileSync(join(directory, "after.md"), "utf8").replaceAll("\n", "\r\n");
    assert.is(withRelease(read(text.replaceAll("\n", "\r\n")), RELEASE), after);
  });

  changelogs(`with a byte order mark gets the same: ${name}`, () => {
    assert.is(withRelease(read(`\ufeff${text}`), RELEASE), `\ufeff${withRelease(read(text), RELEASE)}`);
  });
}

changelogs("is read: what is not released, the releases, their days", () => {
  const text = [
    "## [Unreleased]\n\n### Added\n\n- New.\n\n## [1.7.0-rc.1] - 2026-11-01\n\nA candidate.\n",
    "## v1.6.1 (2026-06-29)\n\n- One.\n\n## [1.6.0](https://example.dev) - 2026-05-01 [YANKED]\n## 1.5\n\n# End\n\nWords.\n",
  ].join("\n");
  const sections = read(text).sections.map(({ isUnreleased, version, date }) => [isUnreleased, version, date]);
  assert.equal(sections, [
    [true, undefined, undefined],
    [false, "1.7.0-rc.1", "2026-11-01"],
    [false, "1.6.1", "2026-06-29"],
    [false, "1.6.0", "2026-05-01"],
    [false, undefined, undefined],
  ]);
  const notes = unreleasedNotes(read(text));
  assert.is(notes?.text, "### Added\n\n- New.");
  assert.equal(positionOf(text, notes?.start ?? 0), { line: 3, column: 1 });
  assert.is(sectionOf(read(text), "1.7.0-rc.1"), "A candidate.");
  assert.is(sectionOf(read(text), "1.7.0"), undefined);
  assert.is(sectionOf(read(text), "1.6.1"), "- One.");
  assert.is(sectionOf(read(text), "1.6.0"), "");
  assert.is(unreleasedNotes(read("# Changelog\n")), undefined);
});

/** Returns the diagnostics as `line:column code`. */
function problems(text: string, version = "1.7.0"): string[] {
  const place = ({ location, code }: Diagnostic) => {
    const { line, column } = positionOf(text, location?.start ?? 0);
    return `${line}:${column} ${code}`;
  };
  return inSourceOrder(changelogProblems(read(text), version)).map(place);
}

const GOOD = "### Added\n\n- New.";
const PROBLEMS: [about: string, text: string, expected: string[]][] = [
  ["nothing wrong", notesAre(GOOD), []],
  ["notes without a heading", notesAre("Words."), []],
  ["no section", "# Changelog\n\n## [1.6.1] - 2026-06-29\n", ["1:1 changelog-no-unreleased"]],
  ["a section in a fence", "```\n## [Unreleased]\n- New.\n```\n", ["1:1 changelog-no-unreleased"]],
  ["a section of the wrong level", "# Unreleased\n\n- New.\n", ["1:1 changelog-no-unreleased"]],
  ["a longer heading", "## Unreleased plans\n\n- New.\n", ["1:1 changelog-no-unreleased"]],
  ["two sections", `${notesAre(GOOD)}\n## unreleased\n`, ["13:1 changelog-unreleased-twice"]],
  ["nothing", notesAre(""), ["3:1 changelog-empty"]],
  ["empty headings", notesAre("### Added\n\n### Fixed"), ["3:1 changelog-empty"]],
  ["a comment", notesAre("### Added\n\n<!-- Say it. -->\n\n- \n-"), ["3:1 changelog-empty"]],
  ["an address", notesAre("[a]: https://example.dev\n\n---"), ["3:1 changelog-empty"]],
  ["an image", notesAre("![](a.png)"), []],
  ["code", notesAre("    code"), []],
  ["the version", `${notesAre(GOOD)}\n## 1.7.0\n`, ["13:1 changelog-version-exists"]],
  ["a candidate of the version", `${notesAre(GOOD)}\n## [1.7.0-rc.1] - 2026-11-01\n`, []],
  ["the version in a comment", `${notesAre(GOOD)}\n<!--\n## 1.7.0\n-->\n`, []],
  ["API changes", notesAre("- New.\n\n### API changes"), ["7:1 changelog-heading-reserved"]],
  ["waivers", notesAre("- New.\n\n### waivers"), ["7:1 changelog-heading-reserved"]],
  ["deep upgrade notes", notesAre("- New.\n\n#### Upgrade notes"), ["7:1 changelog-heading-reserved"]],
  ["reserved further down", notesAre(GOOD).replace("- Old.", "### Waivers"), []],
  ["a misspelt heading", notesAre("### Addded\n\n- New."), ["5:1 changelog-heading-unknown"]],
  ["a heading in small letters", notesAre("### added\n\n- New."), ["5:1 changelog-heading-unknown"]],
  ["deeper headings", notesAre("### Added\n\n#### Whatever\n\n- New."), []],
  ["an open fence", "## [Unreleased]\n\n- New.\n\n```\n\n[a]: b\n", ["5:1 changelog-unclosed"]],
  ["an open comment", "## [Unreleased]\n\n- New.\n\n<!-- more\n", ["5:1 changelog-unclosed"]],
];

for (const [about, text, expected] of PROBLEMS) {
  changelogs(`is looked through: ${about}`, () => assert.equal(problems(text), expected));
}

changelogs("that is not there is said to be missing: changelog-missing", () => {
  assert.equal(changelogProblems(undefined, "1.7.0"), [{ code: "changelog-missing", args: {} }]);
});

changelogs("names the heading that was meant", () => {
  const [problem] = changelogProblems(read(notesAre("### Depreciated\n\n- Old.")), "1.7.0");
  assert.equal(problem?.args, { heading: "Depreciated", nearest: "Deprecated" });
});

changelogs("invents no addresses", () => {
  const links = "[unreleased]: https://example.dev/commits/main\n[1.6.1]: https://example.dev/v1.6.1\n";
  const after = withRelease(read(`${notesAre(GOOD)}\n${links}`), RELEASE);
  assert.ok(after.endsWith(`\n${links}`));
  assert.not.match(withRelease(read(notesAre(GOOD)), RELEASE), "compare");
});

changelogs("takes the last tag from the address where nobody says it, and knows an address that is there", () => {
  const link = "[Unreleased]: <https://example.dev/compare/v1.6.0...main> 'All'";
  const { previousTag: _, ...release } = RELEASE;
  const after = withRelease(read(`${notesAre(GOOD)}\n${link}\n`), release);
  assert.match(after, "\n[Unreleased]: <https://example.dev/compare/v1.7.0...main> 'All'\n");
  assert.match(after, "\n[1.7.0]: https://example.dev/compare/v1.6.0...v1.7.0\n");
  const known = `${link}\n[1.7.0]: https://example.dev/v1.7.0\n`;
  assert.is(withRelease(read(`${notesAre(GOOD)}\n${known}`), release).match(/\[1\.7\.0\]:/g)?.length, 1);
});

/** Lines of a changelog, including hostile ones. The properties below filter out invalid changelogs. */
const LINES = [
  ..."### Added|### Fixed|- New.|  more|Words.|```|~~~|<!-- a -->|<!--|-->|    code|> quoted|1. One|---|===|".split(
    "|",
  ),
  ..."[a]: b|`x|<div>|</div>|* b".split("|"),
  "\t- deep",
  "",
  "",
];
const lines = fc.array(fc.constantFrom(...LINES), { maxLength: 12 });
const ends = fc.constantFrom("\n", "\r\n");
const parts = fc.record({
  notes: lines,
  older: lines,
  head: lines,
  eol: ends,
  last: fc.constantFrom("", "\n", "\n\n"),
});

function textFrom({
  notes,
  older,
  head,
  eol,
  last,
}: { [Key in "notes" | "older" | "head"]: string[] } & { eol: string; last: string }) {
  return `${[...head, "## [Unreleased]", ...notes, "## [1.6.1] - 2026-06-29", ...older].join(eol)}${last}`;
}

changelogs("keeps every byte that was there, gives the notes back, and can be released again", () => {
  let released = 0;
  fc.assert(
    fc.property(parts, (drawn) => {
      const text = textFrom(drawn);
      const before = read(text);
      if (changelogProblems(before, "1.7.0").length > 0) return;
      released++;
      const after = withRelease(before, RELEASE);
      const generated = RELEASE.generated.trim().replaceAll("\n", drawn.eol);
      const [first = "", second = "", third] = after.split(/(?:\r?\n){2}## \[1\.7\.0\] - 2026-11-20/);
      assert.is(third, undefined);
      const [own = "", rest = "", more] = second.split(`${drawn.eol}${drawn.eol}${generated}`);
      assert.is(more, undefined);
      const [kept, whole] = [first + own + rest, first + own + rest.slice(drawn.eol.length)];
      assert.ok(kept === text || whole === text, "what was inserted is taken out");
      const notes = unreleasedNotes(before)?.text ?? "";
      const section = sectionOf(read(after), "1.7.0") ?? "";
      assert.ok(section.startsWith(notes) && section.endsWith(generated), section);
      assert.is(section.slice(notes.length, -generated.length).trim(), "");
      assert.is(unreleasedNotes(read(after))?.text, "");
      assert.is(sectionOf(read(after), "1.6.1"), sectionOf(before, "1.6.1"));
      assert.equal(
        changelogProblems(read(after), "1.8.0").map(({ code }) => code),
        ["changelog-empty"],
      );
      const noted = after.replace("## [Unreleased]", `## [Unreleased]${drawn.eol}${drawn.eol}Later.`);
      const next = withRelease(read(noted), { ...RELEASE, version: "1.8.0", tag: "v1.8.0", previousTag: "v1.7.0" });
      assert.is(sectionOf(read(next), "1.8.0"), `Later.${drawn.eol}${drawn.eol}${generated}`);
      assert.is(sectionOf(read(next), "1.7.0"), sectionOf(read(after), "1.7.0"));
    }),
    { numRuns: 500 },
  );
  assert.ok(released > 50, `${released} were released`);
});

changelogs("without a place for the notes is a bug of the caller", () => {
  assert.throws(
    () => withRelease(read("# Changelog\n"), RELEASE),
    /the changelog has no section for unreleased changes/,
  );
});

changelogs.run();
