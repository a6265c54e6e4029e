/**
 * Tests that `crd-bundle check` and a real server agree: on the small CRDs of `tests/kubernetes/crd`, one or more for
 * each branch of the server's validation, on the CRDs of the bundle, on drawn schemas with validation rules, on drawn
 * defaults, for which the rules are evaluated, and on updates.
 */
import { randomUUID } from "node:crypto";
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { checkCrd } from "../../scripts/kubernetes/check-crd.js";
import { isRejection } from "../../scripts/kubernetes/crd/problem.js";
import type { UpdateCase } from "../kubernetes/crd/cases/case.js";
import { NEW_CASES } from "../kubernetes/crd/cases/index.js";
import { CASES as STORED_RULES } from "../kubernetes/crd/cases/stored-rules.js";
import { withField } from "../kubernetes/crd/documents.js";
import { matchesTable, type VerdictRow } from "../kubernetes/crd/verdict-table.js";
import { evaluations } from "../support/arbitrary-evaluations.js";
import fc from "../support/drawn.js";
import { crdsOf } from "./bundle.js";
import { crdUpdates } from "./changed-crds.js";
import { changedRules } from "./changed-rules.js";
import type { Answer, ApiClient } from "./client.js";
import type { ApiServer } from "./server.js";
import { emptyServer, serverSuite, withServer } from "./servers.js";

const tests = serverSuite("check");

/** Result of a server or of the check for a new CRD. */
interface Verdict {
  readonly accepted: boolean;
  /** Set if a rule, or all rules, cost too much. */
  readonly overBudget: boolean;
}

const PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All&fieldValidation=Strict";

/** Asks the server to create a CRD, without storing it. */
async function verdictOfServer(client: ApiClient, crd: JsonObject): Promise<Verdict & { readonly message: string }> {
  return verdictIn(await client.request("POST", PATH, { type: "application/json", value: crd }));
}

function verdictIn({ code, body }: Answer): Verdict & { readonly message: string } {
  const message = String(body.message);
  if (code >= 500 || code === 401 || code === 403 || code === 404 || code === 429)
    throw new Error(`${code} ${message}`);
  return { accepted: code < 300, overBudget: /exceeds budget by/.test(message), message };
}

function verdictOfCheck(
  crd: JsonObject,
  minor: number,
  old?: JsonObject,
): Verdict & { readonly codes: readonly string[] } {
  const { problems } = checkCrd(crd, { minor, old });
  const codes = [...new Set(problems.map(({ code }) => code))];
  return {
    accepted: !problems.some(isRejection),
    overBudget: codes.some((code) => code.startsWith("rule-cost")),
    codes,
  };
}

/** Verdicts of the check and of a server about a CRD. */
interface Judged {
  readonly name: string;
  readonly own: Verdict & { readonly codes: readonly string[] };
  readonly server: Verdict & { readonly message: string };
}

async function judged(
  crds: readonly (readonly [name: string, crd: JsonObject, ...codes: string[]])[],
): Promise<Judged[]> {
  const { client } = await emptyServer();
  const { minor } = (await client.request("GET", "/version")).body;
  return Promise.all(
    crds.map(async ([name, crd]) => ({
      name,
      own: verdictOfCheck(crd, Number(minor)),
      server: await verdictOfServer(client, crd),
    })),
  );
}

/** Describes how the verdicts differ. */
function differencesIn(all: readonly Judged[]): string[] {
  const wrong = all.filter(
    ({ own, server }) => own.accepted !== server.accepted || own.overBudget !== server.overBudget,
  );
  return wrong.map(bothVerdicts);
}

function bothVerdicts({ name, own, server }: Judged): string {
  return `${name}: ${own.codes.join(", ") || "accepted"}; the server: ${server.accepted ? "accepted" : server.message}`;
}

const table: VerdictRow[] = [];

for (const [about, cases] of Object.entries(NEW_CASES)) {
  tests(`small CRDs: ${about}`, async () => {
    // One at a time: three of the CRDs exhaust the cost of all defaults, and together they would exceed the time limit.
    const all: Judged[] = [];
    for (const each of cases) all.push(...(await judged([each])));
    assert.equal(differencesIn(all), []);
    for (const { name, own, server } of all) {
      table.push({ about, name, codes: own.codes, isAccepted: server.accepted });
    }
  });
}

tests("the table of the small CRDs is up to date", () => {
  matchesTable(table);
});

for (const channel of CHANNELS) {
  tests(`the bundle, ${channel}`, async () => {
    const crds = crdsOf(channel).map((crd) => [crd.metadata.name, crd as unknown as JsonObject] as const);
    assert.equal(differencesIn(await judged(crds)), []);
  });
}

/** Number of schemas that must be drawn. */
const LEAST = 2000;

tests("drawn schemas with rules", async () => {
  let drawn = 0;
  const batches = fc.array(changedRules(), { minLength: 1, maxLength: 24, size: "max" });
  const property = fc.asyncProperty(batches, async (schemas) => {
    drawn += schemas.length;
    const differences = differencesIn(
      await judged(schemas.map((schema) => [JSON.stringify(schema), withField(schema)])),
    );
    if (differences.length > 0) throw new Error(differences.join("\n"));
  });
  await fc.assert(property, { numRuns: 250, includeErrorInReport: true });
  assert.ok(drawn >= LEAST, `${drawn} schemas`);
});

/** Number of schemas that are drawn. */
const EVALUATIONS = 500;

/** A server does not estimate the costs of rules that a default breaks, so only the verdicts are compared. */
tests("drawn schemas with a default and a rule", async () => {
  const { client } = await emptyServer();
  const { minor } = (await client.request("GET", "/version")).body;
  let accepted = 0;
  const property = fc.asyncProperty(evaluations(Number(minor)), async (schema) => {
    for (const result of await judged([["the schema", withField(schema)]])) {
      if (result.own.accepted !== result.server.accepted) throw new Error(bothVerdicts(result));
      if (result.server.accepted) accepted++;
    }
  });
  await fc.assert(property, { numRuns: EVALUATIONS, includeErrorInReport: true });
  const share = accepted / EVALUATIONS;
  assert.ok(share >= 0.1 && share <= 0.9, `${accepted} of ${EVALUATIONS} schemas are accepted`);
});

/** Number of updates that must be drawn. */
const LEAST_UPDATES = 500;

tests("updates", () =>
  withServer(async (server) => {
    const drawn = fc.sample(crdUpdates(), LEAST_UPDATES);
    const updates: UpdateCase[] = drawn.map(({ old, document }) => [JSON.stringify([old, document]), old, document]);
    const all: Judged[] = [];
    for (const update of [...STORED_RULES, ...updates]) all.push(await judgedUpdate(server, update));
    assert.equal(differencesIn(all), []);
    assert.ok(all.some(({ server: { accepted } }) => accepted));
  }),
);

/** Asks a server to update a CRD, one at a time, because all of them have the same name. */
async function judgedUpdate({ client, store }: ApiServer, [name, old, document]: UpdateCase): Promise<Judged> {
  const { minor } = (await client.request("GET", "/version")).body;
  const { name: crdName } = document.metadata as { readonly name: string };
  await store(`apiextensions.k8s.io/customresourcedefinitions/${crdName}`, withIdentity(old));
  const patch = [{ op: "replace", path: "/spec", value: document.spec ?? null }];
  const path = PATH.replace("?", `/${crdName}?`);
  const answer = await client.request("PATCH", path, { type: "application/json-patch+json", value: patch });
  return { name, own: verdictOfCheck(document, Number(minor), old), server: verdictIn(answer) };
}

/** Adds the fields that the API server sets in a new object. */
function withIdentity(crd: JsonObject): JsonObject {
  const metadata = { ...(crd.metadata as JsonObject), uid: randomUUID(), creationTimestamp: "2026-01-01T00:00:00Z" };
  return { ...crd, metadata };
}

tests.run();
