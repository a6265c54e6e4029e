/** Tests of names, which must agree with the API server in every character. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  annotationKeyProblem,
  crdName,
  crdNameProblem,
  groupProblem,
  isDeviceName,
  kindProblem,
  labelKeyProblem,
  labelProblem,
  labelValueProblem,
} from "../../../scripts/core/model/names.js";

const names = suite("core/model/names");

const a = (length: number) => "a".repeat(length);
const tooLong = (limit: number, length: number) => `must be at most ${limit} characters, not ${length}`;

/** Checks the valid names of a rule, and the problems of the invalid ones. */
function judged(
  problem: (name: string) => string | undefined,
  sound: readonly string[],
  unsound: readonly string[],
  words: string,
): void {
  for (const name of sound) assert.is(problem(name), undefined, JSON.stringify(name));
  for (const name of unsound) assert.is(problem(name), words, JSON.stringify(name));
}

names("of labels are lowercase, and begin with a letter", () => {
  judged(
    labelProblem,
    ["a", "a1", "a-b", "a--b", "v1alpha1", a(63)],
    ["", "A", "1a", "-a", "a-", "a.b", "a_b", "aB", "a\n", "\na", "ä"],
    "must consist of lowercase letters, digits, and hyphens, begin with a letter, and end with a letter or digit",
  );
  assert.is(labelProblem(a(64)), tooLong(63, 64));
});

names("of kinds are labels in any case", () => {
  judged(
    kindProblem,
    ["a", "A", "Widget", "WidgetList", "W1", "A-B", a(63)],
    ["", "1A", "-A", "A-", "A.B", "A_B", "A\n", "\nA", "A b"],
    "must consist of letters, digits, and hyphens, begin with a letter, and end with a letter or digit",
  );
  assert.is(kindProblem(a(64)), tooLong(63, 64));
});

names("of groups are DNS names with a dot", () => {
  const words = "must be a DNS name in lowercase";
  judged(
    groupProblem,
    ["a.b", "1.2", "a-b.c-d", "example.dev", `${a(126)}.${a(126)}`],
    ["", ".", ".a", "a.", "a..b", "-a", "a-", "a-.b", "a.-b", "A", "a.B", "a_b", "a.b\n", "\na.b"],
    words,
  );
  assert.equal(
    [groupProblem("a.b"), groupProblem("a"), groupProblem("A.b"), groupProblem(`a.${a(252)}`)],
    [undefined, "must be a DNS name with a dot", words, tooLong(253, 254)],
  );
});

names("of CRDs leave room for the extension of their file", () => {
  assert.is(crdName("widgets", "example.dev"), "widgets.example.dev");
  assert.is(crdNameProblem("widgets", a(242)), undefined);
  assert.is(crdNameProblem("widgets", a(243)), tooLong(250, 251));
});

names("of labels and annotations may have a DNS name before a slash", () => {
  const form = "letters, digits, '-', '_' and '.', beginning and ending with a letter or digit";
  const sound = ["a", "A", "a.b_c-D", "1", "example.dev/a", `${a(253)}/${a(63)}`];
  judged(
    labelKeyProblem,
    sound,
    ["", "-a", "a-", ".a", "a b", "example.dev/", "ä", "a\n", a(64), `example.dev/${a(64)}`],
    `must be ${form}, and have at most 63 characters behind its slash`,
  );
  const prefix = "must have a DNS name in lowercase before its slash, of at most 253 characters";
  judged(labelKeyProblem, [], ["/a", "Example.dev/a", "-/a", `${a(254)}/a`], prefix);
  judged(labelKeyProblem, [], ["a/b/c", "//"], "must have at most one slash, between a DNS name and a name");
  judged(annotationKeyProblem, [...sound, "Example.dev/A"], ["/a", "_/a"], prefix);
  judged(
    labelValueProblem,
    ["", "a", "A.b_c-1", a(63)],
    ["-", "a-", "-a", ".", "a/b", "a b", "a\n"],
    `must be empty, or ${form}`,
  );
  assert.is(labelValueProblem(a(64)), tooLong(63, 64));
});

names("of devices are those of Windows, with any extension", () => {
  for (const name of ["con", "CON", "prn.yaml", "aux", "nul.a.b", "com0", "COM9.yaml", "lpt1"]) {
    assert.ok(isDeviceName(name), name);
  }
  for (const name of ["", "cons", "acon", "com", "com10", "lpt", "a.con", "con-a", "con_a"]) {
    assert.not.ok(isDeviceName(name), name);
  }
});

names.run();
