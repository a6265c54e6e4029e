/** `apis/bundle.yaml` → the settings of the bundle, every mistake reported at its place and all in one run. */
import { coerce, gt, valid } from "semver";
import { diagnose } from "../diagnostics/diagnose.js";
import { nearest } from "../diagnostics/nearest.js";
import {
  type AdmissionSettings,
  APPROVAL_ANNOTATION,
  type ApiGroup,
  type Bundle,
  type BundleAnnotations,
  type KubernetesRange,
  PRESERVE_SETTINGS,
} from "../model/bundle.js";
import { CHANNELS, type Channel } from "../model/channel.js";
import { compareText, type Diagnostic, inSourceOrder } from "../model/diagnostic.js";
import { isJsonObject, jsonErrorAt, parseJson } from "../model/json.js";
import type { Location, SourceText } from "../model/location.js";
import { groupProblem, isDeviceName, labelKeyProblem } from "../model/names.js";
import { loadLocatedYaml, type YamlNode } from "../yaml/yaml.js";

export type Settings = Omit<Bundle, "version">;

/** One setting, for the reference in the docs. */
export interface Setting {
  readonly key: string;
  readonly required: boolean;
  readonly description: string;
}

/** Every setting there is. The reader below knows no others. */
export const SETTINGS: readonly Setting[] = [
  {
    key: "name",
    required: true,
    description: "The name of the bundle in `bundle.json`: lower-case letters, digits and hyphens.",
  },
  { key: "title", required: true, description: "Its name for people, in the header of the install manifests." },
  { key: "annotations", required: true, description: "The keys of the annotations that stamp every CRD." },
  {
    key: "annotations.bundleVersion",
    required: true,
    description: "The key for the bundle version, written with a `v` before it.",
  },
  { key: "annotations.channel", required: true, description: "The key for the channel." },
  { key: "groups", required: true, description: "The API groups, by name." },
  {
    key: "groups.*.channels",
    required: true,
    description: "The channels that the group may appear in: experimental, or both.",
  },
  {
    key: "groups.*.approval",
    required: false,
    description:
      "The address that approved the API. Required in groups that Kubernetes protects: `*.k8s.io`, `*.kubernetes.io`.",
  },
  { key: "kubernetes", required: true, description: "The Kubernetes minors that the bundle supports." },
  { key: "kubernetes.oldest", required: true, description: 'The oldest, as in `"1.32"`, in quotes.' },
  { key: "kubernetes.newest", required: true, description: "The newest." },
  {
    key: "admission",
    required: false,
    description:
      "The ValidatingAdmissionPolicy that guards upgrades of the bundle's CRDs. Without it the bundle has none.",
  },
  { key: "admission.name", required: true, description: "The name of the policy and of its binding." },
  {
    key: "admission.floor",
    required: true,
    description:
      "The oldest bundle version that the policy lets in, as three numbers; not newer than the bundle itself.",
  },
  {
    key: "reports",
    required: false,
    description:
      "A folder of the project, as in `docs/reports`, for an outline of the API in each channel. Without it there is none.",
  },
  {
    key: "preserveUnknownFields",
    required: false,
    description:
      "`every-object` (without it), `root` or `none`: where the API server keeps fields that the schema does not know.",
  },
];

const MINOR = /^1\.[1-9][0-9]*$/;
/** Source: apiextensions-apiserver pkg/apihelpers, GetAPIApprovalState; one line, since it becomes an annotation. */
const APPROVAL = /^(https?:\/\/[A-Za-z0-9][-.A-Za-z0-9]*(:\d+)?([/?#]([^\s%]|%[0-9A-Fa-f]{2})*)?|unapproved.*)$/;
/** A path that stays where it is: no dots at the start of a part, so that it cannot climb. */
const FOLDER = /^[A-Za-z0-9_][\w.-]*(\/[A-Za-z0-9_][\w.-]*)*$/;
/** As short as a DNS label, since it becomes a part of file names and the name of the package of types. */
const BUNDLE_NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const RELEASE = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/;
/**
 * It goes into a comment of every manifest, which no line break of any kind may end, and into texts of CEL, which no
 * quote or backslash may end.
 */
const TITLE = /^[^\s\p{Cc}"\\{}][^\p{Cc}\u2028\u2029"\\{}]*$/u;
const PROTECTED_GROUP = /(^|\.)(k8s|kubernetes)\.io$/;

/**
 * Reads the settings. Where anything is wrong, `settings` is absent and `diagnostics` says all of it.
 */
export function readSettings(source: SourceText): { settings?: Settings; diagnostics: readonly Diagnostic[] } {
  const loaded = loadLocatedYaml(source.text);
  if ("problem" in loaded) {
    const location = { file: source.path, start: loaded.offset, end: loaded.offset + 1 };
    return { diagnostics: [diagnose("config-yaml", { problem: loaded.problem }, location)] };
  }
  const reader = new SettingsReader(source.path);
  const settings = reader.read(loaded.value);
  const diagnostics = inSourceOrder(reader.diagnostics);
  return diagnostics.length > 0 ? { diagnostics } : { settings, diagnostics };
}

/** How a name breaks a rule, or undefined. */
type NameRule = (name: string) => string | undefined;

/** The approval of a group has a key of its own, which a stamp would replace. */
function annotationProblem(key: string): string | undefined {
  return key === APPROVAL_ANNOTATION ? "this key is for the approval of a group" : labelKeyProblem(key);
}

/** Three numbers, none of which is too large to be compared. */
function releaseProblem(text: string): string | undefined {
  return RELEASE.test(text) && valid(text) !== null ? undefined : "three numbers are expected";
}

function reportsProblem(folder: string): string | undefined {
  return FOLDER.test(folder) && !folder.split("/").some(isDeviceName) ? undefined : "a folder is expected";
}

/** Names of files that stand where groups have their folders. */
const OUTPUT_FILES = ["all.json", "index.json", "index.d.ts", "meta.d.ts"];

/** The output has a folder for each group, and projects are checked out on every system. */
function folderProblem(group: string): string | undefined {
  if (OUTPUT_FILES.includes(group)) return "another name is expected: the output has a file of this name";
  return isDeviceName(group) ? "another name is expected: no folder can have this one on Windows" : undefined;
}

class SettingsReader {
  readonly diagnostics: Diagnostic[] = [];

  constructor(readonly file: string) {}

  read(root: YamlNode): Settings {
    this.#checkKeys(root, "", "", root.entries?.[0]?.key ?? root);
    const admission = at(root, "admission");
    const reports = at(root, "reports");
    const preserve = at(root, "preserveUnknownFields");
    return {
      name: this.#text(
        at(root, "name"),
        "name",
        BUNDLE_NAME,
        "at most 63 lowercase letters, digits and hyphens are expected",
      ),
      title: this.#text(at(root, "title"), "title", TITLE, "one line of text without quotes, braces or backslashes"),
      annotations: this.#annotations(at(root, "annotations")),
      groups: this.#groups(at(root, "groups")),
      kubernetes: this.#kubernetes(at(root, "kubernetes")),
      ...(admission && { admission: this.#admission(admission) }),
      ...(reports && {
        reports: this.#text(reports, "reports", reportsProblem, "a folder below the project is expected"),
      }),
      preserveUnknownFields: preserve
        ? this.#oneOf(preserve, "preserveUnknownFields", PRESERVE_SETTINGS, "every-object")
        : "every-object",
    };
  }

  /**
   * Reports keys that there are not, and required ones that are missing, at every depth. `pattern` is the setting that
   * the node is the value of, `path` the same with the names of groups, `place` where to report what is missing.
   */
  #checkKeys(node: YamlNode, pattern: string, path: string, place: YamlNode): void {
    const known = childrenOf(pattern);
    if (known.length === 0) return;
    if (!node.entries) {
      this.#report(node, path === "" ? this.file : path, "a mapping is expected");
      return;
    }
    for (const { key, value } of node.entries) {
      const name = String(key.value);
      const child = known.find((setting) => lastOf(setting.key) === name || lastOf(setting.key) === "*");
      if (child) this.#checkKeys(value, child.key, join(path, name), key);
      else this.#reportUnknown(key, join(path, name), known);
    }
    for (const setting of known) {
      const name = lastOf(setting.key);
      if (setting.required && name !== "*" && !at(node, name)) {
        this.diagnostics.push(diagnose("config-key-missing", { key: join(path, name) }, this.#locate(place)));
      }
    }
  }

  #reportUnknown(key: YamlNode, path: string, known: readonly Setting[]): void {
    const names = known.map((setting) => lastOf(setting.key));
    const args = { key: path, nearest: nearest(lastOf(path), names) };
    this.diagnostics.push(diagnose("config-key-unknown", args, this.#locate(key)));
  }

  #groups(node: YamlNode | undefined): ApiGroup[] {
    const groups = (node?.entries ?? []).map(({ key, value }) => this.#group(key, value));
    if (node?.entries?.length === 0) this.#report(node, "groups", "at least one group is expected");
    return groups.sort((a, b) => compareText(a.name, b.name));
  }

  #group(key: YamlNode, value: YamlNode): ApiGroup {
    const name = String(key.value);
    const path = join("groups", name);
    const problem = groupProblem(name) && "a group is a DNS name with a dot, in lower case";
    const folder = folderProblem(name);
    if (problem ?? folder) this.#report(key, path, problem ?? folder ?? "");
    const approval = at(value, "approval");
    if (approval) this.#text(approval, `${path}.approval`, APPROVAL, "an address is expected");
    else if (PROTECTED_GROUP.test(name)) {
      const expected = "the API server refuses CRDs of this protected group without an approval";
      this.#report(key, `${path}.approval`, expected);
    }
    const channels = this.#channels(at(value, "channels"), `${path}.channels`);
    return { name, channels, ...(approval && { approval: String(approval.value) }), location: this.#locate(key) };
  }

  #admission(node: YamlNode): AdmissionSettings {
    const floor = at(node, "floor");
    return {
      name: this.#text(at(node, "name"), "admission.name", groupProblem, "a DNS name with a dot, in lower case"),
      floor: this.#text(
        floor,
        "admission.floor",
        releaseProblem,
        'three numbers in quotes are expected, as in "1.5.0"',
      ),
      location: this.#locate(floor ?? node),
    };
  }

  #channels(node: YamlNode | undefined, path: string): Channel[] {
    if (!node) return [];
    if (!node.items?.length) this.#report(node, path, `a list of ${CHANNELS.join(", ")} is expected`);
    const items = node.items ?? [];
    const channels = CHANNELS.filter((channel) => items.some(({ value }) => value === channel));
    for (const [index, item] of items.entries()) {
      const isRepeated = items.findIndex(({ value }) => value === item.value) < index;
      if (isRepeated) this.#report(item, path, "each channel is expected once");
      else this.#oneOf(item, path, CHANNELS, "standard");
    }
    if (items.length === 1 && channels[0] === "standard") {
      this.#report(node, path, "experimental is expected among them: it has all that standard has");
    }
    return channels;
  }

  #annotations(node: YamlNode | undefined): BundleAnnotations {
    const expected = "an annotation key is expected, as in example.dev/channel";
    const [first, second] = [node && at(node, "bundleVersion"), node && at(node, "channel")];
    const bundleVersion = this.#text(first, "annotations.bundleVersion", annotationProblem, expected);
    const channel = this.#text(second, "annotations.channel", annotationProblem, expected);
    if (second && channel !== "" && channel === bundleVersion) {
      this.#report(second, "annotations.channel", "another key than that of the bundle version is expected");
    }
    return { bundleVersion, channel };
  }

  #kubernetes(node: YamlNode | undefined): KubernetesRange {
    const expected = 'a minor version in quotes is expected, as in "1.32"';
    const [first, second] = [node && at(node, "oldest"), node && at(node, "newest")];
    const oldest = this.#text(first, "kubernetes.oldest", MINOR, expected);
    const newest = this.#text(second, "kubernetes.newest", MINOR, expected);
    if (second && oldest !== "" && newest !== "" && Number(newest.slice(2)) < Number(oldest.slice(2))) {
      this.#report(second, "kubernetes.newest", `a version that is not older than ${oldest} is expected`);
    }
    return { oldest, newest };
  }

  /** The text of a node, if it is of a form: a pattern, or a function that says what is wrong. */
  #text(node: YamlNode | undefined, key: string, form: RegExp | NameRule, expected: string): string {
    if (!node) return "";
    const isRight = (text: string) => (form instanceof RegExp ? form.test(text) : form(text) === undefined);
    if (typeof node.value === "string" && isRight(node.value)) return node.value;
    this.#report(node, key, expected);
    return "";
  }

  #oneOf<Word extends string>(node: YamlNode, key: string, words: readonly Word[], fallback: Word): Word {
    const found = words.find((word) => word === node.value);
    if (!found) this.#report(node, key, `one of ${words.join(", ")} is expected`);
    return found ?? fallback;
  }

  #report(node: YamlNode, key: string, expected: string): void {
    this.diagnostics.push(diagnose("config-value", { key, expected }, this.#locate(node)));
  }

  #locate(node: YamlNode): Location {
    return { file: this.file, start: node.start, end: Math.max(node.end, node.start + 1) };
  }
}

function at(node: YamlNode, name: string): YamlNode | undefined {
  return node.entries?.find((entry) => entry.key.value === name)?.value;
}

/** The settings one level below a path; `groups.*` stands for every group. */
function childrenOf(path: string): readonly Setting[] {
  if (path === "groups") return [{ key: "groups.*", required: false, description: "" }];
  return SETTINGS.filter(
    (setting) =>
      setting.key.slice(0, setting.key.lastIndexOf(".")) === path || (path === "" && !setting.key.includes(".")),
  );
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** A floor above the bundle itself would make the policy refuse its own bundle. */
export function floorProblem({ admission }: Settings, version: string): Diagnostic | undefined {
  const release = coerce(version);
  if (!admission || !release || !gt(admission.floor, release)) return undefined;
  const expected = `the policy would refuse the bundle itself, which is ${version}`;
  return diagnose("config-value", { key: "admission.floor", expected }, admission.location);
}

/**
 * The bundle version: what is given, else that of the project's package.json. A leading `v` is dropped.
 */
export function readVersion(given: string | undefined, packageJson: SourceText | undefined): string | Diagnostic {
  if (given !== undefined)
    return valid(given) ?? diagnose("version-invalid", { version: given, source: "--bundle-version" });
  const purpose = "it says the version of the bundle";
  if (!packageJson) return diagnose("file-missing", { path: "package.json", purpose });
  const json = parseJson(packageJson.text);
  if (json === undefined) return jsonProblem(packageJson);
  const field = isJsonObject(json) ? json.version : undefined;
  const version = typeof field === "string" ? field : undefined;
  return valid(version) ?? diagnose("version-invalid", { version, source: packageJson.path });
}

/** Why a file is not JSON, and where: most often a merge left its marks in it. */
function jsonProblem({ path, text }: SourceText): Diagnostic {
  const conflict = /^<{7} .*$/m.exec(text);
  const start = conflict?.index ?? jsonErrorAt(text) ?? 0;
  const location = { file: path, start, end: start + (conflict?.[0].length ?? 1) };
  return diagnose(
    "json-invalid",
    { path, cause: conflict ? "a merge left conflict markers in it" : undefined },
    location,
  );
}
