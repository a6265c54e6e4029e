/** Tests of the repositories from which no release can be made. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { repositoryProblems, shortList } from "../../../scripts/app/release/release-context.js";
import { diagnose } from "../../../scripts/core/diagnostics/diagnose.js";

const contexts = suite("app/release/release-context");

type Checkout = Parameters<typeof repositoryProblems>[0];

function problems(rest: Partial<Checkout>) {
  return repositoryProblems({ uncommitted: [], own: 0, ...rest });
}

const branch = "main";
function upstream(missing: number): NonNullable<Checkout["upstream"]> {
  return { name: "origin/main", missing };
}

contexts("a branch without changes that has all of its upstream is fine", () => {
  assert.equal(problems({ branch }), []);
  assert.equal(problems({ branch, own: 3, upstream: upstream(0) }), []);
});

contexts("changes, no branch, and what the upstream has more are problems of their own", () => {
  const uncommitted = diagnose("release-uncommitted", { paths: "a, b", count: 2 });
  const detached = diagnose("release-detached", {});
  const behind = diagnose("release-behind", { branch, upstream: "origin/main", missing: 1, own: 2 });
  const changed = { uncommitted: ["a", "b"] };
  assert.equal(problems({ branch, ...changed }), [uncommitted]);
  assert.equal(problems({}), [detached]);
  assert.equal(problems({ upstream: upstream(1) }), [detached]);
  assert.equal(problems({ branch, upstream: upstream(1), own: 2 }), [behind]);
  assert.equal(problems({ branch, ...changed, upstream: upstream(1), own: 2 }), [uncommitted, behind]);
  assert.equal(problems({ ...changed, upstream: upstream(1) }), [uncommitted, detached]);
});

contexts("three paths are listed, of more the first three", () => {
  assert.is(shortList([]), "");
  assert.is(shortList(["a"]), "a");
  assert.is(shortList(["a", "b", "c"]), "a, b, c");
  assert.is(shortList(["a", "b", "c", "d"]), "a, b, c, …");
  assert.is(shortList(["a", "b", "c", "d", "e"]), "a, b, c, …");
});

contexts.run();
