/** Finds the definitions with which the objects in a cluster are converted. */
import { resolve } from "node:path";
import type { StampKeys } from "../../cluster/target-bundle.js";
import { CONVERSIONS } from "../../core/bundle-layout.js";
import type { BundleConversions } from "../../core/config/conversions.js";
import { parseExactJson } from "../../core/exact-json.js";
import { conversionAnnotation } from "../../core/model/bundle.js";
import type { Channel } from "../../core/model/channel.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import type { JsonObject } from "../../core/model/json.js";
import type { Version } from "../../core/model/release-version.js";
import { BUNDLE_FILE } from "../../core/project-layout.js";
import { type Result, success } from "../../core/result.js";
import { entryType } from "../../host/files.js";
import { type ConvertedObject, compileConversions, convertObject } from "../../kubernetes/conversion/convert.js";
import type { Context } from "../context.js";
import { bundleDefinitions, projectDefinitions } from "../convert/definitions.js";

export interface DefinitionsRequest {
  readonly project: string;
  /** The bundle that is installed, if it is not that of the project. */
  readonly bundle?: string;
  /** `conversions.json` of a bundle, or the directory that contains it. The newest one knows the way back, too. */
  readonly conversions?: string;
}

/** Form that objects get. */
export interface WantedForm {
  readonly version: Version;
  /** The experimental channel, if the objects were or will be in it. */
  readonly channel: Channel;
}

export interface ClusterConversions {
  /** Identifies the form that objects get, for a run that continues another one. */
  readonly form: string;
  /** Name of the annotation with the parts of objects that have no place. */
  readonly annotation: string;
  readonly convert: (object: JsonObject) => ConvertedObject;
  /** True if definitions can change objects of a kind. */
  readonly hasConversions: (crd: CustomResourceDefinition) => boolean;
}

/** Returns the conversions to a form, with the definitions that `clusterDefinitions` returns. */
export async function clusterConversions(
  request: DefinitionsRequest,
  form: WantedForm & { readonly keys: StampKeys },
  context: Context,
): Promise<Result<ClusterConversions>> {
  const definitions = await clusterDefinitions(request, form.keys, context);
  return definitions.ok ? success(conversionsTo(form, definitions.value)) : definitions;
}

/** Returns the definitions of the request, of the project, or next to the bundle. Without any, nothing is converted. */
export async function clusterDefinitions(
  request: DefinitionsRequest,
  keys: StampKeys,
  context: Context,
): Promise<Result<BundleConversions>> {
  const found = await findDefinitions(request, context);
  return found ?? success({ annotation: conversionAnnotation(keys), conversions: [] });
}

export function conversionsTo({ version, channel }: WantedForm, definitions: BundleConversions): ClusterConversions {
  const compiled = compileConversions(definitions.conversions, definitions.annotation, parseExactJson);
  return {
    form: JSON.stringify([version, channel, definitions]),
    annotation: definitions.annotation,
    convert: (object) => convertObject(compiled, object, { to: version, channel }),
    hasConversions: ({ spec: { group, names } }) =>
      compiled.conversions.some((each) =>
        [each.old, each.new].some((type) => type.group === group && type.kind === names.kind),
      ),
  };
}

async function findDefinitions({ project, bundle, conversions }: DefinitionsRequest, context: Context) {
  if (conversions !== undefined) return bundleDefinitions(conversions, context);
  const root = resolve(context.cwd, project);
  if (await entryType(resolve(root, BUNDLE_FILE))) return projectDefinitions(root, project);
  if (bundle !== undefined && (await entryType(resolve(context.cwd, bundle, CONVERSIONS)))) {
    return bundleDefinitions(bundle, context);
  }
  return undefined;
}
