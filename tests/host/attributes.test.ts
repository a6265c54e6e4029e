/** Attributes that a commit gives to its files, read as every clone of it would. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type GivenAttribute, Repository } from "../../scripts/host/git.js";
import { removeProjects, temporary } from "../support/git-project.js";

const attributes = suite("host/attributes");
attributes.after(removeProjects);

/** A repository with a commit of the given files. */
async function committed(files: Readonly<Record<string, string>>, link?: string): Promise<string> {
  const folder = temporary();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (link !== undefined) symlinkSync(link, join(folder, ".gitattributes"));
  await execa("git", ["init", "--quiet", "--template=", folder]);
  await execa("git", ["add", "--all"], { cwd: folder });
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.dev"];
  await execa("git", [...who, "commit", "--quiet", "-m", "a"], { cwd: folder });
  return folder;
}

/** What is given to paths of a folder, without what is not. */
async function givenIn(folder: string, paths: readonly string[], names: readonly string[]): Promise<GivenAttribute[]> {
  const given = await new Repository(folder).attributesOf("HEAD", paths, names);
  return given.filter(({ value }) => value !== "unspecified");
}

/** A clone that converts line ends as the attributes say, and nothing else. */
async function cloned(folder: string): Promise<string> {
  const clone = join(temporary(), "clone");
  await execa("git", ["clone", "--quiet", "--config", "core.autocrlf=false", folder, clone]);
  return clone;
}

attributes("are those of every folder on the way, for a project in a folder of the repository", async () => {
  const folder = await committed({
    ".gitattributes": "*.yaml ident\n",
    "widgets/.gitattributes": "dist/** filter=a\n",
    "widgets/docs/.gitattributes": "*.md eol=crlf\n",
    "other/.gitattributes": "* filter=b\n",
    "widgets/dist/a.yaml": "",
    "widgets/docs/reports/a.md": "",
  });
  const paths = ["dist/a.yaml", "docs/reports/a.md"];
  assert.equal(await givenIn(join(folder, "widgets"), paths, ["eol", "filter", "ident"]), [
    { path: "dist/a.yaml", name: "filter", value: "a" },
    { path: "dist/a.yaml", name: "ident", value: "set" },
    { path: "docs/reports/a.md", name: "eol", value: "crlf" },
  ]);
});

attributes("are those of the commit, whatever the clone and its user add, take back or check out", async () => {
  const folder = await committed({ ".gitattributes": "dist/** eol=crlf\n", "dist/a": "" });
  mkdirSync(join(folder, ".git/info"), { recursive: true });
  writeFileSync(join(folder, ".git/info/attributes"), "dist/** !eol ident\n");
  writeFileSync(join(folder, "own"), "* filter=own\n");
  await execa("git", ["config", "core.attributesFile", join(folder, "own")], { cwd: folder });
  writeFileSync(join(folder, ".gitattributes"), "");
  assert.equal(await givenIn(folder, ["dist/a"], ["eol", "filter", "ident"]), [
    { path: "dist/a", name: "eol", value: "crlf" },
  ]);
});

attributes("are read from a link if this git does so for a checkout", async () => {
  const folder = await committed({ "dist/a": "a\n" }, "dist/** eol=crlf");
  const isConverted = readFileSync(join(await cloned(folder), "dist/a"), "utf8") === "a\r\n";
  const given = [{ path: "dist/a", name: "eol", value: "crlf" }];
  assert.equal(await givenIn(folder, ["dist/a"], ["eol"]), isConverted ? given : []);
});

attributes("match in any case, as they do on systems that ignore it", async () => {
  const folder = await committed({ ".gitattributes": "DIST/** eol=crlf\n", "dist/a": "" });
  await execa("git", ["config", "core.ignoreCase", "false"], { cwd: folder });
  assert.equal(await givenIn(folder, ["dist/a"], ["eol"]), [{ path: "dist/a", name: "eol", value: "crlf" }]);
});

attributes("are none without a file of them, nor in a folder of that name", async () => {
  assert.equal(await givenIn(await committed({ "dist/a": "" }), ["dist/a"], ["eol"]), []);
  assert.equal(
    await givenIn(await committed({ ".gitattributes/a": "* eol=crlf", "dist/a": "" }), ["dist/a"], ["eol"]),
    [],
  );
});

attributes.run();
