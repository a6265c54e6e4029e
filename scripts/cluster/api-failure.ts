/** Turns errors of an API server into diagnostics. */
import { diagnose, inManifest } from "../core/diagnostics/diagnose.js";
import { ApiError, ApiUnreachable } from "../core/model/api-server.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { NotEstablished } from "./apply-manifest.js";

const UNREACHABLE = {
  certificate: "cluster-credentials",
  credentials: "cluster-credentials",
  connection: "cluster-unreachable",
  response: "cluster-response",
} as const;

/** Returns the diagnostic of an error of the API server. Rethrows any other error, which is a bug. */
export function failureOf(error: unknown): Diagnostic {
  if (error instanceof ApiError) {
    const { method, path } = error.request;
    const problem = error.message;
    if (error.code === 403) {
      const rule = `${verbOf(method)} ${path.split("/").slice(2).join("/")}`;
      return inManifest(diagnose("cluster-forbidden", { problem, rule }));
    }
    return inManifest(diagnose("cluster-request", { request: `${method} ${path}`, problem }));
  }
  if (error instanceof ApiUnreachable) {
    const { address, message, why } = error;
    const code = UNREACHABLE[why];
    return inManifest(diagnose(code, { address, problem: message }));
  }
  if (error instanceof NotEstablished) {
    return inManifest(diagnose("cluster-unestablished", { crd: error.crd, problem: error.problem }));
  }
  throw error;
}

function verbOf(method: string): string {
  return { GET: "get and list", POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" }[method] ?? method;
}
