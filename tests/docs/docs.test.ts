/** The docs are true: what is generated is current, links lead somewhere, examples build, commands print what is shown. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readProfile } from "../../scripts/changes/policy/profile.js";
import { readBaseline } from "../../scripts/core/config/baseline.js";
import { CONVERSION } from "../../scripts/core/config/conversion-schema.js";
import { readConversions } from "../../scripts/core/config/conversions.js";
import { readPolicyFiles } from "../../scripts/core/config/policy-files.js";
import { readProfileFile } from "../../scripts/core/config/profile.js";
import { itemsOf, keysOf } from "../../scripts/core/config/schema.js";
import { readSettings } from "../../scripts/core/config/settings.js";
import type { Diagnostic } from "../../scripts/core/model/diagnostic.js";
import type { SourceText } from "../../scripts/core/model/location.js";
import { diagnosticsIn } from "../../scripts/core/result.js";
import { loadAllYaml } from "../../scripts/core/yaml/yaml.js";
import { readComment } from "../../scripts/language/tags/comment.js";
import { TAG_NAMES, TAGS } from "../../scripts/language/tags/index.js";
import { scanComment } from "../../scripts/language/tags/scan.js";
import { report } from "../../scripts/report/report.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { ROOT } from "../support/golden.js";
import { buildSources, META } from "../support/project.js";
import { type Document, readDocuments, renew } from "./documents.js";
import { anchorsOf, fencesOf, linksOf } from "./markdown.js";
import { PARTS, partsIn } from "./parts.js";

const docs = suite("docs");
const documents = readDocuments();
const CRITERIA = readProfile(readFileSync(join(ROOT, "templates/policy/channels.yaml"), "utf8")).graduation
  .attestations;

/** Values that kubeconform puts into a path. */
const HTTP_ROUTE: Readonly<Record<string, string>> = {
  Group: "gateway.networking.k8s.io",
  ResourceKind: "httproute",
  ResourceAPIVersion: "v1",
};

for (const document of documents) {
  docs(`${document.path} is what npm run docs writes`, async () => {
    assert.fixture(document.text, await renew(document, { runs: document.path === "README.md" }));
  });

  docs(`the links of ${document.path} lead somewhere`, () => {
    const dead = linksOf(document.text).filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(link, document));
    assert.equal(dead, []);
  });

  // The API reports have a line per field, patterns and all: that is what makes their diffs short.
  if (document.path.startsWith("docs/reports/")) continue;
  docs(`${document.path} is at most 120 columns wide`, () => {
    const printed = new Set(fencesOf(document.text).flatMap((each) => (each.language === "console" ? each.body : [])));
    const lines = document.text.split("\n").filter((line) => line.startsWith("$ ") || !printed.has(line));
    const wide = lines.filter((line) => line.length > 120 && !line.startsWith("|"));
    assert.equal(wide, []);
  });
}

function leadsSomewhere(link: string, from: Document): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? from.path : normalize(join(dirname(from.path), path));
  if (!existsSync(join(ROOT, target))) return false;
  if (anchor === undefined) return true;
  const document = documents.find((candidate) => candidate.path === target);
  return document !== undefined && anchorsOf(document.text).has(anchor);
}

docs("there is something to check", () => {
  const readme = documents.find(({ path }) => path === "README.md")?.text ?? "";
  assert.ok(documents.length > 7, "documents");
  assert.ok(linksOf(readme).length > 7, "links");
  assert.ok(fencesOf(readme).filter(({ language }) => language === "console").length > 4, "commands");
});

docs("every generated part stands in one document", () => {
  assert.equal(documents.flatMap(({ text }) => partsIn(text)).sort(), Object.keys(PARTS).sort());
});

docs("every TypeScript example of the type language builds", () => {
  const examples = examplesIn("docs/type-language.md", "ts");
  assert.ok(examples.length > 4, "there are examples");
  for (const example of examples) {
    const sources = sourcesOf(example);
    const { diagnostics } = buildSources(sources);
    assert.is(report(diagnostics, "text", [META, ...sources], NO_COLOR), "");
  }
});

docs("the example of bundle.yaml holds no mistake", () => {
  const examples = examplesIn("docs/bundle.md", "yaml");
  assert.is(examples.length, 1);
  const read = readSettings({ path: "apis/bundle.yaml", text: examples[0] ?? "" });
  assert.equal(read.ok ? [] : read.diagnostics, []);
});

docs("the examples of the files about the policy hold no mistake", () => {
  const examples = new Map(
    examplesIn("docs/policy.md", "yaml").map((text) => [/^# (\S+)\n/.exec(text)?.[1] ?? "", text] as const),
  );
  const [accepted, own] = ["accepted.yaml", "my-policy.yaml"] as const;
  const paths = ["waivers", "graduation", "conversions"].map((name) => `apis/${name}.yaml`);
  assert.equal([...examples.keys()], [accepted, own, ...paths]);
  const baseline = readBaseline({ path: accepted, text: examples.get(accepted) ?? "" });
  const profile = readProfileFile({ path: own, text: examples.get(own) ?? "" });
  const [waivers, graduation, definitions] = paths.map((path) => ({ path, text: examples.get(path) ?? "" }));
  const [read, conversions] = [readPolicyFiles(waivers, graduation), readConversions(definitions)];
  assert.equal(diagnosticsIn([baseline, profile, read, conversions]), []);
  assert.ok(read.ok && conversions.ok && conversions.value.length > 0);
  assert.ok(Object.values(read.value).every((records) => records.length > 0));
  assert.equal(
    read.value.attestations.filter(({ criterion }) => !CRITERIA.includes(criterion)),
    [],
  );
});

docs("the examples of definitions hold no mistake", () => {
  const examples = examplesIn("docs/converting.md", "yaml").filter((text) =>
    text.startsWith("# apis/conversions.yaml"),
  );
  assert.ok(examples.length > 0);
  const read = examples.map((text) => readConversions({ path: "apis/conversions.yaml", text }));
  assert.equal(diagnosticsIn(read), []);
});

docs("the table of steps lists each step with all its keys", () => {
  const page = readFileSync(join(ROOT, "docs/converting.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, name, keys = ""]) => [
    name,
    [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => key),
  ]);
  const { steps } = keysOf(CONVERSION) ?? {};
  const step = steps && itemsOf(steps);
  const known = step && keysOf(step);
  assert.ok(known);
  assert.equal(
    rows,
    Object.entries(known).map(([name, schema]) => [name, Object.keys(keysOf(schema) ?? {})]),
  );
});

docs("the examples of manifests and workflows can be read", () => {
  for (const path of ["docs/installing.md", "docs/releasing.md"]) {
    const examples = examplesIn(path, "yaml");
    assert.ok(examples.length > 0, path);
    const problems = examples.map(loadAllYaml).flatMap((loaded) => ("problem" in loaded ? loaded.problem : []));
    assert.equal(problems, [], path);
  }
});

docs("the examples for controllers are parts of programs that run with an API server", () => {
  const directory = join(ROOT, "tests/projects/clients/src");
  const programs = readdirSync(directory).map((name) => readFileSync(join(directory, name), "utf8"));
  const examples = examplesIn("docs/controllers.md", "ts");
  assert.ok(examples.length > 5);
  const lines = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => line.trim())
      .join("\n");
  const foreign = examples.filter((example) => !programs.some((program) => lines(program).includes(lines(example))));
  assert.equal(foreign, []);
});

docs("the list of what is written has every file of dist/, and nothing else", () => {
  const [tree = ""] = examplesIn("docs/bundle.md", "text").filter((text) => text.startsWith("dist/\n"));
  const patterns = pathsIn(tree).map(
    (path) => new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/<\w+>/g, "[^/_]+")}$`),
  );
  const files = readdirSync(join(ROOT, "dist"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/"));
  assert.ok(patterns.length > 15 && files.length > 50, "there is something to compare");
  assert.equal(
    files.filter((file) => !patterns.some((pattern) => pattern.test(file))),
    [],
  );
  assert.equal(
    patterns.filter((pattern) => !files.some((file) => pattern.test(file))),
    [],
  );
});

/** The files of a tree of names. A directory that lists nothing has what the one above it lists. */
function pathsIn(tree: string): string[] {
  const paths: string[] = [];
  const parents: string[] = [];
  const lines = tree
    .split("\n")
    .map((line) => ({ depth: line.search(/\S/) / 2, name: line.trim().split(" ")[0] ?? "" }));
  lines.forEach(({ depth, name }, index) => {
    parents.splice(depth, Number.POSITIVE_INFINITY, name);
    const path = parents.join("");
    const isEmpty = name.endsWith("/") && (lines[index + 1]?.depth ?? 0) <= depth;
    if (isEmpty) paths.push(...paths.flatMap((other) => beside(path, other)));
    else if (!name.endsWith("/")) paths.push(path);
  });
  return paths;
}

/** Returns the path in the directory of the other channel for a path in the standard channel. */
function beside(directory: string, path: string): string[] {
  const twin = directory.replace(/experimental\/$/, "standard/");
  return path.startsWith(twin) ? [directory + path.slice(twin.length)] : [];
}

docs("the schemas that are named are there", () => {
  const named = documents.flatMap(({ text }) => [...text.matchAll(/<base>\/(schemas\/[^'"\s]+)/g)]);
  const paths = new Set(
    named.map(([, path = ""]) => path.replace(/\{\{\.(\w+)\}\}/g, (_, part) => HTTP_ROUTE[part] ?? part)),
  );
  assert.is(paths.size, 2, [...paths].join());
  for (const path of paths) assert.ok(existsSync(join(ROOT, "dist", path)), path);
});

docs("the example of every tag can be read", () => {
  for (const { name, example, targets } of TAGS) {
    const [target] = targets;
    assert.ok(target, name);
    const diagnostics: Diagnostic[] = [];
    const scanned = scanComment(`/**\n * ${example}\n */`, 0, "example.ts", TAG_NAMES, "reflowed", diagnostics);
    const { tags } = readComment(scanned, target, diagnostics);
    assert.equal(diagnostics, []);
    assert.equal(
      tags.map((tag) => tag.definition.name),
      [name],
    );
  }
});

function examplesIn(path: string, language: string): string[] {
  const text = documents.find((document) => document.path === path)?.text ?? "";
  return fencesOf(text)
    .filter((fence) => fence.language === language)
    .map((fence) => fence.body.join("\n"));
}

/** An example is files, each below a line `// apis/…`, or one interface WidgetSpec and what it needs. */
function sourcesOf(example: string): SourceText[] {
  if (!example.startsWith("// ")) return [{ path: "apis/example.dev/v1/widget.ts", text: aroundSpec(example) }];
  return example.split(/^\/\/ (?=apis\/)/m).flatMap((file) => {
    const [path = "", ...lines] = file.split("\n");
    return path === "" ? [] : [{ path, text: lines.join("\n") }];
  });
}

function aroundSpec(example: string): string {
  const names = [...META.text.matchAll(/^export (?:type|interface) (\w+)/gm)].map((match) => match[1]);
  return `import type { ${names.join(", ")} } from "../../meta/v1.js";
${example}
/** A widget. */
export interface Widget {
  apiVersion: "example.dev/v1";
  kind: "Widget";
  metadata: ObjectMeta;
  /** What is wanted. */
  spec: WidgetSpec;
}
`;
}

docs.run();
