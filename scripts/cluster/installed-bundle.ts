/** Judges what is installed, before anything is changed. */
import { diagnose, inManifest } from "../core/diagnostics/diagnose.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { objectIn } from "../core/model/json.js";
import { canHideFields, formerVersions } from "./bridge.js";
import { accessVersion, type LiveCrd } from "./live-crd.js";
import { annotationsOf, stampOf, type TargetBundle } from "./target-bundle.js";

/**
 * Returns why the objects must not get the form of a bundle: its CRDs are not those that are installed, which may not
 * have this form.
 */
export function notInstalled(target: TargetBundle, crds: ReadonlyMap<string, LiveCrd>): Diagnostic | undefined {
  const own = [...crds].filter(([name]) => target.crds.has(name));
  if (own.length === 0) return diagnose("cluster-empty", { bundle: target.name });
  const wanted = `${target.version} (${target.channel})`;
  const found = [...new Set(own.map(([, { object }]) => stampInWords(object, target)))].sort();
  if (found.every((each) => each === wanted)) return undefined;
  return inManifest(diagnose("cluster-not-installed", { found: found.join(", "), wanted }));
}

/**
 * Returns the CRDs whose objects must not be rewritten, because nobody sees all of the fields to convert, with the reason by
 * their names.
 */
export function hiddenFields(
  lives: readonly LiveCrd[],
  { hasConversions }: { readonly hasConversions: (crd: CustomResourceDefinition) => boolean },
): ReadonlyMap<string, Diagnostic> {
  const hidden = lives.filter((live) => hasConversions(live.crd) && canHideFields(live));
  return new Map(
    hidden.map((live) => {
      const crd = live.crd.metadata.name;
      return [crd, inManifest(diagnose("cluster-hidden", { crd, stored: formerVersions(live).join(", ") }))];
    }),
  );
}

function stampInWords(crd: LiveCrd["object"], { keys }: TargetBundle): string {
  const { version, channel } = stampOf(annotationsOf(crd), keys);
  return `${version ?? "unknown"} (${channel ?? "unknown"})`;
}

/** Returns why an installed CRD cannot be replaced safely in its present state. */
export function stateProblems(live: LiveCrd): Diagnostic[] {
  const crd = live.crd.metadata.name;
  if (objectIn(live.object, "metadata").deletionTimestamp !== undefined)
    return [inManifest(diagnose("cluster-deleted", { crd }))];
  return accessVersion(live) === undefined ? [inManifest(diagnose("cluster-unserved", { crd }))] : [];
}
