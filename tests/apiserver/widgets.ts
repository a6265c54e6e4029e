/** A CRD that a test changes, version by version, and its objects. */
import { isJsonObject, type Json, type JsonObject } from "../../scripts/core/model/json.js";
import { type Answer, eventually, expectSuccess, type RequestBody } from "./client.js";
import type { ApiServer } from "./server.js";

const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const TEXT = { type: "string" };

/** One version of the CRD. By default, it is served and has the fields `color` and `size` in the spec. */
export interface WidgetVersion {
  readonly name: string;
  readonly storage?: boolean;
  readonly served?: boolean;
  readonly fields?: JsonObject;
  /** More keys of the schema of the spec, such as `required`. */
  readonly schema?: JsonObject;
}

/** An entry of `managedFields`. */
export interface Entry extends JsonObject {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly fieldsV1: JsonObject;
}

interface Widget extends JsonObject {
  readonly metadata: JsonObject & {
    readonly resourceVersion: string;
    readonly generation: number;
    readonly managedFields?: readonly Entry[];
  };
  readonly spec: JsonObject;
}

/** The patches by the name of their type. `apply` is a server-side apply that takes over fields of other managers. */
const PATCHES = {
  json: { type: "application/json-patch+json", force: false },
  merge: { type: "application/merge-patch+json", force: false },
  apply: { type: "application/apply-patch+yaml", force: true },
  applyWithoutForce: { type: "application/apply-patch+yaml", force: false },
} as const;

let groups = 0;
let marks = 0;

/** The cluster-scoped kind Widget in an API group of its own. Versions of a group are named without the group. */
export class Widgets {
  readonly group = `versions-${++groups}.example.dev`;

  constructor(readonly server: ApiServer) {}

  get crdPath(): string {
    return `${CRDS}/widgets.${this.group}`;
  }

  path(version: string, name?: string): string {
    return `/apis/${this.group}/${version}/widgets${name === undefined ? "" : `/${name}`}`;
  }

  request(method: string, path: string, value?: Json, type: RequestBody["type"] = "application/json"): Promise<Answer> {
    return this.server.client.request(method, path, value === undefined ? undefined : { type, value });
  }

  /** Returns the CRD with these versions. A printer column shows whether the server uses it. */
  crd(versions: readonly WidgetVersion[], mark = "Mark"): JsonObject {
    const names = { kind: "Widget", listKind: "WidgetList", plural: "widgets", singular: "widget" };
    const printed = versions.map(({ name, storage = false, served = true, fields, schema }) => ({
      name,
      storage,
      served,
      additionalPrinterColumns: [{ name: mark, type: "string", jsonPath: ".kind" }],
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: { type: "object", properties: fields ?? { color: TEXT, size: TEXT }, ...schema },
            status: { type: "object", properties: { ready: TEXT } },
          },
        },
      },
    }));
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `widgets.${this.group}` },
      spec: { group: this.group, scope: "Cluster", names, versions: printed },
    };
  }

  /**
   * Creates or replaces the CRD, and returns the response without waiting. The API server itself writes the status of
   * the CRD at any time, so a conflict is not a result: the CRD is read and written again.
   */
  async write(versions: readonly WidgetVersion[], mark?: string): Promise<Answer> {
    const crd = this.crd(versions, mark);
    for (;;) {
      const { code, body } = await this.request("GET", this.crdPath);
      if (code === 404) return this.request("POST", CRDS, crd);
      const answer = await this.request("PUT", this.crdPath, { ...crd, metadata: body.metadata ?? null });
      if (answer.code !== 409) return answer;
    }
  }

  /** Creates or replaces the CRD, and waits until the server uses it and lists its objects. */
  async define(...versions: readonly WidgetVersion[]): Promise<JsonObject> {
    const mark = `Mark${++marks}`;
    const written = expectSuccess(await this.write(versions, mark), "the CRD");
    const served = versions.find((version) => version.served !== false);
    if (!served) throw new Error("no version is served, so nothing shows when the CRD is in use");
    const table = "application/json;as=Table;g=meta.k8s.io;v=v1";
    await eventually(async () => {
      const answer = await this.server.client.request("GET", this.path(served.name), undefined, table);
      const columns = JSON.stringify(expectSuccess(answer, "the table").columnDefinitions);
      if (!columns.includes(`"${mark}"`)) throw new Error(`${this.group} is not ${mark}`);
    });
    return written;
  }

  async readCrd(): Promise<JsonObject> {
    return expectSuccess(await this.request("GET", this.crdPath), "the CRD");
  }

  async storedVersions(): Promise<Json | undefined> {
    return storedVersionsOf(await this.readCrd());
  }

  setStoredVersions(...storedVersions: readonly string[]): Promise<Answer> {
    return this.request("PATCH", `${this.crdPath}/status`, { status: { storedVersions } }, PATCHES.merge.type);
  }

  /** Returns the body of an object for a version. */
  widget(version: string, name: string, spec: JsonObject): JsonObject {
    return { apiVersion: `${this.group}/${version}`, kind: "Widget", metadata: { name }, spec };
  }

  create(version: string, name: string, spec: JsonObject, manager = "creator"): Promise<Answer> {
    const path = `${this.path(version)}?fieldManager=${manager}`;
    return this.request("POST", path, this.widget(version, name, spec));
  }

  async read(version: string, name: string): Promise<Widget> {
    return expectSuccess(await this.request("GET", this.path(version, name)), name) as Widget;
  }

  put(version: string, name: string, object: JsonObject, manager = "putter"): Promise<Answer> {
    return this.request("PUT", `${this.path(version, name)}?fieldManager=${manager}`, object);
  }

  /** Replaces an object with itself. */
  async putUnchanged(version: string, name: string): Promise<{ before: Widget; after: Widget }> {
    const before = await this.read(version, name);
    const after = expectSuccess(await this.put(version, name, before), `${name} without changes`) as Widget;
    return { before, after };
  }

  patch(kind: keyof typeof PATCHES, path: string, value: Json, manager = "patcher"): Promise<Answer> {
    const { type, force } = PATCHES[kind];
    return this.request("PATCH", `${path}?fieldManager=${manager}${force ? "&force=true" : ""}`, value, type);
  }

  apply(
    manager: string,
    version: string,
    name: string,
    spec: JsonObject,
    kind: "apply" | "applyWithoutForce" = "apply",
  ) {
    return this.patch(kind, this.path(version, name), this.widget(version, name, spec), manager);
  }

  /** Reads an object from etcd. */
  stored(name: string): Promise<JsonObject | undefined> {
    return this.server.stored(`${this.group}/widgets/${name}`);
  }

  /** Returns the version in which an object is stored. */
  async storedIn(name: string): Promise<string | undefined> {
    const { apiVersion } = (await this.stored(name)) ?? {};
    return typeof apiVersion === "string" ? apiVersion.slice(`${this.group}/`.length) : undefined;
  }
}

export function storedVersionsOf({ status }: JsonObject): Json | undefined {
  return isJsonObject(status) ? status.storedVersions : undefined;
}

/** Returns the entries of `managedFields`, each as its manager, operation and version. */
export function entriesOf(object: JsonObject | undefined): string[] | undefined {
  const entries = (object as Widget | undefined)?.metadata.managedFields;
  return entries?.map((each) => `${each.manager} ${each.operation} ${each.apiVersion.split("/")[1]}`);
}
