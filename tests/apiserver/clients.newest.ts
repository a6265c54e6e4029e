/**
 * Tests of the types package with the clients that controllers use: the programs in `tests/projects/clients` compile
 * without casts, and run against a real server.
 */
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { clientPackages, installClients } from "../support/clients.js";
import { inDirectory } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";
import { expectedComplaints, typeCheck } from "../support/type-package.js";
import { channelServer, serverSuite } from "./servers.js";

const tests = serverSuite("clients");

/** The programs of the project, with a part of their output. The other file contains only mistakes. */
const PROGRAMS = [
  ["any-kind.ts", "spec.to: Required value"],
  ["client-node.ts", "create, read, list, watch, patch"],
  ["fluent-client.ts", "create, read, list, watch, patch"],
] as const;

const packages = await clientPackages();
if (packages === undefined) tests.skip("npm cannot install the clients");
else
  tests("create, read, list, watch and patch with the types and functions of the package", () =>
    inDirectory(async (directory) => {
      await installClients(packages, directory);
      const expected = await expectedComplaints(directory, ["wrong.ts"]);
      assert.ok(expected.length > 5);
      assert.equal((await typeCheck(directory)).sort(), expected.sort());
      const { kubectl, shell } = await channelServer("standard");
      const crds = await kubectl("get", "crds", "-o", "json");
      await writeFile(join(directory, "crds.json"), crds.output);
      for (const [program, printed] of PROGRAMS) {
        const command = `"${process.execPath}" build/${program.replace(/\.ts$/, ".js")}`;
        const { exitCode, output } = await shell(command, directory);
        assert.is(exitCode, 0, output);
        assert.match(output, printed);
      }
    }),
  );

tests("the project has no other program", () => {
  const files = readdirSync(join(ROOT, "tests/projects/clients/src")).sort();
  assert.equal(files, [...PROGRAMS.map(([name]) => name), "wrong.ts"]);
});

tests.run();
