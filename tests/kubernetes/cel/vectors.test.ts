/** The vectors of Kubernetes' own tests. */
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Json } from "../../../scripts/core/model/json.js";
import { rulesOf, type StructuralSchema } from "../../../scripts/core/model/schema.js";
import { declTypeOf } from "../../../scripts/kubernetes/cel/types/decl-type.js";
import { fromJson } from "../../../scripts/kubernetes/cel/values/from-json.js";
import { brokenRules, ruleValidatorOf } from "../../../scripts/kubernetes/validation/rules.js";
import { keywordViolations } from "../../../scripts/kubernetes/validation/validate.js";
import { compileRule } from "../../support/compile-rule.js";
import { withCorpus } from "../../support/shared.js";

const vectors = suite("CEL vectors of Kubernetes");

interface Vector {
  readonly kind: "compile" | "estcost" | "invalid" | "rtcost" | "valid";
  readonly name: string;
  readonly schema: StructuralSchema;
  readonly isRoot?: boolean;
  /** Index of the rule in a vector about one of several. */
  readonly i?: number;
  readonly err?: string;
  readonly usesOldSelf?: boolean;
  /** Estimated cost, rounded to the precision of a double. */
  readonly actual?: number;
  readonly expectErr?: string;
  readonly obj: Json;
  readonly old?: Json;
  readonly expectedCost?: number;
}

/** Problems that upstream finds when it compiles a rule. It finds all others of `invalid` when it evaluates the rule. */
const COMPILE_ERRORS =
  /compile error|compilation failed|expected type|invalid .* argument|no matching overload|Syntax error|undeclared|undefined field/;

/** Vectors of a version before 1.36, in which a variable that a macro binds cost more (estimated 29, actually 9). */
const OLDER = [
  "TestCelEstimatedCostStability/optionals/optional.of('a').optMap(v,_v_==_'value').hasValue()/calc_maxLength",
];
const OLDER_ACTUAL = ["TestCelCostStability/optionals/optional.of('a').optMap(v,_v_==_'value').hasValue()"];

/**
 * Vectors with objects that do not match their schema. The API server rejects them before it evaluates rules. If it did
 * evaluate them, they would fail because of the types.
 */
const INVALID_DATA = [
  "TestValidationExpressions/invalid_data/has(self.l)",
  "TestValidationExpressions/invalid_data/has(self.intorstring)",
];

withCorpus(vectors, "upstream/kubernetes/cel-vectors.jsonl", 6, (test, path) => {
  const all = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Vector);
  const ofKind = (...kinds: readonly Vector["kind"][]) => all.filter(({ kind }) => kinds.includes(kind));

  test("estimated costs", () => {
    const wrong = ofKind("estcost").flatMap(({ name, schema, actual }) =>
      rulesOf(schema).flatMap(({ rule }) => {
        const cost = compileRule(rule, schema).compiled?.cost;
        return Number(cost) === actual ? [] : [{ name, cost }];
      }),
    );
    assert.equal(
      wrong.map(({ name }) => name),
      OLDER,
    );
    assert.equal(
      wrong.map(({ cost }) => cost),
      [18n],
    );
  });

  test("compilation", () => {
    const wrong = ofKind("compile").flatMap(({ name, schema, i = 0, err = "", usesOldSelf }) => {
      const { rule = "", optionalOldSelf = false } = rulesOf(schema)[i] ?? {};
      if (rule.trim() === "") return []; // reported as missing
      const { compiled } = compileRule(rule, schema, { optionalOldSelf });
      const isRight = (compiled !== undefined) === (err === "") && (!compiled || compiled.usesOldSelf === usesOldSelf);
      return isRight ? [] : [name];
    });
    assert.equal(wrong, []);
  });

  test("rules that upstream evaluates compile", () => {
    const wrong = ofKind("valid", "rtcost", "invalid").flatMap(({ name, schema, isRoot = true, expectErr = "" }) =>
      rulesOf(schema).flatMap(({ rule, optionalOldSelf = false }) => {
        const { problems } = compileRule(rule, schema, { isRoot, optionalOldSelf });
        return (problems === undefined) === !COMPILE_ERRORS.test(expectErr)
          ? []
          : [`${name}: ${problems?.[0]?.message}`];
      }),
    );
    assert.equal(wrong, []);
  });

  test("results", () => {
    const wrong = ofKind("valid", "invalid").flatMap(({ name, schema, obj, old, isRoot = true, expectErr = "" }) => {
      if (COMPILE_ERRORS.test(expectErr)) return [];
      const validator = ruleValidatorOf(schema, isRoot, 37);
      const broken = validator ? brokenRules(validator, { value: obj, old }) : [];
      return (broken.length === 0) === (expectErr === "") ? [] : [name];
    });
    assert.equal(wrong, INVALID_DATA);
  });

  test("objects that do not match their schema", () => {
    const rejected = all.filter(({ name, schema, obj }) => {
      return INVALID_DATA.includes(name) && keywordViolations(schema, obj).length > 0;
    });
    assert.equal(
      rejected.map(({ name }) => name),
      INVALID_DATA,
    );
  });

  test("costs of evaluations", () => {
    const wrong = ofKind("rtcost").flatMap(({ name, schema, obj, expectedCost }) => {
      const [rule] = ruleValidatorOf(schema, true, 37)?.rules ?? [];
      const cost = rule?.run(new Map([["self", fromJson(obj, declTypeOf(schema, true, 37))]]), 1e9).cost;
      return cost === expectedCost ? [] : [{ name, cost }];
    });
    assert.equal(
      wrong,
      OLDER_ACTUAL.map((name) => ({ name, cost: 8 })),
    );
  });
});

vectors.run();
