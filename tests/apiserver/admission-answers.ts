/** Asks a real server about the requests in `tests/kubernetes/admission/cases`. */
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { isJsonArray, isJsonObject, type JsonObject, sortKeys } from "../../scripts/core/model/json.js";
import { type AdmissionCase, complete, type Subject } from "../kubernetes/admission/cases/case.js";
import { SUBJECTS } from "../kubernetes/admission/cases/index.js";
import { type Answer, type ApiClient, expectSuccess } from "./client.js";
import { comparable, storeRelaxed } from "./relaxed-crds.js";
import type { ApiServer } from "./server.js";

/** Answer to a request: its errors, with their reasons, or the object that the server would store. */
export type RecordedAnswer = ({ readonly errors: readonly string[] } | { readonly object: JsonObject }) & {
  /** The stored object that the request updates. */
  readonly old?: JsonObject;
};

/** The answers by subject and request. */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, RecordedAnswer>>>>;

/** Asks a server without CRDs about all requests. */
export async function askAll({ client }: ApiServer): Promise<RecordedAnswers> {
  const subjects = Object.entries(SUBJECTS);
  const crds = subjects.map(([, { crd }]) => crd as unknown as CustomResourceDefinition);
  const stored = await storeRelaxed(client, crds, () =>
    Promise.all(subjects.map(([, each]) => storeAll(client, each))),
  );
  const answers = subjects.map(async ([name, subject], index) => {
    const asked = Object.entries(subject.requests).map(async ([request, one]) => {
      const old = stored[index]?.get(one);
      const answer = recorded(await ask(client, subject, one, old));
      return [request, { ...answer, ...(old && { old: stable(old) }) }] as const;
    });
    return [name, Object.fromEntries(await Promise.all(asked))] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** Stores the old objects of a subject, each with a name of its own. */
async function storeAll(client: ApiClient, subject: Subject): Promise<ReadonlyMap<AdmissionCase, JsonObject>> {
  const updates = Object.values(subject.requests).filter(({ old }) => old !== undefined);
  const stored = updates.map(
    async (one, index) => [one, await storeOne(client, subject, one, `stored-${index}`)] as const,
  );
  return new Map(await Promise.all(stored));
}

async function storeOne(client: ApiClient, subject: Subject, { old = {}, isDeleted }: AdmissionCase, name: string) {
  const metadata = { ...(isJsonObject(old.metadata) && old.metadata), name };
  const object = complete(subject, { ...old, metadata });
  const path = pathOf(subject, object);
  let stored = expectSuccess(await send(client, "POST", path, object), name);
  if (old.status !== undefined && JSON.stringify(subject.crd).includes('"subresources"')) {
    const status = { ...stored, status: old.status };
    stored = expectSuccess(await send(client, "PUT", `${path}/${name}/status`, status), name);
  }
  if (!isDeleted) return stored;
  expectSuccess(await client.request("DELETE", `${path}/${name}`), name);
  return expectSuccess(await client.request("GET", `${path}/${name}`), name);
}

function pathOf({ crd }: Subject, { apiVersion, metadata }: JsonObject): string {
  const { scope } = crd.spec as JsonObject;
  const { namespace = "default" } = isJsonObject(metadata) ? metadata : {};
  const within = scope === "Cluster" ? "" : `/namespaces/${encodeURIComponent(String(namespace))}`;
  return `/apis/${apiVersion}${within}/widgets`;
}

function ask(client: ApiClient, subject: Subject, { object, subresource }: AdmissionCase, old?: JsonObject) {
  const sent = complete(subject, object);
  const path = pathOf(subject, sent);
  if (!old) return send(client, "POST", `${path}?dryRun=All`, sent);
  const { name = "", resourceVersion = "" } = old.metadata as JsonObject;
  const metadata = { ...(sent.metadata as JsonObject), name, resourceVersion };
  const part = subresource ? `/${subresource}` : "";
  return send(client, "PUT", `${path}/${name}${part}?dryRun=All`, { ...sent, metadata });
}

function send(client: ApiClient, method: string, path: string, value: JsonObject): Promise<Answer> {
  return client.request(method, path, { type: "application/json", value });
}

function recorded({ code, body }: Answer): RecordedAnswer {
  if (code < 300) return { object: stable(body) };
  const { details } = body;
  const causes = isJsonObject(details) && isJsonArray(details.causes) ? details.causes.filter(isJsonObject) : [];
  const errors = causes.map(({ reason, field }) => `${reason} ${field}`);
  return { errors: code === 422 ? [...new Set(errors)].sort() : [String(body.reason)] };
}

/** Returns what is the same in every run. */
function stable(object: JsonObject): JsonObject {
  return sortKeys(comparable(object)) as JsonObject;
}
