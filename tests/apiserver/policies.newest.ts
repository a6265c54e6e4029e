/**
 * Tests that policies are evaluated without a cluster as a real server evaluates them: which policies and bindings it
 * accepts, with the fields at fault, and its answers to requests that written and drawn policies review.
 */
import * as assert from "uvu/assert";
import { isJsonArray, isJsonObject, type JsonObject } from "../../scripts/core/model/json.js";
import type { PolicyDecision } from "../../scripts/kubernetes/policies/review.js";
import { BINDINGS, type DocumentCase, POLICIES } from "../kubernetes/policies/document-cases.js";
import { fieldsAtFault } from "../kubernetes/policies/fields.js";
import { REVIEWS } from "../kubernetes/policies/review-cases.js";
import { decisionsFor } from "../kubernetes/policies/reviewed.js";
import { type NamedCase, namedCase, policyCases } from "../support/arbitrary-policies.js";
import fc, { seed } from "../support/drawn.js";
import { type Answer, type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";
import { emptyServer, serverSuite, withServer } from "./servers.js";

const tests = serverSuite("policies");

/** Returns the fields that a server reports for a new object: `shape` if it cannot decode it. */
async function fieldsOfServer(client: ApiClient, document: JsonObject): Promise<string[]> {
  const { code, body } = await client.create(document as ObjectRef, { dryRun: true, fieldValidation: "Strict" });
  if (code < 300) return [];
  if (code === 400) return ["shape"];
  return [...new Set(causesIn({ code, body }))];
}

function causesIn({ code, body }: Pick<Answer, "code" | "body">): string[] {
  const { details } = body;
  if (code !== 422 || !isJsonObject(details) || !isJsonArray(details.causes)) {
    throw new Error(`${code} ${String(body.message)}`);
  }
  return details.causes.map((cause) => (isJsonObject(cause) ? String(cause.field) : ""));
}

async function differences(cases: readonly DocumentCase[]): Promise<string[]> {
  const { client } = await emptyServer();
  const all = await Promise.all(
    cases.map(async ([name, document]) => {
      const [own, server] = [fieldsAtFault(document), await fieldsOfServer(client, document)];
      const isSame = JSON.stringify(own.sort()) === JSON.stringify(server.sort());
      return isSame ? [] : [`${name}: ${own.join(", ") || "accepted"}; the server: ${server.join(", ") || "accepted"}`];
    }),
  );
  return all.flat();
}

tests("new policies", async () => assert.equal(await differences(POLICIES), []));
tests("new bindings", async () => assert.equal(await differences(BINDINGS), []));

/** Returns a CRD with two versions, whose objects can have any spec. */
function crd(kind: string, plural: string, scope: string): JsonObject {
  const fields = { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const schema = { openAPIV3Schema: { type: "object", properties: fields } };
  const versions = ["v1", "v1beta1"].map((name) => ({ name, served: true, storage: name === "v1", schema }));
  const names = { kind, plural, singular: kind.toLowerCase() };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.dev` },
    spec: { group: "example.dev", scope, names: { ...names, listKind: `${kind}List` }, versions },
  };
}

const CRDS = [crd("Widget", "widgets", "Namespaced"), crd("Gizmo", "gizmos", "Cluster")];

async function store(client: ApiClient, object: JsonObject): Promise<Answer> {
  const answer = await client.create(object as ObjectRef);
  expectSuccess(answer, `${object.kind}`);
  return answer;
}

/** Sends the request of a case, without storing its object. */
async function request(client: ApiClient, { object, oldObject }: NamedCase): Promise<Answer> {
  if (!oldObject) return client.create(object as ObjectRef, { dryRun: true });
  const { body } = await client.get(oldObject as ObjectRef);
  const { resourceVersion = "" } = body.metadata as JsonObject;
  const metadata = { ...(object.metadata as JsonObject), resourceVersion };
  const changed: JsonObject = { ...object, metadata };
  return client.replace(changed as ObjectRef, { dryRun: true });
}

/** Describes how the answer of a server differs from the own decisions, if it does. */
function differenceIn(decisions: readonly PolicyDecision[], { code, body, warnings }: Answer): string | undefined {
  const denial = decisions.find(({ action }) => action === "Deny");
  if (!denial && code < 300) {
    const own = warningsIn(decisions.filter(({ action }) => action === "Warn").map(({ message }) => message));
    const theirs = warningsIn(warnings.filter((text) => text.startsWith("Validation failed for")));
    return own === theirs ? undefined : `warnings ${own} ≠ ${theirs}`;
  }
  if (!denial || code < 300) return `${denial?.message} ≠ ${String(body.message ?? code)}`;
  const message = String(body.message).replace(/^.*? is forbidden: /s, "");
  // Errors have the form of the API server, but not its words.
  const isError = /(resulted in error|failed to configure|out of cost budget|failed messageExpression)/.test(message);
  const own = isError ? denial.message.replace(/ denied request: .*/s, "") : denial.message;
  const expected = isError ? message.replace(/ denied request: .*/s, "") : message;
  const isSame = own === expected && denial.reason === body.reason;
  return isSame ? undefined : `${denial.reason} ${denial.message} ≠ ${String(body.reason)} ${message}`;
}

/** Returns warnings in an order of their own. Errors have the form of the API server, but not its words. */
function warningsIn(texts: readonly string[]): string {
  const isError = /(resulted in error|cannot be evaluated|failed to configure|cost|failed messageExpression)/;
  return [...new Set(texts)]
    .map((text) => (isError.test(text) ? text.replace(/(with binding '[^']*').*/s, "$1") : text))
    .sort()
    .join("\n");
}

/** Creates policies, and waits until they take effect: the last one rejects an object. */
async function install(client: ApiClient, cases: readonly NamedCase[], batch: number): Promise<void> {
  const name = `sentinel-${batch}`;
  const sentinel = namedCase(
    {
      policy: { matchConstraints: { resourceRules: [SENTINEL_RULE] }, validations: [{ expression: "false" }] },
      binding: { validationActions: ["Deny"] },
      ...{ params: [], namespaceLabels: {}, resource: "gizmos", version: "v1", object: { labels: {}, spec: {} } },
    },
    name,
  );
  const all = [...cases, sentinel];
  for (const one of all) await store(client, one.policy);
  for (const one of all) await store(client, one.binding);
  await eventually(async () => assert.is((await request(client, sentinel)).code, 422));
}

const SENTINEL_RULE = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"] };

const BATCHES = 6;
const CASES = 100;

tests("written and drawn policies and requests", () =>
  withServer(async ({ client }) => {
    await installCrds(client);
    const written = REVIEWS.map(([, drawn], index) => namedCase(drawn, `case-written-${index}`));
    const results = [await compare(client, written, 0)];
    assert.equal(results[0]?.wrong, []);
    for (let batch = 1; batch <= BATCHES; batch++) {
      const drawn = fc.sample(policyCases(), { numRuns: CASES, seed: seed + batch });
      const cases = drawn.map((one, index) => namedCase(one, `case-${batch}-${index}`));
      results.push(await compare(client, cases, batch));
    }
    assert.equal(
      results.flatMap(({ wrong }) => wrong),
      [],
      `seed ${seed}`,
    );
    const [admitted, denied] = (["admitted", "denied"] as const).map((verdict) =>
      results.reduce((sum, result) => sum + result[verdict], 0),
    ) as [number, number];
    assert.ok(
      denied > admitted * 0.3 && admitted > denied * 0.3,
      `${admitted} admitted, ${denied} denied, seed ${seed}`,
    );
  }),
);

async function installCrds(client: ApiClient): Promise<void> {
  await Promise.all(CRDS.map((document) => store(client, document)));
  for (const kind of ["Widget", "Gizmo"]) {
    await eventually(async () => expectSuccess(await client.list("example.dev/v1", kind), "the objects"));
  }
}

interface Comparison {
  readonly admitted: number;
  readonly denied: number;
  readonly wrong: readonly string[];
}

/** Compares the own decisions with the answers of a server. Policies that are not valid must not be valid there. */
async function compare(client: ApiClient, cases: readonly NamedCase[], batch: number): Promise<Comparison> {
  const decided = cases.map((one) => ({ one, decisions: decisionsFor(one) }));
  const valid = decided.flatMap(({ one, decisions }) => (decisions ? [{ one, decisions }] : []));
  const invalid = decided.flatMap(({ one, decisions }) => (decisions ? [] : [one.policy]));
  const wrong = await differences(invalid.map((policy) => [JSON.stringify(policy), policy]));
  for (const { one } of valid) await storeSurroundings(client, one);
  await install(
    client,
    valid.map(({ one }) => one),
    batch,
  );
  let admitted = 0;
  for (const { one, decisions } of valid) {
    const answer = await request(client, one);
    if (answer.code < 300) admitted++;
    const difference = differenceIn(decisions, answer);
    if (difference !== undefined) wrong.push(`${difference}: ${JSON.stringify(one)}`);
  }
  return { admitted, denied: valid.length - admitted, wrong };
}

async function storeSurroundings(client: ApiClient, { namespaces, params, oldObject }: NamedCase): Promise<void> {
  await Promise.all(namespaces.map((namespace) => store(client, namespace)));
  await Promise.all([...params, ...(oldObject ? [oldObject] : [])].map((object) => store(client, object)));
}

tests.run();
