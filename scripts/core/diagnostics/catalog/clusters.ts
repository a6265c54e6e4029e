/** Diagnostics about clusters: the installed bundles, and the reasons not to install one. */
import { pageLink } from "../../docs.js";
import { entry } from "./entry.js";

const ACCEPT = (code: string) => `To accept it: --accept ${code}.`;
const UPGRADING = pageLink("upgrading.md");

const LOST_SILENTLY = "The API server reports none of this. Users notice it when traffic stops or a value is gone.";

export const CLUSTER_ENTRIES = {
  "kubeconfig-missing": entry<{ paths: string }>({
    message: ({ paths }) => `there is no kubeconfig at ${paths}, and this is not a pod of a cluster`,
    example: { paths: "~/.kube/config" },
    fix: "Specify a kubeconfig with --kubeconfig or the environment variable KUBECONFIG.",
    why: "The kubeconfig contains the address of the API server and the credentials.",
    usage: true,
  }),
  "kubeconfig-invalid": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be used: ${problem}`,
    example: { path: "~/.kube/config", problem: 'it has no context "production" (contexts: staging)' },
    fix: "Correct the kubeconfig, or specify another one with --kubeconfig or another context with --context.",
    why: "The kubeconfig contains the address of the API server and the credentials.",
    usage: true,
  }),
  "cluster-credentials": entry<{ address: string; problem: string }>({
    message: ({ address, problem }) => `cannot use the API server at ${address}: ${problem}`,
    example: { address: "https://10.0.0.1:6443", problem: "its certificate has expired" },
    fix: "Log in again, or correct the kubeconfig. The same request with kubectl: kubectl get --raw /version.",
    why: "Without a verified connection, the tool could send credentials to another server.",
    usage: true,
  }),
  "cluster-unreachable": entry<{ address: string; problem: string }>({
    message: ({ address, problem }) => `the API server at ${address} does not respond: ${problem}`,
    example: { address: "https://10.0.0.1:6443", problem: "ECONNREFUSED" },
    fix: "Check that the cluster is running and that its address can be reached. Then run the same command again.",
    why: "The tool repeats requests for two minutes. Its earlier requests stay valid, and the next run continues.",
  }),
  "cluster-response": entry<{ address: string; problem: string }>({
    message: ({ address, problem }) => `the API server at ${address} cannot be used: ${problem}`,
    example: { address: "https://10.0.0.1:6443", problem: "its response is not one of the Kubernetes API" },
    fix: "Check that the address in the kubeconfig is that of an API server. The same request with kubectl: kubectl get --raw /version.",
    why: "A proxy between the tool and the API server can send such responses. Its earlier requests stay valid.",
  }),
  "cluster-forbidden": entry<{ problem: string; rule: string }>({
    message: ({ problem }) => `the API server does not allow it: ${problem}`,
    example: {
      problem: 'customresourcedefinitions.apiextensions.k8s.io is forbidden: User "a" cannot list resource',
      rule: "list customresourcedefinitions in apiextensions.k8s.io",
    },
    fix: ({ rule }) => `Use credentials whose role allows this: ${rule}. The roles are listed in ${UPGRADING}.`,
    why: "An installation that is only allowed in part would leave a part of a bundle.",
  }),
  "cluster-request": entry<{ request: string; problem: string }>({
    message: ({ request, problem }) => `the API server rejects ${request}: ${problem}`,
    example: { request: "GET /apis/example.dev/v1/widgets", problem: "conversion webhook for example.dev/v1 failed" },
    fix: "Correct what the API server reports. Then run the same command again.",
    why: "The tool cannot continue without this request. Its earlier requests stay valid.",
  }),
  "cluster-empty": entry<{ bundle: string }>({
    message: ({ bundle }) => `the cluster has no CRDs of ${bundle}`,
    example: { bundle: "example.dev" },
    fix: "Install a bundle with `crd-bundle cluster install`, or check the context of the kubeconfig.",
    why: "Controllers that need these kinds cannot start.",
  }),
  "cluster-not-installed": entry<{ found: string; wanted: string }>({
    message: ({ found, wanted }) => `the cluster has ${found}, not ${wanted}`,
    example: { found: "1.5.0 (standard)", wanted: "1.6.0 (standard)" },
    fix: "Install the bundle first: crd-bundle cluster install. Or specify the installed one with --bundle and --channel.",
    why: "The installed CRDs may not have the fields of another bundle, so controllers would not see the values.",
  }),
  "cluster-crd-twice": entry<{ crd: string; first: string }>({
    message: ({ crd, first }) => `${crd} is also in ${first}`,
    example: { crd: "widgets.example.dev", first: "cluster/crds.json" },
    fix: "Put only the output of kubectl get in the directory. The bundle itself belongs elsewhere.",
    why: "The CRD stands for the installed one. With another one in its place, the plan would be wrong.",
    usage: true,
  }),
  "cluster-deleted": entry<{ crd: string }>({
    message: ({ crd }) => `${crd} is being deleted`,
    example: { crd: "widgets.example.dev" },
    fix: "Wait until the CRD is gone, then run the same command again. If it stays, remove the finalizers of its objects.",
    why: "The API server deletes the CRD with all its objects, whatever is installed meanwhile.",
  }),
  "cluster-unserved": entry<{ crd: string }>({
    message: ({ crd }) => `${crd} serves no version, so its objects cannot be read`,
    example: { crd: "widgets.example.dev" },
    fix: "Serve a version of the CRD that is installed. Then run the same command again.",
    why: "The tool looks at every object before it installs, so nothing is lost that it does not name.",
  }),
  "cluster-hidden": entry<{ crd: string; stored: string }>({
    message: ({ crd, stored }) =>
      `objects of ${crd} that are stored in ${stored} can have fields that the installed CRD hides`,
    example: { crd: "widgets.example.dev", stored: "v1alpha2" },
    fix: "Install the bundle, which rewrites the objects behind a CRD that keeps all fields: crd-bundle cluster install.",
    why: "The API server does not return fields that no schema declares, so an update would remove them.",
  }),
  "cluster-bridge": entry<{ crd: string; version: string }>({
    message: ({ crd, version }) => `${crd} is only a bridge to ${version}: an installation was interrupted`,
    example: { crd: "widgets.example.dev", version: "1.6.0" },
    fix: "Finish the installation with `crd-bundle cluster install`, or install another bundle.",
    why: "Until then, the CRD accepts the forms of both bundles, and its objects can have either of them.",
  }),
  "cluster-mixed": entry<{ what: string; found: string }>({
    message: ({ what, found }) => `the CRDs are of several ${what}: ${found}`,
    example: { what: "bundle versions", found: "1.5.0 (widgets.example.dev), 1.6.0 (gadgets.example.dev)" },
    fix:
      "Install one bundle as a whole with `crd-bundle cluster install`, and delete the CRDs that it does not contain, " +
      "if they have no objects.",
    why: "The CRDs of a bundle are only tested together. A mixture is often the result of an interrupted installation.",
  }),
  "cluster-incomplete": entry<{ crd: string; bundle: string }>({
    message: ({ crd, bundle }) => `${crd} of ${bundle} is not installed`,
    example: { crd: "widgets.example.dev", bundle: "1.6.0" },
    fix: "Install the whole bundle with `crd-bundle cluster install`.",
    why: "Controllers that need the kind cannot start.",
  }),
  "cluster-differs": entry<{ crd: string; bundle: string }>({
    message: ({ crd, bundle }) =>
      `${crd} differs from the one in ${bundle}, although it states the same bundle version`,
    example: { crd: "widgets.example.dev", bundle: "1.6.0" },
    fix: "Install the bundle with `crd-bundle cluster install`, or find out who changed the CRD.",
    why: "A CRD that was changed by hand, or by an interrupted installation, does not behave as the release does.",
  }),
  "cluster-unestablished": entry<{ crd: string; problem: string }>({
    message: ({ crd, problem }) => `${crd} is not established: ${problem}`,
    example: { crd: "widgets.example.dev", problem: "shortNames conflicts with another CRD" },
    fix: "Correct what the condition of the CRD reports, such as a conflict of names with another CRD.",
    why: "The API server does not serve the kind.",
  }),
  "cluster-stored": entry<{ crd: string; stored: string; storage: string }>({
    message: ({ crd, stored, storage }) =>
      `objects of ${crd} can still be stored in ${stored}; the storage version is ${storage}`,
    example: { crd: "widgets.example.dev", stored: "v1alpha2", storage: "v1" },
    fix: "Rewrite the objects with `crd-bundle cluster migrate`.",
    why: "The API server rejects a CRD without a version in which objects can be stored.",
  }),
  "cluster-policy": entry<{ name: string; problem: string }>({
    message: ({ name, problem }) => `the admission policy ${name} ${problem}`,
    example: { name: "safe-upgrades.example.dev", problem: "is not installed" },
    fix: "Install the bundle as a whole with `crd-bundle cluster install`.",
    why: "The admission policy keeps other tools from replacing the CRDs by older ones.",
  }),
  "cluster-downgrade": entry<{ from: string; to: string }>({
    message: ({ from, to }) => `the installed bundle version ${from} is newer than ${to}`,
    example: { from: "1.6.0", to: "1.5.0" },
    fix: `Install a bundle that is not older. ${ACCEPT("cluster-downgrade")}`,
    why: "An older bundle lacks fields and kinds that objects and controllers may use.",
  }),
  "cluster-channel": entry<{ from: string; to: string }>({
    message: ({ from, to }) => `the installed channel is ${from}, not ${to}`,
    example: { from: "standard", to: "experimental" },
    fix: ({ from }) => `Install the ${from} channel with --channel ${from}. ${ACCEPT("cluster-channel")}`,
    why: "Experimental APIs can change in any minor release. A cluster has one channel, on which its controllers rely.",
  }),
  "cluster-manager": entry<{ crd: string; evidence: string; tool: string; how: string }>({
    message: ({ crd, evidence, tool }) => `${crd} is managed by ${tool} (${evidence})`,
    example: {
      crd: "widgets.example.dev",
      evidence: "field manager helm",
      tool: "Helm",
      how: "Remove the CRDs from the chart.",
    },
    fix: ({ how }) => `${how} ${ACCEPT("cluster-manager")}`,
    why: "Two managers of the same CRD undo the changes of each other, often months later.",
  }),
  "cluster-foreign": entry<{ object: string }>({
    message: ({ object }) => `the installed ${object} does not state a bundle version`,
    example: { object: "widgets.example.dev" },
    fix: `Check that it is of the same API. ${ACCEPT("cluster-foreign")}`,
    why: "It can be from another project with the same name, or from before the bundle existed.",
  }),
  "cluster-object-uses": entry<{ object: string; path: string; effect: string; channel: string }>({
    message: ({ object, path, effect, channel }) =>
      `${object} uses ${path}, which the ${channel} channel does not have; ${effect}`,
    example: { object: "Widget a/b", path: "spec.color", effect: "it has no effect there", channel: "standard" },
    fix: `Change the object, or convert it with \`crd-bundle convert --to-channel\`. ${ACCEPT("cluster-object-uses")}`,
    why: LOST_SILENTLY,
  }),
  "cluster-object-loses": entry<{ object: string; path: string }>({
    message: ({ object, path }) => `${object} would lose ${path}, because no schema of the new bundle declares it`,
    example: { object: "Widget a/b", path: "spec.colour" },
    fix: `Move the value or remove it. ${ACCEPT("cluster-object-loses")}`,
    why: LOST_SILENTLY,
  }),
  "cluster-object-invalid": entry<{ object: string; path: string; problem: string }>({
    message: ({ object, path, problem }) => `${object} is not valid in the new bundle: ${path}: ${problem}`,
    example: { object: "Widget a/b", path: "spec.size", problem: "Invalid value: 5: must be at most 3" },
    fix: "Correct the object.",
    why:
      "The API server keeps the object, and accepts updates that do not touch the invalid part. An update of that part, " +
      "or creating the object again from its manifest, fails.",
  }),
  "cluster-object-blocked": entry<{ object: string; problem: string }>({
    message: ({ object, problem }) => `${object} cannot be rewritten: ${problem}`,
    example: { object: "Widget a/b", problem: "spec.old and spec.new are both set" },
    fix: "Correct the object, for example with the output of `crd-bundle convert`. Then run the same command again.",
    why: "The tool never overwrites one value by another. Until the object is rewritten, its stored version stays.",
  }),
  "cluster-object-lost": entry<{ object: string; path: string; conversion: string }>({
    message: ({ object, path, conversion }) =>
      `${path} of ${object} has no place in the new form (conversion ${conversion}); an annotation keeps it`,
    example: { object: "Widget a/b", path: "spec.target.namespace", conversion: "widget-targets" },
    fix: `Check whether the object still does what it should. ${ACCEPT("cluster-object-lost")}`,
    why: "Controllers do not read the annotation, so the value has no effect any longer.",
  }),
  "cluster-object-outdated": entry<{ object: string; path: string; conversion: string }>({
    message: ({ object, path, conversion }) =>
      `the kept value of ${path} of ${object} cannot be restored, because the object has changed (conversion ${conversion})`,
    example: { object: "Widget a/b", path: "spec.target.namespace", conversion: "widget-targets" },
    fix: `If the object needs the value, copy it from the annotation. ${ACCEPT("cluster-object-outdated")}`,
    why: "An earlier conversion kept the value. It would overwrite an edit, so the annotation loses it.",
  }),
  "cluster-unconverted": entry<{ kind: string; count: number }>({
    message: ({ kind, count }) =>
      `${count === 1 ? "1 object" : `${count} objects`} of ${kind} ${count === 1 ? "has" : "have"} the form of another release, which the installation does not change`,
    example: { kind: "Widget", count: 2 },
    fix: "After the installation, convert them with `crd-bundle cluster migrate`.",
    why: "The API server keeps the fields of that form, but they have no effect with the new bundle.",
  }),
  "cluster-objects-more": entry<{ kind: string; count: number; code: string }>({
    message: ({ kind, count, code }) => `${count} more findings about objects of ${kind} [${code}]`,
    example: { kind: "Widget", count: 12, code: "cluster-object-uses" },
    fix: "To list all of them: kubectl get -A -o json, and crd-bundle convert --check or crd-bundle validate.",
    why: "A cluster can have many thousands of objects with the same problem.",
  }),
  "cluster-consumer": entry<{ consumer: string; problem: string }>({
    message: ({ consumer, problem }) => `breaks the consumer "${consumer}": ${problem}`,
    example: { consumer: "widget-controller", problem: "the standard channel does not serve v1beta1 of Widget" },
    fix: `Upgrade the consumer first. ${ACCEPT("cluster-consumer")}`,
    why: "A controller that starts without an API that it needs often crashes, or waits forever.",
  }),
  "cluster-dry-run": entry<{ object: string; problem: string }>({
    message: ({ object, problem }) => `the API server would reject ${object}: ${problem}`,
    example: { object: "CustomResourceDefinition widgets.example.dev", problem: "spec.versions: Invalid value" },
    fix: "Correct what the API server reports. Nothing was changed.",
    why: "The tool asks the API server about all manifests before it applies the first one.",
  }),
  "cluster-denied": entry<{ binding: string }>({
    message: ({ binding }) => `the admission policy of the installed bundle rejects the bundle (binding ${binding})`,
    example: { binding: "safe-upgrades.example.dev" },
    fix:
      "Decide about the other findings. If you accept the older version or the other channel with --accept, the " +
      "installation removes the binding.",
    why: "The admission policy keeps other tools from replacing the CRDs by older ones, or by those of the other channel.",
  }),
  "cluster-migration": entry<{ crd: string; failed: number; stored: string; command: string }>({
    message: ({ crd, failed, stored }) =>
      `${failed === 1 ? "1 object" : `${failed} objects`} of ${crd} could not be rewritten` +
      (stored === "" ? "" : `, so ${stored} stays a stored version`),
    example: { crd: "widgets.example.dev", failed: 2, stored: "v1alpha2", command: "crd-bundle cluster migrate" },
    fix: ({ command }) => `Correct the objects in the other messages. Then run: ${command}.`,
    why: "The API server could not read the objects without their version, and would remove fields of the old form.",
  }),
  "cluster-changed": entry<{ object: string; command: string }>({
    message: ({ object }) => `${object} was changed by someone else meanwhile`,
    example: { object: "widgets.example.dev", command: "crd-bundle cluster migrate" },
    fix: ({ command }) => `Find out who changes it. Then run: ${command}.`,
    why:
      "The plan is about the CRD as it was before. And with another storage version, objects that were rewritten can be " +
      "stored in a version that is then removed.",
  }),
  "job-unreadable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be used: ${problem}`,
    example: { path: "/etc/crd-bundle/migration.json", problem: "shards must be a whole number above 0" },
    fix: "Print the Job again: crd-bundle cluster migrate --emit job. Use the same version of crd-bundle in its image.",
    why: "The pods of the Job read from this file which CRDs they migrate, and in which state they must be.",
    usage: true,
  }),
  "job-large": entry<{ problem: string }>({
    message: ({ problem }) => `the definitions of the conversions are too large for a Job: ${problem}`,
    example: { problem: "1200000 bytes, of which a ConfigMap can have 1048576" },
    fix: "Migrate without a Job: crd-bundle cluster migrate.",
    why: "The pods of the Job read the definitions from a ConfigMap.",
  }),
  "job-outdated": entry<{ crd: string }>({
    message: ({ crd }) => `${crd} is not the CRD for which the Job was printed, or it has changed since`,
    example: { crd: "widgets.example.dev" },
    fix: "Delete the Job, and print it again: crd-bundle cluster migrate --emit job.",
    why: "With another storage version, the pods could rewrite objects in a version that is then removed.",
  }),
  "job-unfinished": entry<{ problem: string }>({
    message: ({ problem }) => `the shards of the Job have not all succeeded, so stored versions stay: ${problem}`,
    example: { problem: "failed: 0,3-5" },
    fix: "Correct what the logs of their pods report. Then delete the Job, and print it again.",
    why: "The API server could not read the objects that are not rewritten after their version was removed.",
  }),
  "cluster-part": entry<{ done: string; left: string; command: string }>({
    message: ({ done, left }) =>
      `the bundle is installed in part: applied ${done}${left === "" ? "" : `; not applied ${left}`}`,
    example: {
      done: "widgets.example.dev",
      left: "gadgets.example.dev",
      command: "crd-bundle cluster install --bundle v1.6.0",
    },
    fix: ({ command }) => `Correct the cause in the other message. To finish the installation: ${command}.`,
    why: "The earlier CRDs could not be restored, for example because objects can be stored in a version that only the new ones have.",
  }),
  "cluster-restored": entry<{ crds: string; command: string }>({
    message: ({ crds }) => `the installation failed, and the earlier state is restored: ${crds}`,
    example: { crds: "widgets.example.dev", command: "crd-bundle cluster install --bundle v1.6.0" },
    fix: ({ command }) => `Correct the cause in the other message. To try again: ${command}.`,
    why: "The CRDs of a bundle are only tested together, so the tool installs all of them or none.",
  }),
  "bundle-unstamped": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be installed: ${problem}`,
    example: { path: "crds/", problem: "its CRDs state several bundle versions: 1.5.0, 1.6.0" },
    fix: "Specify one bundle: a release, its install manifest, or the directory of a bundle.",
    why: "The tool compares the version and the channel with what is installed, to find out what an installation does.",
    usage: true,
  }),
};
