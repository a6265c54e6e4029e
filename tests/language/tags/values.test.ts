/** Tests of values of tags that earlier versions misread. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_DEPTH } from "../../../scripts/core/model/depth.js";
import type { Diagnostic } from "../../../scripts/core/model/diagnostic.js";
import { readComment } from "../../../scripts/language/tags/comment.js";
import { TAG_NAMES } from "../../../scripts/language/tags/index.js";
import { scanComment } from "../../../scripts/language/tags/scan.js";

const values = suite("values of tags");

/** Returns the value of a tag, or its problem. By default, the tag is one of a kind. */
function read(tag: string, place: "kind" | "property" = "kind"): unknown {
  const diagnostics: Diagnostic[] = [];
  const comment = readComment(
    scanComment(`/** ${tag} */`, 0, "x.ts", TAG_NAMES, "reflowed", diagnostics),
    place,
    diagnostics,
  );
  return diagnostics[0]?.args.problem ?? comment.tags[0]?.value;
}

values("JSON nests as deep as YAML may, and no deeper", () => {
  const nested = (levels: number) => `@example \`${"[".repeat(levels)}${"]".repeat(levels)}\``;
  assert.equal(read(nested(3), "property"), [[[]]]);
  assert.ok(Array.isArray(read(nested(MAX_DEPTH), "property")));
  const problem = `must not be nested more than ${MAX_DEPTH} levels deep`;
  assert.is(read(nested(MAX_DEPTH + 1), "property"), problem);
});

values("the keywords of a schema have values of the types that they must have", () => {
  const problems: [schema: string, problem: string][] = [
    ['{"pattern": 5}', "pattern must be a string"],
    ['{"anyOf": {}}', "anyOf must be a list"],
    ['{"not": {"required": "a"}}', "not.required must be a list"],
    ['{"allOf": [{"properties": {"a": null}}]}', "allOf[0].properties.a is required"],
    ['{"x-kubernetes-validations": [{"message": "Words."}]}', "x-kubernetes-validations[0].rule is required"],
  ];
  for (const [schema, problem] of problems) assert.is(read(`@schema \`${schema}\``), problem);
  assert.equal(read('@schema `{"minLength": null, "enum": [null]}`'), { enum: [null] });
});

values("every path of a scale subresource is in backticks", () => {
  const problem =
    "must be two or three paths in backticks: spec replicas, status replicas, and optionally the label selector";
  assert.equal(read("@scale `.spec.n` `.status.n`"), { spec: ".spec.n", status: ".status.n" });
  for (const wrong of [".spec.n .status.n", "`.spec.n` .status.n", "`.spec.n` and `.status.n`"]) {
    assert.is(read(`@scale ${wrong}`), problem, wrong);
  }
});

values("external docs are an address with a host, and words after it if there are any", () => {
  const [url, description] = ["https://example.dev", "The guide"];
  assert.equal(read(`@externalDocs ${url}`, "property"), { url });
  assert.equal(read(`@externalDocs ${url} ${description}`, "property"), { url, description });
  for (const wrong of ["https://", "https:// The guide", "ftp://example.dev", "example.dev"]) {
    assert.is(
      read(`@externalDocs ${wrong}`, "property"),
      "must be an http or https URL, optionally followed by a description",
      wrong,
    );
  }
});

values("a description is text, a JSON string in backticks, or none", () => {
  assert.equal(read("@description Some `code`."), { text: "Some `code`.", stated: "text" });
  assert.equal(read("@description none"), { text: "", stated: "none" });
  assert.equal(read("@description None."), { text: "None.", stated: "text" });
  assert.equal(read('@description `"none"`'), { text: "none", stated: "text" });
  assert.equal(read('@description ``" `none`\\n"``'), { text: " `none`\n", stated: "text" });
  assert.equal(read('@description `"a*\\/b"`'), { text: "a*/b", stated: "text" });
  const problem = 'must be a JSON string, such as `"text"`, if it is only code';
  for (const wrong of ["`text`", '`["text"]`', "`null`", '`"text`']) assert.is(read(`@description ${wrong}`), problem);
  assert.is(read("@description"), "must not be empty; write none for no description");
  assert.is(read('@description `"\\ud800"`'), "must not contain an unpaired surrogate");
});

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
  for (const wrong of ["priority=high", "priority=-1 Words.", "width=3", "description=Words."]) {
    assert.match(String(read(`${start} ${wrong}`)), /^the options are priority=<integer>, format=<format> and /);
  }
  assert.is(read(`${start} priority=1 priority=2`), "priority must be set only once");
});

values("the description of a column can be a JSON string, which is used as it is", () => {
  const start = "@printColumn Replicas integer `.spec.replicas`";
  const column = { name: "Replicas", type: "integer", path: ".spec.replicas" };
  assert.equal(read(`${start} description=\`" a=b  c\\n"\` priority=1`), {
    ...column,
    priority: 1,
    description: " a=b  c\n",
  });
  assert.equal(read(`${start} description=\`""\``), { ...column, description: "" });
  assert.is(read(`${start} description=\`1\``), "the description must be a JSON string");
  assert.is(read(`${start} description=\`"a"\` b`), '"b" must be omitted, because description= is set');
});

values("a column is a name, a type and a path in backticks, in this order", () => {
  assert.equal(read('@printColumn "Two words" integer `.a`'), { name: "Two words", type: "integer", path: ".a" });
  assert.equal(read("@printColumn A date `.a` Words."), { name: "A", type: "date", path: ".a", description: "Words." });
  const expected = "must be a name (in double quotes if it has spaces), a type, and a path in backticks";
  for (const wrong of ["", " A", " A string", " A string .a", " `A string` `.a`", " string `.a`", " A b string `.a`"]) {
    assert.is(read(`@printColumn${wrong}`), expected, wrong);
  }
  assert.is(read("@printColumn A text `.a`"), "the type must be one of integer, number, string, boolean, date");
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
    'message="Words."',
  ]) {
    const problem = /would be part of the message; put options right after the rule, with code in backticks, or write/;
    assert.match(String(read(`@validation \`self\` ${wrong}`)), problem);
  }
});

values("a number that is too large is a whole number still", () => {
  const about = (tag: string) => {
    const diagnostics: Diagnostic[] = [];
    readComment(scanComment(`/** ${tag} */`, 0, "x.ts", TAG_NAMES, "reflowed", diagnostics), "property", diagnostics);
    return diagnostics.map(({ args }) => args.problem ?? args.nearest);
  };
  assert.equal(about("@maxLength 99999999999999999999"), ["must be at most 9007199254740991"]);
  assert.equal(about("@maxLength -99999999999999999999"), ["must be at least 0"]);
  assert.equal(about("@maxLength 9007199254740991"), []);
  assert.equal(about("@maxLength 1.5"), ["must be an integer"]);
  assert.equal(about("@valus.maxLength 1"), ["values.maxLength"]);
  assert.equal(about("@itms.values.maxLength 1"), ["items.values.maxLength"]);
  assert.equal(about("@entries.maxLength 1"), ["items.maxLength"]);
});

values("a rule of one line needs no message", () => {
  assert.equal(read("@validation `self`"), { rule: "self" });
  assert.equal(read("@validation `self` optionalOldSelf"), { rule: "self", optionalOldSelf: true });
  assert.equal(read("@validation `self` messageExpression=`'a'` optionalOldSelf"), {
    rule: "self",
    messageExpression: "'a'",
    optionalOldSelf: true,
  });
});

// Source: ValidateCustomResourceDefinitionOpenAPISchema of k8s.io/apiextensions-apiserver.
values("a rule of several lines has a message, with an expression for it too", () => {
  const fence = "@validation\n```\nself &&\ntrue\n```\nmessageExpression=`'a'`";
  const missing = "must have a message, because the rule has several lines";
  assert.is(read(fence), missing);
  const both = { rule: "self &&\ntrue", messageExpression: "'a'", message: "Words." };
  assert.equal(read(`${fence} Words.`), both);
  assert.equal(read(`${fence} message=\`"Words."\``), both);
  assert.equal(read(fence.replace("&&\n", "&& ")), { rule: "self && true", messageExpression: "'a'" });
});

values("a message can be a JSON string, which is used as it is", () => {
  const messages = ["reason=a", " a  b ", '`a` "b"', "a\n", "@minimum {@experimental"];
  for (const message of messages) {
    const tag = `@validation \`self\` message=\`\`\`${JSON.stringify(message)}\`\`\` optionalOldSelf`;
    assert.equal(read(tag), { rule: "self", optionalOldSelf: true, message });
  }
});

values("a message that is a JSON string is one line, and stands alone", () => {
  const problems: [options: string, problem: string | RegExp][] = [
    ['message=`"a\\nb"`', "the message must be one line"],
    ['message=`" "`', "the message must not be blank"],
    ["message=`1`", "the message must be a JSON string"],
    ["message=`a`", /^the message must be valid JSON/],
    ['message=`"\\u202e"`', "the message must not contain the control character U+202E"],
    ['message=`"a"` b c', '"b c" must be omitted, because message= is set'],
    ['message=`"a"` message=`"b"`', "message must be set only once"],
    ["fieldPath=`.a` reason=FieldValueInvalid fieldPath=`.b` a", "fieldPath must be set only once"],
  ];
  for (const [options, problem] of problems) {
    const found = String(read(`@validation \`self\` ${options}`));
    if (typeof problem === "string") assert.is(found, problem);
    else assert.match(found, problem);
  }
});

const LABEL =
  "the name must consist of lowercase letters, digits, and hyphens, begin with a letter, and end with a letter or digit";
const KIND =
  "the name must consist of letters, digits, and hyphens, begin with a letter, and end with a letter or digit";
const LONG = "the name must be at most 63 characters, not 64";

for (const tag of ["plural", "singular", "shortName", "category"]) {
  values(`@${tag} is a DNS label`, () => {
    const long = "a".repeat(63);
    for (const right of ["a", "a-1", long]) assert.is(read(`@${tag} ${right}`), right);
    for (const wrong of ["../../../x", "Wdg", "1a", "a-", "-a", "a.b", "a_b", "ä", "a/b", "*"]) {
      assert.is(read(`@${tag} ${wrong}`), LABEL, wrong);
    }
    assert.is(read(`@${tag} ${long}a`), LONG);
  });
}

values("@listKind is a DNS label in any case", () => {
  for (const right of ["Widgets", "W", "a-B"]) assert.is(read(`@listKind ${right}`), right);
  for (const wrong of ["../x", "Wíd", "1W", "W-", "W.x"]) assert.is(read(`@listKind ${wrong}`), KIND, wrong);
  assert.is(read(`@listKind ${"W".repeat(64)}`), LONG);
});

values("labels and annotations have keys and values that the API server accepts", () => {
  const both = (line: string) => ["crdLabel", "crdAnnotation"].map((tag) => read(`@${tag} ${line}`));
  const names = "must be letters, digits, '-', '_' and '.', beginning and ending with a letter or digit";
  for (const key of ["a", "A_b.c-1", "example.dev/a", `${"a".repeat(253)}/${"b".repeat(63)}`]) {
    assert.equal(both(`${key}=v`), [
      { key, value: "v" },
      { key, value: "v" },
    ]);
  }
  for (const key of ["-a", "a-", "ä", "../a", "a!", "example.dev/"]) {
    for (const problem of both(`${key}=v`)) assert.match(String(problem), /^the key /, key);
  }
  assert.equal(both("Example.dev/a=v"), [
    "the key must have a DNS name in lowercase before its slash, of at most 253 characters",
    { key: "Example.dev/a", value: "v" },
  ]);
  assert.is(read("@crdLabel a/b/c=v"), "the key must have at most one slash, between a DNS name and a name");
  assert.is(read(`@crdLabel ${"a".repeat(64)}=v`), `the key ${names}, and have at most 63 characters behind its slash`);
  assert.is(
    read("@crdLabel a=b=c!"),
    `the value must be empty, or letters, digits, '-', '_' and '.', beginning and ending with a letter or digit`,
  );
  assert.is(read(`@crdLabel a=${"b".repeat(64)}`), "the value must be at most 63 characters, not 64");
  assert.is(read("@crdLabel !=v"), `the key ${names}, and have at most 63 characters behind its slash`);
  assert.equal(read("@crdAnnotation a=b=c! words"), { key: "a", value: "b=c! words" });
  assert.equal(read("@crdLabel a="), { key: "a", value: "" });
});

/** Tags of fields and kinds, each with its value or its problem. */
const FORMS: readonly (readonly [place: "kind" | "property", tag: string, expected: unknown])[] = [
  ["property", "@experimental", true],
  ["property", "@experimental for now", "must be omitted; write descriptions before the first tag"],
  ["property", "@title A `b`\n * c", "A `b` c"],
  ["property", "@title", "must not be empty"],
  ["property", "@deprecated", undefined],
  ["property", "@deprecated Use `b`.", "Use `b`."],
  ["property", "@listMapKey name", "name"],
  ["property", "@listMapKey", "must be a single name without spaces or backticks"],
  ["property", "@listMapKey a b", "must be a single name without spaces or backticks"],
  ["property", "@listMapKey `a`", "must be a single name without spaces or backticks"],
  ["property", "@listType map", "map"],
  ["property", "@listType Map", "must be one of atomic, set, map"],
  ["property", "@mapType granular", "granular"],
  ["property", "@mapType", "must be one of granular, atomic"],
  ["kind", "@scope Cluster", "Cluster"],
  ["kind", "@scope cluster", "must be one of Namespaced, Cluster"],
  ["property", "@minLength 0", 0],
  ["property", "@minLength 12", 12],
  ["property", "@minLength -1", "must be at least 0"],
  ["property", "@minLength", "must be an integer"],
  ["property", "@minLength 1e1", "must be an integer"],
  ["property", "@minLength 1 2", "must be an integer"],
  ["property", "@minLength +1", "must be an integer"],
  ...[0, 1, -1, 1.5, -0.5, 1e3, 1e-2].map((value) => ["property", `@minimum ${value}`, value] as const),
  ["property", "@minimum 1E+3", 1000],
  ["property", "@minimum 10.25e-1", 1.025],
  ...["", "+1", "01", ".5", "1.", "1e", "0x1", "1 2", "1e400", "one", "1a", "`1`"].map(
    (value) => ["property", `@minimum ${value}`, "must be a number"] as const,
  ),
  ["property", "@pattern `^a$`", "^a$"],
  ["property", "@pattern ^a$", "must be only code, in backticks or in a code fence"],
  ["property", "@pattern `a` `b`", "must be only code, in backticks or in a code fence"],
  ["property", "@pattern `a` b", "must be only code, in backticks or in a code fence"],
  ["property", "@pattern", "must be only code, in backticks or in a code fence"],
  ["property", '@default `{"a": [1, null, true]}`', { a: [1, null, true] }],
  ["property", "@default 1", "must be only code, in backticks or in a code fence"],
  ["property", '@default `"\\u0007"`', "must not contain the control character U+0007"],
  ["property", '@example `{"\\u0007": 1}`', "must not contain the control character U+0007"],
  ["property", "@schema `minLength: 1`", { minLength: 1 }],
  ["property", "@schema minLength: 1", "must be only code, in backticks or in a code fence"],
  ["property", "@schema `[]`", "must be an object of schema keywords"],
  ["property", "@schema `words`", "must be an object of schema keywords"],
  ["property", '@schema `{"pattern": "\\u0007"}`', "must not contain the control character U+0007"],
  ["kind", "@crdLabel a", "must have the form key=value"],
  ["kind", "@crdLabel =a", "must have the form key=value"],
  ["kind", "@crdLabel a b=c", "must have the form key=value"],
  ["kind", "@crdLabel", "must have the form key=value"],
];

for (const [place, tag, expected] of FORMS) {
  values(`${JSON.stringify(tag)} is ${JSON.stringify(expected)}`, () => assert.equal(read(tag, place), expected));
}

values("what is no JSON and what is no YAML is said to be none, with the reason", () => {
  assert.match(String(read("@default `{`", "property")), /^must be valid JSON \(\S.*\)$/);
  assert.match(String(read("@schema `a: b: c`", "property")), /^must be valid YAML \(\S.*\)$/);
});

values.run();
