/** Judges whether a bundle fulfills the requirements of a consumer. Does not know where either comes from. */
import lt from "semver/functions/lt.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { type BundleState, stateInWords } from "../../core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { Consumer, RequiredField, RequiredKind, Subresource } from "../../core/model/consumer.js";
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { FieldPath } from "../../core/model/field-path.js";
import type { Json } from "../../core/model/json.js";
import type { JudgedRequirement, RequiredPart, RequiredVersion } from "../../core/model/judged-requirement.js";
import type { Location } from "../../core/model/location.js";
import type { Placed } from "../../core/model/policy.js";
import type { Version } from "../../core/model/release-version.js";
import { admits } from "../../kubernetes/validation/admits.js";
import { keywordErrors } from "../../kubernetes/validation/validate.js";
import { type FoundField, findField, nearestField } from "./field.js";
import { KnownKinds } from "./known-kinds.js";

/** Bundle whose kinds are found quickly. */
export interface JudgedBundle {
  /** Name for messages. */
  readonly name: string;
  readonly channels: ReadonlyMap<Channel, KnownKinds>;
  /** Set for CRDs from a file or a cluster, which can belong to several bundles, each in one channel. */
  readonly isPartial: boolean;
  /** Version if the CRDs do not state one. */
  readonly version?: Version | undefined;
  /** Returns the version of the bundle that a CRD states. */
  readonly versionOf: (crd: CustomResourceDefinition) => Version | undefined;
}

/** Returns the bundle of a state. */
export function judgedBundle(state: BundleState, versionOf: JudgedBundle["versionOf"]): JudgedBundle {
  const channels = [...state.channels].map(([channel, crds]) => [channel, new KnownKinds(crds.values())] as const);
  const { version, isPartial = false } = state;
  return { name: stateInWords(state), channels: new Map(channels), isPartial, version, versionOf };
}

/** Judges all requirements of a consumer, in the order of its file. Their number is the same for all bundles. */
export function judgeConsumer(consumer: Placed<Consumer>, bundle: JudgedBundle): JudgedRequirement[] {
  return new ConsumerJudge(consumer, bundle, judgedChannels(consumer, bundle)).all();
}

/**
 * Returns the channels whose CRDs decide about a consumer. The experimental channel contains everything in the standard
 * channel, so it replaces a standard channel that is missing.
 */
function judgedChannels({ channel }: Consumer, { channels, isPartial }: JudgedBundle): Channel[] {
  const known = CHANNELS.filter((name) => channels.has(name));
  if (channel === "standard" && (isPartial || !channels.has("standard"))) return known;
  return known.filter((name) => name === channel);
}

/** CRD of a kind, and its channel. */
interface FoundKind {
  readonly crd: CustomResourceDefinition;
  readonly channel: Channel;
}

/** The served version of a kind that a requirement is about. */
interface Served {
  readonly kind: RequiredVersion;
  readonly channel: Channel;
  readonly version: CrdVersion | undefined;
}

class ConsumerJudge {
  constructor(
    readonly consumer: Placed<Consumer>,
    readonly bundle: JudgedBundle,
    readonly channels: readonly Channel[],
  ) {}

  all(): JudgedRequirement[] {
    const { kinds, atLeast, channel, placeOf } = this.consumer;
    const missing = () => diagnose("requirement-channel", { bundle: this.bundle.name, channel }, placeOf(["channel"]));
    return [
      this.#judged({ subject: "channel" }, this.channels.length > 0, missing),
      ...(atLeast === undefined ? [] : [this.#bundle(atLeast)]),
      ...kinds.flatMap((kind, index) => this.#kind(kind, ["kinds", index])),
    ];
  }

  #find(kind: RequiredVersion): FoundKind | undefined {
    const found = this.channels.flatMap((channel) => {
      const crd = this.bundle.channels.get(channel)?.find(kind);
      return crd ? [{ crd, channel }] : [];
    });
    return found[0];
  }

  #judged(required: RequiredPart, isFulfilled: boolean, problem?: (() => Diagnostic) | false): JudgedRequirement {
    const { name: consumer, channel } = this.consumer;
    const status = isFulfilled ? "fulfilled" : "unfulfilled";
    return { consumer, channel, required, status, ...(!isFulfilled && problem && { problem: problem() }) };
  }

  /** The oldest of the required CRDs decides, because a cluster can contain CRDs of several bundles. */
  #bundle(atLeast: Version): JudgedRequirement {
    const { bundle, consumer } = this;
    const required: RequiredPart = { subject: "bundle", atLeast };
    const place = consumer.placeOf(["bundle", "atLeast"]);
    const crds = consumer.kinds.flatMap((kind) => this.#find(kind)?.crd ?? []);
    const stated = crds.length > 0 ? crds.map((crd) => bundle.versionOf(crd) ?? bundle.version) : [bundle.version];
    const old = stated.find((version) => version !== undefined && lt(version, atLeast));
    if (old !== undefined) {
      const about = { bundle: bundle.name, version: old, atLeast };
      return this.#judged(required, false, () => diagnose("requirement-bundle", about, place));
    }
    if (!stated.includes(undefined)) return this.#judged(required, true);
    const unknown = () => diagnose("requirement-undecided", { bundle: bundle.name, atLeast }, place);
    return { ...this.#judged(required, false, crds.length > 0 ? unknown : undefined), status: "undecided" };
  }

  #kind(required: RequiredKind, at: readonly (string | number)[]): JudgedRequirement[] {
    const { fields, subresources, ...kind } = required;
    const found = this.#find(kind);
    const version = servedIn(found?.crd, kind);
    const served: Served = { kind, channel: found?.channel ?? this.consumer.channel, version };
    const place: Place = (...keys) => this.consumer.placeOf([...at, ...keys]);
    const kindProblem = () => this.#kindProblem(kind, place("kind"));
    const ownKind = this.#judged({ subject: "kind", ...kind }, !!found, this.channels.length > 0 && kindProblem);
    const versionProblem = found && (() => this.#versionProblem(served, found.crd, place("version")));
    const ownVersion = this.#judged({ subject: "version", ...kind }, !!version, versionProblem);
    return [
      { ...ownKind, ...(found && found.channel !== this.consumer.channel && { foundIn: found.channel }) },
      { ...ownVersion, ...(version?.deprecated && { deprecated: deprecationOf(version) }) },
      ...fields.flatMap((field, index) => this.#field(field, served, (...keys) => place("fields", index, ...keys))),
      ...subresources.map((name, index) => this.#subresource(name, served, place("subresources", index))),
    ];
  }

  #kindProblem(wanted: RequiredVersion, place: Location): Diagnostic {
    const { group, kind } = wanted;
    const { bundle, channels } = this;
    const elsewhere = CHANNELS.find((channel) => bundle.channels.get(channel)?.find(wanted));
    const known = channels.flatMap((channel) => bundle.channels.get(channel) ?? []);
    const others = known.flatMap((kinds) => kinds.withGroup(kind) ?? []);
    const [similar] = others.length > 0 ? others : known.flatMap((kinds) => kinds.nearest(group, kind) ?? []);
    const about = { bundle: bundle.name, channel: this.consumer.channel, kind, group, elsewhere, nearest: similar };
    return diagnose("requirement-kind", about, place);
  }

  #versionProblem(wanted: Served, { spec }: CustomResourceDefinition, place: Location): Diagnostic {
    const served = spec.versions.filter((version) => version.served).map(({ name }) => name);
    const about = { ...this.#about(wanted), served: served.join(", "), elsewhere: this.#elsewhere(wanted, () => true) };
    return diagnose("requirement-version", about, place);
  }

  #field({ path, values }: RequiredField, served: Served, place: Place): JudgedRequirement[] {
    const { kind, version } = served;
    const has = (of: CrdVersion) => findField(schemaOf(of), path) !== undefined;
    const problem = (of: CrdVersion) => {
      const hints = { elsewhere: this.#elsewhere(served, has), nearest: nearestField(schemaOf(of), path) };
      return diagnose("requirement-field", { ...this.#about(served), path, ...hints }, place("path"));
    };
    const holder = version && has(version) ? version : undefined;
    const required: RequiredPart = { subject: "field", ...kind, path };
    const own = this.#judged(required, !!holder, version && (() => problem(version)));
    const inHolder = { ...served, version: holder };
    return [own, ...values.map((value, index) => this.#value({ path, value }, inHolder, place("values", index)))];
  }

  /** Judges a value. If the field is missing, there is no version. */
  #value({ path, value }: FieldValue, served: Served, place: Location): JudgedRequirement {
    const { kind, version } = served;
    const accepts = (of: CrdVersion) => isAccepted(findField(schemaOf(of), path), value);
    const problem = (of: CrdVersion) => {
      const reason = reasonFor(findField(schemaOf(of), path), value);
      const about = { path, value: JSON.stringify(value), reason, elsewhere: this.#elsewhere(served, accepts) };
      return diagnose("requirement-value", { ...this.#about(served), ...about }, place);
    };
    const required: RequiredPart = { subject: "value", ...kind, path, value };
    return this.#judged(required, !!version && accepts(version), version && (() => problem(version)));
  }

  #subresource(subresource: Subresource, served: Served, place: Location): JudgedRequirement {
    const { kind, version } = served;
    const has = ({ subresources }: CrdVersion) => subresources?.[subresource] !== undefined;
    const problem = () => {
      const about = { ...this.#about(served), subresource, elsewhere: this.#elsewhere(served, has) };
      return diagnose("requirement-subresource", about, place);
    };
    const required: RequiredPart = { subject: "subresource", ...kind, subresource };
    return this.#judged(required, !!version && has(version), version && problem);
  }

  /** Returns the other channel if it serves a version with a part that the channel of the kind lacks. */
  #elsewhere({ kind, channel }: Served, has: (version: CrdVersion) => boolean): Channel | undefined {
    return CHANNELS.find((other) => {
      const crd = other === channel ? undefined : this.bundle.channels.get(other)?.find(kind);
      const version = servedIn(crd, kind);
      return version !== undefined && has(version);
    });
  }

  #about({ kind: { kind, version }, channel }: Served) {
    return { bundle: this.bundle.name, channel, kind, version };
  }
}

interface FieldValue {
  readonly path: FieldPath;
  readonly value: Json;
}

type Place = (...keys: readonly (string | number)[]) => Location;

function servedIn(crd: CustomResourceDefinition | undefined, wanted: RequiredVersion): CrdVersion | undefined {
  return crd?.spec.versions.find(({ name, served }) => served && name === wanted.version);
}

function schemaOf({ schema }: CrdVersion) {
  return schema.openAPIV3Schema;
}

function deprecationOf({ deprecationWarning: warning }: CrdVersion) {
  return warning === undefined ? {} : { warning };
}

/** Reports whether a field accepts a value. If the rules of the field cannot be evaluated, nothing speaks against it. */
function isAccepted(field: FoundField | undefined, value: Json): boolean {
  return field === "free-form" || (field !== undefined && admits(field, value) !== false);
}

/** In characters. An enum can have any number of members. */
const LONGEST_REASON = 300;

/** Returns the first keyword that a value violates, as in `must be at least 1`. */
function reasonFor(field: FoundField | undefined, value: Json): string | undefined {
  if (field === undefined || field === "free-form") return undefined;
  const problem = keywordErrors(field, value)[0]?.problem;
  return problem !== undefined && problem.length <= LONGEST_REASON ? problem : undefined;
}
