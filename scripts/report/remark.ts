/** Remarks about a comparison or a check that users must know. */
import { pageLink } from "../core/docs.js";
import { stateInWords } from "../core/model/bundle-state.js";
import type { Remark } from "../core/model/remark.js";
import { counted } from "../core/words/counted.js";
import { printableLine } from "./printable.js";

export function remarkInWords(remark: Remark): string {
  switch (remark.about) {
    case "release-of-another-line":
      return `${remark.tag} is not in the history of HEAD, so it is not part of the comparison.\n`;
    case "release-without-tag":
      return `The working tree is ${remark.tag}, which has no tag in this clone, so it is compared with the previous release.\n`;
    case "channel-of-one-state":
      return `Only one state has the ${remark.channel} channel (${remark.state}), so this channel is not compared.\n`;
    case "states-reversed": {
      const bump = remark.lacksBump ? " In this order, no bump is checked unless you specify --bump." : "";
      return `${remark.to} is older than ${remark.from}. If you want the changes of an upgrade, swap the two states.${bump}\n`;
    }
    case "crds-of-other-groups": {
      const count = remark.uncompared.flatMap((each) => each.crds).length;
      const crds = `${counted(count, "CRD")} on standard input ${count === 1 ? "is" : "are"}`;
      const groups = listed(remark.uncompared.map(({ group }) => group));
      const state = printableLine(stateInWords({ name: remark.state }));
      return `${crds} not compared, because ${state} does not have the API group: ${groups}\n`;
    }
    case "skipped-documents": {
      const places = remark.withoutKinds.length === 0 ? "" : ` Files without a kind: ${listed(remark.withoutKinds)}.`;
      return `Skipped ${documentsInWords(remark.documents, "1 document that is not a CRD", "documents that are not CRDs")}.${places}\n`;
    }
    case "unread-in-charts":
      return `Not read: files of Helm charts that may contain CRDs, but are not in a directory crds/: ${listed(remark.files)}. To include such CRDs, use the output of \`helm template --include-crds\`.\n`;
    case "builtin-objects":
      return `Skipped ${documentsInWords(remark.documents, "1 object of a kind of Kubernetes", "objects of kinds of Kubernetes")}.\n`;
    case "nothing-updated":
      return "None of the objects is in the files with the old objects, so all of them are validated as new objects.\n";
    case "repeated-objects":
      return `Several documents contain the same old object: ${listed(remark.objects)}. Objects are validated as updates of the first one.\n`;
    case "object-warning":
      return `Warning about ${printableLine(remark.object)}: ${printableLine(remark.message)}\n`;
    case "unapplied-policies":
      return `No object was reviewed with ${remark.policies.length === 1 ? "the policy" : "the policies"} ${listed(remark.policies)}. A policy applies if it has a binding and if its rules match an object.\n`;
    case "unchecked-rules":
      return `The rules of ${remark.objects === 1 ? "1 object were" : `${remark.objects} objects were`} not evaluated: the API server evaluates them after the other errors are corrected.\n`;
    case "skipped-links":
      return `Skipped ${remark.links.length === 1 ? "a symbolic link that leads" : `${remark.links.length} symbolic links that lead`} out of the directory: ${listed(remark.links)}. To check the files, specify them by name.\n`;
    case "repeated-crds":
      return `Several documents contain the same CRD: ${listed(remark.crds)}. ${REPEATED[remark.use]}\n`;
    case "nothing-installed":
      return `The installed CRDs (--old) have other names than the checked ones: ${listed(remark.crds)}. No update is checked.\n`;
    case "only-experimental":
      return `Required of the standard channel, but checked in the experimental channel, which contains everything in the standard channel: ${listed(remark.kinds)}.\n`;
    case "deprecated-version":
      return `${remark.consumer} requires ${remark.kind} in ${remark.apiVersion}, which is deprecated${remark.warning === undefined ? "." : `: ${printableLine(remark.warning)}`}\n`;
    case "tool-from-checkout":
      return `crd-bundle runs from a checkout, so package.json refers to the directory ${printableLine(remark.package)} on this computer. Before others build the project, install a package file: see ${pageLink("start.md")}.\n`;
    case "tool-of-unknown-origin":
      return `The package manager did not record where crd-bundle was installed from, so package.json refers to version ${remark.version} in the npm registry. If it is not there, install a package file: see ${pageLink("start.md")}.\n`;
    case "no-workflow":
      return `GitHub reads workflows only in the top directory of a repository, so none was written. For one, see ${pageLink("start.md")}.\n`;
    case "release-tool":
      return `${toolClaim(remark.tag, remark.made)} crd-bundle ${remark.running} may build them differently.\n`;
  }
}

/** Returns a number of documents with their kinds, as in `3 documents that are not CRDs: Deployment (2), Service`. */
function documentsInWords(
  documents: readonly { readonly kind: string; readonly count: number }[],
  one: string,
  several: string,
): string {
  const total = documents.reduce((sum, { count }) => sum + count, 0);
  const kinds = documents.map(({ kind, count }) => `${kind || "without a kind"}${count === 1 ? "" : ` (${count})`}`);
  return `${total === 1 ? one : `${total} ${several}`}: ${listed(kinds)}`;
}

const REPEATED = {
  checked: "Each document is checked.",
  defining: "Objects are validated with the first document; CRDs among the objects come first.",
  installed: "The last document is used as the installed CRD.",
};

const MOST_LISTED = 10;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).map(printableLine).join(", ");
  return names.length > MOST_LISTED ? `${shown}, and ${names.length - MOST_LISTED} more` : shown;
}

/** Returns which version of the tool the assets name. The sources cannot confirm it, so the text calls it a claim. */
function toolClaim(tag: string, made: string | undefined): string {
  if (made === undefined) return `The assets of ${tag} do not name the version of crd-bundle that created them.`;
  return `According to its provenance, crd-bundle ${made} created the assets of ${tag}.`;
}

/**
 * Printed if there is no release to compare with. A new project has none, so this is not an error. Neither has a
 * repository with tags of releases that are older than its first bundle.
 */
export const NO_RELEASE =
  "No Git tag in the history of HEAD has a bundle to compare with. To fetch all tags: git fetch --tags\n";
