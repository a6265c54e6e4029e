import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { parseVersion, type Version } from "../../core/model/release-version.js";

/**
 * Returns a function that returns the version of the bundle that a CRD states: in the annotation with this key or, for a
 * CRD without it, in one whose key ends in `/bundle-version`, because the bundle can be of another project.
 */
export function statedVersion(key: string | undefined): (crd: CustomResourceDefinition) => Version | undefined {
  return ({ metadata }) => {
    const annotations = Object.entries(metadata.annotations ?? {});
    const own = annotations.find(([name]) => name === key);
    const [, text] = own ?? annotations.find(([name]) => name.endsWith("/bundle-version")) ?? [];
    return parseVersion(text);
  };
}
