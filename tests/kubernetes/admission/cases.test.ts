/**
 * Tests of the admission: requests about small CRDs, with the answers of a real server, which `npm run answers` writes to
 * `server-answers.json`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isJsonObject, type JsonObject, sortKeys } from "../../../scripts/core/model/json.js";
import { type AdmissionRequest, admit } from "../../../scripts/kubernetes/admission/admit.js";
import { type CompiledVersion, compileVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import { NEWEST_SERVER } from "../../../scripts/kubernetes/cel/environment/environment.js";
import { checkCrd } from "../../../scripts/kubernetes/check-crd.js";
import { isRejection } from "../../../scripts/kubernetes/crd/problem.js";
import type { RecordedAnswer, RecordedAnswers } from "../../apiserver/admission-answers.js";
import { comparable } from "../../apiserver/relaxed-crds.js";
import { ROOT } from "../../support/golden.js";
import { type AdmissionCase, complete, type Subject } from "./cases/case.js";
import { SUBJECTS } from "./cases/index.js";

const tests = suite("admission of small CRDs");

const ANSWERS = JSON.parse(
  readFileSync(join(ROOT, "tests/kubernetes/admission/server-answers.json"), "utf8"),
) as RecordedAnswers;

function versionOf({ crd }: Subject, { apiVersion }: JsonObject): CompiledVersion {
  const version = compileVersion(crd, String(apiVersion).replace(/.*\//, ""), NEWEST_SERVER);
  if (!version) throw new Error(`there is no version ${apiVersion}`);
  return version;
}

/** Returns an old object as the server stored it, whether it is valid or not. */
function storedObject(recorded: JsonObject, { isDeleted }: AdmissionCase): JsonObject {
  const metadata = { ...(isJsonObject(recorded.metadata) && recorded.metadata), name: "w", uid: "0" };
  return { ...recorded, metadata: { ...metadata, ...(isDeleted && { deletionTimestamp: "2026-01-01T00:00:00Z" }) } };
}

function ownAnswer(subject: Subject, one: AdmissionCase, old: JsonObject | undefined): RecordedAnswer {
  const object = complete(subject, one.object);
  const request: AdmissionRequest = {
    object,
    ...(old && { old: storedObject(old, one) }),
    ...(one.subresource && { subresource: one.subresource }),
  };
  const { errors, object: stored } = admit(versionOf(subject, object), request);
  if (errors.length === 0) return { object: JSON.parse(JSON.stringify(sortKeys(comparable(stored)))) };
  return { errors: [...new Set(errors.map(({ type, field }) => `${type} ${field}`))].sort() };
}

for (const [about, subject] of Object.entries(SUBJECTS)) {
  tests(`${about}: the API server accepts the CRD`, () => {
    assert.equal(checkCrd(subject.crd, { minor: 37 }).problems.filter(isRejection), []);
  });
  for (const [name, one] of Object.entries(subject.requests)) {
    tests(`${about}: ${name}`, () => {
      const expected = ANSWERS[about]?.[name];
      assert.ok(expected, "npm run answers records the answer of a server");
      const { old, ...answer } = expected;
      assert.is(old !== undefined, one.old !== undefined);
      const own = ownAnswer(subject, one, old);
      // The server names no fields if it cannot decode an object.
      const isUndecoded = "errors" in answer && answer.errors.every((error) => !error.startsWith("FieldValue"));
      if (isUndecoded) assert.ok("errors" in own, "is rejected");
      else assert.equal(own, answer);
    });
  }
}

tests("every answer has its request", () => {
  const names = (all: Readonly<Record<string, object>>) =>
    Object.entries(all).flatMap(([about, each]) => Object.keys(each).map((name) => `${about}: ${name}`));
  const requests = Object.fromEntries(Object.entries(SUBJECTS).map(([about, each]) => [about, each.requests]));
  assert.equal(names(ANSWERS).sort(), names(requests).sort());
});

tests.run();
