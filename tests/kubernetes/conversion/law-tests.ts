/** Tests of the laws of conversions for definitions, with objects that are drawn from the schemas before or after each change. */
import * as assert from "uvu/assert";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import { type Conversion, isRenamed } from "../../../scripts/core/model/conversion.js";
import { compileConversions } from "../../../scripts/kubernetes/conversion/convert.js";
import type { Form } from "../../../scripts/kubernetes/conversion/kept-parts.js";
import type { AddTest } from "../../runner/suite.js";
import { seed } from "../../support/drawn.js";
import { Random } from "../../support/random.js";
import { checkEdits, EDITS, type EditTally } from "./edits.js";
import { checkLaws, type Tally } from "./laws.js";
import { type Subject, subjectsOf } from "./subjects.js";

export interface LawTests {
  readonly definitions: readonly Conversion[];
  readonly annotation: string;
  /** The releases before and after the changes, by version. */
  readonly releases: readonly BundleState[];
  /** Objects for each definition. */
  readonly objects: number;
  /** If true, each test prints what its objects met. */
  readonly prints?: boolean;
}

/** Adds a test for each definition, and for each kind that refers to its kind, with objects in one form. */
export function addLawTests(test: AddTest, form: Form, { prints = false, ...tests }: LawTests): void {
  const all = compileConversions(tests.definitions, tests.annotation);
  for (const subject of subjectsOf(tests.definitions, tests.releases)) {
    test(`${subject.name}: objects in the ${form} form`, () => {
      const compiled = compileConversions([subject.definition], tests.annotation);
      const tally = checkLaws({ subject, form, compiled, all }, tests.objects, new Random(seed));
      if (prints) print(`${subject.name}, ${form} form`, countsOf(tally));
      assert.equal(tally.wrong.slice(0, 2), []);
      assert.is(tally.objects, tests.objects, "enough draws are valid");
      expectMet(subject, form, tally, tests.objects);
    });
  }
}

/** Adds a test of edits between there and back for each definition that can lose a part of objects in a form. */
export function addEditTests(test: AddTest, form: Form, { prints = false, ...tests }: LawTests): void {
  const all = compileConversions(tests.definitions, tests.annotation);
  const loses = ({ conditions }: Subject) => conditions.some((each) => each.form === form && each.effect === "lost");
  for (const subject of subjectsOf(tests.definitions, tests.releases).filter(loses)) {
    test(`${subject.name}: edits of objects that had the ${form} form`, () => {
      const compiled = compileConversions([subject.definition], tests.annotation);
      const tally = checkEdits({ subject, form, compiled, all }, tests.objects, new Random(seed));
      if (prints) print(`${subject.name}, ${form} form`, editCountsOf(tally));
      assert.equal(tally.wrong.slice(0, 2), []);
      const made = [...tally.edits.values()].reduce((sum, count) => sum + count, 0);
      assert.is(made, tests.objects, "enough draws lose a part");
      assert.equal([...tally.edits.keys()].sort(), Object.keys(EDITS).sort(), "each kind of edit is made");
      assert.ok(tally.restored > 0 && tally.outdated > 0);
    });
  }
}

/** Fails if the draws did not meet what they should show: a condition that never applies proves nothing. */
function expectMet(subject: Subject, form: Form, tally: Tally, objects: number): void {
  const { definition, conditions } = subject;
  const fewest = Math.max(1, Math.floor(objects / 100));
  const rare = conditions
    .filter((each) => each.form === form && (tally.conditions.get(each.name) ?? 0) < fewest)
    .map(({ name }) => `${name}: ${tally.conditions.get(name) ?? 0} of ${objects} objects`);
  assert.equal(rare, [], "each condition is drawn");
  if (canChange(subject, form)) assert.ok(tally.changed >= fewest, `${tally.changed} objects changed`);
  const isMove = definition.steps.some((step) => "from" in step && !isNested(step.from, step.to));
  if (isMove && subject.name === definition.id)
    assert.ok(tally.both >= fewest, `${tally.both} objects had both fields`);
  assert.ok(tally.accepted + tally.elsewhere >= fewest, `${tally.accepted} objects were accepted`);
}

/** Reports whether objects in a form can change: some steps only check objects, or have an effect in one direction. */
function canChange({ name, definition }: Subject, form: Form): boolean {
  if (isRenamed(definition) || name !== definition.id || definition.to.version !== undefined) return true;
  return definition.steps.some((step) => {
    if (step.kind === "require" || step.kind === "split") return false;
    if (step.kind === "narrow" || step.kind === "unique") return form === "old";
    if (step.kind === "widen") return form === "new";
    if (step.kind === "remove") return form === "old" || step.restore !== undefined;
    if (step.kind === "add") return form === "new" || step.value !== undefined;
    return true;
  });
}

function isNested(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function countsOf({ objects, changed, lost, blocked, both, accepted, conditions }: Tally): string {
  const counts = `${objects} objects, ${changed} changed, ${lost} lost a part, ${blocked} blocked, ${both} with both fields`;
  const met = [...conditions.values()].join("/");
  return `${counts}, ${accepted} accepted${met === "" ? "" : `, conditions met ${met}`}`;
}

function editCountsOf({ edits, restored, outdated, blocked }: EditTally): string {
  const made = [...edits.values()].sort((a, b) => a - b).join("/");
  return `${restored} parts restored, ${outdated} outdated, ${blocked} objects blocked, edits by kind ${made}`;
}

function print(name: string, counts: string): void {
  process.stdout.write(`\n  ${name}: ${counts} `);
}
