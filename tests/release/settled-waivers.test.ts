import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readWaivers } from "../../scripts/core/config/policy-files.js";
import type { Waiver } from "../../scripts/core/model/policy.js";
import { withoutWaivers } from "../../scripts/release/settled-waivers.js";

const settled = suite("settled waivers");

const A = "aaaaaaaaaaaa";
const B = "bbbbbbbbbbbb";
const C = "cccccccccccc";

function waiver(fingerprint: string, why = "It was wrong."): string {
  return `- fingerprint: "${fingerprint}"\n  message: It is tighter.\n  why: ${why}\n  approvedBy: "@a"\n  release: 1.1.0\n`;
}

function waiversIn(text: string): readonly Waiver[] {
  const waivers = readWaivers({ path: "apis/waivers.yaml", text });
  assert.ok(waivers.ok, text);
  return waivers.value;
}

/** Returns the content without the waivers with the given fingerprints. */
function without(text: string, ...fingerprints: readonly string[]): string | undefined {
  return withoutWaivers(
    text,
    waiversIn(text).filter(({ fingerprint }) => fingerprints.includes(fingerprint)),
  );
}

settled("go, and the others stay as they are", () => {
  const text = waiver(A) + waiver(B) + waiver(C);
  assert.is(without(text), text);
  assert.is(without(text, A), waiver(B) + waiver(C));
  assert.is(without(text, B), waiver(A) + waiver(C));
  assert.is(without(text, C), waiver(A) + waiver(B));
  assert.is(without(text, C, A), waiver(B));
});

settled("leave comments and blank lines around them", () => {
  const head = "# What the policy is answered with.\n\n";
  const text = `${head}# of A\n${waiver(A)}\n# of B\n${waiver(B)}\n# the end`;
  assert.is(without(text, A), `${head}# of A\n\n# of B\n${waiver(B)}\n# the end`);
  assert.is(without(text, B), `${head}# of A\n${waiver(A)}\n# of B\n\n# the end`);
});

settled("leave no file where nothing but comments is left", () => {
  assert.is(without(waiver(A), A), undefined);
  assert.is(without(`# one\n${waiver(A)}\n  # two\n\t\n${waiver(B)}# three`, A, B), undefined);
  assert.is(without(waiver(A).trimEnd(), A), undefined, "without a line end at the end");
});

settled("leave the line ends of others as they are", () => {
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  assert.is(without(crlf(`# one\n${waiver(A)}${waiver(B)}`), A), crlf(`# one\n${waiver(B)}`));
  assert.is(without(crlf(waiver(A)), A), undefined);
  assert.is(without(waiver(A) + crlf(waiver(B)) + waiver(C), B), waiver(A) + waiver(C), "mixed");
});

settled("go with all lines of a text that has several", () => {
  for (const style of ["|", ">", "|-", ">+"]) {
    const long = waiver(A, `${style}\n    One.\n\n    - fingerprint: of another\n    # no comment`);
    for (const text of [long + waiver(B), waiver(B) + long])
      assert.is(without(text, A), waiver(B), JSON.stringify(text));
    assert.is(without(long + waiver(B), B), long);
  }
  const quoted = waiver(A, '"One,\n\n    two."');
  assert.is(without(quoted + waiver(B), A), waiver(B));
  assert.is(without(quoted + waiver(B), B), quoted);
});

settled("go in the other style of YAML too, where each has its lines", () => {
  const flow = (fingerprint: string) =>
    `- { fingerprint: "${fingerprint}", message: a, why: b, approvedBy: c, release: 1.1.0 }\n`;
  assert.is(without(flow(A) + flow(B), A), flow(B));
  assert.is(without(flow(A) + waiver(B), B), flow(A));
  const list = (...items: string[]) => `[\n${items.map((item) => `  ${item.slice(2).trimEnd()},\n`).join("")}]\n`;
  assert.is(without(list(flow(A), flow(B)), A), list(flow(B)));
});

settled("take whole lines: what shares one goes too, and a brace on the next one stays. The caller has to look", () => {
  const item = (fingerprint: string) =>
    `{ fingerprint: "${fingerprint}", message: a, why: b, approvedBy: c, release: 1.1.0 }`;
  const text = `[\n  ${item(A)}, ${item(B)},\n  ${item(C)},\n]\n# the end\n`;
  const expected = `[\n  ${item(C)},\n]\n# the end\n`;
  for (const gone of [[A], [B], [A, B]]) assert.is(without(text, ...gone), expected);
  assert.is(without(`[${item(A)}, ${item(B)}]\n# the end\n`, A), undefined);
  assert.is(without(`- ${item(A).replace(" }", "\n  }")}\n${waiver(B)}`, A), `  }\n${waiver(B)}`);
});

settled.run();
