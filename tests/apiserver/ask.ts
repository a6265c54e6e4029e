/** What a server says to an object, and how that compares with what it should say. */
import { isJsonObject, type JsonObject } from "../../scripts/core/model/json.js";
import { type Answer, type ApiClient, expectSuccess, type ObjectRef, type WriteOptions } from "./client.js";

export interface Verdict {
  readonly accepted: boolean;
  /** The paths at fault, each once, in order. */
  readonly fields: readonly string[];
}

/** A write that is asked about. A status is written after the object, which the server takes without it. */
export interface Question {
  readonly object: ObjectRef;
  /** The object as it was before. With it the write is an update. */
  readonly oldObject?: ObjectRef;
}

let asked = 0;

/**
 * Asks the server. What has to be stored for that gets a name of its own, so that questions can be asked side by side. A
 * refused object has no status to write.
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

/** Stores an object, with its status where it has one, and gives back what is stored. */
export async function store(client: ApiClient, object: ObjectRef): Promise<JsonObject> {
  const created = expectSuccess(await client.create(object), JSON.stringify(object));
  if (object.status === undefined) return created;
  return expectSuccess(await client.replaceStatus(atVersionOf(created, object)), JSON.stringify(object));
}

/** An update names the version of the object that it is made for. */
function atVersionOf(stored: JsonObject, object: ObjectRef): ObjectRef {
  const version = isJsonObject(stored.metadata) ? stored.metadata.resourceVersion : undefined;
  return { ...object, metadata: { ...object.metadata, resourceVersion: version ?? "" } };
}

/** Reads an answer. One that is neither a yes nor a no is an error. */
export function verdictOf(answer: Answer): Verdict {
  if (answer.code === 200 || answer.code === 201) return { accepted: true, fields: [] };
  if (answer.code !== 422) expectSuccess(answer, "neither accepted nor refused");
  const { details } = answer.body;
  const causes = ((isJsonObject(details) && details.causes) || []) as readonly { readonly field?: string }[];
  return { accepted: false, fields: pathsOf(causes.map(({ field }) => field ?? NO_PATH)) };
}

/** Where the server files what has no path. */
const NO_PATH = "<nil>";

/**
 * The paths of a refusal as a set. The server gives the errors in random order, one for every rule that a path breaks.
 * Two kinds of errors have no path: that rules went unchecked because of the other errors, and that no branch of a oneOf
 * or anyOf fits. The errors of the branches come along with the latter and have their paths. In the write of a status
 * it stands at `status`, wherever in the status it is, and counts like any other path.
 */
function pathsOf(fields: readonly string[]): string[] {
  return [...new Set(fields)].filter((field) => field !== NO_PATH).sort();
}

/** What is expected of an answer: the verdict and, unless they are left out, the very paths at fault. */
export interface Expected {
  readonly accepted: boolean;
  readonly fields?: readonly string[];
}

/** Says how an answer differs from what is expected, or nothing where it does not. */
export function differenceOf(verdict: Verdict, { accepted, fields }: Expected): string | undefined {
  const expected = { accepted, fields: [...(fields ?? verdict.fields)].sort() };
  const isSame = verdict.accepted === accepted && verdict.fields.join() === expected.fields.join();
  return isSame ? undefined : `${describe(verdict)}, expected: ${describe(expected)}`;
}

function describe({ accepted, fields }: Verdict): string {
  return accepted ? "accepted" : `refused at ${fields.join(", ") || "no path"}`;
}
