/** Tests of trees that Git accepts but does not create: commands and checkouts disagree about their content. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { entriesBelow, MOST_ENTRIES, type TreeObject, UnsoundTree } from "../../scripts/host/git-tree.js";

const trees = suite("git trees");

type Entry = readonly [mode: string, name: string | Buffer, hash: string];

/** Git objects whose hash is their number. */
class Objects {
  readonly #objects: TreeObject[] = [];
  reads = 0;

  put(type: string, bytes: Buffer): string {
    const hash = this.#objects.length.toString(16).padStart(40, "0");
    this.#objects.push({ hash, type, size: bytes.length, bytes });
    return hash;
  }

  tree(...entries: readonly Entry[]): string {
    const parts = entries.flatMap(([mode, name, hash]) => [
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.from([0]),
      Buffer.from(hash, "hex"),
    ]);
    return this.put("tree", Buffer.concat(parts));
  }

  read = async (hash: string): Promise<TreeObject | undefined> => {
    this.reads++;
    return this.#objects[Number.parseInt(hash, 16)];
  };

  async list(root: string, ...paths: readonly string[]): Promise<string[]> {
    return (await entriesBelow(root, paths, this.read)).map(({ path, mode }) => `${mode} ${path}`);
  }

  async rejects(root: string, message: RegExp, ...paths: readonly string[]): Promise<void> {
    try {
      await entriesBelow(root, paths, this.read);
    } catch (error) {
      assert.instance(error, UnsoundTree);
      assert.match(String(error), message);
      return;
    }
    assert.unreachable(`accepted, and not ${message}`);
  }
}

const blob = "f".repeat(40);

trees("list what is at or below the paths, and nothing else", async () => {
  const objects = new Objects();
  const dist = objects.tree(["100644", "a", blob], ["100755", "b", blob], ["120000", "c", blob], ["160000", "d", blob]);
  const docs = objects.tree(["40000", "reports", dist], ["100644", "x", blob]);
  const root = objects.tree(["100644", "CHANGELOG.md", blob], ["40000", "dist", dist], ["40000", "docs", docs]);
  assert.equal(await objects.list(root, "dist"), ["100644 dist/a", "100755 dist/b", "120000 dist/c", "160000 dist/d"]);
  assert.equal((await objects.list(root, "docs/reports")).length, 4);
  assert.equal(await objects.list(root, "docs/reports/a", "CHANGELOG.md"), [
    "100644 CHANGELOG.md",
    "100644 docs/reports/a",
  ]);
  assert.equal(await objects.list(root, "apis", "dist/a/b"), []);
  assert.equal(await objects.list(root, "dist/c/x", "dist/d/x"), ["120000 dist/c", "160000 dist/d"], "on the way");
  const old = objects.tree(["100664", "a", blob]);
  assert.equal(await objects.list(old, "a"), ["100644 a"]);
});

trees("reject attributes that count where case does not", async () => {
  const objects = new Objects();
  for (const name of [".GITATTRIBUTES", ".gitAttributes", ".git\u200battributes"]) {
    const dist = objects.tree(["100644", name, blob]);
    await objects.rejects(objects.tree(["40000", "dist", dist]), /git reads as \.gitattributes/, "dist/.gitattributes");
    assert.equal(await objects.list(objects.tree(["100644", name, blob]), "dist"), [], "where nobody asks");
  }
});

trees("git's order puts a directory where its name with a slash belongs", async () => {
  const objects = new Objects();
  const empty = objects.tree(["100644", "x", blob]);
  const sound = objects.tree(
    ["100644", "a-b", blob],
    ["100644", "a.b", blob],
    ["40000", "a", empty],
    ["100644", "a0", blob],
  );
  const root = objects.tree(["40000", "dist", sound]);
  assert.equal((await objects.list(root, "dist")).length, 4);
});

trees("reject names that are there twice or out of order, at the root and below", async () => {
  const objects = new Objects();
  const good = objects.tree(["100644", "a", blob]);
  const evil = objects.tree(["100644", "a", "e".repeat(40)]);
  for (const [entries, message] of [
    [
      [
        ["40000", "dist", good],
        ["40000", "dist", evil],
      ],
      /dist twice/,
    ],
    [
      [
        ["40000", "dist", good],
        ["100644", "package.json", blob],
        ["40000", "dist", evil],
      ],
      /dist twice/,
    ],
    [
      [
        ["100644", "zzz", blob],
        ["40000", "dist", evil],
      ],
      /zzz before dist/,
    ],
    [
      [
        ["100644", "dist", blob],
        ["100644", "dist.x", blob],
        ["40000", "dist", evil],
      ],
      /dist twice/,
    ],
    [
      [
        ["40000", "Dist", evil],
        ["40000", "dist", good],
      ],
      /both (dist and Dist|Dist and dist)/,
    ],
    [
      [
        ["40000", "di\u200Dst", evil],
        ["40000", "dist", good],
      ],
      /both .* and|before/,
    ],
    [
      [
        ["40000", "dist", good],
        ["40000", "di\u017Ft", evil],
      ],
      /both .* and/,
    ],
    [
      [
        ["40000", "dist", good],
        ["40000", "di\uFB06", evil],
      ],
      /both .* and/,
    ],
  ] as const satisfies readonly (readonly [readonly Entry[], RegExp])[]) {
    await objects.rejects(objects.tree(...entries), message, "dist");
    const inside = objects.tree(["40000", "dist", objects.tree(...entries)]);
    await objects.rejects(inside, message, "dist");
  }
});

trees("reject names that no file has", async () => {
  const objects = new Objects();
  for (const name of ["", ".", "..", ".git", ".GIT", ".g\u200Cit", "dist/a", "/etc", "../a", "./dist"]) {
    const root = objects.tree(["100644", name, blob]);
    await objects.rejects(root, /contains the invalid name/, "dist");
    await objects.rejects(objects.tree(["40000", "dist", root]), /dist.* contains the invalid name/, "dist");
  }
  for (const name of ["a\\b", "git~1", Buffer.from([0x61, 0xff])]) {
    const root = objects.tree(["100644", name, blob]);
    assert.equal(await objects.list(root, "dist"), []); // directories that are not read may have any names
    await objects.rejects(objects.tree(["40000", "dist", root]), /which is not portable/, "dist");
  }
  for (const [size, name] of [
    [300, "a".repeat(300)],
    [256, "\u00e9".repeat(128)],
  ] as const) {
    const root = objects.tree(["100644", name, blob]);
    assert.equal(await objects.list(root, "apis"), []);
    await objects.rejects(
      objects.tree(["40000", "apis", root]),
      new RegExp(`apis contains a name of ${size} bytes; the limit is 255`),
      "apis",
    );
  }
  const longest = objects.tree(["40000", "apis", objects.tree(["100644", "a".repeat(255), blob])]);
  assert.is((await objects.list(longest, "apis")).length, 1);
  const clash = objects.tree(["100644", "A.ts", blob], ["100644", "a.ts", blob]);
  await objects.rejects(objects.tree(["40000", "apis", clash]), /both A.ts and a.ts/, "apis");
  assert.equal(await objects.list(clash, "dist"), []);
});

trees("reject what is missing, is something else, is cut off, or is no tree at all", async () => {
  const objects = new Objects();
  await objects.rejects(objects.tree(["40000", "dist", blob]), /missing/, "dist");
  await objects.rejects(objects.tree(["40000", "dist", objects.put("blob", Buffer.from("x"))]), /is a blob/, "dist");
  for (const bytes of ["100644 a", "100644 a\0short", "garbage", "9 a\0", " a\0"]) {
    await objects.rejects(objects.put("tree", Buffer.from(bytes)), /is not a tree that git can read/, "dist");
  }
});

trees("end with few reads where small trees stand for very many entries, or for very many directories", async () => {
  const objects = new Objects();
  const names = Array.from({ length: 10 }, (_, at) => `f${at}`);
  let wide = objects.tree(...names.map((name): Entry => ["100644", name, blob]));
  for (let depth = 0; depth < 9; depth++) wide = objects.tree(...names.map((name): Entry => ["40000", name, wide]));
  await objects.rejects(objects.tree(["40000", "dist", wide]), new RegExp(`more than ${MOST_ENTRIES} entries`), "dist");
  assert.ok(objects.reads <= MOST_ENTRIES, String(objects.reads));
  let deep = objects.tree(["100644", "a", blob]);
  for (let depth = 0; depth < 1500; depth++) deep = objects.tree(["40000", "d", deep]);
  objects.reads = 0;
  await objects.rejects(objects.tree(["40000", "apis", deep]), /is nested more than 64 directories deep/, "apis");
  assert.ok(objects.reads < 100);
});

trees.run();
