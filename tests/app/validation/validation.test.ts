/** Tests of `crd-bundle/validation`: what its functions accept, and what their errors contain. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  compileBundle,
  type FieldError,
  InvalidObjectError,
  type KindValidator,
  kindValidator,
} from "../../../scripts/app/validation/index.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";

const validation = suite("app/validation");

const TEXT = { type: "string" } as const;

/** Returns a CRD whose objects have these fields in `spec`, and a count in `status`. */
function crdWith(spec: JsonObject, required: readonly string[] = []): JsonObject {
  const properties = {
    ...{ apiVersion: TEXT, kind: TEXT, metadata: { type: "object" } },
    spec: { type: "object", properties: spec, required },
    status: { type: "object", properties: { count: { type: "integer", minimum: 0 } } },
  };
  const schema = { openAPIV3Schema: { type: "object", properties } };
  const version = (name: string, served: boolean) => ({ name, served, schema, subresources: { status: {} } });
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.dev" },
    spec: {
      group: "example.dev",
      names: { kind: "Widget", listKind: "WidgetList", plural: "widgets", singular: "widget" },
      scope: "Namespaced",
      versions: [
        { ...version("v1", true), storage: true },
        { ...version("v0", false), storage: false },
      ],
    },
  };
}

const SIZE = { size: { type: "integer", minimum: 1, "x-kubernetes-validations": [{ rule: "self != 13" }] } } as const;
const RULED: JsonObject = {
  size: { ...SIZE.size, "x-kubernetes-validations": [{ rule: "self >= oldSelf", message: "must not shrink" }] },
};

function validatorOf(crd: JsonObject): KindValidator {
  return kindValidator(() => crd, "v1", "1.37");
}

function widget(spec: unknown, rest: object = {}): object {
  return { apiVersion: "example.dev/v1", kind: "Widget", metadata: { name: "w" }, spec, ...rest };
}

function fieldsOf(errors: readonly FieldError[]): string[] {
  return errors.map(({ field }) => field);
}

validation("a kind: an object is accepted, or has errors with their field, type and message", () => {
  const { validate } = validatorOf(crdWith(SIZE));
  assert.equal(validate(widget({ size: 1 })), []);
  const [error, ...others] = validate(widget({ size: 0 }));
  assert.equal(others, []);
  assert.is(error?.field, "spec.size");
  assert.equal(error?.path, ["spec", "size"]);
  assert.is(error?.type, "FieldValueInvalid");
  assert.match(error?.message ?? "", "0");
  assert.equal(fieldsOf(validate(widget({ size: 13 }))), ["spec.size"], "a validation rule");
});

validation("a kind: the status is validated although a request that creates the object ignores it", () => {
  const { validate, admit } = validatorOf(crdWith(SIZE));
  const object = widget({ size: 1 }, { status: { count: -1 } });
  assert.equal(fieldsOf(validate(object)), ["status.count"]);
  assert.equal(fieldsOf(validate(object, { old: undefined })), ["status.count"]);
  assert.equal(fieldsOf(validate({ ...object, spec: { size: 0 } })), ["spec.size", "status.count"]);
  assert.equal(validate(object, { old: widget({ size: 1 }) }), [], "an update of the object ignores it");
  assert.is(admit(object).object.status, undefined);
  assert.equal(fieldsOf(validate(object, { old: widget({ size: 1 }), subresource: "status" })), ["status.count"]);
});

validation("a kind: an update has transition rules, and keeps values that were invalid before", () => {
  const { validate } = validatorOf(crdWith(RULED));
  const old = widget({ size: 5 });
  assert.equal(fieldsOf(validate(widget({ size: 4 }), { old })), ["spec.size"]);
  assert.equal(validate(widget({ size: 6 }), { old }), []);
  assert.equal(
    validate(widget({ size: 0 }, { metadata: { name: "w", labels: { a: "b" } } }), { old: widget({ size: 0 }) }),
    [],
  );
  assert.throws(() => validate(old, { old: 5 }), /must be an object/);
});

validation("a kind: an object is read as clients send it, with dates and without undefined fields", () => {
  const { validate, admit } = validatorOf(crdWith({ ...SIZE, at: { ...TEXT, format: "date-time" } }));
  const at = new Date("2026-11-01T10:00:00Z");
  const metadata = { name: "w", creationTimestamp: at, labels: undefined };
  const object = widget({ size: 1, at }, { metadata });
  assert.equal(validate(object), []);
  assert.equal(admit(object).object.spec, { size: 1, at: "2026-11-01T10:00:00.000Z" });
  assert.is(metadata.creationTimestamp, at, "the object stays as it is");
});

validation("a kind: what is not an object, or not JSON, is an error and not an exception", () => {
  const { validate } = validatorOf(crdWith(SIZE));
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  let deep: unknown = {};
  for (let level = 0; level < 100_000; level++) deep = { deep };
  for (const value of [undefined, null, 5, "text", [], () => 1, 5n, cyclic, deep, widget({ size: 5n })]) {
    assert.is(validate(value).length, 1, typeof value);
  }
});

validation("a kind: keys such as __proto__ are data", () => {
  const { validate, admit } = validatorOf(
    crdWith({ keys: { type: "object", additionalProperties: { type: "integer" } } }),
  );
  const keys: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}');
  assert.equal(validate(widget({ keys })), []);
  const stored = admit(widget({ keys })).object.spec as { keys: object };
  assert.equal(Object.entries(stored.keys), [
    ["__proto__", 1],
    ["constructor", 2],
  ]);
  assert.is(validate(widget({ keys: JSON.parse('{"__proto__": "1"}') })).length, 1);
});

validation("assert: throws all errors at once, one per line", () => {
  const { assert: assertWidget } = validatorOf(crdWith({ ...SIZE, label: TEXT }, ["label"]));
  assertWidget(widget({ label: "a" }));
  try {
    assertWidget(widget({ size: 0 }, { metadata: { name: "w", namespace: "n" } }));
    assert.unreachable();
  } catch (error) {
    assert.instance(error, InvalidObjectError);
    assert.instance(error, Error);
    const { message, errors, name } = error as InvalidObjectError;
    assert.is(name, "InvalidObjectError");
    assert.equal(fieldsOf(errors).sort(), ["<nil>", "spec.label", "spec.size"], "rules are not evaluated");
    const [head, ...lines] = message.split("\n");
    assert.is(head, "invalid Widget n/w:");
    const expected = errors.map(({ field, path, message: text }) => `  ${path.length > 0 ? `${field}: ` : ""}${text}`);
    assert.equal(lines, expected);
  }
});

validation("assert: requires fields of the type that only a default sets", () => {
  const size = { type: "integer", default: 1 };
  const list = { type: "array", items: { type: "object", properties: { size }, required: ["size"] } };
  const map = { type: "object", additionalProperties: list.items };
  const optional = { type: "integer", default: 1 };
  const nullable = { ...optional, nullable: true };
  const { validate, assert: assertWidget } = validatorOf(crdWith({ size, list, map, optional, nullable }, ["size"]));
  const fieldsWithout = (spec: unknown): string[] => {
    assert.equal(validate(widget(spec)), [], "the API server accepts it");
    try {
      assertWidget(widget(spec));
      return [];
    } catch (error) {
      return fieldsOf((error as InvalidObjectError).errors);
    }
  };
  assert.equal(fieldsWithout({ size: 1, list: [{ size: 1 }], map: { a: { size: 1 } } }), []);
  assert.equal(fieldsWithout({}), ["spec.size"]);
  assert.equal(fieldsWithout({ size: null }), ["spec.size"]);
  assert.equal(fieldsWithout({ size: 1, optional: null, nullable: null }), ["spec.optional"]);
  assert.equal(fieldsWithout({ size: 1, list: [{}], map: { a: {} } }), ["spec.list[0].size", "spec.map[a].size"]);
});

validation("assert: requires values that JSON can express, outside of the metadata", () => {
  const any = { "x-kubernetes-preserve-unknown-fields": true } as const;
  const { validate, assert: assertWidget } = validatorOf(crdWith({ any, text: TEXT }));
  const fieldsAt = (value: unknown, rest: object = {}): string[] => {
    const object = widget({ any: value }, rest);
    assert.equal(validate(object), [], "the API server accepts it as JSON");
    try {
      assertWidget(object);
      return [];
    } catch (error) {
      return fieldsOf((error as InvalidObjectError).errors);
    }
  };
  class Own {
    readonly size = 1;
  }
  for (const value of ["a", 1, -0, true, [], [{ a: undefined }], {}, new Own(), Object.create(null)])
    assert.equal(fieldsAt(value), []);
  for (const value of [new Date(0), Number.NaN, () => 1, Symbol("a"), new Map(), new Set([1])])
    assert.equal(fieldsAt([{ a: [value] }]), ["spec.any[0].a[0]"]);
  assert.equal(fieldsAt(1, { metadata: { name: "w", creationTimestamp: new Date(0) } }), []);
  assert.throws(() => assertWidget(widget({ text: null })), /spec\.text/);
});

function isInvalidObject(error: Error): boolean {
  return error instanceof InvalidObjectError;
}

validation("assert: requires values of the type of the kind, also where the API server accepts others", () => {
  const items = { type: "object", default: { a: 1 }, properties: { a: { type: "integer" } } };
  const { assert: check, validate } = validatorOf(
    crdWith({ list: { type: "array", items }, time: { type: "string", format: "date-time" } }),
  );
  const accepted = [widget({ list: [null] }), widget({ time: [] }), { toJSON: () => widget({}) }];
  for (const value of accepted) {
    assert.equal(validate(value), []);
    assert.throws(() => check(value), isInvalidObject);
  }
  // biome-ignore lint/suspicious/noSparseArray: JSON has a null in place of the hole
  assert.throws(() => check(widget({ list: [, {}] as never })), isInvalidObject);
  check(widget({ list: [{}], time: "2026-01-01T00:00:00Z" }));
});

validation("assert: keys and values cannot add lines to the message", () => {
  const { assert: check } = validatorOf(
    crdWith({ map: { type: "object", additionalProperties: { type: "integer" } } }),
  );
  const object = { ...widget({ map: { "a\n\u001b[31m": "x" } }), metadata: { name: "w\n\u001b" } };
  assert.throws(
    () => check(object),
    ({ message }: Error) => !message.includes("\u001b") && message.split("\n").length === 3,
  );
});

validation("admit: the result belongs to the caller", () => {
  const { admit, validate } = validatorOf(
    crdWith({ part: { type: "object", default: { size: 1 }, properties: SIZE } }),
  );
  const { object } = admit(widget({}));
  ((object.spec as JsonObject).part as { size: number }).size = 0;
  assert.equal(validate(widget({})), []);
  assert.equal((admit(widget({})).object.spec as JsonObject).part, { size: 1 });
});

validation("a kind: the CRD is loaded once, by the first validation", () => {
  let loaded = 0;
  const load = () => {
    loaded++;
    return crdWith(SIZE);
  };
  const { validate } = kindValidator(load, "v1", "1.37");
  assert.is(loaded, 0);
  assert.equal(validate(widget({ size: 1 })), []);
  assert.is(validate(widget({ size: 0 })).length, 1);
  assert.is(loaded, 1);
});

validation("a kind: an unknown version of Kubernetes or of the kind is a mistake of the program", () => {
  assert.throws(() => kindValidator(() => crdWith(SIZE), "v1", "1.99"), /Kubernetes/);
  const { validate } = kindValidator(() => crdWith(SIZE), "v2", "1.37");
  assert.throws(() => validate(widget({})), /no version v2/);
});

validation("a bundle: validates every kind that it serves, and reports the others", () => {
  const { validate, kind } = compileBundle([crdWith(SIZE)]);
  assert.equal(validate(widget({ size: 1 })), []);
  assert.equal(fieldsOf(validate(widget({ size: 0 }))), ["spec.size"]);
  assert.equal(validate(widget({ size: 0 }), { old: widget({ size: 0 }) }), []);
  const gizmo = { ...widget({}), kind: "Gizmo" };
  assert.equal(
    validate(gizmo).map(({ type, field }) => [type, field]),
    [["FieldValueNotSupported", "kind"]],
  );
  assert.equal(fieldsOf(validate({ ...widget({}), apiVersion: "example.dev/v0" })), ["kind"], "not served");
  assert.equal(
    validate({}).map(({ type }) => type),
    ["FieldValueRequired"],
  );
  assert.equal(
    validate(5).map(({ type }) => type),
    ["FieldValueInvalid"],
  );
  const twice = compileBundle([crdWith(SIZE), crdWith({})]);
  assert.equal(fieldsOf(twice.validate(widget({ size: 0 }))), ["spec.size"], "the first CRD of a kind is used");
  assert.ok(kind("example.dev/v1", "Widget"));
  assert.is(kind("example.dev/v0", "Widget"), undefined);
});

validation.run();
