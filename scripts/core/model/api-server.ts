/** Requests to the API server of a cluster, and the ways in which they fail. */
import type { Json, JsonObject } from "./json.js";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the address of the API server, such as `/apis/apps/v1/deployments`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: Json;
  /** Type of the body, for a patch. JSON if omitted. */
  readonly contentType?:
    | "application/apply-patch+yaml"
    | "application/merge-patch+json"
    | "application/json-patch+json";
  readonly accept?: string;
  /**
   * True if the request needs a connection of its own. There can be several API servers behind one address, and all
   * requests over the same connection reach the same one.
   */
  readonly hasOwnConnection?: boolean;
}

/** API server. Requests that it can repeat without harm are repeated while it is overloaded or does not respond. */
export interface ApiServer {
  /** Address for messages, without credentials. */
  readonly address: string;
  /** Returns the response. Throws ApiError for a response that reports an error, and ApiUnreachable without one. */
  readonly send: (request: ApiRequest) => Promise<JsonObject>;
}

/** Response of an API server that reports an error. */
export class ApiError extends Error {
  /** `reason` is that of the status, such as `Conflict`. `message` is that of the API server. */
  constructor(
    readonly request: ApiRequest,
    readonly code: number,
    readonly reason: string,
    message: string,
    /** The response, which is a `Status` unless something between the client and the API server has responded. */
    readonly status: JsonObject = {},
  ) {
    super(message);
  }
}

/** Why there is no response that can be used. */
export type UnreachableCause = "connection" | "certificate" | "credentials" | "response";

/** Thrown if an API server cannot be used. The message contains nothing from the kubeconfig except the address. */
export class ApiUnreachable extends Error {
  constructor(
    readonly address: string,
    readonly why: UnreachableCause,
    message: string,
  ) {
    super(message);
  }
}

/** Reports whether an error is a response with one of the given status codes. */
export function isApiError(error: unknown, ...codes: readonly number[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}
