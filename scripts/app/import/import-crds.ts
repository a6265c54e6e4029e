/** Imports CRDs: writes the TypeScript types and the settings that build to them. */
import { basename, resolve } from "node:path";
import type { ImportedCrd } from "../../core/model/imported-crd.js";
import type { OutputFile } from "../../core/model/output.js";
import { BUNDLE_FILE } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import type { Context } from "../context.js";
import { repeatedInput } from "../manifests.js";
import { fulfill } from "../request.js";
import { readMetaModule } from "./build-back.js";
import { readCrdsToImport } from "./read-crds.js";
import { translate } from "./translate.js";

export interface ImportRequest {
  /** Directory of the new project, relative to the working directory. */
  readonly project: string;
  /** Files, directories, or `-` for standard input. */
  readonly files: readonly string[];
  /** Name of the bundle; that of the directory if unset. */
  readonly name?: string;
  /** Writes nothing. */
  readonly check?: boolean;
}

export interface ImportedCrds {
  readonly crds: readonly ImportedCrd[];
  /** The files of the new project, written unless `check` is set. */
  readonly files: readonly OutputFile[];
  /** Codes of the advice that the settings of the project turn off. */
  readonly advice: readonly string[];
}

/**
 * Imports CRDs. Builds the types in memory and compares the result with each CRD before it writes anything. A CRD that
 * the types cannot express is left out, and the value says why. No file is replaced.
 */
export function importCrds(request: ImportRequest, context: Context): Promise<Result<ImportedCrds>> {
  return fulfill(request, context, async () => {
    const { files, check = false } = request;
    const repeated = repeatedInput(files);
    if (repeated) return failure(repeated);
    const read = await readCrdsToImport(files, context);
    if (!read.ok) return read;
    const directory = resolve(context.cwd, request.project);
    const name = request.name ?? bundleName(basename(directory));
    const { sources, settings, advice, crds } = translate(read.value, name, await readMetaModule());
    const written = [...sources, { path: BUNDLE_FILE, text: settings }];
    return success({ crds, files: check ? [] : written, advice });
  });
}

/** Returns the name of a directory as the name of a bundle. */
function bundleName(directory: string): string {
  const name = directory
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
  return name === "" ? "bundle" : name;
}
