import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Cache, cacheDirectory } from "../../scripts/host/cache.js";

const caching = suite("cache");

const directory = mkdtempSync(join(tmpdir(), "crd-bundle-cache-"));
caching.after(() => rmSync(directory, { recursive: true, force: true }));

function emptyDirectory(): string {
  return join(mkdtempSync(join(directory, "a-")), "cache");
}

caching("recalls what was kept, and nothing else", () => {
  const cache = new Cache(emptyDirectory());
  assert.is(cache.recall("a"), undefined);
  cache.keep("a", "text");
  cache.keep("b", "other");
  assert.equal([cache.recall("a"), cache.recall("b"), cache.recall("c")], ["text", "other", undefined]);
  cache.keep("a", "new");
  assert.is(new Cache(cache.directory).recall("a"), "new");
  assert.is(readdirSync(cache.directory ?? "").length, 2);
});

caching("is for its user alone", () => {
  if (process.platform === "win32") return;
  const cache = new Cache(emptyDirectory());
  cache.keep("a", "text");
  const [entry = ""] = readdirSync(cache.directory ?? "");
  const modes = ["", entry].map((name) => statSync(join(cache.directory ?? "", name)).mode & 0o777);
  assert.equal(modes, [0o700, 0o600]);
});

caching("keeps nothing of another version of the tool", async () => {
  const scripts = fileURLToPath(new URL("../../scripts", import.meta.url));
  const root = mkdtempSync(join(directory, "tool-"));
  cpSync(scripts, join(root, "build/scripts"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  const digest = join(root, "build/.tool");
  writeFileSync(digest, "one");
  const place = emptyDirectory();
  const recall = async (run: string) => {
    const module = pathToFileURL(join(root, "build/scripts/host/cache.js")).href;
    const { Cache: Copied } = (await import(`${module}?${run}`)) as { Cache: typeof Cache };
    const copied = new Copied(place);
    const recalled = copied.recall("a");
    copied.keep("a", "text");
    return recalled;
  };
  assert.equal([await recall("first"), await recall("second")], [undefined, "text"]);
  writeFileSync(digest, "two");
  assert.equal([await recall("third"), await recall("fourth")], [undefined, "text"]);
  rmSync(digest);
  assert.equal([await recall("fifth"), await recall("sixth")], [undefined, undefined]);
});

caching("takes a damaged, cut or linked entry for none", () => {
  const cache = new Cache(emptyDirectory());
  cache.keep("a", "text");
  const path = join(cache.directory ?? "", readdirSync(cache.directory ?? "")[0] ?? "");
  const whole = readFileSync(path, "utf8");
  for (const damaged of ["", whole.slice(0, -1), `${whole}x`, whole.replace("text", "tent"), "\u0000"]) {
    writeFileSync(path, damaged);
    assert.is(cache.recall("a"), undefined, damaged);
  }
  writeFileSync(`${path}.real`, whole);
  rmSync(path);
  symlinkSync(`${path}.real`, path);
  assert.is(cache.recall("a"), undefined);
  rmSync(path);
  mkdirSync(path);
  assert.is(cache.recall("a"), undefined);
  cache.keep("a", "text"); // a directory in its place is not an error
  assert.equal(
    readdirSync(cache.directory ?? "").sort(),
    [path, `${path}.real`].map((each) => basename(each)),
  );
});

caching("keeps a limited number of entries, those that were used last", () => {
  const cache = new Cache(emptyDirectory());
  cache.keep("first", "text");
  cache.keep("second", "text");
  const names = readdirSync(cache.directory ?? "");
  for (const name of names) utimesSync(join(cache.directory ?? "", name), 1, 1);
  assert.is(cache.recall("first"), "text");
  writeFileSync(join(cache.directory ?? "", "README"), "not an entry");
  for (let index = 0; index < 99; index++) cache.keep(String(index), "text");
  assert.is(readdirSync(cache.directory ?? "").length, 101);
  assert.equal([cache.recall("first"), cache.recall("second")], ["text", undefined]);
});

caching("keeps a limited number of bytes", () => {
  const cache = new Cache(emptyDirectory(), { entries: 100, bytes: 300, bytesOfEntry: 100 });
  cache.keep("large", "x".repeat(93));
  assert.is(cache.recall("large"), undefined);
  for (const question of ["first", "second", "third", "fourth"]) {
    cache.keep(question, "x".repeat(92));
    for (const name of readdirSync(cache.directory ?? "")) age(join(cache.directory ?? "", name));
  }
  const recalled = ["first", "second", "third", "fourth"].map((question) => cache.recall(question)?.length);
  assert.equal(recalled, [undefined, 92, 92, 92]);
});

/** Makes a file one second older. */
function age(path: string): void {
  const { mtimeMs } = statSync(path);
  utimesSync(path, mtimeMs / 1000 - 1, mtimeMs / 1000 - 1);
}

caching("keeps data, in which several references still lead to one object", () => {
  const cache = new Cache(emptyDirectory());
  const shared = new Map([["a", undefined]]);
  cache.keepData("data", [shared, { shared }]);
  const [first, second] = cache.recallData("data") as [Map<string, undefined>, { shared: unknown }];
  assert.equal([...first], [["a", undefined]]);
  assert.is(second.shared, first);
  cache.keepData("function", [() => {}]);
  assert.is(cache.recallData("function"), undefined);
  cache.keep("text", "no data");
  assert.is(cache.recallData("text"), undefined);
});

caching("is in the cache directory of the user, and never in a project", () => {
  const linux = { platform: "linux", home: "/home/a" };
  assert.is(cacheDirectory({ ...linux, env: {} }), "/home/a/.cache/crd-bundle/crds");
  assert.is(cacheDirectory({ ...linux, env: { XDG_CACHE_HOME: "/c" } }), "/c/crd-bundle/crds");
  assert.is(cacheDirectory({ ...linux, env: { XDG_CACHE_HOME: "c" } }), "/home/a/.cache/crd-bundle/crds");
  assert.is(cacheDirectory({ ...linux, home: "", env: {} }), undefined);
  assert.is(cacheDirectory({ ...linux, env: { CRD_BUNDLE_NO_CACHE: "1" } }), undefined);
  assert.is(
    cacheDirectory({ env: {}, platform: "darwin", home: "/Users/a" }),
    "/Users/a/Library/Caches/crd-bundle/crds",
  );
  assert.is(cacheDirectory({ env: { LOCALAPPDATA: "/l" }, platform: "win32", home: "/a" }), "/l/crd-bundle/crds");
  const cache = new Cache("/home/a/.cache");
  assert.is(cache.outside("/home/a/project").directory, "/home/a/.cache");
  assert.is(cache.outside("/home/a").directory, undefined);
  assert.is(cache.outside("/home/a/.cache").directory, undefined);
  assert.is(cache.outside("/home/a/.cache/project").directory, "/home/a/.cache");
});

caching("is not one that a clone brings, through links or from above the project", () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "crd-bundle-cache-")));
  try {
    mkdirSync(join(directory, "clone/.git"), { recursive: true });
    mkdirSync(join(directory, "clone/widgets"));
    mkdirSync(join(directory, "clone/.cache"));
    symlinkSync("clone", join(directory, "link"));
    symlinkSync("clone/.cache", join(directory, "cache"));
    for (const project of ["clone", "clone/widgets", "link", "link/widgets"]) {
      for (const at of ["clone/.cache", "link/.cache", "cache", "cache/more"]) {
        const kept = new Cache(join(directory, at)).outside(join(directory, project));
        assert.is(kept.directory, undefined, `${at} for ${project}`);
      }
      assert.ok(new Cache(join(directory, "own")).outside(join(directory, project)).directory);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

caching.run();
