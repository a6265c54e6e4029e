/** Tests of the types as users have them, with a package, a project that imports it, and the compiler. */
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { BuildOutput } from "../../scripts/app/build.js";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import type { OutputFile } from "../../scripts/core/model/output.js";
import { FLEET, inDirectory } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";
import { installTool } from "../support/installed-tool.js";
import {
  buildProject,
  expectedComplaints,
  installTypes,
  STRICTEST,
  typeCheck,
  writeFiles,
} from "../support/type-package.js";

const typesPackage = suite("emit/types-package");

const CONSUMER = join(ROOT, "tests/projects/consumer");

/** The module resolutions of compilers, as command line options. */
const RESOLUTIONS: Readonly<Record<string, readonly string[]>> = {
  nodenext: ["--module", "nodenext"],
  node16: ["--module", "node16"],
  bundler: ["--module", "esnext", "--moduleResolution", "bundler"],
};

/** Installs the consumer project for a channel, together with the types of this project. */
async function installConsumer(directory: string, channel: Channel): Promise<void> {
  await cp(CONSUMER, directory, { recursive: true });
  for (const file of await readdir(join(directory, "src"))) {
    const path = join(directory, "src", file);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replaceAll('"gateway-api-types/standard', `"gateway-api-types/${channel}`));
  }
  await installTypes((await buildProject(ROOT)).files, directory);
}

const REFUSED: Readonly<Record<Channel, readonly string[]>> = {
  standard: ["commonjs.cts", "experimental.ts", "wrong.ts"],
  experimental: ["wrong.ts"],
};

for (const channel of CHANNELS) {
  typesPackage(`a controller on the ${channel} channel: what is refused is refused at its line, and nothing else`, () =>
    inDirectory(async (directory) => {
      await installConsumer(directory, channel);
      const complaints = await expectedComplaints(directory, REFUSED[channel]);
      assert.ok(complaints.length > 5);
      for (const [name, options] of Object.entries(RESOLUTIONS)) {
        assert.equal((await typeCheck(directory, ...options)).sort(), complaints.sort(), name);
      }
    }),
  );
}

/**
 * Returns a module that uses each version of each kind of a channel, imported from the index and from the version's own
 * module.
 */
function userOf({ crds, files }: BuildOutput, channel: Channel): OutputFile {
  const manifest = files.find(({ path }) => path === "types/package.json")?.text ?? "";
  const { name: pkg } = JSON.parse(manifest) as { name: string };
  const resources = (crds.find((candidate) => candidate.channel === channel)?.crds ?? []).flatMap(({ spec }) =>
    spec.versions.map(({ name }) => ({ ...spec.names, group: spec.group, version: name })),
  );
  const lines = resources.map(({ group, version, kind, listKind }, index) => {
    const namespace = `${group}/${version}`.replace(/[./]/g, "_").replaceAll("-", "$");
    return `import type * as m${index} from "${pkg}/${channel}/${group}/${version}";
export const k${index}: m${index}.${kind}["kind"] = "${kind}";
export const a${index}: index.${namespace}.${kind}["apiVersion"] = "${group}/${version}";
export const l${index}: m${index}.${kind}List["kind"] = "${listKind}";
export declare const i${index}: m${index}.${kind}List["items"][number]["metadata"];
i${index} satisfies index.meta.ObjectMeta;
export const p${index}: index.${kind}["kind"] = "${kind}";`;
  });
  assert.ok(lines.length >= 4);
  const text = `import type * as index from "${pkg}/${channel}";\n${lines.join("\n")}\n`;
  return { path: `src/${channel}.ts`, text };
}

for (const [name, project] of [
  ["this project", ROOT],
  ["the fleet", FLEET],
] as const) {
  typesPackage(`every version of every kind of ${name} stands the strictest settings, and is where the docs say`, () =>
    inDirectory(async (directory) => {
      const built = await buildProject(project);
      await installTypes(built.files, directory);
      const tsconfig = { compilerOptions: STRICTEST, include: ["src", "types"] };
      const users = CHANNELS.map((channel) => userOf(built, channel));
      const manifest = { path: "package.json", text: '{"type": "module"}\n' };
      await writeFiles([...users, manifest, { path: "tsconfig.json", text: JSON.stringify(tsconfig) }], directory);
      assert.equal(await typeCheck(directory), []);
    }),
  );
}

/**
 * Returns a program that passes an object without a spec to the functions of each served version, and prints the names
 * that they have for it. The index has the functions of one version of each kind.
 */
function validatorOf({ crds, files }: BuildOutput, channel: Channel): OutputFile {
  const manifest = files.find(({ path }) => path === "types/package.json")?.text ?? "";
  const { name: pkg } = JSON.parse(manifest) as { name: string };
  const served = (crds.find((candidate) => candidate.channel === channel)?.crds ?? []).flatMap(({ spec }) =>
    spec.versions.flatMap(({ name, served }) => (served ? [{ kind: spec.names.kind, group: spec.group, name }] : [])),
  );
  const lines = served.map(
    ({ kind, group, name }) => `{
  const { validate${kind}, assert${kind} } = await import("${pkg}/${channel}/${group}/${name}");
  const object = { apiVersion: "${group}/${name}", kind: "${kind}", metadata: { name: "-" } };
  assert.ok(validate${kind}(object).some(({ field }) => field === "metadata.name"));
  assert.throws(() => assert${kind}(object), InvalidObjectError);
  assert.ok(index.validate${kind} && index.assert${kind});
}`,
  );
  assert.ok(lines.length > 3);
  const text = `import assert from "node:assert/strict";
import { InvalidObjectError } from "crd-bundle/validation";
import * as index from "${pkg}/${channel}";
${lines.join("\n")}
`;
  return { path: `${channel}.mjs`, text };
}

for (const [name, project] of [
  ["this project", ROOT],
  ["the fleet", FLEET],
] as const) {
  typesPackage(`the functions of every served version of ${name} run`, () =>
    inDirectory(async (directory) => {
      const built = await buildProject(project);
      await installTypes(built.files, directory);
      installTool(directory);
      const programs = CHANNELS.map((channel) => validatorOf(built, channel));
      await writeFiles(programs, directory);
      for (const { path } of programs) {
        const { exitCode, all } = await execa(process.execPath, [path], { cwd: directory, reject: false, all: true });
        assert.is(exitCode, 0, all);
      }
    }),
  );
}

typesPackage.run();
