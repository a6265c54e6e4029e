/**
 * `npm run types`: writes the types of Kubernetes in `scripts/types/`, and the CRDs that controller-gen prints for the Go
 * types in `tests/types/controller-gen/`. Needs Go and its module proxy.
 */
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { NEWEST_MINOR, TYPED_MINORS } from "../../scripts/core/model/kubernetes-minor.js";
import { go, versionsOf } from "../apiserver/go.js";
import { ROOT } from "../support/golden.js";
import { type GoSchemas, printTypes } from "./print-types.js";

const CONTROLLER_TOOLS = "sigs.k8s.io/controller-tools";
const CORE = "k8s.io/api/core/v1";
/** The types of core/v1 that APIs embed. The types that they refer to come with them. */
const ROOTS = [
  "ConfigMapKeySelector",
  "ObjectReference",
  "PersistentVolumeClaimSpec",
  "PodTemplateSpec",
  "SecretReference",
  "ServiceSpec",
];
const HERE = join(ROOT, "tests/types");
const SAMPLES = join(HERE, "controller-gen");
const CRD_OPTIONS = "crd:maxDescLen=0,generateEmbeddedObjectMeta=true";

const scratch = mkdtempSync(join(tmpdir(), "crd-bundle-types-"));
try {
  await buildTools();
  for (const minor of TYPED_MINORS) await writeMinor(minor);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function buildTools(): Promise<void> {
  const directory = makeModule("tools");
  copyFileSync(join(HERE, "schemas.go"), join(directory, "schemas.go"));
  const [version] = await versionsOf(CONTROLLER_TOOLS, "v");
  await go(
    ["get", `${CONTROLLER_TOOLS}@${version}`, `${CONTROLLER_TOOLS}/cmd/controller-gen@${version}`],
    true,
    directory,
  );
  await go(["build", "-o", join(scratch, "schemas"), "."], true, directory);
  await go(["build", "-o", join(scratch, "controller-gen"), `${CONTROLLER_TOOLS}/cmd/controller-gen`], true, directory);
}

async function writeMinor(minor: string): Promise<void> {
  const directory = makeModule(minor);
  copyFileSync(join(SAMPLES, "types.go"), join(directory, "types.go"));
  const [version] = await versionsOf("k8s.io/api", `v0.${minor.slice("1.".length)}.`);
  await go(["get", `${CORE}@${version}`], true, directory);
  const { stdout } = await execa(join(scratch, "schemas"), [CORE, ...ROOTS], { cwd: directory });
  const header = `/* The types of ${CORE} in Kubernetes ${minor} that other APIs embed. Written by \`npm run types\`. */`;
  const target = join(ROOT, "scripts/types", `kubernetes-${minor}`, "core");
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "v1.ts"), printTypes(JSON.parse(stdout) as GoSchemas, CORE, header));
  process.stdout.write(`Kubernetes ${minor}: ${CORE} ${version}\n`);
  await execa(join(scratch, "controller-gen"), [CRD_OPTIONS, "paths=.", "output:crd:dir=crds"], { cwd: directory });
  if (minor !== TYPED_MINORS[0] && minor !== NEWEST_MINOR) return; // the others differ in a few fields only
  for (const kind of ["issuer", "rollout"]) {
    renameSync(join(directory, `crds/example.dev_${kind}s.yaml`), join(SAMPLES, `${kind}-${minor}.yaml`));
  }
}

function makeModule(name: string): string {
  const directory = join(scratch, name);
  mkdirSync(directory);
  writeFileSync(join(directory, "go.mod"), "module example.dev/types/v1\n");
  return directory;
}
