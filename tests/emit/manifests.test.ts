/** The manifests of a bundle: the headers from their templates, and which file has which. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { build } from "../../scripts/app/build.js";
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

manifests("begin with their template; that of what is one to a channel is filled in", () => {
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

manifests.run();
