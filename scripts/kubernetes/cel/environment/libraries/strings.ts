/**
 * Functions of strings. Source: google/cel-go, ext/strings.go, and k8s.io/apiserver, pkg/cel/library/regex.go.
 */
import type { Row } from "../overload.js";

export const STRINGS: readonly Row[] = [
  ["charAt", "string.(int) string"],
  ["indexOf", "string.(string) int", "search"],
  ["indexOf", "string.(string, int) int", "search"],
  ["lastIndexOf", "string.(string) int", "search"],
  ["lastIndexOf", "string.(string, int) int", "search"],
  ["lowerAscii", "string.() string", "traverse-target-to-same"],
  ["upperAscii", "string.() string", "traverse-target-to-same"],
  ["trim", "string.() string", "traverse-target-to-same"],
  ["substring", "string.(int) string", "traverse-target-to-same"],
  ["substring", "string.(int, int) string", "traverse-target-to-same"],
  ["replace", "string.(string, string) string", "replace"],
  ["replace", "string.(string, string, int) string", "replace"],
  ["split", "string.(string) list(string)", "split"],
  ["split", "string.(string, int) list(string)", "split"],
  ["join", "list(string).() string", "join"],
  ["join", "list(string).(string) string", "join"],
  ["find", "string.(string) string", "find"],
  ["findAll", "string.(string) list(string)", "find"],
  ["findAll", "string.(string, int) list(string)", "find"],
];

export const FORMATTED_STRINGS: readonly Row[] = [
  ["format", "string.(list(dyn)) string", "traverse-target"],
  ["strings.quote", "(string) string", "quote"],
];
