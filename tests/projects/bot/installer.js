/** What an installer does, as a program: it plans an installation in a cluster, installs, and migrates. */
import * as library from "crd-bundle";

const { clusterStatus, emitMigrationJob, installOnCluster, migrateCluster, planClusterInstall, processContext } = library;
const { value: context } = processContext({ cwd: process.argv[2] });
const project = ".";
const planned = await planClusterInstall({ project }, context);
console.log(planned.value.plan.crds.map(({ crd, action }) => `${action} ${crd}`).join());
const installed = await installOnCluster({ project }, context);
console.log(installed.value.applied.join());
const status = await clusterStatus({ project }, context);
console.log(status.value.bundles.map(({ domain, crds }) => `${domain} ${crds.map(({ bundleVersion }) => bundleVersion)}`).join());
const migrated = await migrateCluster({ project }, context);
console.log(migrated.value.crds.map(({ crd }) => crd).join());
const job = await emitMigrationJob({ project, image: "example.dev/crd-bundle:1" }, context);
console.log(job.value.objects.map(({ kind }) => kind).join());
