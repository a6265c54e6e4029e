/** Tests the claims of docs/versioning.md. Each test has the name of a claim on the page. */
import { setTimeout as sleep } from "node:timers/promises";
import * as assert from "uvu/assert";
import { isJsonObject, type Json, type JsonObject } from "../../scripts/core/model/json.js";
import { type Answer, eventually, expectSuccess } from "./client.js";
import { channelServer, serverSuite } from "./servers.js";
import { type Entry, entriesOf, storedVersionsOf, Widgets, type WidgetVersion } from "./widgets.js";

const tests = serverSuite("versioning");

const v1 = { name: "v1" };
const v2 = { name: "v2" };
const COLOR_ONLY = { color: { type: "string" } };
const PRESERVE = { "x-kubernetes-preserve-unknown-fields": true };
const RED_BIG = { color: "red", size: "big" };

function stores<Version extends WidgetVersion>(version: Version): Version & { storage: true } {
  return { ...version, storage: true };
}

/** Returns widgets in a new group, with a CRD of these versions. */
async function widgetsOf(...versions: readonly WidgetVersion[]): Promise<Widgets> {
  const widgets = new Widgets(await channelServer("standard"));
  await widgets.define(...versions);
  return widgets;
}

/** Checks that a request fails with a status code and a message. */
function fails({ code, body }: Answer, expected: number, message: string): void {
  assert.is(code, expected, JSON.stringify(body));
  assert.ok(String(body.message).includes(message), JSON.stringify(body));
}

function succeeds(answer: Answer): JsonObject {
  return expectSuccess(answer, "a request that must succeed");
}

/** Returns the minor version of the server, such as 37. */
async function minorOf({ server }: Widgets): Promise<number> {
  return Number.parseInt(String(succeeds(await server.client.request("GET", "/version")).minor), 10);
}

function generationOf({ metadata }: JsonObject): Json | undefined {
  return isJsonObject(metadata) ? metadata.generation : undefined;
}

tests("Only the storage version is added to `status.storedVersions`, in the request that writes the CRD", async () => {
  const widgets = new Widgets(await channelServer("standard"));
  assert.equal(storedVersionsOf(await widgets.define(stores(v1), v2)), ["v1"], "in the response");
  succeeds(await widgets.create("v2", "a", RED_BIG));
  assert.equal(await widgets.storedVersions(), ["v1"], "after a write through v2");
  assert.is(await widgets.storedIn("a"), "v1");
  assert.equal(storedVersionsOf(await widgets.define(v1, stores(v2))), ["v1", "v2"], "in the response");
});

tests("The list never shrinks by itself", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  await widgets.define(v1, stores(v2));
  await widgets.putUnchanged("v2", "a");
  assert.equal(await widgets.storedVersions(), ["v1", "v2"], "after the last object was re-encoded");
  succeeds(await widgets.request("DELETE", widgets.path("v2", "a")));
  await widgets.define(v1, stores(v2));
  assert.equal(await widgets.storedVersions(), ["v1", "v2"], "without objects");
});

tests("A CRD that lacks a stored version is rejected", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  const answer = await widgets.write([stores(v2)]);
  fails(answer, 422, 'Invalid value: "v1": missing from spec.versions; v1 was previously a storage version');
  const { causes } = answer.body.details as unknown as { causes: readonly { field: string }[] };
  assert.equal(
    causes.map(({ field }) => field),
    ["status.storedVersions[0]"],
  );
  assert.equal(await widgets.storedVersions(), ["v1"]);
});

tests("The API server does not compare the list with the objects", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  await widgets.define(v1, stores(v2));
  succeeds(await widgets.setStoredVersions("v2"));
  assert.is(await widgets.storedIn("a"), "v1", "a version that is not in the list");
  assert.equal(await widgets.storedVersions(), ["v2"]);
  succeeds(await widgets.setStoredVersions());
  assert.equal(await widgets.storedVersions(), ["v2"], "the storage version is added again");
  succeeds(await widgets.setStoredVersions("v2", "v9"));
  assert.equal(await widgets.storedVersions(), ["v2", "v9"]);
  fails(await widgets.write([v1, stores(v2)]), 422, 'status.storedVersions[1]: Invalid value: "v9"');
});

/** Removes v1 from the CRD although the object `old` is stored in it. The object `new` is stored in v2. */
async function strandOld(): Promise<Widgets> {
  const widgets = await widgetsOf(stores(v1), v2);
  succeeds(await widgets.apply("applier", "v2", "old", RED_BIG));
  await widgets.define(v1, stores(v2));
  succeeds(await widgets.apply("applier", "v2", "new", RED_BIG));
  succeeds(await widgets.setStoredVersions("v2"));
  succeeds(await widgets.write([stores(v2)]));
  await eventually(async () => assert.is((await widgets.request("GET", widgets.path("v2", "old"))).code, 500));
  return widgets;
}

const UNREADABLE = "request to convert CR from an invalid group/version";

tests("An object that is stored in a removed version cannot be read, changed, or deleted", async () => {
  const widgets = await strandOld();
  const path = widgets.path("v2", "old");
  fails(await widgets.request("GET", path), 500, UNREADABLE);
  fails(await widgets.patch("merge", path, { spec: { color: "blue" } }), 500, UNREADABLE);
  fails(await widgets.put("v2", "old", (await widgets.stored("old")) ?? {}), 400, "does not match");
  const { metadata } = await widgets.read("v2", "new");
  const object = {
    ...widgets.widget("v2", "old", RED_BIG),
    metadata: { name: "old", resourceVersion: metadata.resourceVersion },
  };
  fails(await widgets.put("v2", "old", object), 500, UNREADABLE);
  fails(await widgets.apply("applier", "v2", "old", RED_BIG), 500, UNREADABLE);
  fails(await widgets.create("v2", "old", RED_BIG), 409, "already exists");
  assert.is((await widgets.request("GET", widgets.path("v1", "old"))).code, 404);
  await eventually(async () => fails(await widgets.request("GET", widgets.path("v2")), 429, UNREADABLE));
  fails(await widgets.request("GET", `${widgets.path("v2")}?limit=500`), 500, UNREADABLE);
  assert.equal((await widgets.read("v2", "new")).spec, RED_BIG, "an object that is stored in v2");

  fails(await widgets.request("DELETE", path), 500, UNREADABLE);
  const unsafe = await widgets.request("DELETE", `${path}?ignoreStoreReadErrorWithClusterBreakingPotential=true`);
  const minor = await minorOf(widgets);
  if (minor >= 37) assert.is(unsafe.code, 200);
  if (minor === 33) assert.is(unsafe.code, 500);
  assert.is((await widgets.stored("old")) === undefined, unsafe.code === 200);
});

tests("Adding the version to the CRD again makes its objects readable", async () => {
  const widgets = await strandOld();
  await widgets.define({ ...v1, served: false }, stores(v2));
  assert.equal((await widgets.read("v2", "old")).spec, RED_BIG);
  assert.equal(await widgets.storedVersions(), ["v2"], "v1 is still not in the list");
  const { items } = succeeds(await widgets.request("GET", widgets.path("v2")));
  assert.is((items as Json[]).length, 2);
});

tests("A CRD with unreadable objects cannot be deleted", async () => {
  const widgets = await strandOld();
  succeeds(await widgets.request("DELETE", widgets.crdPath));
  await eventually(async () => {
    const conditions = JSON.stringify(await widgets.readCrd());
    assert.ok(conditions.includes("InstanceDeletionFailed") && conditions.includes(UNREADABLE), conditions);
  });
  assert.is(await widgets.storedIn("old"), "v1");
  succeeds(await widgets.write([{ ...v1, served: false }, stores(v2)]));
  await eventually(async () => assert.is((await widgets.request("GET", widgets.crdPath)).code, 404));
  assert.is(await widgets.stored("old"), undefined);
});

tests("Without a conversion webhook, the API server changes only `apiVersion`", async () => {
  const widgets = await widgetsOf(stores(v1), { ...v2, fields: COLOR_ONLY, schema: PRESERVE });
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  const { apiVersion: first, ...one } = await widgets.read("v1", "a");
  const { apiVersion: second, ...two } = await widgets.read("v2", "a");
  assert.is(first, `${widgets.group}/v1`);
  assert.is(second, `${widgets.group}/v2`);
  assert.equal(two, one, "the same metadata and spec, with the field that v2 does not declare");
});

tests("A read omits the fields that the requested version does not declare", async () => {
  const widgets = await widgetsOf(stores(v1), { ...v2, fields: COLOR_ONLY });
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  assert.equal((await widgets.read("v2", "a")).spec, { color: "red" });
  assert.equal((await widgets.stored("a"))?.spec, RED_BIG);
  assert.equal((await widgets.read("v1", "a")).spec, RED_BIG, "a read changes nothing");
});

tests(
  "A write through a version deletes the fields that it does not declare, even if nothing else changes",
  async () => {
    const widgets = await widgetsOf(stores(v1), { ...v2, fields: COLOR_ONLY });
    for (const name of ["put", "labeled"]) succeeds(await widgets.apply("applier", "v1", name, RED_BIG));
    await widgets.putUnchanged("v2", "put");
    succeeds(await widgets.patch("merge", widgets.path("v2", "labeled"), { metadata: { labels: { a: "b" } } }));
    for (const name of ["put", "labeled"]) {
      const stored = await widgets.stored(name);
      assert.equal(stored?.spec, { color: "red" }, name);
      assert.is(stored && generationOf(stored), 1, `${name}: the loss does not change the generation`);
    }
  },
);

tests("A change of the storage version affects only later writes", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  succeeds(await widgets.apply("applier", "v1", "old", RED_BIG));
  const { metadata } = await widgets.read("v1", "old");
  await widgets.define(v1, stores(v2));
  succeeds(await widgets.apply("applier", "v1", "new", RED_BIG));
  assert.is(await widgets.storedIn("old"), "v1");
  assert.is((await widgets.read("v2", "old")).metadata.resourceVersion, metadata.resourceVersion);
  assert.is(await widgets.storedIn("new"), "v2");
});

tests("A PUT without changes re-encodes an object that is stored in another version", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  for (const name of ["put", "patched", "applied", "dry"])
    succeeds(await widgets.apply("applier", "v1", name, RED_BIG));
  await widgets.define(v1, stores(v2));
  const first = await widgets.putUnchanged("v1", "put"); // through any version
  assert.is(await widgets.storedIn("put"), "v2");
  assert.is.not(first.after.metadata.resourceVersion, first.before.metadata.resourceVersion);
  assert.is(first.after.metadata.generation, first.before.metadata.generation);
  const second = await widgets.putUnchanged("v2", "put");
  assert.is(second.after.metadata.resourceVersion, second.before.metadata.resourceVersion, "nothing is written");

  succeeds(await widgets.patch("merge", widgets.path("v2", "patched"), {}));
  assert.is(await widgets.storedIn("patched"), "v2", "an empty patch");
  succeeds(await widgets.apply("applier", "v1", "applied", RED_BIG));
  assert.is(await widgets.storedIn("applied"), "v2", "server-side apply without changes");
  succeeds(await widgets.request("PUT", `${widgets.path("v2", "dry")}?dryRun=All`, await widgets.read("v2", "dry")));
  assert.is(await widgets.storedIn("dry"), "v1", "a dry run");
});

tests("A write with an old `resourceVersion` is rejected", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  const old = await widgets.read("v1", "a");
  const path = widgets.path("v1", "a");
  succeeds(await widgets.patch("merge", path, { spec: { color: "blue" } }));
  fails(await widgets.put("v1", "a", old), 409, "the object has been modified");
  const { resourceVersion, ...metadata } = old.metadata;
  fails(await widgets.put("v1", "a", { ...old, metadata }), 422, "metadata.resourceVersion");
  const label = { op: "add", path: "/metadata/labels", value: { a: "b" } };
  const version = { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion };
  fails(await widgets.patch("json", path, [version, label]), 409, "the object has been modified");
  const merged = { metadata: { resourceVersion, labels: { a: "b" } } };
  fails(await widgets.patch("merge", path, merged), 409, "the object has been modified");
  assert.equal((await widgets.read("v1", "a")).spec, { color: "blue", size: "big" });
});

tests("A version that is not in `status.storedVersions` can be removed while clients use it", async () => {
  const widgets = await widgetsOf(v1, stores(v2));
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  await widgets.define(stores(v2));
  for (const path of [widgets.path("v1"), widgets.path("v1", "a"), `/apis/${widgets.group}/v1`]) {
    await eventually(async () => fails(await widgets.request("GET", path), 404, "404 page not found"));
  }
  fails(await widgets.create("v1", "b", RED_BIG), 404, "404 page not found");
  assert.equal((await widgets.read("v2", "a")).spec, RED_BIG);
});

tests("The storage version does not need to be served", async () => {
  const widgets = await widgetsOf({ ...stores(v1), served: false }, v2);
  succeeds(await widgets.apply("applier", "v2", "a", RED_BIG));
  assert.is(await widgets.storedIn("a"), "v1");
  assert.equal((await widgets.read("v2", "a")).spec, RED_BIG);
  fails(await widgets.request("GET", widgets.path("v1", "a")), 404, "404 page not found");
});

const GONE = "request to convert CR to an invalid group/version";

/**
 * Returns widgets with the versions v1 and v2, and an object `a` that is written by three managers: `applier` has
 * applied the color through v1, `controller` has set the status through v1, and `editor` has set the size through v1
 * and a label through v2.
 */
async function managed(): Promise<Widgets> {
  const widgets = await widgetsOf(stores(v1), v2);
  succeeds(await widgets.apply("applier", "v1", "a", { color: "red" }));
  succeeds(await widgets.patch("merge", widgets.path("v1", "a"), { spec: { size: "big" } }, "editor"));
  succeeds(await widgets.patch("merge", widgets.path("v2", "a"), { metadata: { labels: { a: "b" } } }, "editor"));
  const status = { status: { ready: "yes" } };
  succeeds(await widgets.patch("merge", `${widgets.path("v1", "a")}/status`, status, "controller"));
  return widgets;
}

const ENTRIES = ["applier Apply v1", "controller Update v1", "editor Update v1", "editor Update v2"];

/** Re-encodes the object as the official migration does, and removes v1. */
async function removeV1(widgets: Widgets): Promise<Widgets> {
  await widgets.define(v1, stores(v2));
  await widgets.putUnchanged("v2", "a");
  succeeds(await widgets.setStoredVersions("v2"));
  await widgets.define(stores(v2));
  return widgets;
}

const sorted = (entries: readonly string[] | undefined) => entries && [...entries].sort();

tests("An entry in `managedFields` keeps the API version of the request that wrote the fields", async () => {
  const widgets = await managed();
  assert.equal(sorted(entriesOf(await widgets.read("v2", "a"))), ENTRIES);
  await widgets.define({ ...v1, served: false }, stores(v2));
  const { after } = await widgets.putUnchanged("v2", "a");
  assert.is(await widgets.storedIn("a"), "v2");
  assert.equal(sorted(entriesOf(after)), ENTRIES, "after the object was re-encoded");
  const applied = succeeds(await widgets.apply("applier", "v2", "a", { color: "blue" }));
  assert.equal(
    sorted(entriesOf(applied)),
    ["applier Apply v2", ...ENTRIES.slice(1)],
    "only the entry of the manager that writes",
  );
});

tests("Server-side apply fails for every manager if an entry names a removed version", async () => {
  const widgets = await removeV1(await managed());
  for (const manager of ["applier", "editor", "another"]) {
    fails(await widgets.apply(manager, "v2", "a", { color: "red" }), 500, GONE);
    fails(await widgets.apply(manager, "v2", "a", { color: "red" }, "applyWithoutForce"), 500, GONE);
  }
  const status = {
    apiVersion: `${widgets.group}/v2`,
    kind: "Widget",
    metadata: { name: "a" },
    status: { ready: "no" },
  };
  fails(await widgets.patch("apply", `${widgets.path("v2", "a")}/status`, status), 500, GONE);
  const dryRun = `${widgets.path("v2", "a")}?dryRun=All&fieldManager=another`;
  fails(
    await widgets.request("PATCH", dryRun, widgets.widget("v2", "a", {}), "application/apply-patch+yaml"),
    500,
    GONE,
  );
  assert.equal(sorted(entriesOf(await widgets.read("v2", "a"))), ENTRIES);
  succeeds(await widgets.apply("applier", "v2", "another", RED_BIG));
  succeeds(await widgets.request("DELETE", widgets.path("v2", "a")));
});

/** Writes other than server-side apply, as they are sent to an object with an entry of a removed version. */
const OTHER_WRITES: Readonly<Record<string, (widgets: Widgets) => Promise<Answer>>> = {
  "PUT without changes": async (widgets) => widgets.put("v2", "a", await widgets.read("v2", "a"), "another"),
  "PUT with a change": async (widgets) =>
    widgets.put("v2", "a", { ...(await widgets.read("v2", "a")), spec: { color: "blue" } }, "another"),
  "PUT of the status": async (widgets) => {
    const changed = { ...(await widgets.read("v2", "a")), status: { ready: "no" } };
    return widgets.request("PUT", `${widgets.path("v2", "a")}/status?fieldManager=another`, changed);
  },
  "merge patch": (widgets) => widgets.patch("merge", widgets.path("v2", "a"), { spec: { color: "blue" } }, "another"),
  "merge patch of the applier": (widgets) =>
    widgets.patch("merge", widgets.path("v2", "a"), { spec: { color: "blue" } }, "applier"),
  "JSON patch": (widgets) =>
    widgets.patch("json", widgets.path("v2", "a"), [{ op: "replace", path: "/spec/color", value: "blue" }], "another"),
};

tests("Other writes succeed, but the API server no longer tracks who owns a field", async () => {
  const widgets = await removeV1(await managed());
  const original = (await widgets.stored("a")) ?? {};
  const isKept = (await minorOf(widgets)) >= 37;
  for (const [name, write] of Object.entries(OTHER_WRITES)) {
    await widgets.server.store(`${widgets.group}/widgets/a`, original);
    await eventually(async () => assert.equal(sorted(entriesOf(await widgets.read("v2", "a"))), ENTRIES));
    assert.equal(sorted(entriesOf(succeeds(await write(widgets)))), isKept ? ENTRIES : undefined, name);
    const applied = await widgets.apply("applier", "v2", "a", {});
    if (isKept) fails(applied, 500, GONE);
    else assert.ok(isJsonObject(succeeds(applied).spec) && "color" in (applied.body.spec as JsonObject), name);
  }
});

type Entries = readonly Entry[];

/** Writes that replace the entries of an object. */
const REPLACEMENTS: Readonly<Record<string, (widgets: Widgets, entries: Json) => Promise<Answer>>> = {
  PUT: async (widgets, managedFields) => {
    const object = await widgets.read("v2", "a");
    return widgets.put("v2", "a", { ...object, metadata: { ...object.metadata, managedFields } });
  },
  "JSON patch": (widgets, value) =>
    widgets.patch("json", widgets.path("v2", "a"), [{ op: "replace", path: "/metadata/managedFields", value }]),
  "merge patch": (widgets, managedFields) =>
    widgets.patch("merge", widgets.path("v2", "a"), { metadata: { managedFields } }),
};

/** Renames v1 to v2 in entries, and merges entries that then have the same manager, operation and subresource. */
function renamed(entries: Entries, merge = true): Entries {
  const result: Entry[] = [];
  for (const entry of entries) {
    const next: Entry = { ...entry, apiVersion: entry.apiVersion.replace(/v1$/, "v2") };
    const isSame = (other: Entry) => keyOf(other) === keyOf(next);
    const index = merge ? result.findIndex(isSame) : -1;
    const same = result[index];
    if (same) result[index] = { ...same, fieldsV1: union(same.fieldsV1, next.fieldsV1) };
    else result.push(next);
  }
  return result;
}

function keyOf({ manager, operation, apiVersion, subresource }: Entry): string {
  return JSON.stringify([manager, operation, apiVersion, subresource ?? ""]);
}

/** Returns the union of two sets of fields. */
function union(one: JsonObject, two: JsonObject): JsonObject {
  const merged = Object.entries(two).map(([key, fields]) => {
    const others = one[key];
    return [key, isJsonObject(others) && isJsonObject(fields) ? union(others, fields) : fields];
  });
  return { ...one, ...Object.fromEntries(merged) };
}

tests("A write that renames the version in the entries restores server-side apply and keeps the owners", async () => {
  const widgets = await removeV1(await managed());
  const original = (await widgets.stored("a")) ?? {};
  for (const [name, replace] of Object.entries(REPLACEMENTS)) {
    await widgets.server.store(`${widgets.group}/widgets/a`, original);
    const before = await eventually(async () => {
      const object = await widgets.read("v2", "a");
      assert.equal(sorted(entriesOf(object)), ENTRIES);
      return object;
    });
    const repaired = succeeds(await replace(widgets, renamed(before.metadata.managedFields ?? [])));
    const expected = ["applier Apply v2", "controller Update v2", "editor Update v2"];
    assert.equal(sorted(entriesOf(repaired)), expected, name);
    assert.is(generationOf(repaired), before.metadata.generation, name);
    const conflict = await widgets.apply("another", "v2", "a", { size: "small" }, "applyWithoutForce");
    fails(conflict, 409, 'conflict with "editor"');
    const applied = succeeds(await widgets.apply("applier", "v2", "a", {}, "applyWithoutForce"));
    assert.equal(applied.spec, { size: "big" }, `${name}: the applier still owns the color, and removes it`);
  }
});

tests("If two entries become the same, the API server uses only the last one", async () => {
  const widgets = await removeV1(await managed());
  const { metadata } = await widgets.read("v2", "a");
  const entries = [...(metadata.managedFields ?? [])].sort((a, b) => a.apiVersion.localeCompare(b.apiVersion));
  const repaired = succeeds((await REPLACEMENTS.PUT?.(widgets, renamed(entries, false))) as Answer);
  assert.equal(sorted(entriesOf(repaired)), ["applier Apply v2", "controller Update v2", "editor Update v2"]);
  const { managedFields } = repaired.metadata as unknown as { managedFields: Entries };
  const editor = managedFields.find(({ manager }) => manager === "editor");
  assert.equal(Object.keys(editor?.fieldsV1 ?? {}), ["f:metadata"], "the size is lost, only the label is left");
});

tests("Entries cannot be repaired one by one, or through the status", async () => {
  const widgets = await removeV1(await managed());
  const original = (await widgets.stored("a")) ?? {};
  const isKept = (await minorOf(widgets)) >= 37;
  const version = `${widgets.group}/v2`;
  const attempts: Readonly<Record<string, () => Promise<Answer>>> = {
    "only one entry": () =>
      widgets.patch("json", widgets.path("v2", "a"), [
        { op: "replace", path: "/metadata/managedFields/0/apiVersion", value: version },
      ]),
    status: async () => {
      const object = await widgets.read("v2", "a");
      const managedFields = renamed(object.metadata.managedFields ?? []);
      const repaired = { ...object, metadata: { ...object.metadata, managedFields } };
      return widgets.request("PUT", `${widgets.path("v2", "a")}/status`, repaired);
    },
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    await widgets.server.store(`${widgets.group}/widgets/a`, original);
    await eventually(async () => assert.equal(sorted(entriesOf(await widgets.read("v2", "a"))), ENTRIES));
    assert.equal(sorted(entriesOf(succeeds(await attempt()))), isKept ? ENTRIES : undefined, name);
  }
});

tests("Before the version is removed, the PUT that re-encodes an object can also rename the entries", async () => {
  const widgets = await managed();
  await widgets.define({ ...v1, served: false }, stores(v2));
  const { metadata } = await widgets.read("v2", "a");
  const repaired = succeeds((await REPLACEMENTS.PUT?.(widgets, renamed(metadata.managedFields ?? []))) as Answer);
  assert.is(await widgets.storedIn("a"), "v2");
  assert.is(generationOf(repaired), metadata.generation);
  succeeds(await widgets.setStoredVersions("v2"));
  await widgets.define(stores(v2));
  assert.equal(succeeds(await widgets.apply("applier", "v2", "a", {}, "applyWithoutForce")).spec, { size: "big" });
});

tests("A reset of `managedFields` to `[{}]` restores server-side apply, but no field has an owner", async () => {
  const widgets = await removeV1(await managed());
  const original = (await widgets.stored("a")) ?? {};
  const isKept = (await minorOf(widgets)) >= 37;
  for (const [name, replace] of Object.entries(REPLACEMENTS)) {
    const store = () => widgets.server.store(`${widgets.group}/widgets/a`, original);
    const isStored = async () => assert.equal(sorted(entriesOf(await widgets.read("v2", "a"))), ENTRIES);
    await store();
    await eventually(isStored);
    assert.is(entriesOf(succeeds(await replace(widgets, [{}]))), undefined, name);
    const conflict = await widgets.apply("applier", "v2", "a", { color: "blue" }, "applyWithoutForce");
    fails(conflict, 409, 'conflict with "before-first-apply"');
    const applied = succeeds(await widgets.apply("applier", "v2", "a", {}, "applyWithoutForce"));
    assert.equal(applied.spec, RED_BIG, `${name}: the color stays`);

    await store();
    await eventually(isStored);
    assert.equal(sorted(entriesOf(succeeds(await replace(widgets, [])))), isKept ? ENTRIES : undefined, `${name}: []`);
  }
});

tests("`generation` counts changes of the spec, not writes", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  const generation = async () => (await widgets.read("v2", "a")).metadata.generation;
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  succeeds(await widgets.patch("merge", widgets.path("v1", "a"), { metadata: { labels: { a: "b" } } }));
  succeeds(await widgets.patch("merge", `${widgets.path("v1", "a")}/status`, { status: { ready: "yes" } }));
  await widgets.define(v1, stores(v2));
  await widgets.putUnchanged("v2", "a");
  assert.is(await widgets.storedIn("a"), "v2");
  assert.is(await generation(), 1);
  succeeds(await widgets.patch("merge", widgets.path("v1", "a"), { spec: { color: "blue" } }));
  assert.is(await generation(), 2);
});

tests("A write to the metadata or the status of a CRD does not change its `generation`", async () => {
  const widgets = await widgetsOf(stores(v1));
  const before = await widgets.readCrd();
  const annotations = { "example.dev/bundle-version": "v2.0.0" };
  const annotated = succeeds(await widgets.patch("merge", widgets.crdPath, { metadata: { annotations } }));
  assert.is(generationOf(annotated), generationOf(before));
  assert.is.not((annotated.metadata as JsonObject).resourceVersion, (before.metadata as JsonObject).resourceVersion);
  succeeds(await widgets.setStoredVersions("v1", "v0"));
  assert.is(generationOf(await widgets.readCrd()), generationOf(before));
  succeeds(await widgets.setStoredVersions("v1"));
  const changed = await widgets.define(stores(v1), v2);
  assert.is(generationOf(changed), Number(generationOf(before)) + 1);
});

tests("An object that violates a new schema can still be re-encoded, and changed in other fields", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  const fields = { color: { type: "string", maxLength: 2 }, size: { type: "string" } };
  await widgets.define({ ...v1, fields }, { ...stores(v2), fields });
  const change = (spec: JsonObject) => widgets.patch("merge", widgets.path("v2", "a"), { spec });
  await widgets.putUnchanged("v2", "a");
  assert.is(await widgets.storedIn("a"), "v2");
  succeeds(await change({ size: "small" }));
  fails(await change({ color: "green" }), 422, "spec.color: Too long");
  fails(await widgets.apply("applier", "v2", "b", { color: "red" }), 422, "spec.color: Too long");
});

tests("A new `required` field or rule is enforced with the next change in the same part of the object", async () => {
  const rule = { "x-kubernetes-validations": [{ rule: "self.color != 'red'", message: "must not be red" }] };
  for (const [schema, message] of [
    [{ required: ["price"] }, "spec.price: Required value"],
    [rule, "must not be red"],
  ] as const) {
    const widgets = await widgetsOf(stores(v1), v2);
    succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
    const fields = { color: { type: "string" }, size: { type: "string" }, price: { type: "string" } };
    await widgets.define({ ...v1, fields, schema }, { ...stores(v2), fields, schema });
    const path = widgets.path("v2", "a");
    await widgets.putUnchanged("v2", "a");
    assert.is(await widgets.storedIn("a"), "v2");
    succeeds(await widgets.patch("merge", path, { metadata: { labels: { a: "b" } } }));
    fails(await widgets.patch("merge", path, { spec: { size: "small" } }), 422, message);
  }
});

tests("Server-side apply fails for an object with a value of another type, although a PUT succeeds", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  const fields = { color: { type: "integer" }, size: { type: "string" } };
  await widgets.define({ ...v1, fields }, { ...stores(v2), fields });
  await widgets.putUnchanged("v2", "a");
  assert.is(await widgets.storedIn("a"), "v2");
  succeeds(await widgets.patch("merge", widgets.path("v2", "a"), { spec: { size: "small" } }));
  const applied = await widgets.apply("applier", "v2", "a", { size: "big" });
  fails(applied, 500, ".spec.color: expected numeric (int or float), got string");
});

tests("A change of a CRD takes effect shortly after the response", async () => {
  const widgets = await widgetsOf(stores(v1));
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  await sleep(2000); // the API server delays objects that are created in the first two seconds
  const check = `${widgets.path("v1")}?dryRun=All`;
  const ask = async () => (await widgets.request("POST", check, widgets.widget("v1", "b", RED_BIG))).code;
  let late = 0;
  for (let flip = 0; late === 0 && flip < 300; flip++) {
    const isStrict = flip % 2 === 0;
    const maxLength = isStrict ? 2 : 200;
    const fields = { color: { type: "string", maxLength }, size: { type: "string" } };
    succeeds(await widgets.write([{ ...stores(v1), fields }]));
    const expected = isStrict ? 422 : 201;
    const first = await Promise.all([ask(), ask(), ask(), ask()]);
    late += first.filter((code) => code !== expected).length;
    await eventually(async () => assert.is(await ask(), expected));
  }
  assert.ok(late > 0, "no request used the old schema");
});

/** Creates a CRD and returns when it is established. */
async function established(): Promise<Widgets> {
  const widgets = new Widgets(await channelServer("standard"));
  succeeds(await widgets.write([stores(v1)]));
  for (;;) {
    const { status } = await widgets.readCrd();
    const conditions = ((isJsonObject(status) && status.conditions) || []) as readonly {
      type: string;
      status: string;
    }[];
    if (conditions.some((condition) => condition.type === "Established" && condition.status === "True")) return widgets;
  }
}

tests("The first reads after `Established` can fail with 429", async () => {
  let failed: Answer | undefined;
  for (let attempt = 0; !failed && attempt < 200; attempt++) {
    const widgets = await established();
    const answer = await widgets.request("GET", widgets.path("v1"));
    if (answer.code !== 200) failed = answer;
    await eventually(async () => succeeds(await widgets.request("GET", widgets.path("v1"))));
    succeeds(await widgets.request("DELETE", widgets.crdPath));
  }
  assert.ok(failed, "no read failed");
  fails(failed, 429, "storage is (re)initializing");
  assert.is((failed.body.details as JsonObject).retryAfterSeconds, 1);
});

tests("The first requests for a version that was added can fail with 404 or 429", async () => {
  const widgets = await widgetsOf(stores(v1));
  let failed: Answer | undefined;
  for (let attempt = 0; !failed && attempt < 200; attempt++) {
    const name = `v1alpha${attempt + 1}`;
    succeeds(await widgets.write([stores(v1), { name }]));
    const answer = await widgets.request("GET", widgets.path(name));
    if (answer.code !== 200) failed = answer;
    await eventually(async () => succeeds(await widgets.request("GET", widgets.path(name))));
  }
  assert.ok(failed, "no request failed");
  assert.ok([404, 429].includes(failed.code), JSON.stringify(failed));
});

tests("A POST in the first two seconds after `Established` takes two seconds longer", async () => {
  const widgets = await established();
  const timeOf = async (name: string) => {
    const start = Date.now();
    await eventually(async () => succeeds(await widgets.create("v1", name, RED_BIG)));
    return Date.now() - start;
  };
  const [first, second] = [await timeOf("a"), await timeOf("b")];
  assert.ok(first >= 1900 && second < first - 1000, `${first} ms, then ${second} ms`);
});

tests("Server-side apply of a CRD replaces `spec.versions` as a whole", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  const names = (crd: JsonObject) =>
    (crd.spec as unknown as { versions: readonly { name: string }[] }).versions.map((version) => version.name);
  const apply = (manager: string, kind: "apply" | "applyWithoutForce", ...versions: readonly WidgetVersion[]) =>
    widgets.patch(kind, widgets.crdPath, widgets.crd(versions), manager);
  succeeds(await apply("one", "apply", stores(v1), v2));
  const v3 = { name: "v3" };
  fails(await apply("two", "applyWithoutForce", stores(v1), v3), 409, 'conflict with "one": .spec.versions');
  assert.equal(names(succeeds(await apply("two", "apply", stores(v1), v3))), ["v1", "v3"], "v2 is removed");
  fails(await apply("one", "applyWithoutForce", stores(v1), v2), 409, 'conflict with "two": .spec.versions');
  assert.equal(
    names(succeeds(await apply("two", "applyWithoutForce", stores(v1)))),
    ["v1"],
    "the owner meets no conflict",
  );
});

tests("Deleting a CRD deletes its objects, and a new CRD starts with a new list", async () => {
  const widgets = await widgetsOf(stores(v1), v2);
  succeeds(await widgets.apply("applier", "v1", "a", RED_BIG));
  await widgets.define(v1, stores(v2));
  assert.equal(await widgets.storedVersions(), ["v1", "v2"]);
  succeeds(await widgets.request("DELETE", widgets.crdPath));
  await eventually(async () => assert.is((await widgets.request("GET", widgets.crdPath)).code, 404));
  assert.is(await widgets.stored("a"), undefined);
  await widgets.define(v1, stores(v2));
  assert.equal(await widgets.storedVersions(), ["v2"]);
  assert.equal(succeeds(await widgets.request("GET", widgets.path("v2"))).items, []);
});

tests("Kubernetes 1.37 serves `storagemigration.k8s.io/v1` by default, and 1.33 does not", async () => {
  const { client } = await channelServer("standard");
  const widgets = new Widgets(await channelServer("standard"));
  const minor = await minorOf(widgets);
  const { code, body } = await client.request("GET", "/apis/storagemigration.k8s.io");
  if (minor === 33) assert.is(code, 404);
  if (minor < 37) return;
  const versions = body.versions as unknown as readonly { version: string }[] | undefined;
  assert.equal(
    versions?.map(({ version }) => version),
    ["v1"],
  );
});

tests.run();
