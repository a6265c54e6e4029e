import {
  appendFileSync,
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
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Cache, cacheFolder } from "../../scripts/host/cache.js";

const caching = suite("cache");

const folder = mkdtempSync(join(tmpdir(), "crd-bundle-cache-"));
caching.after(() => rmSync(folder, { recursive: true, force: true }));

function emptyFolder(): string {
  return join(mkdtempSync(join(folder, "a-")), "cache");
}

caching("recalls what was kept, and nothing else", () => {
  const cache = new Cache(emptyFolder());
  assert.is(cache.recall("a"), undefined);
  cache.keep("a", "text");
  cache.keep("b", "other");
  assert.equal([cache.recall("a"), cache.recall("b"), cache.recall("c")], ["text", "other", undefined]);
  cache.keep("a", "new");
  assert.is(new Cache(cache.folder).recall("a"), "new");
  assert.is(readdirSync(cache.folder ?? "").length, 2);
});

caching("is for its user alone", () => {
  if (process.platform === "win32") return;
  const cache = new Cache(emptyFolder());
  cache.keep("a", "text");
  const [entry = ""] = readdirSync(cache.folder ?? "");
  const modes = ["", entry].map((name) => statSync(join(cache.folder ?? "", name)).mode & 0o777);
  assert.equal(modes, [0o700, 0o600]);
});

caching("keeps nothing of another version of the tool", async () => {
  const scripts = fileURLToPath(new URL("../../scripts", import.meta.url));
  const root = mkdtempSync(join(folder, "tool-"));
  cpSync(scripts, join(root, "build/scripts"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  const place = emptyFolder();
  const recall = async (run: string) => {
    const module = pathToFileURL(join(root, "build/scripts/host/cache.js")).href;
    const { Cache: Copied } = (await import(`${module}?${run}`)) as { Cache: typeof Cache };
    const copied = new Copied(place);
    const recalled = copied.recall("a");
    copied.keep("a", "text");
    return recalled;
  };
  assert.equal([await recall("first"), await recall("second")], [undefined, "text"]);
  appendFileSync(join(root, "build/scripts/yaml.js"), "// another\n");
  assert.equal([await recall("third"), await recall("fourth")], [undefined, "text"]);
  writeFileSync(join(root, "package.json"), '{"type":"module","version":"2.0.0"}');
  assert.is(await recall("fifth"), undefined);
});

caching("takes a damaged, cut or linked entry for none", () => {
  const cache = new Cache(emptyFolder());
  cache.keep("a", "text");
  const path = join(cache.folder ?? "", readdirSync(cache.folder ?? "")[0] ?? "");
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
  cache.keep("a", "text"); // a folder in its place is no error
});

caching("keeps a limited number of entries, those that were used last", () => {
  const cache = new Cache(emptyFolder());
  cache.keep("first", "text");
  cache.keep("second", "text");
  const names = readdirSync(cache.folder ?? "");
  for (const name of names) utimesSync(join(cache.folder ?? "", name), 1, 1);
  assert.is(cache.recall("first"), "text");
  writeFileSync(join(cache.folder ?? "", "README"), "not an entry");
  for (let index = 0; index < 99; index++) cache.keep(String(index), "text");
  assert.is(readdirSync(cache.folder ?? "").length, 101);
  assert.equal([cache.recall("first"), cache.recall("second")], ["text", undefined]);
  const large = "x".repeat(1024 * 1024);
  cache.keep("fits", large);
  assert.is(cache.recall("fits"), large);
  cache.keep("large", "x".repeat(8 * 1024 * 1024));
  assert.is(cache.recall("large"), undefined);
});

caching("is in the cache folder of the user, and never in a project", () => {
  const linux = { platform: "linux", home: "/home/a" };
  assert.is(cacheFolder({ ...linux, env: {} }), "/home/a/.cache/crd-bundle/crds");
  assert.is(cacheFolder({ ...linux, env: { XDG_CACHE_HOME: "/c" } }), "/c/crd-bundle/crds");
  assert.is(cacheFolder({ ...linux, env: { XDG_CACHE_HOME: "c" } }), "/home/a/.cache/crd-bundle/crds");
  assert.is(cacheFolder({ ...linux, home: "", env: {} }), undefined);
  assert.is(cacheFolder({ ...linux, env: { CRD_BUNDLE_NO_CACHE: "1" } }), undefined);
  assert.is(cacheFolder({ env: {}, platform: "darwin", home: "/Users/a" }), "/Users/a/Library/Caches/crd-bundle/crds");
  assert.is(cacheFolder({ env: { LOCALAPPDATA: "/l" }, platform: "win32", home: "/a" }), "/l/crd-bundle/crds");
  const cache = new Cache("/home/a/.cache");
  assert.is(cache.outside("/home/a/project").folder, "/home/a/.cache");
  assert.is(cache.outside("/home/a").folder, undefined);
  assert.is(cache.outside("/home/a/.cache").folder, undefined);
  assert.is(cache.outside("/home/a/.cache/project").folder, "/home/a/.cache");
});

caching("is not one that a clone brings, through links or from above the project", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "crd-bundle-cache-")));
  try {
    mkdirSync(join(folder, "clone/.git"), { recursive: true });
    mkdirSync(join(folder, "clone/widgets"));
    mkdirSync(join(folder, "clone/.cache"));
    symlinkSync("clone", join(folder, "link"));
    symlinkSync("clone/.cache", join(folder, "cache"));
    for (const project of ["clone", "clone/widgets", "link", "link/widgets"]) {
      for (const at of ["clone/.cache", "link/.cache", "cache", "cache/more"]) {
        const kept = new Cache(join(folder, at)).outside(join(folder, project));
        assert.is(kept.folder, undefined, `${at} for ${project}`);
      }
      assert.ok(new Cache(join(folder, "own")).outside(join(folder, project)).folder);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

caching.run();
