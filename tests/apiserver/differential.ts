/**
 * Compares the admission without a cluster with a real API server, for drawn requests about all kinds of a channel: the
 * verdict, the types and fields of the errors, and the object that would be stored. The server names no fields if it
 * cannot decode an object, so only the type of the own errors is compared then.
 */
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import { isJsonArray, isJsonObject, type JsonObject, sameJson, sortKeys } from "../../scripts/core/model/json.js";
import { type Admission, admit } from "../../scripts/kubernetes/admission/admit.js";
import { type CompiledVersion, compileVersion } from "../../scripts/kubernetes/admission/compile-version.js";
import { NEWEST_SERVER } from "../../scripts/kubernetes/cel/environment/environment.js";
import { changed, drawValue, withDrawnMetadata } from "../support/drawn-objects.js";
import { type ObservedRule, observed } from "../support/observed-rules.js";
import { Random } from "../support/random.js";
import { type Question, store } from "./ask.js";
import { allServed, crdsOf } from "./bundle.js";
import type { Answer, ApiClient, ObjectRef } from "./client.js";
import { completeObject, questionOf, readFacts } from "./facts.js";
import { comparable, storeRelaxed } from "./relaxed-crds.js";
import type { ApiServer } from "./server.js";
import { wholeObject } from "./whole-objects.js";

export interface Comparison {
  requests: number;
  rejected: number;
  updates: number;
  /** Updates of stored objects that are no longer valid, of which some are accepted only because of that. */
  ratcheted: number;
  /** The rules of all versions, with their results in these requests. */
  readonly rules: readonly ObservedRule[];
  readonly differences: string[];
}

export interface DifferentialOptions {
  readonly seed: number;
  /** Number of requests. Fewer are sent if the time is over. */
  readonly requests: number;
  /** Point in time, in milliseconds, at which no further request is drawn. */
  readonly end: number;
}

/** Requests that are under way at the same time. */
const AT_ONCE = 12;

/** Compares drawn requests on a server without CRDs, which keeps the CRDs of the channel and stored objects. */
export async function compareWithServer(
  { client }: ApiServer,
  channel: Channel,
  options: DifferentialOptions,
): Promise<Comparison> {
  const subjects = subjectsOf(channel);
  const rules = subjects.flatMap((subject) => subject.rules);
  const comparison: Comparison = { requests: 0, rejected: 0, updates: 0, ratcheted: 0, rules, differences: [] };
  const random = new Random(options.seed);
  const { questions, stored } = await storeRelaxed(client, allServed(crdsOf(channel)), async () => ({
    questions: await Promise.all(subjects.map((subject) => requestsOf(subject, client))),
    stored: await storeObjects(client, subjects, random),
  }));
  const known = questions.flat();
  const next = (): Request => known.pop() ?? drawRequest(subjects, stored, random);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (comparison.requests < options.requests && Date.now() < options.end) {
        comparison.requests++;
        await compare(client, next(), comparison);
      }
    }),
  );
  return comparison;
}

/** A version of a kind, with what is known about it. */
interface Subject {
  readonly version: CompiledVersion;
  /** The version without notes about the results of its rules. */
  readonly unobserved: CompiledVersion;
  readonly rules: readonly ObservedRule[];
  /** A valid object with all fields that can be set together. */
  readonly whole: ObjectRef;
  readonly questions: readonly Question[];
}

interface Request extends Pick<Subject, "version" | "unobserved"> {
  readonly object: JsonObject;
  readonly old?: JsonObject;
  readonly subresource?: "status";
}

function subjectsOf(channel: Channel): Subject[] {
  const facts = readFacts().filter(({ channels }) => channels.includes(channel));
  return crdsOf(channel).flatMap((crd) =>
    crd.spec.versions.map(({ name }) => {
      const { names } = crd.spec;
      const version = compileVersion(crd as unknown as JsonObject, name, NEWEST_SERVER) as CompiledVersion;
      const own = facts.filter(({ kind, versions }) => kind === names.kind && versions.includes(name));
      const whole = completeObject(wholeObject(names.kind, channel), names.kind, name, channel);
      const questions = [{ object: whole }, ...own.map((fact) => questionOf(fact, name, channel))];
      return { ...observed(version), unobserved: version, whole, questions };
    }),
  );
}

/** Returns the requests of the questions about a version, and stores the objects that they update. */
async function requestsOf({ version, unobserved, whole, questions }: Subject, client: ApiClient): Promise<Request[]> {
  const requests = questions.map(async ({ object, oldObject }, index): Promise<Request[]> => {
    const created = { version, unobserved, object };
    if (!oldObject && (object.status === undefined || !version.hasStatus)) return [created];
    const before = oldObject ?? whole;
    const old = await store(client, { ...before, metadata: { name: `old-${index}-${version.version}` } });
    const updated = { version, unobserved, object: { ...object, metadata: old.metadata ?? null }, old };
    return [created, updated, ...(version.hasStatus ? [{ ...updated, subresource: "status" } as const] : [])];
  });
  return (await Promise.all(requests)).flat();
}

/** Stores objects of which many are not valid under the schemas of the bundle, and returns them as they are stored. */
async function storeObjects(
  client: ApiClient,
  subjects: readonly Subject[],
  random: Random,
): Promise<ReadonlyMap<Subject, readonly JsonObject[]>> {
  const stored = new Map<Subject, JsonObject[]>();
  for (const subject of subjects) {
    const { schema } = subject.version;
    const drawn = Array.from({ length: 24 }, (_, index) => {
      const object = changed(schema, random.one(subject.questions).object, random, index % 3 === 0 ? 1_000 : 3);
      return { ...object, metadata: { name: `stored-${index}-${subject.version.version}` } } as ObjectRef;
    });
    const answers = await Promise.all(drawn.map((object) => client.create(object)));
    stored.set(
      subject,
      answers.filter(({ code }) => code === 201).map(({ body }) => body),
    );
  }
  return stored;
}

function drawRequest(
  subjects: readonly Subject[],
  stored: ReadonlyMap<Subject, readonly JsonObject[]>,
  random: Random,
): Request {
  const subject = random.one(subjects);
  const { version, unobserved, questions } = subject;
  const olds = stored.get(subject) ?? [];
  if (random.once(3) && olds.length > 0) {
    const old = random.one(olds);
    const object = random.once(6) ? old : changed(version.schema, old, random, 3);
    return { version, unobserved, object, old, ...(version.hasStatus && random.once(3) && { subresource: "status" }) };
  }
  const drawn = random.once(3)
    ? drawObject(version, random)
    : changed(version.schema, random.one(questions).object, random, 4);
  return { version, unobserved, object: withDrawnMetadata(drawn, random, 12) };
}

function drawObject({ group, version, kind, schema }: CompiledVersion, random: Random): JsonObject {
  const { apiVersion: _a, kind: _k, metadata: _m, ...properties } = schema.properties ?? {};
  const drawn = drawValue({ ...schema, properties }, random);
  return { ...(isJsonObject(drawn) && drawn), apiVersion: `${group}/${version}`, kind, metadata: { name: "drawn" } };
}

async function compare(client: ApiClient, request: Request, comparison: Comparison): Promise<void> {
  const { version, object, old, subresource } = request;
  const own = admit(version, { object, old, subresource });
  const answer = await send(client, request);
  if (answer.code !== 200 && answer.code !== 201 && answer.code !== 400 && answer.code !== 422) {
    throw new Error(`${answer.code} ${JSON.stringify(answer.body)} for ${JSON.stringify(object).slice(0, 2000)}`);
  }
  const isAccepted = answer.code < 300;
  if (!isAccepted) comparison.rejected++;
  if (old) {
    comparison.updates++;
    const isValid = admit(request.unobserved, { object }).errors.length === 0;
    if (isAccepted && !isValid) comparison.ratcheted++;
  }
  const difference = differenceOf(own, answer);
  if (difference !== undefined) {
    const { kind } = version;
    comparison.differences.push(
      `${difference}\n  ${kind} ${subresource ?? ""}${old ? " update" : ""} ${JSON.stringify(object).slice(0, 3000)}${
        old ? `\n  old ${JSON.stringify(old).slice(0, 3000)}` : ""
      }`,
    );
  }
}

async function send(client: ApiClient, { object, old, subresource }: Request): Promise<Answer> {
  const named = (isJsonObject(object.metadata) ? object : { ...object, metadata: {} }) as ObjectRef;
  if (!old) return client.create(named, { dryRun: true });
  const metadata = isJsonObject(old.metadata) ? old.metadata : {};
  const target = { ...named, metadata: { ...named.metadata, resourceVersion: metadata.resourceVersion } } as ObjectRef;
  return subresource ? client.replaceStatus(target, { dryRun: true }) : client.replace(target, { dryRun: true });
}

function differenceOf({ errors, object }: Admission, { code, body }: Answer): string | undefined {
  if (code < 300) {
    if (errors.length > 0) return `accepted by the server, own: ${JSON.stringify(errors)}`;
    const [own, server] = [comparable(object), comparable(body)];
    return sameJson(own, server)
      ? undefined
      : `stored ${JSON.stringify(sortKeys(own))}\n  server ${JSON.stringify(sortKeys(server))}`;
  }
  if (errors.length === 0) return `rejected by the server: ${String(body.message)}`;
  if (code === 400) {
    const isUndecoded = errors.every(({ type }) => type === "FieldValueTypeInvalid");
    return isUndecoded ? undefined : `not decoded by the server, own: ${JSON.stringify(errors)}`;
  }
  const own = errors.map(({ type, field }) => `${type} ${field}`);
  const server = causesOf(body);
  // A text of a wrong length can also break the pattern, which the server does not report.
  const isSame = fieldsIn(own) === fieldsIn(server) && server.every((error) => own.includes(error));
  return isSame ? undefined : `errors ${own.join(", ")}, server: ${server.join(", ")}: ${String(body.message)}`;
}

function fieldsIn(errors: readonly string[]): string {
  return [...new Set(errors.map((error) => error.slice(error.indexOf(" "))))].sort().join();
}

function causesOf({ details }: JsonObject): string[] {
  const causes = isJsonObject(details) && isJsonArray(details.causes) ? details.causes.filter(isJsonObject) : [];
  return causes.map(({ reason, field }) => `${reason} ${field}`);
}

/** Returns the counts of a comparison in words. */
export function inWords(channel: Channel, comparison: Comparison): string {
  const { requests, rejected, updates, ratcheted, rules, differences } = comparison;
  const share = ((100 * rejected) / Math.max(1, requests)).toFixed(0);
  return (
    `${channel}: ${requests} requests, ${share} % rejected, ${updates} updates, of which ${ratcheted} are accepted ` +
    `although a new object would be rejected, ${rules.length - oneSided(comparison).length} of ${rules.length} rules ` +
    `seen true and false, ${differences.length} differences`
  );
}

/** Returns the rules that were not both true and false in these requests. */
export function oneSided({ rules }: Comparison): ObservedRule[] {
  return rules.filter(({ results }) => !results.has(true) || !results.has(false));
}

export { CHANNELS };
