/** Diagnostics about the requirements of consumers, which are controllers and other clients of an API. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

const SEE_FORMAT = `see ${pageLink("consumers.md")}`;
const UPGRADE =
  "Use a bundle that fulfills the requirement. If the consumer does not need it, remove it from the file.";

const CRASHES =
  "A controller that starts without an API that it needs often crashes, or waits forever. In most cases, its log does " +
  "not name the bundle as the cause.";

export const CONSUMER_ENTRIES = {
  "consumers-missing": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} ${problem}`,
    example: { path: "requirements.yaml", problem: "does not exist" },
    fix:
      "Specify the file of a consumer, or `-` for standard input. In the repository of a bundle, you can omit the file " +
      `if there are known consumers in apis/consumers/ (${SEE_FORMAT}).`,
    why: "If the tool ignored a wrong path, it would report success without having checked any requirement.",
    usage: true,
  }),
  "consumer-repeated": entry<{ name: string; first: string }>({
    message: ({ name, first }) => `${first} already defines the consumer "${name}"`,
    example: { name: "widget-controller", first: "apis/consumers/widget-controller.yaml" },
    fix: "Rename one of the consumers, or merge the two files.",
    why: "Findings refer to a consumer by its name. Users could not tell which file to look at.",
    usage: true,
  }),
  "consumer-broken": entry<{ consumer: string; problem: string }>({
    message: ({ consumer, problem }) => `breaks the consumer "${consumer}": ${problem}`,
    example: {
      consumer: "widget-controller",
      problem: "the standard channel of the working tree does not serve v1beta1 of Widget (served versions: v1)",
    },
    fix:
      "Inform the maintainers of the consumer before the release, or keep the part of the API that the consumer " +
      "requires. If the consumer no longer requires it, correct its file in apis/consumers/. To accept the finding for " +
      `one release, add a waiver to apis/waivers.yaml (see ${pageLink("waive.md")}).`,
    why: `The last release fulfilled the requirement, so users who upgrade the bundle break the consumer. ${CRASHES}`,
  }),
  "requirement-bundle": entry<{ bundle: string; version: string; atLeast: string }>({
    message: ({ bundle, version, atLeast }) =>
      `${bundle} has the bundle version ${version}, which is older than ${atLeast}`,
    example: { bundle: "standard-install.yaml", version: "1.3.0", atLeast: "1.4.0" },
    fix: ({ atLeast }) =>
      `Use version ${atLeast} of the bundle or a later one. If the consumer also supports older versions, correct ` +
      "`bundle.atLeast` in its file.",
    why: `The consumer was not made for such an old bundle. ${CRASHES}`,
  }),
  "requirement-channel": entry<{ bundle: string; channel: string }>({
    message: ({ bundle, channel }) => `${bundle} does not contain the ${channel} channel`,
    example: { bundle: "standard-install.yaml", channel: "experimental" },
    fix: ({ channel }) =>
      `Use the CRDs of the ${channel} channel. If the consumer only needs the standard channel, set \`channel: standard\` ` +
      "in its file.",
    why: `The standard channel contains only the stable part of the API. ${CRASHES}`,
  }),
  "requirement-field": entry<{
    bundle: string;
    channel: string;
    kind: string;
    version: string;
    path: string;
    elsewhere?: string | undefined;
    nearest?: string | undefined;
  }>({
    message: ({ bundle, channel, kind, version, path, ...hints }) =>
      `${kind} ${version} has no field ${path} in the ${channel} channel of ${bundle}${hint(hints)}`,
    example: {
      bundle: "v1.6.0",
      channel: "standard",
      kind: "Widget",
      version: "v1",
      path: ".spec.colour",
      nearest: ".spec.color",
    },
    fix: `Correct the path. In a path, \`[]\` stands for the items of a list, and \`{}\` for the values of a map. ${UPGRADE}`,
    why:
      "The API server drops fields that the schema does not contain, or keeps them without checking them. If a " +
      "controller sets such a field, nothing happens, and if it reads one, the field is never set.",
  }),
  "requirement-kind": entry<{
    bundle: string;
    channel: string;
    kind: string;
    group: string;
    elsewhere?: string | undefined;
    nearest?: string | undefined;
  }>({
    message: ({ bundle, channel, kind, group, ...hints }) =>
      `the ${channel} channel of ${bundle} has no kind ${kind} in the group ${group}${hint(hints)}`,
    example: {
      bundle: "v1.6.0",
      channel: "standard",
      kind: "Gadget",
      group: "example.dev",
      elsewhere: "experimental",
    },
    fix: `Correct the group or the kind, or the channel of the consumer. ${UPGRADE}`,
    why: CRASHES,
  }),
  "requirement-subresource": entry<{
    bundle: string;
    channel: string;
    kind: string;
    version: string;
    subresource: string;
    elsewhere?: string | undefined;
  }>({
    message: ({ bundle, channel, kind, version, subresource, elsewhere }) =>
      `${kind} ${version} has no ${subresource} subresource in the ${channel} channel of ${bundle}${hint({ elsewhere })}`,
    example: { bundle: "v1.6.0", channel: "standard", kind: "Widget", version: "v1", subresource: "scale" },
    fix: UPGRADE,
    why: "The API server responds with 404 to requests for a subresource that the CRD does not enable.",
  }),
  "requirement-undecided": entry<{ bundle: string; atLeast: string }>({
    message: ({ bundle, atLeast }) =>
      `the version of ${bundle} is unknown, so the tool cannot determine whether it is ${atLeast} or later`,
    example: { bundle: "crds/", atLeast: "1.4.0" },
    fix:
      "Use CRDs with an annotation for the bundle version, whose key ends in `/bundle-version`, or specify the Git tag " +
      "of the release. If the version does not matter, remove `bundle.atLeast` from the file of the consumer.",
    why: `If the tool assumed that the version is right, the consumer could be used with a bundle that is too old. ${CRASHES}`,
  }),
  "requirement-value": entry<{
    bundle: string;
    channel: string;
    kind: string;
    version: string;
    path: string;
    value: string;
    reason?: string | undefined;
    elsewhere?: string | undefined;
  }>({
    message: ({ bundle, channel, kind, version, path, value, reason, elsewhere }) =>
      `${value} is not a valid value of ${path} of ${kind} ${version} in the ${channel} channel of ${bundle}` +
      `${reason === undefined ? "" : `: ${reason}`}${hint({ elsewhere })}`,
    example: {
      bundle: "v1.6.0",
      channel: "standard",
      kind: "Widget",
      version: "v1",
      path: ".spec.mode",
      value: '"Fast"',
      reason: 'must be one of "Slow", "Safe"',
    },
    fix: `Correct the value. ${UPGRADE}`,
    why: "The API server rejects objects with values that the schema does not accept.",
  }),
  "requirement-version": entry<{
    bundle: string;
    channel: string;
    kind: string;
    version: string;
    served: string;
    elsewhere?: string | undefined;
  }>({
    message: ({ bundle, channel, kind, version, served, elsewhere }) =>
      `the ${channel} channel of ${bundle} does not serve ${version} of ${kind}` +
      `${served === "" ? "" : ` (served versions: ${served})`}${hint({ elsewhere })}`,
    example: { bundle: "v1.6.0", channel: "standard", kind: "Widget", version: "v1beta1", served: "v1" },
    fix:
      "Use a version of the consumer that supports a served version, or a bundle that serves the required version. If " +
      "the consumer does not need the version, correct its file.",
    why: `The API server responds with 404 to requests for a version that is not served. ${CRASHES}`,
  }),
};

/** Returns where the bundle has a part that the required channel lacks, or a similar name. */
function hint(hints: { readonly elsewhere?: string | undefined; readonly nearest?: string | undefined }): string {
  const { elsewhere, nearest } = hints;
  return elsewhere === undefined ? didYouMean(nearest) : `; the ${elsewhere} channel has it`;
}
