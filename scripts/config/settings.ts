/** `apis/bundle.yaml` → the settings of the bundle, every mistake reported at its place and all in one run. */
import { coerce, gt, valid } from "semver";
import { diagnose } from "../diagnostics/diagnose.js";
import { nearest } from "../diagnostics/nearest.js";
import { type AdmissionSettings, type ApiGroup, type Bundle, PRESERVE_SETTINGS } from "../model/bundle.js";
import { CHANNELS } from "../model/channel.js";
import { compareText, type Diagnostic } from "../model/diagnostic.js";
import type { Location, SourceText } from "../model/location.js";
import { loadLocatedYaml, type YamlNode } from "../yaml.js";

export type Settings = Omit<Bundle, "version">;

/** One setting, for the reference in the docs. */
export interface Setting {
  readonly key: string;
  readonly required: boolean;
  readonly says: string;
}

/** Every setting there is. The reader below knows no others. */
export const SETTINGS: readonly Setting[] = [
  {
    key: "name",
    required: true,
    says: "The name of the bundle in `bundle.json`: lower-case letters, digits and hyphens.",
  },
  { key: "title", required: true, says: "Its name for people, in the header of the install manifests." },
  { key: "annotations", required: true, says: "The keys of the annotations that stamp every CRD." },
  {
    key: "annotations.bundleVersion",
    required: true,
    says: "The key for the bundle version, written with a `v` before it.",
  },
  { key: "annotations.channel", required: true, says: "The key for the channel." },
  { key: "groups", required: true, says: "The API groups, by name." },
  { key: "groups.*.channels", required: true, says: "The channels that the group may appear in." },
  {
    key: "groups.*.approval",
    required: false,
    says: "The address that approved the API. Required in groups that Kubernetes protects: `*.k8s.io`, `*.kubernetes.io`.",
  },
  { key: "kubernetes", required: true, says: "The Kubernetes minors that the bundle supports." },
  { key: "kubernetes.oldest", required: true, says: 'The oldest, as in `"1.32"`, in quotes.' },
  { key: "kubernetes.newest", required: true, says: "The newest." },
  {
    key: "admission",
    required: false,
    says: "The ValidatingAdmissionPolicy that guards upgrades of the bundle's CRDs. Without it the bundle has none.",
  },
  { key: "admission.name", required: true, says: "The name of the policy and of its binding." },
  {
    key: "admission.floor",
    required: true,
    says: "The oldest bundle version that the policy lets in, as three numbers; not newer than the bundle itself.",
  },
  {
    key: "preserveUnknownFields",
    required: false,
    says: "`every-object` (without it), `root` or `none`: where the API server keeps fields that the schema does not know.",
  },
];

const DNS_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;
const ANNOTATION_KEY = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$/;
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
  return reader.diagnostics.length > 0 ? { diagnostics: reader.diagnostics } : { settings, diagnostics: [] };
}

class SettingsReader {
  readonly diagnostics: Diagnostic[] = [];

  constructor(readonly file: string) {}

  read(root: YamlNode): Settings {
    this.#checkKeys(root, "", root);
    const annotations = at(root, "annotations");
    const kubernetes = at(root, "kubernetes");
    const admission = at(root, "admission");
    const preserve = at(root, "preserveUnknownFields");
    return {
      name: this.#text(
        at(root, "name"),
        "name",
        /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
        "lower-case letters, digits and hyphens",
      ),
      title: this.#text(
        at(root, "title"),
        "title",
        /^[^\n"\\{}]+$/,
        "one line of text without quotes, braces or backslashes",
      ),
      annotations: {
        bundleVersion: this.#annotation(annotations, "bundleVersion"),
        channel: this.#annotation(annotations, "channel"),
      },
      groups: this.#groups(at(root, "groups")),
      kubernetes: { oldest: this.#minor(kubernetes, "oldest"), newest: this.#minor(kubernetes, "newest") },
      ...(admission && { admission: this.#admission(admission) }),
      preserveUnknownFields: preserve
        ? this.#oneOf(preserve, "preserveUnknownFields", PRESERVE_SETTINGS, "every-object")
        : "every-object",
    };
  }

  /** Reports keys that there are not, and required ones that are missing, at every depth. */
  #checkKeys(node: YamlNode, path: string, parent: YamlNode): void {
    const known = childrenOf(path);
    if (known.length === 0) return;
    if (!node.entries) {
      this.#report(node, path === "" ? "apis/bundle.yaml" : path, "a mapping is expected");
      return;
    }
    for (const { key, value } of node.entries) {
      const name = String(key.value);
      const child = known.find((setting) => lastOf(setting.key) === name || lastOf(setting.key) === "*");
      if (child) this.#checkKeys(value, child.key, node);
      else {
        const args = {
          key: join(path, name),
          nearest: nearest(
            name,
            known.map((setting) => lastOf(setting.key)),
          ),
        };
        this.diagnostics.push(diagnose("config-key-unknown", args, this.#locate(key)));
      }
    }
    for (const setting of known) {
      const name = lastOf(setting.key);
      if (setting.required && name !== "*" && !at(node, name)) {
        const place = node.entries[0]?.key ?? parent;
        this.diagnostics.push(diagnose("config-key-missing", { key: setting.key }, this.#locate(place)));
      }
    }
  }

  #groups(node: YamlNode | undefined): ApiGroup[] {
    const groups = (node?.entries ?? []).map(({ key, value }) => this.#group(key, value));
    if (node && groups.length === 0) this.#report(node, "groups", "at least one group is expected");
    return groups.sort((a, b) => compareText(a.name, b.name));
  }

  #group(key: YamlNode, value: YamlNode): ApiGroup {
    const name = String(key.value);
    if (!DNS_NAME.test(name)) this.#report(key, name, "a group is a DNS name with a dot, in lower case");
    const channelNodes = at(value, "channels")?.items ?? [];
    const channels = channelNodes.map((node) => this.#oneOf(node, "channels", CHANNELS, "standard"));
    if (at(value, "channels") && channels.length === 0) {
      this.#report(at(value, "channels") ?? value, "channels", `a list of ${CHANNELS.join(", ")} is expected`);
    }
    const approval = at(value, "approval");
    if (approval) this.#text(approval, "approval", /^(https?:\/\/\S+|unapproved.*)$/, "an address is expected");
    else if (PROTECTED_GROUP.test(name)) {
      const expected = "the API server refuses CRDs of this protected group without an approval";
      this.#report(key, `groups.${name}.approval`, expected);
    }
    return { name, channels, ...(approval && { approval: String(approval.value) }), location: this.#locate(key) };
  }

  #admission(node: YamlNode): AdmissionSettings {
    const floor = at(node, "floor");
    return {
      name: this.#text(at(node, "name"), "admission.name", DNS_NAME, "a DNS name with a dot, in lower case"),
      floor: this.#text(
        floor,
        "admission.floor",
        /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/,
        'three numbers in quotes: "1.5.0"',
      ),
      location: this.#locate(floor ?? node),
    };
  }

  #annotation(parent: YamlNode | undefined, name: string): string {
    return this.#text(
      parent && at(parent, name),
      `annotations.${name}`,
      ANNOTATION_KEY,
      "an annotation key is expected",
    );
  }

  #minor(parent: YamlNode | undefined, name: string): string {
    const expected = 'a minor version in quotes is expected, as in "1.32"';
    return this.#text(parent && at(parent, name), `kubernetes.${name}`, /^1\.[1-9][0-9]*$/, expected);
  }

  #text(node: YamlNode | undefined, key: string, pattern: RegExp, expected: string): string {
    if (!node) return "";
    if (typeof node.value === "string" && pattern.test(node.value)) return node.value;
    this.#report(node, key, expected);
    return "";
  }

  #oneOf<Word extends string>(node: YamlNode, key: string, words: readonly Word[], fallback: Word): Word {
    const found = words.find((word) => word === node.value);
    if (!found) this.#report(node, key, `it is one of ${words.join(", ")}`);
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
  if (path === "groups") return [{ key: "groups.*", required: false, says: "" }];
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
  const version = versionField(packageJson.text);
  return valid(version) ?? diagnose("version-invalid", { version: String(version), source: packageJson.path });
}

function versionField(text: string): string | undefined {
  try {
    const version = (JSON.parse(text) as { version?: unknown } | null)?.version;
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
