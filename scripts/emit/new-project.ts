/** Prints the first files of a project. */
import {
  EDITOR_PLUGIN,
  NEW_RANGE,
  type NewProject,
  SETTINGS_HEADER,
  TOOL_PACKAGE,
  titleOf,
} from "../core/config/new-project.js";
import { PROTECTED_GROUP } from "../core/config/settings-schema.js";
import type { OutputFile } from "../core/model/output.js";
import { APIS, BUNDLE_FILE, CHANGELOG, GITIGNORE, PACKAGE_FILE, TSCONFIG, WORKFLOW } from "../core/project-layout.js";
import { printYaml } from "../core/yaml/print.js";

/** Sources of a new project, with `{{kind}}`, `{{group}}`, `{{label}}`, `{{comment}}` and `{{experimental}}`. */
export interface ProjectTemplates {
  readonly kind: string;
  /** Field that only the experimental channel has. */
  readonly experimentalField: string;
}

/** Version of a project without a release. */
export const FIRST_VERSION = "0.1.0";

/** Returns the source of the kind, and the settings. */
export function newProjectSources(project: NewProject, templates: ProjectTemplates): OutputFile[] {
  return [
    { path: kindPath(project), text: kindSource(project, templates) },
    { path: BUNDLE_FILE, text: settings(project) },
  ];
}

/** The content of a new project, from which the files around its sources follow. */
export interface ProjectContent {
  /** Name of the bundle and of the npm package. */
  readonly name: string;
  /** The kinds, by group. */
  readonly kinds: readonly { readonly group: string; readonly kind: string }[];
}

/** Returns the files of a new project but its sources. `tool` is the specification of the tool's package in package.json. */
export function projectFrame(content: ProjectContent, tool: string, workflow: string): OutputFile[] {
  return [
    { path: PACKAGE_FILE, text: packageJson(content.name, tool) },
    { path: TSCONFIG, text: printJson(TSCONFIG_CONTENT) },
    { path: GITIGNORE, text: "node_modules/\n" },
    { path: CHANGELOG, text: changelog(content) },
    { path: WORKFLOW, text: workflow },
  ];
}

/** Returns the path of the source of the kind. */
function kindPath({ group, kind }: NewProject): string {
  return `${APIS}/${group}/v1/${kind.toLowerCase()}.ts`;
}

function packageJson(name: string, tool: string): string {
  const check = [`${TOOL_PACKAGE} check`, `${TOOL_PACKAGE} build --check`, `${TOOL_PACKAGE} policy`].join(" && ");
  return printJson({
    name,
    version: FIRST_VERSION,
    private: true,
    type: "module",
    scripts: { build: `${TOOL_PACKAGE} build`, check, release: `${TOOL_PACKAGE} release` },
    devDependencies: { [TOOL_PACKAGE]: tool },
  });
}

function printJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** For editors only: the build does not read the file. */
const TSCONFIG_CONTENT = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023"],
    module: "nodenext",
    types: [],
    strict: true,
    noEmit: true,
    plugins: [{ name: EDITOR_PLUGIN }],
  },
  include: [APIS],
};

function settings({ name, group, channels }: NewProject): string {
  const domain = { bundleVersion: `${group}/bundle-version`, channel: `${group}/channel` };
  const approval = PROTECTED_GROUP.test(group) && { approval: "unapproved, experimental-only" };
  const values = {
    name,
    title: titleOf(name),
    annotations: domain,
    ...(!channels.includes("experimental") && { channels }),
    groups: { [group]: { channels, ...approval } },
    kubernetes: { ...NEW_RANGE },
  };
  return `${SETTINGS_HEADER}${printYaml(values)}`;
}

function changelog({ kinds }: ProjectContent): string {
  return `# Changelog

## [Unreleased]

### Added

${kinds.map(({ kind, group }) => `- \`${kind}\` in the API group \`${group}\`.\n`).join("")}`;
}

function kindSource({ group, kind, channels }: NewProject, templates: ProjectTemplates): string {
  const values = { group, kind, label: labelOf(kind) };
  const isStandard = channels.includes("standard");
  const description = `${kind} in the API group ${group}.`;
  const comment = isStandard ? `/** ${description} */` : `/**\n * ${description}\n *\n * @experimental\n */`;
  const experimental = channels.length > 1 ? filled(templates.experimentalField, values) : "";
  return filled(templates.kind, { ...values, comment, experimental });
}

/** Replaces the names in braces. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}

/** Returns a kind as descriptions name its objects: `widget class`, `HTTP route`. */
function labelOf(kind: string): string {
  const words = kind.match(/[A-Z]+(?![a-z])\d*|[A-Z][a-z\d]*/g) ?? [kind];
  return words.map((word) => (/^[A-Z]{2}/.test(word) ? word : word.toLowerCase())).join(" ");
}
