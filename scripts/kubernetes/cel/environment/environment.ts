/** Functions and types that rules can use in a version of Kubernetes. Source: k8s.io/apiserver, pkg/cel/environment/base.go. */
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  STRING,
  TIMESTAMP,
  type Type,
  typeOf,
  UINT,
} from "../types/type.js";
import {
  ADDRESSES,
  AUTHORIZATION,
  NAMED_FORMATS,
  QUANTITIES,
  SELECTORS,
  SEMVERS,
  URLS,
} from "./libraries/kubernetes.js";
import { INCLUDES, LISTS, MAP_INSERTS, MORE_LISTS, SETS } from "./libraries/lists.js";
import { OPTIONALS } from "./libraries/optionals.js";
import { STANDARD } from "./libraries/standard.js";
import { FORMATTED_STRINGS, STRINGS } from "./libraries/strings.js";
import { CIDR, IP, type Overload, overloadOf, type Row } from "./overload.js";

export interface Environment {
  /** Minor version of the API server. */
  readonly server: number;
  /**
   * Minor version whose features new rules can use. It is one before that of the server, because the previous server
   * must be able to read the rules after a rollback.
   */
  readonly minor: number;
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  /** Types that expressions can name, as in `type(a) == int`. */
  readonly typeNames: ReadonlyMap<string, Type>;
}

/** Minor version of the newest API server whose CEL is modeled. */
export const NEWEST_SERVER = 37;

/** Libraries, with the minor version that introduced each one. */
const LIBRARIES: readonly (readonly [since: number, rows: readonly Row[]])[] = [
  [0, STANDARD],
  [0, LISTS],
  [0, STRINGS],
  [0, URLS],
  [27, AUTHORIZATION],
  [28, OPTIONALS],
  [28, QUANTITIES],
  [29, FORMATTED_STRINGS],
  [29, SETS],
  [30, ADDRESSES],
  [31, NAMED_FORMATS],
  [31, SELECTORS],
  [32, MAP_INSERTS],
  [33, SEMVERS],
  [34, MORE_LISTS],
  [37, INCLUDES],
];

/** Functions that older API servers lack although their library is older, whatever features a rule can use. */
const SERVER_FUNCTIONS: ReadonlyMap<string, number> = new Map(
  ["first", "last", "optional.unwrap", "unwrapOpt"].map((name) => [name, 33]),
);

const known = new Map<string, Environment>();

/** Returns the environment of new rules in an API server, given by its minor version. */
export function environmentOf(server: number, minor: number = server - 1): Environment {
  const key = `${server} ${minor}`;
  const environment = known.get(key) ?? makeEnvironment(server, minor);
  known.set(key, environment);
  return environment;
}

/** Server that reads no names in backticks, which older servers cannot read, and features that contain every function. */
const ANY_VERSION = { server: 36, minor: 37 };

/** Returns the environment for comparisons that need no version of Kubernetes. */
export function anyEnvironment(): Environment {
  return environmentOf(ANY_VERSION.server, ANY_VERSION.minor);
}

/** Returns the minor version that introduced a function, or undefined if no version has it. */
export function introducedIn(name: string): number | undefined {
  return LIBRARIES.find(([, rows]) => rows.some(([other]) => other === name))?.[0];
}

/** Returns the minor version of the first API server whose rules can use a function, or undefined if there is none. */
export function firstServerWith(name: string, { server, minor }: Environment): number | undefined {
  const since = introducedIn(name);
  return since === undefined ? undefined : Math.max(since + server - minor, SERVER_FUNCTIONS.get(name) ?? 0);
}

function makeEnvironment(server: number, minor: number): Environment {
  const functions = new Map<string, Overload[]>();
  for (const [since, rows] of LIBRARIES) {
    if (since > minor) continue;
    const used = rows.filter(
      ([name, , , rowSince = 0]) => rowSince <= minor && (SERVER_FUNCTIONS.get(name) ?? 0) <= server,
    );
    for (const overload of used.map(overloadOf)) {
      const overloads = functions.get(overload.function);
      if (overloads) overloads.push(overload);
      else functions.set(overload.function, [overload]);
    }
  }
  return { server, minor, functions, typeNames: TYPE_NAMES };
}

const NAMED: readonly (readonly [name: string, type: Type])[] = [
  ...[BOOL, BYTES, DOUBLE, DYN, INT, STRING, UINT].map((type) => [type.name, type] as const),
  ["null_type", NULL],
  ["list", listOf(DYN)],
  ["map", mapOf(DYN, DYN)],
  ["type", typeOf(DYN)],
  ["optional_type", optionalOf(DYN)],
  ["google.protobuf.Duration", DURATION],
  ["google.protobuf.Timestamp", TIMESTAMP],
];

const TYPE_NAMES: ReadonlyMap<string, Type> = new Map([...NAMED, [IP.name, IP], [CIDR.name, CIDR]]);
