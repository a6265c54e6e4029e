/** Tests of reading the Git attributes of committed files, as every clone would apply them. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type GivenAttribute, Repository } from "../../scripts/host/git.js";
import { removeProjects, temporary } from "../support/git-project.js";

const attributes = suite("host/attributes");
attributes.after(removeProjects);

/** Returns a repository with a commit of the given files. */
async function committed(files: Readonly<Record<string, string>>, link?: string): Promise<string> {
  const directory = temporary();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  if (link !== undefined) symlinkSync(link, join(directory, ".gitattributes"));
  await execa("git", ["init", "--quiet", "--template=", directory]);
  await execa("git", ["add", "--all"], { cwd: directory });
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.dev"];
  await execa("git", [...who, "commit", "--quiet", "-m", "a"], { cwd: directory });
  return directory;
}

/** Returns the attributes that are set for paths in a directory. */
async function givenIn(
  directory: string,
  paths: readonly string[],
  names: readonly string[],
): Promise<GivenAttribute[]> {
  const given = await new Repository(directory).attributesOf("HEAD", paths, names);
  return given.filter(({ value }) => value !== "unspecified");
}

/** Returns a clone that converts line endings only as the attributes require. */
async function cloned(directory: string): Promise<string> {
  const clone = join(temporary(), "clone");
  await execa("git", ["clone", "--quiet", "--config", "core.autocrlf=false", directory, clone]);
  return clone;
}

attributes("are those of every directory on the way, for a project in a directory of the repository", async () => {
  const directory = await committed({
    ".gitattributes": "*.yaml ident\n",
    "widgets/.gitattributes": "dist/** filter=a\n",
    "widgets/docs/.gitattributes": "*.md eol=crlf\n",
    "other/.gitattributes": "* filter=b\n",
    "widgets/dist/a.yaml": "",
    "widgets/docs/reports/a.md": "",
  });
  const paths = ["dist/a.yaml", "docs/reports/a.md"];
  assert.equal(await givenIn(join(directory, "widgets"), paths, ["eol", "filter", "ident"]), [
    { path: "dist/a.yaml", name: "filter", value: "a" },
    { path: "dist/a.yaml", name: "ident", value: "set" },
    { path: "docs/reports/a.md", name: "eol", value: "crlf" },
  ]);
});

attributes("are those of the commit, whatever the clone and its user add, take back or check out", async () => {
  const directory = await committed({ ".gitattributes": "dist/** eol=crlf\n", "dist/a": "" });
  mkdirSync(join(directory, ".git/info"), { recursive: true });
  writeFileSync(join(directory, ".git/info/attributes"), "dist/** !eol ident\n");
  writeFileSync(join(directory, "own"), "* filter=own\n");
  await execa("git", ["config", "core.attributesFile", join(directory, "own")], { cwd: directory });
  writeFileSync(join(directory, ".gitattributes"), "");
  assert.equal(await givenIn(directory, ["dist/a"], ["eol", "filter", "ident"]), [
    { path: "dist/a", name: "eol", value: "crlf" },
  ]);
});

attributes("are read from a link if this git does so for a checkout", async () => {
  const directory = await committed({ "dist/a": "a\n" }, "dist/** eol=crlf");
  const isConverted = readFileSync(join(await cloned(directory), "dist/a"), "utf8") === "a\r\n";
  const given = [{ path: "dist/a", name: "eol", value: "crlf" }];
  assert.equal(await givenIn(directory, ["dist/a"], ["eol"]), isConverted ? given : []);
});

attributes("match in any case, as they do on systems that ignore it", async () => {
  const directory = await committed({ ".gitattributes": "DIST/** eol=crlf\n", "dist/a": "" });
  await execa("git", ["config", "core.ignoreCase", "false"], { cwd: directory });
  assert.equal(await givenIn(directory, ["dist/a"], ["eol"]), [{ path: "dist/a", name: "eol", value: "crlf" }]);
});

attributes("are none without a file of them, nor in a directory of that name", async () => {
  assert.equal(await givenIn(await committed({ "dist/a": "" }), ["dist/a"], ["eol"]), []);
  assert.equal(
    await givenIn(await committed({ ".gitattributes/a": "* eol=crlf", "dist/a": "" }), ["dist/a"], ["eol"]),
    [],
  );
});

attributes.run();
