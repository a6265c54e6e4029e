/** Headers of the manifests, and the templates from which they come. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { build } from "../../scripts/app/build.js";
import { checksumOf } from "../../scripts/core/file-printer.js";
import { sha256 } from "../../scripts/core/model/digest.js";
import { printFiles } from "../../scripts/emit/files.js";
import { bundleOf, META, widget } from "../support/project.js";

const manifests = suite("emit/manifests");

const NAME = "  /** Its name. */\n  name?: string;";
const LINE = "{{title}} {{version}} {{channel}} {{file}} {{unknown}} {{}} { {title} } {{title}}";
const TEMPLATES = {
  crd: `# crd ${LINE}\n`,
  install: `# install ${LINE}\n`,
  kustomization: `# kustomization ${LINE}\n`,
  admissionPolicy: "",
};

manifests("start with the header of their template, with values in those that each channel has once", () => {
  const { files, diagnostics } = build({ sources: [META, widget(NAME)], bundle: bundleOf(), templates: TEMPLATES });
  assert.equal(diagnostics, []);
  const headers = files.flatMap(({ path, text }) => (path.endsWith(".yaml") ? [[path, text.split("\n")[0]]] : []));
  const filled = (channel: string) =>
    `Example v1.0.0 ${channel} ${channel}-install.yaml {{unknown}} {{}} { {title} } Example`;
  assert.equal(
    headers.sort(),
    ["experimental", "standard"].flatMap((channel) => [
      [`${channel}-install.yaml`, `# install ${filled(channel)}`],
      [`${channel}/example.dev_widgets.yaml`, `# crd ${LINE}`],
      [`${channel}/kustomization.yaml`, `# kustomization ${filled(channel)}`],
    ]),
  );
  const install = files.find(({ path }) => path === "standard-install.yaml")?.text ?? "";
  const crd = files.find(({ path }) => path === "standard/example.dev_widgets.yaml")?.text ?? "";
  assert.is(install.slice(install.indexOf("\n") + 1), `---\n${crd.slice(crd.indexOf("\n") + 1)}`);
});

manifests("with another header have another checksum, although the CRD is the same object", () => {
  const bundle = bundleOf();
  const { crds } = build({ sources: [META, widget(NAME)], bundle, templates: TEMPLATES });
  for (const crd of ["# one\n", "# two\n"]) {
    for (const file of printFiles(crds, [], bundle, { ...TEMPLATES, crd })) {
      assert.is(checksumOf(file).sha256, sha256(file.text), file.path);
    }
  }
});

manifests("of one kind follow each other, and files that contain others follow these", () => {
  const others = { ...widget(NAME), path: "apis/example.dev/v1/gadget.ts" };
  const sources = [META, widget(NAME), { ...others, text: others.text.replaceAll("Widget", "Gadget") }];
  const { files, diagnostics } = build({ sources, bundle: bundleOf(), templates: TEMPLATES });
  assert.equal(diagnostics, []);
  const paths = files.map(({ path }) => path);
  const [gadgets, widgets] = ["gadgets", "widgets"].map((plural) =>
    ["standard", "experimental"].map((channel) => `${channel}/example.dev_${plural}.yaml`),
  );
  const first = paths.filter((path) => /^(standard|experimental)(\/.*_|-install)/.test(path));
  const crds = first.slice(0, 4);
  assert.equal([crds.slice(0, 2).sort(), crds.slice(2).sort()], [gadgets?.sort(), widgets?.sort()]);
  assert.equal(first.slice(4).sort(), ["experimental-install.yaml", "standard-install.yaml"]);
  assert.is(paths.at(-1), "bundle.json");
});

manifests.run();
