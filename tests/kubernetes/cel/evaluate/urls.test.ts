/** Tests of URLs. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { URLS } from "../../../../scripts/kubernetes/cel/evaluate/libraries/urls.js";
import { isEqual } from "../../../../scripts/kubernetes/cel/values/equal.js";
import type { MapValue, Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { answer, call, method } from "./calls.js";

const urls = suite("CEL: URLs");

const url = (text: string) => call(URLS, "url", text);

const GETTERS = ["getScheme", "getHost", "getHostname", "getPort", "getEscapedPath"];

/** URLs with their scheme, host, hostname, port and escaped path. */
const VALID: readonly (readonly [text: string, parts: readonly string[]])[] = [
  ["https://example.com:80/a?b#c", ["https", "example.com:80", "example.com", "80", "/a"]],
  ["HTTP://EXAMPLE.com", ["http", "EXAMPLE.com", "EXAMPLE.com", "", ""]],
  ["/a/b", ["", "", "", "", "/a/b"]],
  ["//a/b", ["", "a", "a", "", "/b"]],
  ["///a", ["", "", "", "", "///a"]],
  ["*", ["", "", "", "", "*"]],
  ["mailto:a@b", ["mailto", "", "", "", ""]],
  ["http:", ["http", "", "", "", ""]],
  ["http:a", ["http", "", "", "", ""]],
  ["http:/a", ["http", "", "", "", "/a"]],
  ["http://", ["http", "", "", "", ""]],
  ["file:///a", ["file", "", "", "", "/a"]],
  ["http://u:p@a/", ["http", "a", "a", "", "/"]],
  ["http://u:p@a@b/", ["http", "b", "b", "", "/"]],
  ["http://a/b@c", ["http", "a", "a", "", "/b@c"]],
  ["http://a?b/c", ["http", "a", "a", "", ""]],
  ["http://[::1]:80/", ["http", "[::1]:80", "::1", "80", "/"]],
  ["http://[::1]", ["http", "[::1]", "::1", "", ""]],
  ["http://[fe80::1%25en%200]:1/", ["http", "[fe80::1%en 0]:1", "fe80::1%en 0", "1", "/"]],
  ["http://a:", ["http", "a:", "a", "", ""]],
  ["x://a:b:1/", ["x", "a:b:1", "a:b", "1", "/"]],
  ["http://a%C3%A9/", ["http", "a\u00e9", "a\u00e9", "", "/"]],
  ["http://\u00e9/\u00e9", ["http", "\u00e9", "\u00e9", "", "/%C3%A9"]],
  ["http://a/%2F%41", ["http", "a", "a", "", "/%2F%41"]],
  ["http://a/[b]!'()*", ["http", "a", "a", "", "/[b]!'()*"]],
  ["http://a/b c", ["http", "a", "a", "", "/b%20c"]],
  ["http://a/\u00e9%2f", ["http", "a", "a", "", "/%C3%A9/"]],
  ['http://a/"<>', ["http", "a", "a", "", "/%22%3C%3E"]],
  ["/a?%zz", ["", "", "", "", "/a"]],
  ["/a#b?c", ["", "", "", "", "/a"]],
];

const INVALID = [
  ...["", "a", "*#a", ":a", "a/b", "?a", "#a", "1a:b", "http://[1.2.3.4]/", "http://[::1", "http://[fe80::1%25]/"],
  ...["http://a:b:1/", "http://a:b", "http://a%41/", "http://a b/", "http://a/%zz", "http://a\n/", "http://a/\u007f"],
  ...["http://a#b", "http://a[::1]", "http://[::1]a", "http://u%4:p@a/", "http://u^@a/"],
];

urls("have parts", () => {
  for (const [text, parts] of VALID) {
    assert.is(call(URLS, "isURL", text), true, text);
    assert.equal(
      GETTERS.map((name) => answer(method(URLS, name, url(text)))),
      parts,
      text,
    );
  }
});

urls("are absolute", () => {
  for (const text of INVALID) {
    assert.is(call(URLS, "isURL", text), false, text);
    assert.is(answer(url(text)), "fails", text);
  }
});

urls("can fail although isURL() accepts them", () => {
  for (const text of ["//a b", "/a?b#%zz", "//[::1", "http:#%zz"]) {
    assert.is(call(URLS, "isURL", text), true, text);
    assert.is(answer(url(text)), "fails", text);
  }
});

function query(text: string): Record<string, unknown> {
  const map = method(URLS, "getQuery", url(text)) as MapValue;
  const entries = map.keys.map((key) => {
    const list = map.get(key);
    return [key, typeof list === "object" && list?.kind === "list" ? list.items : list];
  });
  return Object.fromEntries(entries);
}

urls("have parameters", () => {
  const cases: readonly (readonly [text: string, parameters: Record<string, readonly string[]>])[] = [
    ["/a", {}],
    ["/a?", {}],
    ["/a?b=c&b=d&e", { b: ["c", "d"], e: [""] }],
    ["/a?b=c=d&=x&&y=", { b: ["c=d"], "": ["x"], y: [""] }],
    ["/a?b;c=d&e=f", { e: ["f"] }],
    ["/a?a+b=c%20d%2B", { "a b": ["c d+"] }],
    ["/a?%zz=1&b=%4&c=d", { c: ["d"] }],
    ["/a??b=c", { "?b": ["c"] }],
    ["/a?%C3%A9=\u00e9#f=g", { "\u00e9": ["\u00e9"] }],
    [`/a?${"b&".repeat(9_999)}`, { b: Array<string>(9_999).fill("") }],
    [`/a?${"b&".repeat(10_000)}`, {}],
  ];
  for (const [text, parameters] of cases) assert.equal(query(text), parameters, text.slice(0, 80));
  const odd = method(URLS, "getQuery", url("/a?constructor=b&__proto__=c")) as MapValue;
  assert.equal(odd.keys, ["constructor", "__proto__"]);
});

urls("are equal if Go prints the same", () => {
  const same = [
    ["http:", "http://"],
    ["HTTP://a", "http://a"],
    ["http://a/\u00e9", "http://a/%C3%A9"],
    ["http://a/b c", "http://a/b%20c"],
    ["http://\u00e9", "http://%C3%A9"],
    ["http://u%41@a", "http://uA@a"],
    ["/a#\u00e9", "/a#%C3%A9"],
    ["/a#", "/a"],
  ] as const;
  const different = [
    ["http://A", "http://a"],
    ["http://a", "http://a/"],
    ["http://a?", "http://a"],
    ["http://a/%41", "http://a/A"],
    ["http://u:@a", "http://u@a"],
    ["http://@a", "http://a"],
    ["http:/a", "http:///a"],
    ["/a?b", "/a?%62"],
    ["//", "//@"],
    ["http://[fe80::1%25a]", "http://[fe80::1]"],
  ] as const;
  for (const [a, b] of same) assert.ok(isEqual(url(a) as Value, url(b) as Value), `${a} and ${b}`);
  for (const [a, b] of different) assert.not(isEqual(url(a) as Value, url(b) as Value), `${a} and ${b}`);
});

urls("of any length are parsed", () => {
  const long = "a%41".repeat(1_000_000);
  assert.is(call(URLS, "isURL", `http://${"%C3".repeat(1_000_000)}/`), true);
  assert.is(method(URLS, "getEscapedPath", url(`/${long}`)), `/${long}`);
  assert.is(answer(url(`http://[::1%25${long}/`)), "fails");
  assert.is(answer(url(`http://[${long}]/`)), "fails");
});

urls("do not have the functions of other types", () => {
  assert.is(URLS.functions.url?.(1n), undefined);
  assert.is(URLS.methods.getHost?.("http://a"), undefined);
});

urls.run();
