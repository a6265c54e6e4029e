/**
 * Tests of the fixtures. Every directory in `fixtures/` that contains TypeScript files is a fixture. `v1.ts` is the
 * file of the group example.dev in version v1, `x.example.dev/v1alpha1.ts` that of another group. If there is a
 * `bundle.yaml`, it replaces the settings. The results are golden files. For invalid sources, they contain the
 * diagnostics. For valid sources, `crds.yaml` contains the CRDs of both channels, and `files.txt` the types, JSON
 * Schemas and API reports.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../scripts/core/model/crd.js";
import { type Json, type JsonObject, sortKeys } from "../scripts/core/model/json.js";
import type { SourceText } from "../scripts/core/model/location.js";
import type { OutputFile } from "../scripts/core/model/output.js";
import type { SchemaMap, StructuralSchema } from "../scripts/core/model/schema.js";
import { printYaml } from "../scripts/core/yaml/print.js";
import { report } from "../scripts/report/report.js";
import { NO_COLOR } from "../scripts/report/style.js";
import { matchesGolden, ROOT } from "./support/golden.js";
import { buildSources, bundleOf, META, widget } from "./support/project.js";

const FIXTURES = join(ROOT, "tests/fixtures");
const fixtures = suite("fixtures");

/** The fields of every object, without comments of the author. */
const UNDESCRIBED = rootOf(buildSources([widget("/** A name. */ name?: string;")]).crds[0]?.crds[0]);

interface Fixture {
  readonly name: string;
  readonly directory: string;
  readonly sources: readonly SourceText[];
}

function findFixtures(): Fixture[] {
  const files = readdirSync(FIXTURES, { recursive: true, encoding: "utf8" }).map((path) => path.split(sep).join("/"));
  const names = new Set(
    files.filter((path) => path.endsWith(".ts")).map((path) => path.split("/").slice(0, 2).join("/")),
  );
  return [...names].sort().map((name) => ({ name, directory: join(FIXTURES, name), sources: sourcesOf(name, files) }));
}

function sourcesOf(name: string, files: readonly string[]): SourceText[] {
  return files
    .filter((path) => path.startsWith(`${name}/`) && path.endsWith(".ts"))
    .map((path) => ({
      path: sourcePath(path.slice(name.length + 1)),
      text: readFileSync(join(FIXTURES, path), "utf8"),
    }));
}

/**
 * Returns the path of a source in the project: `v1.ts` → `apis/example.dev/v1/widget.ts`, and `x.example.dev/v1.ts` in
 * the same way. A path with more parts does not change.
 */
function sourcePath(path: string): string {
  const parts = path.replace(/\.ts$/, "").split("/");
  if (parts.length > 2) return `apis/${path}`;
  const [group, version] = parts.length === 2 ? parts : ["example.dev", parts[0]];
  return `apis/${group}/${version}/widget.ts`;
}

for (const { name, directory, sources } of findFixtures()) {
  fixtures(name, () => {
    const settings = join(directory, "bundle.yaml");
    const bundle = bundleOf(existsSync(settings) ? readFileSync(settings, "utf8") : undefined);
    const { diagnostics, crds, files, reports } = buildSources(sources, bundle);
    const [area, subject] = name.split("/");
    const text =
      diagnostics.length > 0
        ? report(diagnostics, "text", [META, ...sources], NO_COLOR)
        : crds.map(({ channel, crds: list }) => printChannel(channel, list, crds[0]?.crds ?? [])).join("");
    assert.is(diagnostics.length > 0, area === "diagnostics", text);
    if (area === "diagnostics")
      assert.ok(
        diagnostics.some(({ code }) => code === subject),
        text,
      );
    matchesGolden(text, join(directory, area === "diagnostics" ? "diagnostics.txt" : "crds.yaml"));
    if (area !== "diagnostics")
      matchesGolden(printOthers([...byChannel(files), ...reports]), join(directory, "files.txt"));
  });
}

/**
 * Prints the CRDs of a channel. Those of the experimental channel are included only if they differ from the standard
 * ones.
 */
function printChannel(
  channel: string,
  crds: readonly CustomResourceDefinition[],
  standard: readonly CustomResourceDefinition[],
): string {
  if (channel === "standard") return crds.map((crd) => `---\n# standard\n${printYaml(briefOf(crd))}`).join("");
  return crds
    .map((crd) => {
      const twin = standard.find((other) => other.metadata.name === crd.metadata.name);
      if (!twin) return `---\n# experimental alone\n${printYaml(briefOf(crd))}`;
      const [before, after] = [linesOf(briefOf(twin)), linesOf(briefOf(crd))];
      const lost = before.filter((line) => !after.includes(line)).map((line) => `# - ${line}\n`);
      const gained = after.filter((line) => !before.includes(line)).map((line) => `# + ${line}\n`);
      return `---\n# experimental: ${lost.length + gained.length === 0 ? "the same" : "differs in"}\n${[...lost, ...gained].join("")}`;
    })
    .join("");
}

/** Returns the files of the standard channel, followed by those of the experimental one. */
function byChannel(files: readonly OutputFile[]): OutputFile[] {
  return CHANNELS.flatMap((channel) => files.filter(({ path }) => path.includes(`/${channel}/`)));
}

/**
 * Prints the other output for the kinds. That of the experimental channel is included only if it differs from the
 * standard one.
 */
function printOthers(files: readonly OutputFile[]): string {
  const others = files
    .filter(({ path }) => /^types\/.*\/v[^/]*\.d\.ts$|^schemas\/.*_v[^/]*\.json$|\.md$/.test(path))
    .map(({ path, text }) => ({ path, text: path.endsWith(".json") ? linesOfSchema(text) : text }));
  const standard = new Map(others.map(({ path, text }) => [path, text]));
  const printed = others.map(({ path, text }) => {
    const twin = path.includes("experimental") && standard.get(path.replace("experimental", "standard"));
    const isSame = twin === text.replace(": experimental channel\n", ": standard channel\n");
    return `===== ${path}${isSame ? ": as in the standard channel\n" : `\n${text}`}`;
  });
  return printed.join("\n");
}

/**
 * Prints a JSON Schema without its descriptions, which are also in the CRD, and without the metadata of every object.
 */
function linesOfSchema(text: string): string {
  const { $comment: _, ...schema } = JSON.parse(text) as JsonObject;
  const lines = linesOf(schema).filter((line) => !/^\/properties\/metadata\/|\/description = /.test(line));
  return `${lines.join("\n")}\n`;
}

/** Returns every leaf of a value as one line: its path and its JSON. */
function linesOf(value: Json, path = ""): string[] {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) {
    return [`${path} = ${JSON.stringify(value)}`];
  }
  return Object.entries(value).flatMap(([key, child]) => linesOf(child as Json, `${path}/${key}`));
}

/**
 * Returns a CRD without the parts that are the same in all fixtures: the stamps, and the fields of every object unless
 * the author describes them.
 */
function briefOf(crd: CustomResourceDefinition): Json {
  const { annotations, ...metadata } = crd.metadata;
  const { "example.dev/bundle-version": _, "example.dev/channel": __, ...others } = annotations;
  const own = { ...metadata, ...(Object.keys(others).length > 0 && { annotations: others }) };
  const text = JSON.stringify({ metadata: own, spec: crd.spec }, (key, value: unknown) => {
    if (key !== "openAPIV3Schema") return value;
    const schema = value as StructuralSchema;
    const own = Object.entries(schema.properties ?? {}).filter(([name, field]) => !isUndescribed(name, field));
    return { ...schema, properties: Object.fromEntries(own) };
  });
  return sortKeys(JSON.parse(text) as Json);
}

/** Returns the fields of the first version of a CRD, except its spec. */
function rootOf(crd: CustomResourceDefinition | undefined): SchemaMap {
  const { spec: _, ...fields } = crd?.spec.versions[0]?.schema.openAPIV3Schema.properties ?? {};
  return fields;
}

/** Reports whether a field is one of every object, with the schema that it has if the author does not describe it. */
function isUndescribed(name: string, field: StructuralSchema): boolean {
  return JSON.stringify(UNDESCRIBED[name]) === JSON.stringify(field);
}

fixtures.run();
