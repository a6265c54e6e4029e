/** Chooses names for declarations: the shortest tail of the path of fields that no other declaration needs. */
import { compareStrings } from "../core/model/diagnostic.js";
import { type Declaration, type DeclarationBody, type Field, LIBRARY_MODULES, type Use } from "./declarations.js";

/** Parts of names that Go and Kubernetes write in uppercase. */
const INITIALISMS: ReadonlySet<string> = new Set(
  "acl acme api aws ca cidr cpu crd csi db dns gcp gpu grpc ha hpa hsm http https iam id io ip jks json jwt kms kv ldap mtls oidc os pdb pem pkcs pvc ram rbac rpc s3 sasl sni sql ssh ssl sso tcp tls ttl udp ui uid uri url uuid vm xml yaml".split(
    " ",
  ),
);

/** Names that would hide a type that readers know from TypeScript. */
const RESERVED: readonly string[] = (
  "Array Boolean Date Error Function Map Number Object Omit Partial Pick Promise Readonly Record RegExp Required Set " +
  "String Symbol"
).split(" ");

/** Returns the name of the interface of a kind: that of the kind, unless it would hide a type that other types need. */
export function interfaceName(kind: string): string {
  const name = pascalCase(kind);
  return RESERVED.includes(name) || Object.hasOwn(LIBRARY_MODULES, name) ? `${name}Kind` : name;
}

/** Returns names for all declarations of an API version. `others` are the names of its kinds and of imported types. */
export function chooseNames(
  declarations: readonly Declaration[],
  others: ReadonlySet<string>,
): ReadonlyMap<Declaration, string> {
  const candidates = declarations.map((declaration) => ({ declaration, names: namesFor(declaration) }));
  const lengths = new Map(declarations.map((declaration) => [declaration, 0]));
  const nameOf = ({ declaration, names }: Candidate) => names[lengths.get(declaration) ?? 0] ?? "";
  const taken = new Set([...others, ...RESERVED]);
  for (;;) {
    const counts = new Map<string, number>();
    for (const candidate of candidates) counts.set(nameOf(candidate), (counts.get(nameOf(candidate)) ?? 0) + 1);
    const isCrowded = (name: string) => (counts.get(name) ?? 0) > 1 || taken.has(name);
    const crowded = candidates.filter((candidate) => isCrowded(nameOf(candidate)));
    const longer = crowded.filter(({ declaration, names }) => (lengths.get(declaration) ?? 0) < names.length - 1);
    if (longer.length === 0) return numbered(candidates, nameOf, taken);
    for (const { declaration } of longer) lengths.set(declaration, (lengths.get(declaration) ?? 0) + 1);
  }
}

interface Candidate {
  readonly declaration: Declaration;
  /** Possible names, the shortest first. */
  readonly names: readonly string[];
}

/** Adds a number to names that are still the same, because their whole paths are. */
function numbered(
  candidates: readonly Candidate[],
  nameOf: (candidate: Candidate) => string,
  taken: ReadonlySet<string>,
): ReadonlyMap<Declaration, string> {
  const used = new Set(taken);
  const names = new Map<Declaration, string>();
  for (const candidate of candidates) {
    const wanted = nameOf(candidate);
    let name = wanted;
    for (let number = 2; used.has(name); number++) name = `${wanted}${number}`;
    used.add(name);
    names.set(candidate.declaration, name);
  }
  return names;
}

/** Returns the possible names of a declaration, the shortest first. */
function namesFor({ body, uses }: Declaration): string[] {
  const known = body.form === "alias" ? body.name : undefined;
  const { path, isElement } = principalUse(uses);
  const words = [...path.slice(0, -1), fieldName({ path, isElement })].map(pascalCase);
  const shared = sharedName(uses.map(fieldName), body);
  const own = known ?? typeNameIn(uses) ?? shared ?? words.at(-1) ?? "";
  const tails = words.slice(0, -1).map((_, index) => words.slice(-2 - index, -1).join("") + own);
  const isOfKind = path.length === 2 && known === undefined;
  return (isOfKind ? [] : [own]).concat(tails).filter((name) => /^[A-Za-z]/.test(name));
}

/** Returns a name for a type of fields with different names: their common words, or what the fields of the type tell. */
function sharedName(names: readonly string[], body: DeclarationBody): string | undefined {
  if (new Set(names).size === 1) return undefined;
  return commonTail(names) ?? (body.form === "interface" ? knownObject(body.fields) : undefined) ?? commonHead(names);
}

interface KnownObject {
  readonly name: string;
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

/** Objects that many APIs have in fields of many names. The first one that matches applies. */
const KNOWN_OBJECTS: readonly KnownObject[] = [
  { name: "MetadataTemplate", required: ["metadata"] },
  { name: "LabelSelector", required: ["matchLabels"], optional: ["matchExpressions"] },
  { name: "SelectorRequirement", required: ["key", "operator", "values"] },
  { name: "KeySelector", required: ["name", "key"], optional: ["namespace", "optional"] },
  { name: "ValueSource", required: ["configMapKeyRef", "secretKeyRef"] },
  { name: "ObjectReference", required: ["kind", "name"], optional: ["apiGroup", "apiVersion", "group", "namespace"] },
  { name: "NamespacedReference", required: ["name", "namespace"] },
  { name: "LocalReference", required: ["name"] },
  { name: "LifecycleHandler", required: ["exec", "httpGet", "tcpSocket"], optional: ["sleep"] },
  { name: "StringMatch", required: ["exact", "prefix", "regex"] },
];

function knownObject(fields: readonly Field[]): string | undefined {
  const names = new Set(fields.map(({ name }) => name));
  return KNOWN_OBJECTS.find(({ required, optional = [] }) => {
    const known = new Set([...required, ...optional]);
    return required.every((name) => names.has(name)) && [...names].every((name) => known.has(name));
  })?.name;
}

function fieldName({ path, isElement }: Pick<Use, "path" | "isElement">): string {
  const name = path.at(-1) ?? "";
  return isElement ? singular(name) : name;
}

/**
 * Returns the use with the shortest path, so a type that a kind uses directly has a name from the kind. If several kinds
 * use it, the one with the shortest name counts: `Issuer` and `ClusterIssuer` share `IssuerSpec`.
 */
function principalUse(uses: readonly Use[]): Use {
  const kindOf = ({ path }: Use) => path[0] ?? "";
  return [...uses].sort(
    (a, b) =>
      a.path.length - b.path.length || kindOf(a).length - kindOf(b).length || compareStrings(kindOf(a), kindOf(b)),
  )[0] as Use;
}

/**
 * Returns the name of the Go type with which the descriptions of items begin, as in `EnvVar represents …`. Fields have
 * descriptions of their own, which begin with the name of the field.
 */
function typeNameIn(uses: readonly Use[]): string | undefined {
  const names = uses
    .filter(({ isElement }) => isElement)
    .map(({ description = "" }) => TYPE_NAME.exec(description)?.[1]);
  const [first, ...others] = names;
  return others.every((name) => name === first) ? first : undefined;
}

/** Two or more words in upper camel case, then a verb. */
const TYPE_NAME = /^((?:[A-Z][a-z0-9]+){2,}) [a-z]+ /;

/** Returns the words with which all names end, such as `Probe` for `livenessProbe` and `startupProbe`. */
export function commonTail(names: readonly string[]): string | undefined {
  const [first = [], ...others] = names.map(wordsIn);
  let length = first.length;
  for (const other of others) while (length > 0 && !endsWith(other, first.slice(-length))) length--;
  const tail = length === 0 ? "" : pascalCase(first.slice(-length).join("-"));
  return tail.length > 3 ? tail : undefined;
}

function endsWith(words: readonly string[], tail: readonly string[]): boolean {
  return tail.every((word, index) => words[words.length - tail.length + index]?.toLowerCase() === word.toLowerCase());
}

/** Returns the words with which all names begin, such as `Scale` for `scaleUp` and `scaleDown`. */
export function commonHead(names: readonly string[]): string | undefined {
  const [first = [], ...others] = names.map(wordsIn);
  const isShared = (word: string, index: number) =>
    others.every((other) => other[index]?.toLowerCase() === word.toLowerCase());
  const length = first.findIndex((word, index) => !isShared(word, index));
  const head = pascalCase(first.slice(0, length < 0 ? first.length : length).join("-"));
  return head.length > 3 ? head : undefined;
}

/** Splits `tlsConfigMap`, `tls-config_map` and `TLSConfigMap` into words. */
function wordsIn(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])s?(?=[A-Z0-9]|[^A-Za-z]|$)|[A-Z]?[a-z0-9]+|[A-Z]+|[0-9]+/g) ?? [];
}

/** Returns the name of a field as the name of a type. */
export function pascalCase(name: string): string {
  const words = wordsIn(name).map((word) =>
    INITIALISMS.has(word.toLowerCase().replace(/\d+$/, ""))
      ? word.toUpperCase()
      : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  );
  return words.join("");
}

/** Endings of plurals, with those of their singulars. The first one that matches applies. */
const SINGULARS: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/ies$/i, "y"],
  [/(ss|us|is)$/i, "$1"],
  [/(ss|sh|x|us|ias)es$/i, "$1"],
  [/(?<!a)ches$/i, "ch"],
  [/([^s])s$/i, "$1"],
];

/** Returns the English singular of the name of a list or map. Initialisms, such as `tls`, are not plurals. */
export function singular(name: string): string {
  if (INITIALISMS.has(wordsIn(name).at(-1)?.toLowerCase() ?? "")) return name;
  const [plural, ending] = SINGULARS.find(([pattern]) => pattern.test(name)) ?? [];
  return plural === undefined || ending === undefined ? name : name.replace(plural, ending);
}
