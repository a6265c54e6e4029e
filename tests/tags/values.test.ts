/** Values that once were read as something else than they say. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Diagnostic } from "../../scripts/model/diagnostic.js";
import { readComment } from "../../scripts/tags/comment.js";
import { TAG_NAMES } from "../../scripts/tags/index.js";
import { scanComment } from "../../scripts/tags/scan.js";

const values = suite("values of tags");

/** What is wrong with the value of a kind's tag, or the value. */
function read(tag: string): unknown {
  const diagnostics: Diagnostic[] = [];
  const comment = readComment(scanComment(`/** ${tag} */`, 0, "x.ts", TAG_NAMES, diagnostics), "kind", diagnostics);
  return diagnostics[0]?.args.problem ?? comment.tags[0]?.value;
}

values("the options of a column come in any order, in their form, and once", () => {
  const start = "@printColumn Replicas integer `.spec.replicas`";
  const column = { name: "Replicas", type: "integer", path: ".spec.replicas" };
  assert.equal(read(start), column);
  assert.equal(read(`${start} priority=1 format=int32 Words.`), {
    ...column,
    priority: 1,
    format: "int32",
    description: "Words.",
  });
  assert.equal(read(`${start} format=int32 priority=1`), { ...column, priority: 1, format: "int32" });
  for (const wrong of ["priority=high", "priority=1 priority=2", "priority=-1 Words.", "width=3"]) {
    assert.match(String(read(`${start} ${wrong}`)), /^the options are priority=<integer> and format=/);
  }
});

values("the options of a rule come in any order, and code among them stands in backticks", () => {
  const rule = { rule: "self", fieldPath: ".a", reason: "FieldValueInvalid", message: "Words." };
  assert.equal(read("@validation `self` reason=FieldValueInvalid fieldPath=`.a` Words."), rule);
  assert.equal(read("@validation `self` fieldPath=`.a` reason=FieldValueInvalid Words."), rule);
  for (const wrong of [
    "fieldPath=.a Words.",
    "reasn=FieldValueInvalid Words.",
    "Words. reason=FieldValueInvalid",
    "reason=FieldValueInvalid messageExpression='a' Words.",
  ]) {
    const problem = /would become words of the message; options stand right behind the rule, paths in backticks$/;
    assert.match(String(read(`@validation \`self\` ${wrong}`)), problem);
  }
});

values("a rule has a message, with an expression for it too", () => {
  const problem = "the message is missing: words behind the rule that tell the user what to do";
  assert.is(read("@validation `self`"), problem);
  assert.is(read("@validation `self` messageExpression=`'a'`"), problem);
});

values.run();
