/** Checks that the list of type forms, the directory of type forms and the directory of their fixtures agree. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { TypeForm } from "../../../scripts/language/read/type/form.js";
import { TYPE_FORMS } from "../../../scripts/language/read/type/index.js";
import { ROOT } from "../../support/golden.js";

const forms = suite("type forms");

forms("the list is what the files of the directory export", async () => {
  const names = readdirSync(join(ROOT, "scripts/language/read/type")).filter((file) => file !== "index.ts");
  const modules = await Promise.all(
    names.map((name): Promise<object> => import(`../../../scripts/language/read/type/${name.replace(/\.ts$/, ".js")}`)),
  );
  const exported = modules.flatMap((module) => Object.values(module)).filter(isForm);
  assert.equal(namesOf(exported).sort(), namesOf(TYPE_FORMS).sort());
});

forms("names are unique", () => {
  assert.is(new Set(namesOf(TYPE_FORMS)).size, TYPE_FORMS.length);
});

for (const form of TYPE_FORMS) {
  forms(`${form.name} says what it is and has a fixture`, () => {
    assert.match(form.typescript, /^`.+`$/);
    assert.match(form.schema, /^[a-z].*[^.]$/);
    assert.ok(existsSync(join(ROOT, "tests/fixtures/forms", form.name.replaceAll(" ", "-"), "v1.ts")));
  });
}

function isForm(value: unknown): value is TypeForm {
  return typeof value === "object" && value !== null && "typescript" in value && "matches" in value;
}

function namesOf(list: readonly TypeForm[]): string[] {
  return list.map((form) => form.name);
}

forms.run();
