/** Tests of the search for manifests: its limits, and what it does not read. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findManifests, type SearchLimits } from "../../scripts/host/manifest-search.js";
import { Project, removeProjects, temporary } from "../support/git-project.js";

const search = suite("host/manifest-search");
search.after(removeProjects);

const NO_LIMITS: SearchLimits = { entries: 1000, manifests: 1000, size: 1000 };

function directoryWith(...paths: string[]): string {
  const project = new Project(undefined, temporary());
  project.write(Object.fromEntries(paths.map((path) => [`in/${path}`, "a: 1\n"])));
  return join(project.directory, "in");
}

search("finds YAML and JSON at any depth, in code-unit order", async () => {
  const directory = directoryWith("b.yml", "a/c.json", "B.yaml", "a/b/c/d/e.yaml", "README.md", "a.yaml.bak");
  const { paths, links, diagnostics } = await findManifests(directory, "in");
  assert.equal(paths, ["B.yaml", "a/b/c/d/e.yaml", "a/c.json", "b.yml"]);
  assert.equal([links, diagnostics], [[], []]);
});

search("searches .git and node_modules only if the user names them", async () => {
  const directory = directoryWith(
    "a.yaml",
    ".git/b.yaml",
    "c/node_modules/d.yaml",
    "c/.github/e.yaml",
    "node_modules.yaml",
  );
  const found = async (path: string) => (await findManifests(join(directory, path), "in")).paths;
  assert.equal(await found("."), ["a.yaml", "c/.github/e.yaml", "node_modules.yaml"]);
  assert.equal(await found("c/node_modules"), ["d.yaml"]);
});

search(
  "keeps links that lead nowhere or to another type of file, because reading them reports the problem",
  async () => {
    const directory = directoryWith("a.yaml", "b.txt");
    symlinkSync("missing.yaml", join(directory, "gone.yaml"));
    symlinkSync("missing.txt", join(directory, "gone.txt"));
    symlinkSync("b.txt", join(directory, "text.yaml"));
    const { paths, links } = await findManifests(directory, "in");
    assert.equal([paths, links], [["a.yaml", "gone.yaml", "text.yaml"], []]);
  },
);

search("ends at each limit, and names it: crds-too-many", async () => {
  const directory = directoryWith("a.yaml", "b.yaml", "c/d.yaml", "e.txt");
  const problem = async (limits: Partial<SearchLimits>) => {
    const { paths, diagnostics } = await findManifests(directory, "in/", { ...NO_LIMITS, ...limits });
    return diagnostics.length === 0
      ? paths.length
      : diagnostics.map(({ code, args }) => [code, args.path, args.problem]);
  };
  const stopped = (cause: string) => [["crds-too-many", "in/", cause]];
  assert.is(await problem({ entries: 5, manifests: 3 }), 3);
  assert.equal(await problem({ entries: 4 }), stopped("more than 4 files and directories"));
  assert.equal(await problem({ manifests: 2 }), stopped("more than 2 YAML and JSON files"));
  assert.equal(await problem({ size: 0 }), stopped("YAML and JSON files of more than 0 MiB in total"));
});

search.run();
