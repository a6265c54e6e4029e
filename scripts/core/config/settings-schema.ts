/** The schema of `apis/bundle.yaml`, with the description of each setting. */
import valid from "semver/functions/valid.js";
import * as v from "valibot";
import { ADVICE_CODES, adviceProblem } from "../diagnostics/catalog/index.js";
import {
  APPROVAL_ANNOTATION,
  DEFAULT_DESCRIPTIONS,
  DEFAULT_PRESERVE,
  DESCRIPTION_SETTINGS,
  PRESERVE_SETTINGS,
} from "../model/bundle.js";
import { CHANNELS, type Channel } from "../model/channel.js";
import { LEVELS } from "../model/diagnostic.js";
import { isJsonObject, type JsonObject } from "../model/json.js";
import { isKnownMinor, KNOWN_MINORS, MINORS, minorOf } from "../model/kubernetes-minor.js";
import {
  DEVICE_NAME,
  groupProblem,
  isDeviceName,
  LABEL_LIMIT,
  labelKeyProblem,
  SUBDOMAIN_LIMIT,
} from "../model/names.js";
import { kinds } from "./kind-settings.js";
import {
  ANY_KEY,
  described,
  descriptionOf,
  expectedOneOf,
  inJsonSchema,
  isOptional,
  keysOf,
  MAPPING,
  mapping,
  type SchemaKeys,
  stringMatching,
} from "./schema.js";

const MINOR = /^1\.[1-9][0-9]*$/;
/** One line, because it becomes an annotation. Source: apiextensions-apiserver pkg/apihelpers, GetAPIApprovalState. */
const APPROVAL = /^(https?:\/\/[A-Za-z0-9][-.A-Za-z0-9]*(:\d+)?([/?#]([^\s%]|%[0-9A-Fa-f]{2})*)?|unapproved.*)$/;
/** A relative path. No segment starts with a dot, so the path cannot leave the project. */
const DIRECTORY = /^[A-Za-z0-9_][\w.-]*(\/[A-Za-z0-9_][\w.-]*)*$/;
/** At most as long as a DNS label, because file names and the name of the npm package of types contain it. */
export const BUNDLE_NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const RELEASE = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/;
/**
 * Without line breaks, quotes and backslashes, because the build puts the title into comments of manifests and into CEL
 * strings, which these characters would end.
 */
const TITLE = /^[^\s\p{Cc}"\\{}][^\p{Cc}\u2028\u2029"\\{}]*$/u;
export const PROTECTED_GROUP = /(^|\.)(k8s|kubernetes)\.io$/;
/** Names of output files that are in the same directory as the directories of the groups. */
const OUTPUT_FILES = ["all.json", "index.json", "index.d.ts", "meta.d.ts"];

/** The forms of names in JSON Schema, which has no functions. */
const SUBDOMAIN = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const GROUP_JSON = { type: "string", pattern: `^(?=.*\\.)${SUBDOMAIN}$`, maxLength: SUBDOMAIN_LIMIT };
const LABEL_KEY_JSON = {
  type: "string",
  pattern: `^(?![^/]{${SUBDOMAIN_LIMIT + 1}})(${SUBDOMAIN}/)?(?=[^/]{1,${LABEL_LIMIT}}$)[A-Za-z0-9]([-\\w.]*[A-Za-z0-9])?$`,
};

/** Excludes the key of the approval annotation, because the annotation of the bundle would overwrite the approval. */
const annotationKey = inJsonSchema(
  stringMatching(
    (key) => key !== APPROVAL_ANNOTATION && labelKeyProblem(key) === undefined,
    "must be an annotation key, such as example.dev/channel",
  ),
  { ...LABEL_KEY_JSON, not: { const: APPROVAL_ANNOTATION } },
);

const annotations = v.pipe(
  mapping({
    bundleVersion: described("Annotation key for the bundle version. The value starts with a `v`.", annotationKey),
    channel: described("Annotation key for the channel.", annotationKey),
  }),
  v.forward(
    v.partialCheck(
      [["bundleVersion"], ["channel"]],
      ({ bundleVersion, channel }) => bundleVersion !== channel,
      "must differ from the key for the bundle version",
    ),
    ["channel"],
  ),
);

const minor = stringMatching(MINOR, 'must be a minor version in quotes, such as "1.32"');
/** `newest` has no such limit, because a bundle can support a version that is newer than this tool. */
const knownMinor = inJsonSchema(v.pipe(minor, stringMatching(isKnownMinor, `must be a version ${KNOWN_MINORS}`)), {
  enum: MINORS,
});

const kubernetes = v.pipe(
  mapping({
    oldest: described(
      'Oldest supported minor version of Kubernetes, in quotes, such as `"1.32"`. Imported types of Kubernetes have its fields.',
      knownMinor,
    ),
    newest: described("Newest supported minor version of Kubernetes, in quotes.", minor),
  }),
  v.forward(
    v.partialCheck(
      [["oldest"], ["newest"]],
      ({ oldest, newest }) => minorOf(newest) >= minorOf(oldest),
      ({ input }) => `must be later than or equal to ${input.oldest}, the oldest version`,
    ),
    ["newest"],
  ),
);

const CHANNEL_LIST = `must be a list of one or more of ${CHANNELS.join(", ")}`;

const CHANNELS_JSON = {
  type: "array",
  items: { enum: CHANNELS },
  minItems: 1,
  uniqueItems: true,
  contains: { const: "experimental" },
};

const channelList = v.pipe(
  v.array(v.unknown(), CHANNEL_LIST),
  v.minLength(1, CHANNEL_LIST),
  v.checkItems((item) => CHANNELS.some((channel) => channel === item), expectedOneOf(CHANNELS)),
  v.checkItems((item, index, items) => items.indexOf(item) === index, "must not list a channel twice"),
  v.transform((items) => CHANNELS.filter((channel) => items.includes(channel))),
);
const channels = inJsonSchema(channelList, CHANNELS_JSON);

const group = mapping({
  channels: described(
    "Channels that may contain the group: `[experimental]` or `[standard, experimental]`. In a bundle with one channel, " +
      "that channel.",
    channels,
  ),
  approval: v.exactOptional(
    described(
      "URL of the API approval, or `unapproved` with a reason. Required for groups that Kubernetes protects: " +
        "`*.k8s.io`, `*.kubernetes.io`.",
      stringMatching(APPROVAL, "must be an http or https URL or start with unapproved"),
    ),
  ),
});

/** Returns why a group cannot have this name. Its directory in the output must be valid on all operating systems. */
export function groupNameProblem(name: string): string | undefined {
  if (groupProblem(name)) return "must be a DNS name with a dot, in lowercase";
  if (OUTPUT_FILES.includes(name)) return "must differ from the names of output files";
  return isDeviceName(name) ? "must not be a device name of Windows" : undefined;
}

const groupName = v.custom<string>(
  (name) => groupNameProblem(String(name)) === undefined,
  ({ input }) => groupNameProblem(String(input)) ?? "",
);

/** Returns the groups that Kubernetes protects and that have no approval. The groups may have other mistakes too. */
function unapproved(groups: unknown): string[] {
  if (!(groups instanceof Map)) return [];
  return [...groups].flatMap(([name, settings]: readonly [unknown, unknown]) => {
    const isApproved = isJsonObject(settings) && "approval" in settings;
    return typeof name === "string" && PROTECTED_GROUP.test(name) && !isApproved ? [name] : [];
  });
}

/** Validated as a map, because in objects valibot ignores keys such as `__proto__` and `constructor`. */
const groups = {
  ...v.pipe(
    v.custom<JsonObject>(isJsonObject, MAPPING),
    v.transform((settings) => new Map<string, unknown>(Object.entries(settings))),
    v.map(groupName, group),
    v.minSize(1, "must have at least one group"),
    v.rawCheck(({ dataset: { value }, addIssue }) => {
      for (const name of unapproved(value)) {
        const message = "must be set, because the API server rejects CRDs of this protected group without it";
        addIssue({ message, path: [step(name), step("approval")] });
      }
    }),
  ),
  keys: { [ANY_KEY]: group },
  json: {
    minProperties: 1,
    propertyNames: { ...GROUP_JSON, not: { anyOf: [{ enum: OUTPUT_FILES }, { pattern: DEVICE_NAME.source }] } },
    allOf: [{ patternProperties: { [PROTECTED_GROUP.source]: { type: "object", required: ["approval"] } } }],
  },
};

function step(key: string): v.UnknownPathItem {
  return { type: "unknown", origin: "value", input: undefined, key, value: undefined };
}

const admission = mapping({
  name: described(
    "Name of the ValidatingAdmissionPolicy and of its binding.",
    inJsonSchema(
      stringMatching((name) => groupProblem(name) === undefined, "must be a DNS name with a dot, in lowercase"),
      GROUP_JSON,
    ),
  ),
  floor: described(
    "Oldest bundle version that the admission policy allows, as three numbers. Must be less than or equal to the " +
      "version of the bundle.",
    inJsonSchema(
      stringMatching(
        (floor) => RELEASE.test(floor) && valid(floor) !== null, // a number that is too large cannot be compared
        'must be three numbers in quotes, such as "1.5.0"',
      ),
      { type: "string", pattern: RELEASE.source },
    ),
  ),
});

const reports = inJsonSchema(
  stringMatching(
    (directory) => DIRECTORY.test(directory) && !directory.split("/").some(isDeviceName),
    "must be a directory inside the project",
  ),
  { type: "string", pattern: DIRECTORY.source },
);

const level = v.picklist(LEVELS, expectedOneOf(LEVELS));

const adviceCode = v.custom<string>(
  (code) => adviceProblem(String(code)) === undefined,
  ({ input }) => `${adviceProblem(String(input))} (codes with a level: ${ADVICE_CODES.join(", ")})`,
);

const levels = {
  ...v.pipe(
    v.custom<JsonObject>(isJsonObject, MAPPING),
    v.transform((settings) => new Map<string, unknown>(Object.entries(settings))),
    v.map(adviceCode, level),
  ),
  json: { propertyNames: { enum: ADVICE_CODES } },
  keys: {
    [ANY_KEY]: v.exactOptional(described("Level of the diagnostic: `error`, `warning` (the default) or `off`.", level)),
  },
};

const settings = mapping({
  name: described(
    "Name of the bundle in `bundle.json`: at most 63 lowercase letters, digits, and hyphens.",
    stringMatching(BUNDLE_NAME, "must be at most 63 lowercase letters, digits, and hyphens"),
  ),
  title: described(
    "Human-readable name of the bundle, used in the headers of the install manifests.",
    stringMatching(TITLE, "must be one line without double quotes, braces, or backslashes"),
  ),
  annotations: described("Keys of the annotations that the build adds to every CRD.", annotations),
  channels: v.optional(
    described(
      "Channels of the bundle: `[standard, experimental]` (the default), `[standard]`, or `[experimental]`.",
      channels,
    ),
    () => [...CHANNELS],
  ),
  groups: described("API groups, by name.", groups),
  kubernetes: described("Kubernetes minor versions that the bundle supports.", kubernetes),
  admission: v.exactOptional(
    described(
      "ValidatingAdmissionPolicy that protects the CRDs of the bundle from unintended upgrades. If omitted, the " +
        "bundle does not contain one.",
      admission,
    ),
  ),
  reports: v.exactOptional(
    described(
      "Directory in the project for the API reports, such as `docs/reports`. If omitted, the build writes no reports.",
      reports,
    ),
  ),
  preserveUnknownFields: v.optional(
    described(
      "Objects in which the API server keeps unknown fields: `every-object` (the default), `root`, or `none`.",
      v.picklist(PRESERVE_SETTINGS, expectedOneOf(PRESERVE_SETTINGS)),
    ),
    DEFAULT_PRESERVE,
  ),
  descriptions: v.optional(
    described(
      "Layout of descriptions: `reflowed` (the default) or `as-written`, which keeps line breaks and white space.",
      v.picklist(DESCRIPTION_SETTINGS, expectedOneOf(DESCRIPTION_SETTINGS)),
    ),
    DEFAULT_DESCRIPTIONS,
  ),
  kinds: v.exactOptional(
    described("Settings of single kinds, by the name of the CRD, such as `widgets.example.dev`.", kinds),
  ),
  levels: v.exactOptional(described("Levels of [advice](diagnostics.md#levels), by diagnostic code.", levels)),
});

/** Returns what is wrong with the channels of a group in a bundle with the given channels. */
function groupChannelsProblem(channels: readonly Channel[], ofBundle: readonly Channel[]): string | undefined {
  if (channels.some((channel) => !ofBundle.includes(channel))) {
    return `must list only channels of the bundle: ${ofBundle.join(", ")}`;
  }
  return ofBundle.includes("experimental") && !channels.includes("experimental")
    ? "must include experimental, because that channel contains everything in standard"
    : undefined;
}

/** The channels of a part of the settings, or undefined if they are omitted or have a mistake of their own. */
function channelsIn(part: unknown): readonly Channel[] | undefined {
  const read = v.safeParse(channels, isJsonObject(part) ? part.channels : undefined);
  return read.success ? read.output : undefined;
}

function groupsIn(value: unknown): readonly (readonly [name: string, group: unknown])[] {
  const all: unknown = isJsonObject(value) ? value.groups : undefined;
  return all instanceof Map ? [...all] : [];
}

/** All settings. The channels of the groups are compared with those of the bundle, whatever else is wrong. */
export const SETTINGS_SCHEMA = {
  ...v.pipe(
    settings,
    v.rawCheck(({ dataset: { value }, addIssue }) => {
      const ofBundle = channelsIn(value) ?? CHANNELS;
      for (const [name, part] of groupsIn(value)) {
        const message = groupChannelsProblem(channelsIn(part) ?? ofBundle, ofBundle);
        if (message !== undefined) addIssue({ message, path: [step("groups"), step(name), step("channels")] });
      }
    }),
  ),
  keys: settings.keys,
};

/** A setting, for the table in the docs. */
export interface Setting {
  /** Keys joined by dots, as in `groups.*.channels`, where `*` is the name of a group. */
  readonly key: string;
  readonly required: boolean;
  readonly description: string;
}

/** All settings with their descriptions. The settings of a mapping follow the mapping. */
export const SETTINGS: readonly Setting[] = settingsIn(SETTINGS_SCHEMA.keys, "");

function settingsIn(keys: SchemaKeys, prefix: string): Setting[] {
  return Object.entries(keys).flatMap(([name, schema]) => {
    const key = `${prefix}${name}`;
    const description = descriptionOf(schema);
    const inner = settingsIn(keysOf(schema) ?? {}, `${key}.`);
    return description === undefined ? inner : [{ key, required: !isOptional(schema), description }, ...inner];
  });
}
