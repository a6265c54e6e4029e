/** Bindings of admission policies, without which a policy has no effect. */
import type { ApiError, ApiServer } from "../core/model/api-server.js";
import type { JsonObject } from "../core/model/json.js";
import { manifestPath } from "./apply-manifest.js";
import { readIfThere } from "./read-if-there.js";
import { annotationsOf, type TargetBundle } from "./target-bundle.js";

/** Returns the binding of an admission policy that rejected a manifest, if it is of an earlier bundle of the same API. */
export async function ownBinding(
  server: ApiServer,
  error: ApiError,
  { keys }: TargetBundle,
): Promise<string | undefined> {
  const name = bindingIn(error);
  const binding = name === undefined ? undefined : await readBinding(server, name);
  return binding && Object.hasOwn(annotationsOf(binding), keys.bundleVersion) ? name : undefined;
}

/** Returns the name of the binding of the admission policy that denied a request. */
export function bindingIn({ message }: ApiError): string | undefined {
  return /ValidatingAdmissionPolicy '[^']+' with binding '([^']+)' denied request/.exec(message)?.[1];
}

export function readBinding(server: ApiServer, name: string): Promise<JsonObject | undefined> {
  return readIfThere(server, bindingPath(name));
}

export function bindingPath(name: string): string {
  return manifestPath({ kind: "ValidatingAdmissionPolicyBinding", metadata: { name } });
}
