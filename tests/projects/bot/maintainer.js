/** What a maintainer does, as a program: every function of the library that the bot does not need. */
import { readFile } from "node:fs/promises";
import * as library from "crd-bundle";

const { build, buildBundle, checkCrds, checkRequirements, convertManifests, explanationFor } = library;
const { listGraduations, makeRelease, processContext, readConversions, readSettings, readVersion } = library;
const { report, standsInTheWay, validateObjects, verifyRelease, watchBundle, NO_COLOR } = library;
const { value: context } = processContext({ cwd: process.argv[2], now: Date.UTC(2026, 1, 20) / 1000 });
const project = ".";
const read = async (path) => ({ path, text: await readFile(`${context.cwd}/${path}`, "utf8") });

const checked = await buildBundle({ project, check: true }, context);
console.log(checked.value.channels.map(({ channel, count }) => `${channel} ${count}`).join());
for await (const { channels } of watchBundle({ project }, context)) {
  console.log(channels.length);
  break;
}
const { value: result } = await checkCrds({ project }, context);
console.log(result.crds.map(({ channel, isAccepted }) => `${channel} ${isAccepted}`).join(), result.diagnostics.length);
const widget = `apiVersion: example.dev/v1\nkind: Widget\nmetadata: {name: A}\nspec: {}\n`;
const objects = await validateObjects({ project, files: ["-"] }, { ...context, readInput: async () => widget });
console.log(objects.value.objects.map(({ errors }) => errors.map(({ field }) => field).join()).join());
const converted = await convertManifests({ project, files: ["-"] }, { ...context, readInput: async () => widget });
console.log(converted.value.objects.map(({ kind, isChanged }) => `${kind} ${isChanged}`).join());
const consumer = "name: a\nkinds: [{group: example.dev, kind: Widget, version: v2}]\n";
const piped = { ...context, readInput: async () => consumer };
const required = await checkRequirements({ project, files: ["-"] }, piped);
console.log(required.value.requirements.map(({ status }) => status).join());
const listed = await listGraduations({ project }, context);
console.log(listed.value.map(({ path, since }) => `${path} since ${since}`).join());
const made = await makeRelease({ project, to: "minor" }, context);
console.log(made.value.did, made.value.plan.tag);
const verified = await verifyRelease({ project, release: "v1.1.0" }, context);
console.log(verified.value.tag, verified.value.assets.state);

const settings = readSettings(await read("apis/bundle.yaml"));
const version = readVersion(undefined, await read("package.json"));
const conversions = readConversions(undefined); // the project has no such file
const bundle = { ...settings.value, version: version.value, conversions: conversions.value };
const sources = [await read("apis/example.dev/v1/widget.ts")];
const templates = { crd: "", install: "", kustomization: "", admissionPolicy: "" };
const built = build({ sources, bundle, templates });
const { diagnostics } = JSON.parse(report(built.diagnostics, "json", sources, NO_COLOR));
console.log(version.value, diagnostics.map(({ code }) => code).join());
console.log(explanationFor("tag-unknown").why);
console.log(standsInTheWay({ requires: "major" }, "minor"));
