/** Calls of methods of strings, with their results in k8s.io/apiserver v0.37.2. */
import type { Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { FAILS, list, map, NONE, type Row, uint } from "./rows.js";

const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);

function duration(nanoseconds: bigint): Value {
  return { kind: "duration", nanoseconds };
}

function timestamp(nanoseconds: bigint): Value {
  return { kind: "timestamp", nanoseconds };
}

function bytes(value: string): Value {
  return { kind: "bytes", value };
}

const TYPE: Value = { kind: "type", name: "int" };

const PARTS: readonly Row[] = [
  ["charAt", ["abc", 0n], "a"],
  ["charAt", ["abc", 3n], ""],
  ["charAt", ["abc", 4n], FAILS],
  ["charAt", ["abc", -1n], FAILS],
  ["charAt", ["abc", MAX], FAILS],
  ["charAt", ["a😀b", 1n], "😀"],
  ["charAt", ["a😀b", 2n], "b"],
  ["charAt", ["e\u0301", 1n], "\u0301"],
  ["charAt", [1n, 1n], NONE],
  ["charAt", ["abc", 1], NONE],
  ["charAt", ["abc"], NONE],
  ["substring", ["a😀b", 1n], "😀b"],
  ["substring", ["a😀b", 1n, 2n], "😀"],
  ["substring", ["abc", 3n], ""],
  ["substring", ["abc", 4n], FAILS],
  ["substring", ["abc", -1n, 1n], FAILS],
  ["substring", ["abc", 0n, 9n], FAILS],
  ["substring", ["abc", 2n, 1n], FAILS],
  ["substring", ["abc", MIN, MAX], FAILS],
  ["trim", [" \t\n\v\f\ra b\u0085\u00a0\u1680\u2003\u2028\u202f\u205f\u3000"], "a b"],
  ["trim", ["\ufeffa\u180e\u200b"], "\ufeffa\u180e\u200b"],
  ["trim", [" "], ""],
  ["lowerAscii", ["ABCÉİ\u212a"], "abcÉİ\u212a"],
  ["upperAscii", ["abcéßı"], "ABCéßı"],
];

const SEARCHES: readonly Row[] = [
  ["contains", ["abc", "bc"], true],
  ["contains", ["abc", ""], true],
  ["contains", ["", "a"], false],
  ["contains", ["abc", "B"], false],
  ["startsWith", ["abc", "ab"], true],
  ["startsWith", ["abc", "b"], false],
  ["endsWith", ["abc", "bc"], true],
  ["endsWith", ["abc", ""], true],
  ["indexOf", ["a😀b😀", "b"], 2n],
  ["indexOf", ["a😀b😀", "😀", 2n], 3n],
  ["indexOf", ["abc", "d"], -1n],
  ["indexOf", ["abc", "", 1n], 1n],
  ["indexOf", ["abc", "", 10n], 3n],
  ["indexOf", ["abc", "", -1n], FAILS],
  ["indexOf", ["abc", "c", MAX], -1n],
  ["indexOf", ["abc", "c", MIN], FAILS],
  ["indexOf", ["aaa", "aa", 1n], 1n],
  ["lastIndexOf", ["a😀b😀", "😀"], 3n],
  ["lastIndexOf", ["a😀b😀", "😀", 2n], 1n],
  ["lastIndexOf", ["aaa", "aa"], 1n],
  ["lastIndexOf", ["aaa", "aa", 0n], 0n],
  ["lastIndexOf", ["abc", ""], 3n],
  ["lastIndexOf", ["abc", "", 1n], 1n],
  ["lastIndexOf", ["abc", "", 10n], 3n],
  ["lastIndexOf", ["abc", "", -1n], FAILS],
  ["lastIndexOf", ["abc", "a", 2n], 0n],
  ["lastIndexOf", ["abc", "a", 3n], -1n],
  ["lastIndexOf", ["abc", "a", -1n], FAILS],
  ["lastIndexOf", ["", "a", 0n], -1n],
  ["lastIndexOf", ["é", "ab"], -1n],
];

const CHANGES: readonly Row[] = [
  ["replace", ["abab", "b", "$&"], "a$&a$&"],
  ["replace", ["abab", "b", "x", 1n], "axab"],
  ["replace", ["abab", "b", "x", 0n], "abab"],
  ["replace", ["abab", "b", "x", -1n], "axax"],
  ["replace", ["abab", "b", "x", MAX], "axax"],
  ["replace", ["aaa", "aa", "b"], "ba"],
  ["replace", ["a😀", "", "-"], "-a-😀-"],
  ["replace", ["😀b", "", "-", 2n], "-😀-b"],
  ["replace", ["", "", "x"], "x"],
  ["split", ["a,b,c", ","], list("a", "b", "c")],
  ["split", ["a,b,c", ",", 2n], list("a", "b,c")],
  ["split", ["a,b,c", ",", 1n], list("a,b,c")],
  ["split", ["a,b,c", ",", 0n], list()],
  ["split", ["a,b,c", ",", -5n], list("a", "b", "c")],
  ["split", [",", ","], list("", "")],
  ["split", ["", ","], list("")],
  ["split", ["", ""], list()],
  ["split", ["", "", 3n], list()],
  ["split", ["aé😀", ""], list("a", "é", "😀")],
  ["split", ["abc", "", 2n], list("a", "bc")],
  ["split", ["abc", "", 1n], list("abc")],
  ["join", [list("a", "b")], "ab"],
  ["join", [list("a", "b"), ","], "a,b"],
  ["join", [list()], ""],
  ["join", [list("a", 1n)], NONE],
];

const PATTERNS: readonly Row[] = [
  ["matches", ["abc", "b"], true],
  ["matches", ["abc", "^b"], false],
  ["matches", ["abc", "("], FAILS],
  ["matches", ["😀", "^.$"], true],
  ["matches", ["abc", "(?=b)"], FAILS],
  ["find", ["abc 123", "[0-9]+"], "123"],
  ["find", ["abc", "z"], ""],
  ["find", ["xay", "a|"], ""],
  ["find", ["😀😁", "[😁]"], "😁"],
  ["find", ["abc", "("], FAILS],
  ["findAll", ["abc abd", "ab."], list("abc", "abd")],
  ["findAll", ["abc abd", "^ab."], list("abc")],
  ["findAll", ["aab", "a*"], list("aa", "")],
  ["findAll", ["baaac", "a*"], list("", "aaa", "")],
  ["findAll", ["baaac", "a*", 2n], list("", "aaa")],
  ["findAll", ["baaac", "a*", 0n], list()],
  ["findAll", ["baaac", "a*", -1n], list("", "aaa", "")],
  ["findAll", ["😀é", ""], list("", "", "")],
  ["findAll", ["abc", "z"], list()],
  ["findAll", ["abc", "("], FAILS],
];

const FORMATS: readonly Row[] = [
  ["format", ["é%s%%", list("é")], "éé%"],
  ["format", ["%%%s%%", list("x")], "%x%"],
  ["format", ["%s", list(1n, 2n)], "1"],
  ["format", ["%s", list()], FAILS],
  ["format", ["%", list(1n)], FAILS],
  ["format", ["%.", list(1n)], FAILS],
  ["format", ["%.3", list(1n)], FAILS],
  ["format", ["%.f", list(1)], FAILS],
  ["format", ["%q", list(1n)], FAILS],
  ["format", ["%é", list(1n)], FAILS],
  ["format", ["%.99999999999999999999s", list("a")], FAILS],
  ["format", ["%.1s", list("abc")], "abc"],
  ["format", [1n, list()], NONE],
  // %s
  ["format", ["%s %s %s %s", list(null, true, -1n, uint(1n))], "null true -1 1"],
  ["format", ["%s %s %s", list(TYPE, duration(3_600_001_000_000n), duration(-1_500_000_000n))], "int 3600.001s -1.5s"],
  ["format", ["%s", list(duration(1n))], "0.000000001s"],
  ["format", ["%s", list(timestamp(1_577_836_800_120_000_000n))], "2020-01-01T00:00:00.12Z"],
  ["format", ["%s", list(timestamp(-62_135_596_800_000_000_000n))], "0001-01-01T00:00:00Z"],
  ["format", ["%s %s %s %s", list(1, 1e6, 1e21, 1.5e-7)], "1 1e+06 1e+21 1.5e-07"],
  ["format", ["%s %s %s", list(123456.5, 1234567, 1e-4)], "123456.5 1.234567e+06 0.0001"],
  ["format", ["%s %s %s", list(Number.NaN, Number.NEGATIVE_INFINITY, -0)], "NaN -Inf -0"],
  ["format", ["%s", list(bytes("\xc3\xa9"))], "é"],
  ["format", ["%s", list(bytes("\xff"))], FAILS],
  ["format", ["%s", list({ kind: "optional", value: 1n })], FAILS],
  ["format", ["%s", list(list(1, 1e21, 1.5e-7))], "[1.000000, 1000000000000000000000.000000, 0.000000]"],
  ["format", ["%s", list(list(Number.NaN, Number.POSITIVE_INFINITY, -0))], '["NaN", "+Inf", -0.000000]'],
  ["format", ["%s", list(list('a"\n\\é\u200b😀\0\x7f'))], '["a\\"\\n\\\\é\\u200b😀\\x00\\x7f"]'],
  ["format", ["%s", list(list("\u00ad\u2028\ufffd\u{e0001}"))], '["\\u00ad\\u2028\ufffd\\U000e0001"]'],
  ["format", ["%s", list(list(timestamp(0n), duration(0n)))], '[timestamp("1970-01-01T00:00:00Z"), duration("0s")]'],
  ["format", ["%s", list(list(bytes("a"), TYPE, null))], '[b"a", int, null]'],
  ["format", ["%s", list(list(bytes("\xff")))], FAILS],
  [
    "format",
    ["%s", list(map([1n, 2n], ["a", list(1n)], [true, null], [uint(2n), map()]))],
    '{"a":[1], 1:2, 2:{}, true:null}',
  ],
  ["format", ["%s", list(map(["\ue000", 1n], ["😀", 2n]))], '{"\\ue000":1, "😀":2}'],
  ["format", ["%s", list(map([1.5, 1n]))], FAILS],
  ["format", ["%s", list(list({ kind: "optional" }))], FAILS],
  // Integers
  ["format", ["%d %d", list(-5n, uint(2n ** 64n - 1n))], "-5 18446744073709551615"],
  ["format", ["%d", list(1.5)], FAILS],
  ["format", ["%d", list(null)], FAILS],
  ["format", ["%b %b %b", list(-5n, uint(5n), true)], "-101 101 1"],
  ["format", ["%b", list(1.5)], FAILS],
  ["format", ["%o %x %X", list(-8n, -255n, uint(255n))], "-10 -ff FF"],
  ["format", ["%x %X %x", list("😀é", bytes("\xff"), "")], "f09f9880c3a9 FF "],
  ["format", ["%x", list(true)], FAILS],
  // Doubles
  ["format", ["%f", list(1234567.891)], "1,234,567.891000"],
  ["format", ["%.2f", list(1234567.895)], "1,234,567.90"],
  ["format", ["%.0f %.0f %.0f", list(0.5, 1.5, 2.5)], "0 2 2"],
  ["format", ["%.1f", list(0.25)], "0.2"],
  ["format", ["%.3f", list(-1234.5)], "-1,234.500"],
  ["format", ["%.3f", list(1.0005)], "1.000"],
  ["format", ["%f", list(999.9999999)], "1,000.000000"],
  ["format", ["%f %f", list(-0, -1e-9)], "0.000000 -0.000000"],
  ["format", ["%.50f", list(0.1)], "0.10000000000000000555111512312578270211815834045410"],
  ["format", ["%.256f", list(0.1)], "0.1000000000000000055511151231257827021181583404541015625"],
  ["format", ["%.257f", list(1.5)], "1.5"],
  ["format", ["%.32768f", list(0.1)], "0.1"],
  ["format", ["%.65536f", list(1.5)], "2"],
  ["format", ["%.99999999f", list(1.5)], "%!(NOVERB)"],
  ["format", ["%f %f %f", list(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)], "NaN ∞ -∞"],
  ["format", ["%f %f %f", list("NaN", "Infinity", "-Infinity")], "NaN ∞ -∞"],
  ["format", ["%f", list("1.5")], FAILS],
  ["format", ["%f", list(1n)], FAILS],
  ["format", ["%e", list(1234567.891)], "1.234568×10⁰⁶"],
  ["format", ["%.2e", list(1234567.891)], "1.234568×10⁰⁶"],
  ["format", ["%.20e", list(1234567.891)], "       1.234568×10⁰⁶"],
  ["format", ["%e", list(1048576.5)], "1.048576×10⁰⁶"],
  ["format", ["%e", list(9.9999999e10)], "1.000000×10¹¹"],
  ["format", ["%e %e", list(0, -0.5)], "0.000000×10⁰⁰ -5.000000×10⁻⁰¹"],
  ["format", ["%e", list(5e-324)], "4.940656×10⁻³²⁴"],
  ["format", ["%e", list(Number.NEGATIVE_INFINITY)], "    -∞"],
  ["format", ["%.0e", list(Number.NaN)], "NaN"],
];

export const STRING_METHODS: readonly Row[] = [...PARTS, ...SEARCHES, ...CHANGES, ...PATTERNS, ...FORMATS];

export const STRING_FUNCTIONS: readonly Row[] = [
  ["matches", ["abc", "b$"], false],
  ["strings.quote", ["\x07\b\f\n\r\t\v\\\"'é\0"], '"\\a\\b\\f\\n\\r\\t\\v\\\\\\"\'é\0"'],
  ["strings.quote", [1n], NONE],
];
