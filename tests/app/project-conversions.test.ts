/** Tests of definitions of conversions that are read several times in one process. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readProjectConversions } from "../../scripts/app/project-conversions.js";
import { inDirectory } from "../support/command-line.js";

const projectConversions = suite("app/project-conversions");

function conversion(id: string): string {
  return `- id: ${id}\n  since: 1.0.0\n  crd: widgets.example.dev\n  kind: Widget\n  to: { version: v2 }\n  versions: [v1]\n`;
}

projectConversions("are those of the file as it is now", () =>
  inDirectory(async (directory) => {
    await mkdir(join(directory, "apis"));
    const read = async (text: string) => {
      await writeFile(join(directory, "apis/conversions.yaml"), text);
      const found = await readProjectConversions(directory);
      return found.ok ? found.value.definitions.map(({ id }) => id) : found.diagnostics.map(({ code }) => code);
    };
    const first = await read(conversion("first"));
    assert.equal([await read(conversion("first")), await read(conversion("second"))], [first, ["second"]]);
    assert.equal(first, ["first"]);
    assert.is.not((await read("- id: 1\n"))[0], "second");
  }),
);

projectConversions.run();
