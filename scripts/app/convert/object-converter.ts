/** Converts objects of files to the form of a release, and reports what users must know about each of them. */
import type { BundleConversions } from "../../core/config/conversions.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { ConvertedManifest } from "../../core/model/converted-manifest.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { JsonObject } from "../../core/model/json.js";
import { pathInWords } from "../../core/shape.js";
import {
  type CompiledConversions,
  type ConversionObstacle,
  type ConversionRequest,
  compileConversions,
  convertObject,
  isSplitPart,
  joinSplitObjects,
} from "../../kubernetes/conversion/convert.js";
import type { ValuePath } from "../../kubernetes/validation/place.js";
import { closestPlace } from "../manifests.js";
import { namesOf } from "../validate/stored-objects.js";
import type { Converter, ObjectInFile } from "./convert-stream.js";

export class ObjectConverter implements Converter {
  readonly objects: ConvertedManifest[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #compiled: CompiledConversions;
  readonly #request: ConversionRequest;

  constructor({ conversions, annotation }: BundleConversions, request: ConversionRequest) {
    this.#compiled = compileConversions(conversions, annotation);
    this.#request = request;
  }

  convert(object: ObjectInFile): readonly JsonObject[] {
    const { objects, applied, lost, outdated, obstacles } = convertObject(this.#compiled, object.value, this.#request);
    const { annotation } = this.#compiled;
    for (const { path, conversion } of lost) {
      this.#report(object, path, diagnose("conversion-lost", { path: pathInWords(path), conversion, annotation }));
    }
    for (const { path, conversion } of outdated) {
      this.#report(object, path, diagnose("conversion-outdated", { path: pathInWords(path), conversion, annotation }));
    }
    for (const obstacle of obstacles) {
      const { path, conversion } = obstacle;
      this.#report(object, path, diagnose("conversion-blocked", { problem: obstacleInWords(obstacle), conversion }));
    }
    this.objects.push(summaryOf(object, objects, applied));
    return objects;
  }

  isPart(object: JsonObject): boolean {
    return isSplitPart(this.#compiled, object, this.#request);
  }

  join(objects: readonly JsonObject[]): readonly (JsonObject | undefined)[] {
    return joinSplitObjects(this.#compiled, objects, this.#request);
  }

  #report(object: ObjectInFile, path: ValuePath, diagnostic: Diagnostic): void {
    this.diagnostics.push(inManifest({ ...diagnostic, location: closestPlace(object, path) }));
  }
}

function summaryOf({ file, index, value }: ObjectInFile, objects: readonly JsonObject[], applied: readonly string[]) {
  const { name, namespace } = namesOf(value);
  const { apiVersion, kind } = value;
  return {
    file,
    index,
    apiVersion: typeof apiVersion === "string" ? apiVersion : "",
    kind: typeof kind === "string" ? kind : "",
    name,
    ...(namespace !== undefined && { namespace }),
    isChanged: objects.length !== 1 || objects[0] !== value,
    count: objects.length,
    applied,
  };
}

function obstacleInWords(obstacle: ConversionObstacle): string {
  const path = pathInWords(obstacle.path);
  switch (obstacle.kind) {
    case "both":
      return `${path} and ${pathInWords(obstacle.other)} are both set, but one of them replaces the other`;
    case "required":
      return obstacle.problem === undefined ? `${path} must be set` : `${path} ${obstacle.problem}`;
    case "differ":
      return `${path} and ${pathInWords(obstacle.other)} differ, but have only one place, that of ${JSON.stringify(obstacle.key)}`;
    case "too-large":
      return "the parts that have no place are too large for an annotation";
  }
}
