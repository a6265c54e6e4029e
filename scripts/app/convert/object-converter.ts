/** Converts objects of files to the form of a release, and reports what users must know about each of them. */
import type { BundleConversions } from "../../core/config/conversions.js";
import { diagnose, inManifest, warning } from "../../core/diagnostics/diagnose.js";
import type { Channel } from "../../core/model/channel.js";
import type { ChannelUse as ChannelUseData, ConvertedManifest } from "../../core/model/converted-manifest.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { JsonObject } from "../../core/model/json.js";
import { pathInWords } from "../../core/shape.js";
import type { ServedKinds } from "../../kubernetes/channel-switch/served-kinds.js";
import { type ChannelUse, type SwitchedObject, switchChannel } from "../../kubernetes/channel-switch/switch-channel.js";
import {
  type CompiledConversions,
  type ConversionRequest,
  type ConvertedObject,
  compileConversions,
  convertObject,
  isSplitPart,
  joinSplitObjects,
} from "../../kubernetes/conversion/convert.js";
import { obstacleInWords } from "../../kubernetes/conversion/obstacle-in-words.js";
import type { ValuePath } from "../../kubernetes/validation/place.js";
import { closestPlace } from "../manifests.js";
import { manifestObject } from "../object-names.js";
import type { Converter, ObjectInFile } from "./convert-stream.js";

/** Channel that objects get, and the kinds of both channels. */
export interface NewChannel {
  readonly channel: Channel;
  readonly from: ServedKinds;
  readonly to: ServedKinds;
}

export class ObjectConverter implements Converter {
  #objects: ConvertedManifest[] = [];
  #diagnostics: Diagnostic[] = [];
  readonly #compiled: CompiledConversions;
  readonly #request: ConversionRequest;
  readonly #channels: NewChannel | undefined;

  /** With `channels`, objects also change their channel. */
  constructor({ conversions, annotation }: BundleConversions, request: ConversionRequest, channels?: NewChannel) {
    this.#compiled = compileConversions(conversions, annotation);
    this.#request = request;
    this.#channels = channels;
  }

  convert(object: ObjectInFile): readonly JsonObject[] {
    const { objects, applied, lost, outdated, obstacles, uses = [] } = this.#converted(object.value);
    const { annotation } = this.#compiled;
    const channel = this.#channels?.channel ?? "";
    for (const use of uses) this.#report(object, use.path, useDiagnostic(use, object.value, { channel, annotation }));
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
    const summary = summaryOf(object, objects, applied);
    this.#objects.push(this.#channels ? { ...summary, uses: uses.map(asData) } : summary);
    return objects;
  }

  #converted(object: JsonObject): ConvertedObject & Partial<SwitchedObject> {
    if (!this.#channels) return convertObject(this.#compiled, object, this.#request);
    const { from, to } = this.#channels;
    return switchChannel({ from, to, conversions: this.#compiled, release: this.#request.to }, object);
  }

  /** Returns the results for all objects since the last call, in their order. */
  take(): { readonly objects: readonly ConvertedManifest[]; readonly diagnostics: readonly Diagnostic[] } {
    const taken = { objects: this.#objects.sort((a, b) => a.index - b.index), diagnostics: this.#diagnostics };
    this.#objects = [];
    this.#diagnostics = [];
    return taken;
  }

  skip(object: ObjectInFile): void {
    this.#objects.push(summaryOf(object, [], []));
  }

  isPart(object: JsonObject): boolean {
    return isSplitPart(this.#compiled, object, this.#request);
  }

  join(objects: readonly JsonObject[]): readonly (JsonObject | undefined)[] {
    return joinSplitObjects(this.#compiled, objects, this.#request);
  }

  #report(object: ObjectInFile, path: ValuePath, diagnostic: Diagnostic): void {
    this.#diagnostics.push(inManifest({ ...diagnostic, location: closestPlace(object, path) }));
  }
}

/** Returns the diagnostic of a part that a channel lacks. If the part is replaced, nothing is lost. */
function useDiagnostic(
  use: ChannelUse,
  { apiVersion, kind }: JsonObject,
  { channel, annotation }: { readonly channel: string; readonly annotation: string },
): Diagnostic {
  const path = pathInWords(use.path);
  switch (use.what) {
    case "kind": {
      const type = `${String(apiVersion)} ${String(kind)}`;
      return replacement(diagnose("channel-kind", { type, channel, becomes: use.becomes }));
    }
    case "version":
      return replacement(diagnose("channel-version", { version: String(apiVersion), channel, becomes: use.becomes }));
    case "field":
      return diagnose("channel-field", { path, channel, effect: use.effect, annotation });
    case "value":
      return diagnose("channel-value", { path, channel, problem: use.problem });
  }
}

function replacement(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.args.becomes === undefined ? diagnostic : warning(diagnostic);
}

function asData(use: ChannelUse): ChannelUseData {
  const path = pathInWords(use.path);
  if (use.what === "field") return { ...use, path };
  if (use.what === "value") return { ...use, path, effect: "rejected" };
  return { ...use, path, effect: use.becomes === undefined ? "rejected" : "replaced" };
}

function summaryOf(
  object: ObjectInFile,
  objects: readonly JsonObject[],
  applied: readonly string[],
): ConvertedManifest {
  const { value, source = value } = object;
  const isChanged = objects.length !== 1 || objects[0] !== source;
  return { ...manifestObject(object), isChanged, count: objects.length, applied };
}
