/** Starts two projects, as a program: one with a new kind, and one with CRDs that another tool wrote. */
import { importCrds, initProject, processContext } from "crd-bundle";

const { value: context } = processContext({ cwd: process.argv[2] });
const created = await initProject({ project: "new", group: "example.dev", kind: "Gadget" }, context);
console.log(created.value.created.some((path) => path.endsWith("apis/bundle.yaml")));
const imported = await importCrds({ project: "imported", files: ["dist/standard/example.dev_widgets.yaml"] }, context);
console.log(imported.value.crds.map(({ name, result }) => `${name} ${result}`).join());
