/** Group and version of an API, as in `example.dev/v1`. The core group has no name. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Reads the apiVersion of an object. Source: apimachinery, pkg/runtime/schema/group_version.go (ParseGroupVersion). */
export function groupVersion(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf("/");
  return { group: slash < 0 ? "" : apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}
