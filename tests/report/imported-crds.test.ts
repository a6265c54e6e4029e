/** Tests of the report of an import. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ImportedCrd } from "../../scripts/core/model/imported-crd.js";
import { printImportedCrds } from "../../scripts/report/imported-crds.js";
import { NO_COLOR } from "../../scripts/report/style.js";

const tests = suite("report/imported-crds");

const CRD: ImportedCrd = {
  name: "widgets.example.dev",
  file: "crds.yaml",
  result: "normal-form",
  normalized: [],
  differences: [],
  problems: [],
};

tests("shows values of the spec in another form before the metadata of a cluster", () => {
  const normalized = ["/metadata/uid", "/metadata/generation", "/metadata/managedFields", "/status", "/spec/versions"];
  assert.is(
    printImportedCrds([{ ...CRD, normalized }], [], NO_COLOR),
    "widgets.example.dev  same meaning: /spec/versions, /metadata/uid, /metadata/generation, and 2 more\n1 CRD: 1 same meaning\n",
  );
});

tests.run();
