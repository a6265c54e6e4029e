/** Optional values. Source: google/cel-go, cel/library.go (optionalLib). */
import type { Row } from "../overload.js";

export const OPTIONALS: readonly Row[] = [
  ["_?._", "(dyn, string) optional(V)"],
  ["_[?_]", "(list(V), int) optional(V)"],
  ["_[?_]", "(optional(list(V)), int) optional(V)"],
  ["_[?_]", "(map(K, V), K) optional(V)"],
  ["_[?_]", "(optional(map(K, V)), K) optional(V)"],
  ["_[_]", "(optional(list(V)), int) optional(V)"],
  ["_[_]", "(optional(map(K, V)), K) optional(V)"],
  ["first", "list(V).() optional(V)"],
  ["last", "list(V).() optional(V)"],
  ["optional.none", "() optional(V)"],
  ["optional.of", "(V) optional(V)"],
  ["optional.ofNonZeroValue", "(V) optional(V)"],
  ["optional.unwrap", "(list(optional(V))) list(V)"],
  ["unwrapOpt", "list(optional(V)).() list(V)"],
  ["hasValue", "optional(V).() bool"],
  ["value", "optional(V).() V"],
  ["or", "optional(V).(optional(V)) optional(V)"],
  ["orValue", "optional(V).(V) V"],
];
