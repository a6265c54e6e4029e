/** Sources that a stranger wrote: what they may not bring in, and how large and deep they may be. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readSettings } from "../../scripts/config/settings.js";
import { buildSources, SETTINGS_TEXT, widget } from "../project.js";

const hostile = suite("hostile sources");

/** What is wrong with a spec of the given fields: code, line and arguments. */
function problemsOf(fields: string, rest = ""): string[] {
  const source = widget(fields, rest);
  return buildSources([source]).diagnostics.map(({ code, args, location }) => {
    const text = location?.file === source.path ? source.text.slice(location.start, location.end) : "";
    return [code, ...Object.values(args), text].join(" ");
  });
}

hostile("no escape puts a control character into a CRD", () => {
  const said = (name: string, text: string) => [`input-control-character ${name} ${text}`];
  assert.equal(problemsOf('/** A. */ a?: "b\\u001b" | "c";'), said("U+001B", '"b\\u001b"'));
  assert.equal(problemsOf("/** A. */ a?: E;", 'enum E { A = "\\x00" }'), said("U+0000", '"\\x00"'));
  assert.equal(problemsOf('/** A. */ "a\\u202e"?: string;').slice(0, 1), said("U+202E", '"a\\u202e"'));
  assert.equal(problemsOf('/** A. */ a?: "\\ud800";'), said("U+D800", '"\\ud800"'));
});

hostile("no escape in a tag puts a control character into a CRD", () => {
  const problem = "it has the control character U+001B";
  assert.match(problemsOf('/** A.\n * @default `"a\\u001b"` */ a?: string;')[0] ?? "", problem);
  assert.match(
    problemsOf("/** A. */ a?: A;", '/** @rawSchema `{type: string, enum: ["\\e"]}` */\ntype A = string;')[0] ?? "",
    problem,
  );
  assert.equal(problemsOf('/** A.\n * @default `"a\\n\\tb\\r\\n"` */ a?: string;'), []);
});

hostile("no escape in the settings puts a control character into a CRD", () => {
  const text = SETTINGS_TEXT.replace("title: Example", 'title: "Ex\\eample"');
  const [found, ...others] = readSettings({ path: "apis/bundle.yaml", text }).diagnostics;
  assert.equal(others, []);
  assert.is(found?.args.problem, "a text has the control character U+001B");
  assert.is(found?.location?.start, text.indexOf("Ex\\e"));
});

hostile("an import or a reference reads nothing that was not handed in", () => {
  const folder = mkdtempSync(join(tmpdir(), "crd-bundle-"));
  try {
    const file = join(folder, "secret.ts");
    writeFileSync(file, "export type Secret = 'hunter2'; }\n");
    const paths = [file, relative(process.cwd(), file), `../../..${file}`].map((path) => path.split(sep).join("/"));
    for (const path of paths) {
      const lines = [
        `import type { Secret } from "${path.replace(/ts$/, "js")}";`,
        `import "${path}";`,
        `/// <reference path="${path}" />`,
      ];
      const found = problemsOf("/** A. */ a?: Secret;", lines[0]);
      assert.match(found.join("\n"), "Cannot find module");
      const { path: name, text } = widget("/** A. */ a?: string;");
      for (const line of lines) {
        const all = JSON.stringify(buildSources([{ path: name, text: `${line}\n${text}` }]).diagnostics);
        assert.not.match(all, "hunter2");
        assert.not.match(all, "expected"); // what the file is wrong about
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

hostile.run();
