/**
 * Tests that policies are evaluated without a cluster as a real server evaluates them: which policies and bindings it
 * accepts, with the fields at fault, and its answers to requests that written and drawn policies review.
 */
import * as assert from "uvu/assert";
import { isJsonArray, isJsonObject, type JsonObject } from "../../scripts/core/model/json.js";
import { BINDINGS, type DocumentCase, POLICIES } from "../kubernetes/policies/document-cases.js";
import { fieldsAtFault } from "../kubernetes/policies/fields.js";
import type { Answer, ApiClient, ObjectRef } from "./client.js";
import { emptyServer, serverSuite } from "./servers.js";

const tests = serverSuite("policies");

/** Returns the fields that a server reports for a new object: `shape` if it cannot decode it. */
async function fieldsOfServer(client: ApiClient, document: JsonObject): Promise<string[]> {
  const { code, body } = await client.create(document as ObjectRef, { dryRun: true, fieldValidation: "Strict" });
  if (code < 300) return [];
  if (code === 400) return ["shape"];
  return [...new Set(causesIn({ code, body }))];
}

function causesIn({ code, body }: Answer): string[] {
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

tests.run();
