/** Diagnostics about the CEL rules of a CRD. */
import { entry } from "./entry.js";

export const RULE_ENTRIES = {
  "rule-always-false": entry<Record<never, never>>({
    message: () => "the rule is never true",
    fix: "Correct the @validation tag. If you wrote the rule to forbid a field, remove the field from the interface.",
    manifestFix: "Correct the rule. If you wrote the rule to forbid a field, remove the field from the schema.",
    why: "The API server rejects every object that contains the value that the rule applies to.",
    advice: true,
    onlyIn: "check",
  }),
  "rule-always-true": entry<Record<never, never>>({
    message: () => "the rule is true for every value that the schema allows",
    fix: "Correct the @validation tag, or remove it.",
    manifestFix: "Correct the rule, or remove it.",
    why: "The API server evaluates the rule for each object, but the rule never rejects an object.",
    advice: true,
    onlyIn: "check",
  }),
  "rule-cost": entry<{ part: string; cost: string; limit: string; bound?: string | undefined }>({
    message: ({ part, cost, limit, bound }) =>
      `the estimated cost of the ${part} is ${cost}, but must be at most ${limit}` +
      (bound === undefined ? "" : `; the missing ${bound} contributes most`),
    example: { part: "rule", cost: "52428800", limit: "10000000", bound: "maxItems at .spec.colors" },
    fix: "Limit the lists, maps, and strings that the rule reads, and those that contain the rule, with @maxItems, @maxProperties, and @maxLength. If they have limits, lower the limits or simplify the rule.",
    manifestFix:
      "Limit the lists, maps, and strings that the rule reads, and those that contain the rule, with `maxItems`, " +
      "`maxProperties`, and `maxLength`. If they have limits, lower the limits or simplify the rule.",
    why:
      "The API server estimates the cost of each rule from the largest object that the schema allows, and rejects " +
      "the CRD if a rule costs too much.",
  }),
  "rule-cost-total": entry<{ cost: string; limit: string; channel?: string | undefined }>({
    message: ({ cost, limit, channel }) =>
      `the estimated cost of all rules of the version${channel === undefined ? "" : ` in the ${channel} channel`} is ` +
      `${cost}, but must be at most ${limit}`,
    example: { cost: "157286400", limit: "100000000" },
    fix: "Simplify the most expensive rules, or limit the lists, maps, and strings that they read with @maxItems, @maxProperties, and @maxLength. To list the costs, run `crd-bundle check --costs`.",
    manifestFix:
      "Simplify the most expensive rules, or limit the lists, maps, and strings that they read with `maxItems`, " +
      "`maxProperties`, and `maxLength`.",
    why:
      "The API server adds up the estimated costs of all rules of a version, and rejects the CRD if the total is too " +
      "high.",
  }),
  "rule-field-path": entry<{ fieldPath: string; problem: string }>({
    message: ({ fieldPath, problem }) => `invalid fieldPath \`${fieldPath}\`: ${problem}`,
    example: { fieldPath: ".colr", problem: 'there is no field "colr"' },
    fix: "In the @validation tag, write the path of a field relative to the value that the rule applies to, as in fieldPath=`.color`. The path cannot lead into the items of a list.",
    manifestFix:
      "Write the path of a field relative to the value that the rule applies to, as in `.color` or `['color']`. " +
      "The path cannot lead into the items of a list.",
    why: "The API server rejects a CRD if the fieldPath of a rule does not lead to a field of the schema.",
  }),
  "rule-message": entry<{ part: string; problem: string }>({
    message: ({ part, problem }) => `invalid ${part} of a rule: ${problem}`,
    example: { part: "message", problem: "it must be one line" },
    fix: "In the @validation tag, write the message on a single line, or remove it if it is blank. If a rule without a message has several lines, add a message after it.",
    manifestFix:
      "Write the message on a single line, or remove it if it is blank. If a rule without a message has several lines, add a message.",
    why:
      "The API server rejects a CRD if the message of a rule is empty or has several lines. If a rule has no " +
      "message, the API server shows the rule itself, so the rule must be on a single line.",
  }),
  "rule-missing": entry<Record<never, never>>({
    message: () => "the rule is empty",
    fix: "In the @validation tag, write a CEL expression in backticks, or remove the tag.",
    manifestFix: "Write a CEL expression, or remove the rule.",
    why: "The API server rejects a CRD if a rule has no expression.",
  }),
  "rule-old-self": entry<{ within: string }>({
    message: ({ within }) => `the rule uses \`oldSelf\` inside ${within}, whose old and new values cannot be matched`,
    example: { within: ".spec.colors" },
    fix: "If fields identify the items of the list, add `@listType map` to the list, and a @listMapKey tag for each of these fields. Otherwise, move the @validation tag to the list itself, where `oldSelf` is the old list.",
    manifestFix:
      "If fields identify the items of the list, set `x-kubernetes-list-type: map`, and list these fields in " +
      "`x-kubernetes-list-map-keys`. Otherwise, move the rule to the list itself, where `oldSelf` is the old " +
      "list.",
    why:
      "The API server matches the old and the new items of a list only by the keys of a list of type map. It rejects " +
      "a CRD if a rule needs the old value of any other item.",
  }),
  "rule-optional-old-self": entry<Record<never, never>>({
    message: () => "the rule sets optionalOldSelf but does not use `oldSelf`",
    fix: "In the @validation tag, remove optionalOldSelf, or use `oldSelf` in the rule.",
    manifestFix: "Remove optionalOldSelf, or use `oldSelf` in the rule.",
    why: "The API server rejects a CRD if a rule sets optionalOldSelf without using `oldSelf`.",
  }),
  "rule-reason": entry<{ reason: string; reasons: string }>({
    message: ({ reason, reasons }) => `invalid reason "${reason}" of a rule: must be one of ${reasons}`,
    example: { reason: "FieldValueTooLong", reasons: "FieldValueForbidden, FieldValueInvalid" },
    fix: "In the @validation tag, use one of the listed reasons, or remove the reason.",
    manifestFix: "Use one of the listed reasons, or remove the reason.",
    why: "The API server rejects a CRD if a rule has a reason that the API server does not support.",
  }),
  "rule-type": entry<{ part: string; problem: string }>({
    message: ({ part, problem }) => `the ${part} does not compile: ${problem}`,
    example: { part: "rule", problem: "`==` cannot be used with string and int" },
    fix:
      "In the @validation tag, correct the marked part of the expression. If it combines values of different types, " +
      "convert them with functions such as `int()` and `string()`. If a function is too new, use another one, or raise " +
      "the oldest version of Kubernetes in apis/bundle.yaml.",
    manifestFix:
      "Correct the marked part of the expression. If it combines values of different types, convert them with functions " +
      "such as `int()` and `string()`. If a function is too new, use another one, or check the CRD for later versions " +
      "of Kubernetes with `--kubernetes`.",
    why: "The API server rejects a CRD with a CEL expression that does not compile.",
  }),
  "rule-untyped": entry<Record<never, never>>({
    message: () => "the rule applies to a value without a type",
    fix: "Use a TypeScript type that describes the value and everything in it, or remove the @validation tag.",
    manifestFix: "Declare the type of the value and of everything in it, or remove the rule.",
    why:
      "The API server needs the type of a value to compile a rule for it. It rejects the CRD if the schema does not " +
      "declare the type.",
  }),
};
