/**
 * Rewrites the objects of a resource: converts those of an old form, and writes the others without a change. The
 * API server then stores all of them in the storage version. Another client can write at the same time: the API server
 * rejects an update of an object that changed meanwhile, which is then read and converted again.
 */
import { type ApiServer, isApiError } from "../core/model/api-server.js";
import { type JsonObject, objectIn, sameJson } from "../core/model/json.js";
import type { ConvertedObject } from "../kubernetes/conversion/convert.js";
import { withPartsOf } from "../kubernetes/conversion/kept-parts.js";
import { FIELD_MANAGER, handedOver, type OwnedPart, writerOf } from "./field-owners.js";
import { objectPath, type Resource } from "./live-crd.js";
import { movedManagedFields } from "./managed-fields.js";
import { objectPages } from "./object-pages.js";
import { readIfThere } from "./read-if-there.js";
import { MOST_ATTEMPTS } from "./repeating-conflicts.js";
import { isOfSameKind, sameContent } from "./same-content.js";

export interface RewriteRequest {
  /** The version through which objects are read and written. Its schema must keep all of their fields. */
  readonly resource: Resource;
  /** Converts an object. It must stay one object of the same kind. */
  readonly convert: (object: JsonObject) => ConvertedObject;
  /** Name of the annotation with the parts of objects that have no place. */
  readonly annotation: string;
  /** Names of the versions that stay. Entries of `managedFields` that name another version are moved. */
  readonly served: readonly string[];
  /** Also writes objects that do not change. Required to store all objects in the storage version. */
  readonly everyObject: boolean;
  /** Asks the API server whether it would accept the updates, and stores nothing. */
  readonly dryRun: boolean;
  /** Number of updates at the same time. */
  readonly concurrency: number;
  /** The place where an earlier run stopped. */
  readonly start?: string | undefined;
  /** Decides by its namespace whether an object is rewritten. All are, if omitted. */
  readonly isOwn?: (namespace: string) => boolean;
}

/** Event about one object that users must know. */
export type RewriteEvent =
  | {
      /** `outdated` parts were kept in the annotation, but do not match the object any longer. */
      readonly about: "lost" | "outdated";
      readonly object: JsonObject;
      readonly path: readonly (string | number)[];
      readonly conversion: string;
    }
  | { readonly about: "blocked"; readonly object: JsonObject; readonly conversions: ConvertedObject["obstacles"] }
  /** The object would become several objects, or one of another kind. */
  | { readonly about: "other-kind"; readonly object: JsonObject; readonly applied: readonly string[] }
  | { readonly about: "rejected"; readonly object: JsonObject; readonly problem: string };

export interface RewriteCounts {
  /** Objects that were looked at, of those that belong to this run. */
  readonly seen: number;
  /** Objects that were written. */
  readonly written: number;
  readonly converted: number;
  /** Objects that could not be rewritten. */
  readonly failed: number;
}

export interface PageDone extends RewriteCounts {
  readonly remaining: number;
  /** The place after the page. */
  readonly next: string;
}

export const NO_COUNTS: RewriteCounts = { seen: 0, written: 0, converted: 0, failed: 0 };

/** Rewrites objects, and yields after each page. Yields nothing for a list without objects. */
export async function* rewriteObjects(
  server: ApiServer,
  request: RewriteRequest,
  report: (event: RewriteEvent) => void,
  before: RewriteCounts = NO_COUNTS,
): AsyncGenerator<PageDone> {
  const { resource, start, isOwn = () => true } = request;
  const rewriter = new ObjectRewriter(server, request, report);
  let counts = before;
  for await (const { objects, remaining, next } of objectPages(server, resource, start)) {
    const own = objects.filter((object) => isOwn(namespaceOf(object)));
    const outcomes = await inParallel(own, request.concurrency, (object) => rewriter.rewrite(object));
    counts = outcomes.reduce(added, counts);
    yield { ...counts, remaining, next };
  }
}

interface Outcome {
  readonly isWritten: boolean;
  readonly isConverted: boolean;
  readonly isFailed: boolean;
}

const UNTOUCHED: Outcome = { isWritten: false, isConverted: false, isFailed: false };
const FAILED: Outcome = { ...UNTOUCHED, isFailed: true };

function added({ seen, written, converted, failed }: RewriteCounts, outcome: Outcome): RewriteCounts {
  return {
    seen: seen + 1,
    written: written + Number(outcome.isWritten),
    converted: converted + Number(outcome.isConverted),
    failed: failed + Number(outcome.isFailed),
  };
}

class ObjectRewriter {
  readonly #served: ReadonlySet<string>;
  readonly #apiVersion: string;

  constructor(
    readonly server: ApiServer,
    readonly request: RewriteRequest,
    readonly report: (event: RewriteEvent) => void,
  ) {
    const { group, version } = request.resource;
    this.#apiVersion = `${group}/${version}`;
    this.#served = new Set(request.served.map((name) => `${group}/${name}`));
  }

  async rewrite(read: JsonObject): Promise<Outcome> {
    let object: JsonObject | undefined = read;
    for (let attempt = 1; object; attempt++) {
      try {
        return await this.#once(object);
      } catch (error) {
        if (isApiError(error, 404)) return this.#notFound(object, error.message);
        if (isApiError(error, 400, 403, 413, 422)) return this.#rejected(object, error.message);
        if (!isApiError(error, 409)) throw error;
        if (attempt === MOST_ATTEMPTS) return this.#rejected(object, "other clients change it all the time");
        object = await this.#current(object);
      }
    }
    return UNTOUCHED;
  }

  async #once(object: JsonObject): Promise<Outcome> {
    const converted = this.request.convert(object);
    const { objects, obstacles, applied, lost, outdated } = converted;
    if (obstacles.length > 0) {
      this.report({ about: "blocked", object, conversions: obstacles });
      return FAILED;
    }
    const [first, ...others] = objects;
    if (!first || others.length > 0 || !isOfSameKind(first, object)) {
      this.report({ about: "other-kind", object, applied });
      return FAILED;
    }
    const wanted = this.#asWritten(first);
    const isConverted = !sameContent(object, first);
    if (!isConverted && wanted === undefined && !this.request.everyObject) return UNTOUCHED;
    const after = { ...(wanted ?? first), apiVersion: this.#apiVersion };
    const writes = isConverted ? writesOf(object, after, converted, this.request) : [whole(after, false)];
    if (!writes) {
      this.report({ about: "rejected", object, problem: "its annotations would be too large" });
      return FAILED;
    }
    await this.#write(object, writes);
    for (const { path, conversion } of lost) this.report({ about: "lost", object, path, conversion });
    for (const { path, conversion } of outdated) this.report({ about: "outdated", object, path, conversion });
    return { isWritten: true, isConverted, isFailed: false };
  }

  /** Returns the object with its managed fields in versions that stay, or undefined if they already are. */
  #asWritten(object: JsonObject): JsonObject | undefined {
    const managedFields = movedManagedFields(object, this.#served, this.#apiVersion);
    return managedFields && { ...object, metadata: { ...objectIn(object, "metadata"), managedFields } };
  }

  /** Sends the updates of an object, each with the metadata that the one before has changed. */
  async #write(before: JsonObject, writes: readonly Write[]): Promise<void> {
    let changed: JsonObject = {};
    for (const { object, part, isConverted } of writes) {
      const next = { ...object, metadata: { ...objectIn(object, "metadata"), ...changed } };
      const written = await this.#put(this.#asWritten(next) ?? next, before, part, isConverted);
      // In a dry run, the object still has its old resource version.
      if (this.request.dryRun) continue;
      const { resourceVersion = "", managedFields = [] } = objectIn(written, "metadata");
      changed = { resourceVersion, managedFields };
    }
  }

  async #put(after: JsonObject, before: JsonObject, part: OwnedPart, isConverted: boolean): Promise<JsonObject> {
    const { resource, dryRun } = this.request;
    const path = `${objectPath(resource, after)}${part === "" ? "" : `/${part}`}`;
    const manager = isConverted ? writerOf(before, part) : FIELD_MANAGER;
    const query = {
      fieldManager: manager,
      ...(dryRun && { dryRun: "All" }),
      // A CRD that does not have the new form would remove it.
      ...(isConverted && { fieldValidation: "Strict" }),
    };
    const written = await this.server.send({ method: "PUT", path, query, body: after });
    const managedFields = isConverted && !dryRun ? handedOver(before, written, part) : undefined;
    if (!managedFields) return written;
    const body = { ...written, metadata: { ...objectIn(written, "metadata"), managedFields } };
    try {
      return await this.server.send({ method: "PUT", path, query, body });
    } catch (error) {
      // The object itself is written already, and the next writer has its fields anyway.
      if (isApiError(error, 404, 409)) return written;
      throw error;
    }
  }

  /**
   * Finds out why an update was not found: the object was deleted, or only its namespace, whose objects remain if someone
   * removed its finalizer. Source: apiserver pkg/admission/plugin/namespace/lifecycle.
   */
  async #notFound(object: JsonObject, problem: string): Promise<Outcome> {
    return (await this.#current(object)) ? this.#rejected(object, problem) : UNTOUCHED;
  }

  #current(object: JsonObject): Promise<JsonObject | undefined> {
    return readIfThere(this.server, objectPath(this.request.resource, object));
  }

  #rejected(object: JsonObject, problem: string): Outcome {
    this.report({ about: "rejected", object, problem });
    return FAILED;
  }
}

/** Update of an object, or only of its status. */
interface Write {
  readonly object: JsonObject;
  readonly part: OwnedPart;
  /** True if the update changes the form of the object. */
  readonly isConverted: boolean;
}

function whole(object: JsonObject, isConverted: boolean): Write {
  return { object, part: "", isConverted };
}

/**
 * Returns the updates that convert an object, in an order in which a run that is interrupted between two of them loses
 * nothing. Returns undefined if the annotation would be too large.
 */
function writesOf(
  before: JsonObject,
  after: JsonObject,
  { lost }: Pick<ConvertedObject, "lost">,
  { resource, annotation }: Pick<RewriteRequest, "resource" | "annotation">,
): Write[] | undefined {
  const hasNewStatus = resource.hasStatus && !sameJson(before.status, after.status);
  if (!hasNewStatus) return [whole(after, true)];
  // The annotation must have what leaves the status before it is gone. A conversion can be repeated with it.
  const loses = lost.some(({ path }) => path[0] === "status");
  const keeping = loses ? withPartsOf(before, after, annotation) : before;
  if (!keeping) return undefined;
  const first = loses ? [whole({ ...keeping, apiVersion: after.apiVersion ?? "" }, false)] : [];
  // Otherwise the status first: the API server rejects an update of the rest while the status has values of a wrong type.
  const status: Write = { object: after, part: "status", isConverted: true };
  return [...first, status, ...(sameWithoutStatus(keeping, after) ? [] : [whole(after, true)])];
}

/** Reports whether two objects differ at most in their status and their version. */
function sameWithoutStatus(before: JsonObject, after: JsonObject): boolean {
  const bare = ({ status: _, ...object }: JsonObject) => object;
  return sameContent(bare(before), bare(after));
}

function namespaceOf(object: JsonObject): string {
  const { namespace } = objectIn(object, "metadata");
  return typeof namespace === "string" ? namespace : "";
}

/** Uses all items. After an error, no further item is begun, and the error is thrown when all others have ended. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  use: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  let failed: { readonly error: unknown } | undefined;
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (failed) return;
      try {
        results[index] = await use(item);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  if (failed) throw failed.error;
  return results;
}
