/** Tests of the validation of a release request. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ReleaseArguments, readReleaseRequest, requestProblems } from "../../../scripts/app/release/request.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";

const request = suite("app/release/request");

/** Returns the messages about a request that also has a version and a project. */
function problems(given: Partial<ReleaseArguments>): string[] {
  return requestProblems({ project: ".", to: "minor", ...given }).map((found) => describeDiagnostic(found).message);
}

function conflict(option: string, ...others: readonly string[]): string[] {
  return others.map((other) => `--${option} cannot be used with --${other}`);
}

request("options exclude each other", () => {
  const all = { branch: "a", snapshot: true, preid: "rc", push: true } as const;
  assert.equal(problems(all), conflict("branch", "snapshot"));
  assert.equal(problems({ snapshot: true, preid: "rc", push: true }), conflict("snapshot", "preid"));
  assert.equal(problems({ tag: true, ...all }), conflict("tag", "branch", "snapshot", "preid"));
  assert.equal(
    problems({ undo: true, tag: true, ...all }),
    conflict("undo", "tag", "branch", "snapshot", "preid", "push"),
  );
});

request("options that go together are no problem, and neither are those that are off", () => {
  assert.equal(problems({ branch: "a", preid: "rc", push: true, sign: false, dryRun: true }), []);
  assert.equal(problems({ snapshot: true, push: true }), []);
  assert.equal(problems({ tag: true, push: true, sign: true }), []);
  assert.equal(problems({ undo: true, dryRun: true, sign: true }), []);
  assert.equal(problems({ undo: true, tag: false, snapshot: false, push: false }), []);
});

request("a version is missing where a release is made, and only there", () => {
  const missing = ["the version of the release is missing"];
  assert.equal(
    requestProblems({ project: "." }).map((found) => describeDiagnostic(found).message),
    missing,
  );
  for (const action of [{ tag: true }, { undo: true }] as const) {
    assert.equal(requestProblems({ project: ".", ...action }), []);
  }
});

request("what is asked for is kept, without what has no meaning for it", () => {
  const asked = { project: "a", profile: "channels", sign: false, dryRun: true } as const;
  const read = (given: Partial<ReleaseArguments>) => readReleaseRequest({ ...asked, ...given });
  assert.equal(read({ to: "minor", preid: "rc" }), { ok: true, value: { ...asked, to: "minor", preid: "rc" } });
  assert.equal(read({ tag: true }), { ok: true, value: { ...asked, tag: true } });
  assert.equal(read({ tag: true, to: "1.2.0" }), { ok: true, value: { ...asked, tag: true, to: "1.2.0" } });
  assert.equal(read({ undo: true, to: "1.2.0" }), {
    ok: true,
    value: { project: "a", dryRun: true, undo: true, to: "1.2.0" },
  });
  assert.is(read({}).ok, false);
  assert.is(read({ to: "minor", undo: true, tag: true }).ok, false);
});

request.run();
