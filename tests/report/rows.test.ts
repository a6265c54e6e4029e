/** Tests of the order and the folds of changes, and of the sizes of their output. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANGE_FORMATS, type Change, type ChangeClass } from "../../scripts/core/model/change.js";
import { parseFieldPath } from "../../scripts/core/model/field-path.js";
import { printChanges, type ShownChanges } from "../../scripts/report/changes.js";
import { LOUDEST_FIRST } from "../../scripts/report/rows.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { printJudgement } from "../../scripts/report/verdict.js";

const rows = suite("rows of changes");

const SUBJECTS = { break: "field-removed", addition: "field-added" } as const;

function change(name: "break" | "addition", path: string, more: Partial<Change> = {}): Change {
  const place = {
    channel: "standard",
    crd: "widgets.example.dev",
    versions: ["v1"],
    path: parseFieldPath(path),
  } as const;
  return { ...place, class: name, subject: SUBJECTS[name], ...more } as Change;
}

function ofType(name: "break" | "addition", path: string, pair = path): Change {
  return change(name, path, { origin: { pair, embedded: { type: "Probe", path: parseFieldPath(".probe") } } });
}

function printed(
  changes: readonly Change[],
  options: Partial<ShownChanges> = {},
  format: "text" | "markdown" = "text",
) {
  return printChanges({ from: "a", to: "b", changes, wording: false, ...options }, format, NO_COLOR);
}

rows("have every class, the loudest first", () => {
  const classes: readonly ChangeClass[] = [...LOUDEST_FIRST].reverse();
  const changes = classes.map((name, at) => change("break", `.f${at}`, { class: name }));
  const found = [...printed(changes, { wording: true }).matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
  assert.equal(found, LOUDEST_FIRST);
});

rows("a name with a line break imitates no row", () => {
  const hostile = { ...change("addition", ".a"), crd: "x\n  wording     y" };
  assert.is(printed([hostile]).split("\n").length, printed([change("addition", ".a")]).split("\n").length);
});

rows("show what few users notice last in its class, with the reason", () => {
  const changes = [change("break", ".status.a"), change("break", ".b", { isUnserved: true }), change("break", ".z")];
  assert.is(
    printed(changes),
    `standard: 3 breaks (3 places in 1 kind)
  break       widgets.example.dev v1 .z: the field was removed
  break       widgets.example.dev v1 .status.a (status): the field was removed
  break       widgets.example.dev v1 .b (not served): the field was removed
`,
  );
});

rows("list one more place, count several, and list all on request", () => {
  const places = (names: string) => [...names].map((name) => change("break", `.${name}.x`, { origin: { pair: "p" } }));
  assert.match(printed(places("ab")), "\n              and .b.x\n");
  assert.match(printed(places("abc")), "\n              and 2 more places\nTo list all places");
  assert.match(printed(places("abc"), { expand: true }), /and \.b\.x\n +and \.c\.x\n$/);
});

rows("fold the changes of a type of Kubernetes, and count them apart", () => {
  const changes = [ofType("addition", ".probe.a"), ofType("break", ".probe.b"), change("addition", ".own")];
  assert.is(
    printed(changes),
    `standard: 1 addition (1 place in 1 kind); from types of Kubernetes: 1 break, 1 addition (2 places in 1 kind)
  break       widgets.example.dev v1 .probe: the embedded type Probe of Kubernetes changed: 1 break, 1 addition
  addition    widgets.example.dev v1 .own: the field is new
To list all places and all changes of types of Kubernetes, use --expand
`,
  );
  const expanded = printed(changes, { expand: true });
  assert.match(expanded, "    break       widgets.example.dev v1 .probe.b: the field was removed\n");
  assert.match(printed(changes, {}, "markdown"), "<details><summary>Changes of Probe of Kubernetes</summary>");
});

rows("name the type of a single change", () => {
  assert.match(printed([ofType("break", ".probe.b")]), ".probe.b (Probe of Kubernetes): the field was removed");
});

rows("of one class are listed alone, and the summary counts all", () => {
  const text = printed([change("addition", ".a"), change("break", ".b")], { only: ["break"] });
  assert.match(text, "standard: 1 break, 1 addition (2 places in 1 kind)\n  break ");
  assert.not.match(text, "  addition ");
  assert.match(text, "1 change of other classes not shown\n");
});

rows("that are not listed are counted in every format", () => {
  const changes = [change("addition", ".a"), change("break", ".b"), change("addition", ".c", { class: "wording" })];
  for (const format of CHANGE_FORMATS.filter((name) => name !== "json")) {
    const text = printChanges({ from: "a", to: "b", changes, wording: false, only: ["break"] }, format, NO_COLOR);
    assert.match(text, "1 change of other classes not shown", format);
    assert.match(text, /1 change of wording not shown; to include wording, use (\\?-){2}wording/, format);
    const all = printChanges({ from: "a", to: "b", changes, wording: true }, format, NO_COLOR);
    assert.not.match(all, "not shown", format);
  }
});

rows("fit into a comment on a pull request, however many there are", () => {
  const changes = Array.from({ length: 3000 }, (_, at) => [
    change(at % 2 === 0 ? "break" : "addition", `.field${at}.${"x".repeat(60)}${at}`),
    change("break", `.field${at}.${at}`, { channel: "experimental" }),
  ]).flat();
  const text = printed(changes, { expand: true }, "markdown");
  assert.ok(text.length < 65_536, String(text.length));
  assert.ok(text.length > 50_000, String(text.length));
  assert.match(text, /- and \d+ more, which only the other formats list\n/);
  assert.match(text, "</details>");
  const findings = changes.map((each, at) => ({
    rule: "break/field-removed",
    channel: each.channel,
    crd: each.crd,
    versions: each.versions,
    requires: "major" as const,
    fingerprint: String(at),
    change: each,
    ...(each.path && { path: each.path }),
  }));
  const verdict = {
    profile: "semver",
    lowest: { standard: "major" as const },
    overall: "major" as const,
    findings,
    blocked: [],
  };
  const judged = printJudgement({ from: "a", to: "b", verdict }, "markdown", [], NO_COLOR);
  assert.ok(judged.length < 65_536, String(judged.length));
});

rows("keep a long example out of every format except JSON", () => {
  const example = `<b>|\`\n${"x".repeat(70_000)}`;
  const changes = [change("break", ".a", { class: "tightening", example })];
  for (const format of CHANGE_FORMATS.filter((name) => name !== "json")) {
    const text = printChanges({ from: "a", to: "b", changes, wording: false }, format, NO_COLOR);
    assert.ok(text.length < 5000, `${format}: ${text.length}`);
  }
  const { children } = fromMarkdown(printed(changes, {}, "markdown"));
  assert.equal(
    children.map(({ type }) => type),
    ["heading", "paragraph", "list"],
  );
});

rows.run();
