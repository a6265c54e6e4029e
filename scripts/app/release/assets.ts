/**
 * Makes the assets of a released commit. They depend only on the commit, so everyone who has it can make the same
 * assets.
 */
import { DIST, fromDist } from "../../core/bundle-layout.js";
import { sha256 } from "../../core/model/digest.js";
import { isJsonObject } from "../../core/model/json.js";
import type { Asset, OutputFile } from "../../core/model/output.js";
import { APIS, PACKAGE_FILE, VERSIONED_FILES } from "../../core/project-layout.js";
import { loadYaml } from "../../core/yaml/yaml.js";
import type { Repository } from "../../host/git.js";
import { toolVersion } from "../../host/tool.js";
import { makeAssets, type ReleaseContent } from "../../release/assets/assets.js";

/** The files that determine a bundle: its types and settings, and the files that pin the versions of the tools. */
const INPUTS = [APIS, ...VERSIONED_FILES];

/** Returns all files in `dist/` of a commit. `project` is the repository, opened in the directory of the project. */
export async function bundleIn(project: Repository, commit: string): Promise<OutputFile[]> {
  const files = await project.filesOf(commit, DIST);
  return files.map(({ path, bytes }) => ({ path: fromDist(path), text: bytes.toString("utf8") }));
}

/** Makes the assets of a commit whose `dist/` contains the given files. */
export async function assetsOf(
  project: Repository,
  commit: string,
  release: Pick<ReleaseContent, "name" | "version" | "notes" | "files">,
): Promise<Asset[]> {
  const [inputs, time] = await Promise.all([project.filesOf(commit, ...INPUTS), project.timeOf(commit)]);
  const repository = repositoryIn(inputs.find(({ path }) => path === PACKAGE_FILE)?.bytes.toString("utf8"));
  return makeAssets({
    ...release,
    time,
    source: {
      commit,
      tool: toolVersion(),
      ...(repository !== undefined && { repository }),
      inputs: inputs.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) })),
    },
  });
}

/** Returns the `repository` of a package.json, in either of its forms. Source: docs.npmjs.com, package.json. */
function repositoryIn(packageJson: string | undefined): string | undefined {
  const loaded = loadYaml(packageJson ?? "");
  const repository = "value" in loaded && isJsonObject(loaded.value) ? loaded.value.repository : undefined;
  const address = isJsonObject(repository) ? repository.url : repository;
  return typeof address === "string" ? address : undefined;
}
