/** Reads of optional fields in rules of types, whose enums list all values that a field can have. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildSources, widget } from "../../support/project.js";

const reads = suite("optional reads of types");

const FIELDS = `  /** Type. */
  type: "A" | "B";
  /** Set for type A. */
  a?: string;`;

/** Reports whether the build finds that a rule reads `a` where it can be unset. */
function isReported(rule: string): boolean {
  const inner = `  /**
   * Type and its settings.
   *
   * @validation \`${rule}\` must fit
   */
  inner: {
${FIELDS}
  };`;
  const codes = buildSources([widget(inner)]).diagnostics.map(({ code }) => code);
  assert.equal(
    codes.filter((code) => code !== "rule-optional-read"),
    [],
  );
  return codes.length > 0;
}

reads("a comparison with a member of an enum can be true", () => {
  assert.ok(isReported("self.type == 'A' && self.a != ''"));
  assert.ok(isReported("self.type != 'A' || self.a != ''"));
});

reads("a value is one of the members of its enum", () => {
  assert.not.ok(isReported("self.type == 'A' || self.type == 'B' || self.a != ''"));
  assert.not.ok(isReported("self.type == 'C' && self.a != ''"));
  assert.ok(isReported("self.type == 'A' || self.a != ''"));
});

reads("a rule whose types do not match has another problem", () => {
  assert.not.ok(isReported("self.type == 1 && self.a != ''"));
});

reads.run();
