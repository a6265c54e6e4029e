/** Sends an object to an API server and compares the verdict with the expected one. */
import { isJsonObject, type JsonObject } from "../../scripts/core/model/json.js";
import { type Answer, type ApiClient, expectSuccess, type ObjectRef, type WriteOptions } from "./client.js";

export interface Verdict {
  readonly accepted: boolean;
  /** The paths of the invalid fields: unique and sorted. */
  readonly fields: readonly string[];
}

/**
 * A write for which the API server is asked for a verdict. A status is written in a second step, after the object was
 * created without it.
 */
export interface Question {
  readonly object: ObjectRef;
  /** The object before the write. If set, the write is an update. */
  readonly oldObject?: ObjectRef;
}

let asked = 0;

/**
 * Asks the server for a verdict. If an object must be stored for that, it gets a unique name, so questions can be asked
 * in parallel. If the object is rejected, its status is not written.
 */
export async function ask(client: ApiClient, { object, oldObject }: Question): Promise<Verdict> {
  const name = `asked-${++asked}`;
  const named = (ref: ObjectRef): ObjectRef => ({ ...ref, metadata: { ...ref.metadata, name } });
  const stored = oldObject && (await store(client, named(oldObject)));
  const write = (options: WriteOptions) =>
    stored ? client.replace(atVersionOf(stored, named(object)), options) : client.create(named(object), options);
  if (object.status === undefined) return verdictOf(await write({ dryRun: true }));
  const written = await write({});
  if (!verdictOf(written).accepted) return verdictOf(written);
  return verdictOf(await client.replaceStatus(atVersionOf(written.body, named(object)), { dryRun: true }));
}

/** Stores an object and its status, if it has one, and returns the stored object. */
export async function store(client: ApiClient, object: ObjectRef): Promise<JsonObject> {
  const created = expectSuccess(await client.create(object), JSON.stringify(object));
  if (object.status === undefined) return created;
  return expectSuccess(await client.replaceStatus(atVersionOf(created, object)), JSON.stringify(object));
}

/** Sets the resource version of the stored object, which an update requires. */
function atVersionOf(stored: JsonObject, object: ObjectRef): ObjectRef {
  const version = isJsonObject(stored.metadata) ? stored.metadata.resourceVersion : undefined;
  return { ...object, metadata: { ...object.metadata, resourceVersion: version ?? "" } };
}

/** Reads the verdict from a response. Throws if the response neither accepts nor rejects the object. */
export function verdictOf(answer: Answer): Verdict {
  if (answer.code === 200 || answer.code === 201) return { accepted: true, fields: [] };
  if (answer.code !== 422) expectSuccess(answer, "neither accepted nor refused");
  const { details } = answer.body;
  const causes = ((isJsonObject(details) && details.causes) || []) as readonly { readonly field?: string }[];
  return { accepted: false, fields: pathsOf(causes.map(({ field }) => field ?? NO_PATH)) };
}

/** The path of errors that concern no field. */
const NO_PATH = "<nil>";

/**
 * Returns the paths of the errors as a set. The server returns errors in random order, one for every rule that a path
 * violates. Two errors have no path: one reports that rules were not checked because of other errors, the other that no
 * branch of a oneOf or anyOf matches. The latter comes with the errors of the branches, which have paths. In a write of
 * a status, its path is `status`, regardless of the position in the status, and it counts like any other path.
 */
function pathsOf(fields: readonly string[]): string[] {
  return [...new Set(fields)].filter((field) => field !== NO_PATH).sort();
}

/** The expected verdict. If `fields` is set, exactly these paths must be invalid. */
export interface Expected {
  readonly accepted: boolean;
  readonly fields?: readonly string[];
}

/** Describes how a verdict differs from the expected one. Returns undefined if they agree. */
export function differenceOf(verdict: Verdict, { accepted, fields }: Expected): string | undefined {
  const expected = { accepted, fields: [...(fields ?? verdict.fields)].sort() };
  const isSame = verdict.accepted === accepted && verdict.fields.join() === expected.fields.join();
  return isSame ? undefined : `${describe(verdict)}, expected: ${describe(expected)}`;
}

function describe({ accepted, fields }: Verdict): string {
  return accepted ? "accepted" : `refused at ${fields.join(", ") || "no path"}`;
}
