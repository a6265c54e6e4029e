/** The description of a new project, from which its first files follow, and the rules for each part of it. */
import { pluralOf } from "../model/api.js";
import type { KubernetesRange } from "../model/bundle.js";
import { CHANNELS, type Channel } from "../model/channel.js";
import { MINORS, NEWEST_MINOR } from "../model/kubernetes-minor.js";
import { crdNameProblem, isDeviceName, kindProblem } from "../model/names.js";
import { BUNDLE_NAME, groupNameProblem } from "./settings-schema.js";

export interface NewProject {
  /** Name of the bundle and of the npm package. */
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  /** Channels that may contain the group. If it is only the standard one, the bundle has no other. */
  readonly channels: readonly Channel[];
}

/** Name of the npm package of the tool. */
export const TOOL_PACKAGE = "crd-bundle";

/** Name of the plugin for editors, in tsconfig.json. */
export const EDITOR_PLUGIN = `${TOOL_PACKAGE}/editor`;

/** First line of the settings, which tells editors their JSON Schema. */
export const SETTINGS_HEADER = `# yaml-language-server: $schema=../node_modules/${TOOL_PACKAGE}/docs/schemas/settings.json\n`;

/** Number of minor versions of Kubernetes that a new bundle supports. */
const SUPPORTED_MINORS = 5;

/** Versions of Kubernetes that a new bundle supports. */
export const NEW_RANGE: KubernetesRange = {
  oldest: MINORS.at(-SUPPORTED_MINORS) ?? NEWEST_MINOR,
  newest: NEWEST_MINOR,
};

/** Returns the title of a bundle: its name with spaces and capital letters. */
export function titleOf(name: string): string {
  return name
    .split("-")
    .filter((word) => word !== "")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");
}

/** Returns why a new bundle cannot have a name. npm does not install a package into a project of the same name. */
export function newNameProblem(name: string): string | undefined {
  if (!BUNDLE_NAME.test(name)) return "must be at most 63 lowercase letters, digits, and hyphens";
  return name === TOOL_PACKAGE ? "must differ from the name of this tool" : undefined;
}

export const newGroupProblem = groupNameProblem;

/** Types in the source of a new kind that do not belong to the kind. */
export const IMPORTED_TYPES = ["Condition", "int32", "int64", "ObjectMeta"];

/** Returns why a new kind cannot have a name: it is also the name of a TypeScript interface and of a file. */
export function newKindProblem(kind: string): string | undefined {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind)) return "must begin with an uppercase letter and consist of letters and digits";
  if (IMPORTED_TYPES.includes(kind)) return "must differ from the names of Kubernetes' own types";
  if (isDeviceName(kind)) return "must not be a device name of Windows";
  return kindProblem(`${kind}List`) && "must be at most 59 characters"; // the API server also limits the kind of lists
}

/** Returns why a new bundle cannot have these channels. */
export function newChannelsProblem(channels: readonly Channel[]): string | undefined {
  return channels.length > 0 ? undefined : `must be a list of ${CHANNELS.join(", ")}`;
}

/** Returns why a group cannot have a kind, if each of them is valid. */
export function newCrdProblem({ group, kind }: Pick<NewProject, "group" | "kind">): string | undefined {
  return crdNameProblem(pluralOf(kind, {}), group);
}

/** Returns the name of a bundle without a given name: that of its directory if it is valid, otherwise the plural. */
export function defaultName(directory: string, kind: string): string {
  const name = directory.toLowerCase();
  return newNameProblem(name) === undefined ? name : pluralOf(kind, {});
}
