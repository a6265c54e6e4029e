import type { JsonObject } from "../../core/model/json.js";

/** Request that policies review. Source: k8s.io/apiserver, pkg/admission/interfaces.go (Attributes). */
export interface AdmissionAttributes {
  readonly operation: "CREATE" | "UPDATE";
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  /** Empty if the request is about the whole object. */
  readonly subresource: string;
  readonly name: string;
  /** Empty for an object that has no namespace. For a Namespace, it is its own name. */
  readonly namespace: string;
  /** The object as the API server would store it. */
  readonly object: JsonObject;
  /** The object before an update. */
  readonly oldObject?: JsonObject;
  /** The Namespace of the object. If omitted, a decision that depends on it is undecided. */
  readonly namespaceObject?: JsonObject;
  /** The user who sends the request. If omitted, a decision that depends on it is undecided. */
  readonly userInfo?: UserInfo;
  /**
   * The other versions of the resource. The API server converts objects between them by changing only apiVersion. If
   * omitted, a decision is undecided if a policy matches only another version.
   */
  readonly otherVersions?: readonly string[];
}

export interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}
