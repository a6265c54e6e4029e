/** The settings of a bundle, `apis/bundle.yaml`: what each of them means, and which values it can have. */
import { valid } from "semver";
import * as v from "valibot";
import { ADVICE_CODES, adviceProblem } from "../diagnostics/catalog/index.js";
import { APPROVAL_ANNOTATION, PRESERVE_SETTINGS } from "../model/bundle.js";
import { CHANNELS } from "../model/channel.js";
import { LEVELS } from "../model/diagnostic.js";
import { isJsonObject, type JsonObject } from "../model/json.js";
import { groupProblem, isDeviceName, labelKeyProblem } from "../model/names.js";
import {
  ANY_KEY,
  described,
  descriptionOf,
  expectedOneOf,
  isOptional,
  keysOf,
  MAPPING,
  mapping,
  type SchemaKeys,
  stringMatching,
} from "./schema.js";

const MINOR = /^1\.[1-9][0-9]*$/;
/** Source: apiextensions-apiserver pkg/apihelpers, GetAPIApprovalState; one line, since it becomes an annotation. */
const APPROVAL = /^(https?:\/\/[A-Za-z0-9][-.A-Za-z0-9]*(:\d+)?([/?#]([^\s%]|%[0-9A-Fa-f]{2})*)?|unapproved.*)$/;
/** A path that stays where it is: no dots at the start of a part, so that it cannot climb. */
const DIRECTORY = /^[A-Za-z0-9_][\w.-]*(\/[A-Za-z0-9_][\w.-]*)*$/;
/** As short as a DNS label, since it becomes a part of file names and the name of the package of types. */
const BUNDLE_NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const RELEASE = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/;
/**
 * It goes into a comment of every manifest, which no line break of any kind may end, and into texts of CEL, which no
 * quote or backslash may end.
 */
const TITLE = /^[^\s\p{Cc}"\\{}][^\p{Cc}\u2028\u2029"\\{}]*$/u;
const PROTECTED_GROUP = /(^|\.)(k8s|kubernetes)\.io$/;
/** Names of files that stand where groups have their directories. */
const OUTPUT_FILES = ["all.json", "index.json", "index.d.ts", "meta.d.ts"];

/** The approval of a group has a key of its own, which a stamp would replace. */
const annotationKey = stringMatching(
  (key) => key !== APPROVAL_ANNOTATION && labelKeyProblem(key) === undefined,
  "an annotation key is expected, as in example.dev/channel",
);

const annotations = v.pipe(
  mapping({
    bundleVersion: described("The key for the bundle version, written with a `v` before it.", annotationKey),
    channel: described("The key for the channel.", annotationKey),
  }),
  v.forward(
    v.partialCheck(
      [["bundleVersion"], ["channel"]],
      ({ bundleVersion, channel }) => bundleVersion !== channel,
      "another key than that of the bundle version is expected",
    ),
    ["channel"],
  ),
);

const minor = stringMatching(MINOR, 'a minor version in quotes is expected, as in "1.32"');

const kubernetes = v.pipe(
  mapping({
    oldest: described('The oldest, as in `"1.32"`, in quotes.', minor),
    newest: described("The newest.", minor),
  }),
  v.forward(
    v.partialCheck(
      [["oldest"], ["newest"]],
      ({ oldest, newest }) => Number(newest.slice(2)) >= Number(oldest.slice(2)),
      ({ input }) => `a version that is not older than ${input.oldest} is expected`,
    ),
    ["newest"],
  ),
);

const CHANNEL_LIST = `a list of ${CHANNELS.join(", ")} is expected`;

const channels = v.pipe(
  v.array(v.unknown(), CHANNEL_LIST),
  v.minLength(1, CHANNEL_LIST),
  v.checkItems((item) => CHANNELS.some((channel) => channel === item), expectedOneOf(CHANNELS)),
  v.checkItems((item, index, items) => items.indexOf(item) === index, "each channel is expected once"),
  v.check(
    (items) => items.length !== 1 || items[0] !== "standard",
    "experimental is expected among them: it has all that standard has",
  ),
  v.transform((items) => CHANNELS.filter((channel) => items.includes(channel))),
);

const group = mapping({
  channels: described("The channels that the group may appear in: experimental, or both.", channels),
  approval: v.exactOptional(
    described(
      "The address that approved the API. Required in groups that Kubernetes protects: `*.k8s.io`, `*.kubernetes.io`.",
      stringMatching(APPROVAL, "an address is expected"),
    ),
  ),
});

/** The output has a directory for each group, and projects are checked out on every system. */
function groupNameProblem(name: string): string | undefined {
  if (groupProblem(name)) return "a group is a DNS name with a dot, in lower case";
  if (OUTPUT_FILES.includes(name)) return "another name is expected: the output has a file of this name";
  return isDeviceName(name) ? "another name is expected: no directory can have this one on Windows" : undefined;
}

const groupName = v.custom<string>(
  (name) => groupNameProblem(String(name)) === undefined,
  ({ input }) => groupNameProblem(String(input)) ?? "",
);

/** The groups that Kubernetes protects and that have no approval. The groups can have other mistakes too. */
function unapproved(groups: unknown): string[] {
  if (!(groups instanceof Map)) return [];
  return [...groups].flatMap(([name, settings]: readonly [unknown, unknown]) => {
    const isApproved = isJsonObject(settings) && "approval" in settings;
    return typeof name === "string" && PROTECTED_GROUP.test(name) && !isApproved ? [name] : [];
  });
}

/** Validated as a map: in an object, valibot ignores keys such as `__proto__` and `constructor`. */
const groups = {
  ...v.pipe(
    v.custom<JsonObject>(isJsonObject, MAPPING),
    v.transform((settings) => new Map<string, unknown>(Object.entries(settings))),
    v.map(groupName, group),
    v.minSize(1, "at least one group is expected"),
    v.rawCheck(({ dataset: { value }, addIssue }) => {
      for (const name of unapproved(value)) {
        const message = "the API server refuses CRDs of this protected group without an approval";
        addIssue({ message, path: [step(name), step("approval")] });
      }
    }),
  ),
  keys: { [ANY_KEY]: group },
};

function step(key: string): v.UnknownPathItem {
  return { type: "unknown", origin: "value", input: undefined, key, value: undefined };
}

const admission = mapping({
  name: described(
    "The name of the policy and of its binding.",
    stringMatching((name) => groupProblem(name) === undefined, "a DNS name with a dot, in lower case"),
  ),
  floor: described(
    "The oldest bundle version that the policy lets in, as three numbers; not newer than the bundle itself.",
    stringMatching(
      (floor) => RELEASE.test(floor) && valid(floor) !== null, // a number that is too large cannot be compared
      'three numbers in quotes are expected, as in "1.5.0"',
    ),
  ),
});

const reports = stringMatching(
  (directory) => DIRECTORY.test(directory) && !directory.split("/").some(isDeviceName),
  "a directory below the project is expected",
);

const level = v.picklist(LEVELS, expectedOneOf(LEVELS));

const adviceCode = v.custom<string>(
  (code) => adviceProblem(String(code)) === undefined,
  ({ input }) => `${adviceProblem(String(input))}; these have a level: ${ADVICE_CODES.join(", ")}`,
);

const levels = {
  ...v.pipe(
    v.custom<JsonObject>(isJsonObject, MAPPING),
    v.transform((settings) => new Map<string, unknown>(Object.entries(settings))),
    v.map(adviceCode, level),
  ),
  keys: {
    [ANY_KEY]: v.exactOptional(
      described("`error`, `warning` or `off`. If omitted, the diagnostic is a warning.", level),
    ),
  },
};

/** Every setting there is. */
export const SETTINGS_SCHEMA = mapping({
  name: described(
    "The name of the bundle in `bundle.json`: lower-case letters, digits and hyphens.",
    stringMatching(BUNDLE_NAME, "at most 63 lowercase letters, digits and hyphens are expected"),
  ),
  title: described(
    "Its name for people, in the header of the install manifests.",
    stringMatching(TITLE, "one line of text without quotes, braces or backslashes"),
  ),
  annotations: described("The keys of the annotations that stamp every CRD.", annotations),
  groups: described("The API groups, by name.", groups),
  kubernetes: described("The Kubernetes minors that the bundle supports.", kubernetes),
  admission: v.exactOptional(
    described(
      "The ValidatingAdmissionPolicy that guards upgrades of the bundle's CRDs. Without it the bundle has none.",
      admission,
    ),
  ),
  reports: v.exactOptional(
    described(
      "A directory of the project, as in `docs/reports`, for an outline of the API in each channel. Without it there is none.",
      reports,
    ),
  ),
  preserveUnknownFields: v.optional(
    described(
      "`every-object` (without it), `root` or `none`: where the API server keeps fields that the schema does not know.",
      v.picklist(PRESERVE_SETTINGS, expectedOneOf(PRESERVE_SETTINGS)),
    ),
    "every-object",
  ),
  levels: v.exactOptional(
    described("Levels of [advice](diagnostics.md#levels), by the code of the diagnostic.", levels),
  ),
});

/** One setting, for the reference in the docs. */
export interface Setting {
  /** Keys joined by dots, as in `groups.*.channels`; `*` is the name of any group. */
  readonly key: string;
  readonly required: boolean;
  readonly description: string;
}

/** Every setting with its description. The settings of a mapping follow it. */
export const SETTINGS: readonly Setting[] = settingsIn(SETTINGS_SCHEMA.keys, "");

function settingsIn(keys: SchemaKeys, prefix: string): Setting[] {
  return Object.entries(keys).flatMap(([name, schema]) => {
    const key = `${prefix}${name}`;
    const description = descriptionOf(schema);
    const inner = settingsIn(keysOf(schema) ?? {}, `${key}.`);
    return description === undefined ? inner : [{ key, required: !isOptional(schema), description }, ...inner];
  });
}
