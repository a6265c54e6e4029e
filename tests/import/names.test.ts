/** Tests of the names that imported types get. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Declaration, Field, Use } from "../../scripts/import/declarations.js";
import { chooseNames, pascalCase, singular } from "../../scripts/import/names.js";

const tests = suite("import/names");

/** Returns an interface that is used at a path, such as `Widget.spec.ports[]`, possibly with a description. */
function usedAt(...uses: readonly (string | readonly [path: string, description: string])[]): Declaration {
  return { tags: [], body: { form: "interface", fields: [] }, uses: uses.map(useAt) };
}

function useAt(written: string | readonly [path: string, description: string]): Use {
  const [path, description] = typeof written === "string" ? [written] : written;
  const isElement = path.endsWith("[]");
  return { path: path.replaceAll("[]", "").split("."), isElement, ...(description !== undefined && { description }) };
}

function namesOf(...declarations: readonly Declaration[]): string[] {
  const names = chooseNames(declarations, new Set(["Widget", "Gadget"]));
  return declarations.map((declaration) => names.get(declaration) ?? "");
}

tests("the types of spec and status begin with the kind, all others are the shortest tail of their path", () => {
  const spec = usedAt("Widget.spec");
  const template = usedAt("Widget.spec.template");
  const port = usedAt("Widget.spec.template.ports[]");
  assert.equal(namesOf(spec, template, port), ["WidgetSpec", "Template", "Port"]);
});

tests("types with the same tail get as much of their path as they need", () => {
  const first = usedAt("Widget.spec.source.auth");
  const second = usedAt("Widget.spec.target.auth");
  const third = usedAt("Gadget.spec.target.auth");
  assert.equal(namesOf(first, second), ["SourceAuth", "TargetAuth"]);
  assert.equal(namesOf(first, second, third), ["SourceAuth", "WidgetSpecTargetAuth", "GadgetSpecTargetAuth"]);
});

tests("a type of several fields has the words that all of them end with", () => {
  assert.equal(namesOf(usedAt("Widget.spec.livenessProbe", "Widget.spec.startupProbe")), ["Probe"]);
  assert.equal(namesOf(usedAt("Widget.spec.pool.source", "Widget.spec.pool.target")), ["Source"]);
});

tests("a type of fields without a common end has the words with which all begin", () => {
  assert.equal(namesOf(usedAt("Widget.spec.scaleUp", "Widget.spec.scaleDown")), ["Scale"]);
  assert.equal(namesOf(usedAt("Widget.spec.upTime", "Widget.spec.upRate")), ["UpTime"]);
});

tests("a type of fields without common words has the name of a well-known object", () => {
  const fieldOf = (name: string): Field => ({
    name,
    isOptional: true,
    type: { form: "library", name: "int32" },
    tags: [],
    elements: [],
  });
  const typeOf = (...names: readonly string[]): Declaration => ({
    ...usedAt("Widget.spec.certificate", "Widget.spec.token"),
    body: { form: "interface", fields: names.map(fieldOf) },
  });
  assert.equal(namesOf(typeOf("key", "name")), ["KeySelector"]);
  assert.equal(namesOf(typeOf("metadata")), ["MetadataTemplate"]);
  assert.equal(namesOf(typeOf("key", "name", "volume")), ["Certificate"]);
  assert.equal(namesOf({ ...typeOf("key", "name"), uses: [useAt("Widget.spec.token")] }), ["Token"]);
});

tests("a type that kinds share is named after the kind with the shortest name", () => {
  assert.equal(namesOf(usedAt("ClusterWidget.spec", "Widget.spec")), ["WidgetSpec"]);
});

tests("items have the name of the Go type with which their descriptions begin", () => {
  const variable = usedAt(["Widget.spec.pod.env[]", "EnvVar represents an environment variable."]);
  const item = usedAt(["Widget.spec.pod.hosts[]", "A host."]);
  assert.equal(namesOf(variable, item), ["EnvVar", "Host"]);
});

tests("no type hides a kind, a type of TypeScript, or another type", () => {
  assert.equal(namesOf(usedAt("Widget.spec.pod.widget")), ["PodWidget"]);
  assert.equal(namesOf(usedAt("Widget.spec.pod.record")), ["PodRecord"]);
  assert.equal(namesOf(usedAt("Widget.spec.host"), usedAt("Widget.spec.hosts[]")), [
    "WidgetSpecHost",
    "WidgetSpecHost2",
  ]);
});

tests("names are in upper camel case, with initialisms in uppercase", () => {
  assert.is(pascalCase("httpGet"), "HTTPGet");
  assert.is(pascalCase("tls-config_map"), "TLSConfigMap");
  assert.is(pascalCase("podCIDRs"), "PodCIDRs");
  assert.is(pascalCase("$ref"), "Ref");
  assert.is(pascalCase("x509"), "X509");
});

tests("singulars of English plurals", () => {
  const plurals = "policies addresses statuses boxes matches caches aliases ports classes status data databases";
  const singulars = "policy address status box match cache alias port class status data database";
  assert.equal(plurals.split(" ").map(singular), singulars.split(" "));
});

tests("an initialism that ends with s is not a plural", () => {
  assert.equal(["tls", "podDNS", "kms", "hostIPs"].map(singular), ["tls", "podDNS", "kms", "hostIP"]);
  assert.equal(namesOf(usedAt("Widget.spec.tls[]")), ["TLS"]);
});

tests.run();
