/** What users need to know of a comparison, in words. */
import type { Remark } from "../core/model/remark.js";

export function remarkInWords(remark: Remark): string {
  switch (remark.about) {
    case "release-of-another-line":
      return `${remark.tag} is not in the history of HEAD, so it is not compared.\n`;
    case "release-without-tag":
      return `The working tree is ${remark.tag}, which has no tag here: it is compared with the release before it.\n`;
    case "channel-of-one-state":
      return `Only ${remark.state} has the ${remark.channel} channel, so it is not compared.\n`;
    case "release-tool":
      return `${toolClaim(remark.tag, remark.made)} This is crd-bundle ${remark.running}, which can build them differently.\n`;
  }
}

/** No sources tell which version of the tool ran: it is only claimed. */
function toolClaim(tag: string, made: string | undefined): string {
  if (made === undefined) return `The assets of ${tag} do not name the version of crd-bundle that made them.`;
  return `The assets of ${tag} claim to be made by crd-bundle ${made}.`;
}

/** Said if there is nothing to compare with, which may be right: a project has to begin. */
export const NO_RELEASE =
  "No release is tagged here, so there is nothing to compare with. If there is one, fetch its tag: git fetch --tags\n";
