/** The template of the admission policy, filled in: every value, at every depth, and nothing else. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { printAdmissionPolicy } from "../../scripts/emit/admission-policy.js";
import { bundleOf, SETTINGS_TEXT } from "../support/project.js";

const policies = suite("emit/admission-policy");

const BUNDLE = bundleOf(`${SETTINGS_TEXT}admission:\n  name: safe.example.dev\n  floor: 1.20.3\n`);
const STAMP = { "example.dev/bundle-version": "v1.0.0", "example.dev/channel": "standard" };

policies("are filled in wherever a text is, and stamped", () => {
  const template = `metadata:
  name: "{{name}}"
  annotations: {other: gone}
spec:
  - "{{title}}: {{floor}}"
  - ["{{groups}}", {key: "{{channelKey}}/{{versionKey}}"}]
  - "{{floorMajor}} {{floorMinor}} {{floorPatch}} {{}} {{unknown}} { {name} }"
  - [1, true, null]
---
metadata: {name: second}
`;
  assert.equal(printAdmissionPolicy(template, BUNDLE, "standard"), [
    {
      metadata: { name: "safe.example.dev", annotations: STAMP },
      spec: [
        "Example: 1.20.3",
        ['["example.dev","x.example.dev"]', { key: "example.dev/channel/example.dev/bundle-version" }],
        "1 20 3 {{}} {{unknown}} { {name} }",
        [1, true, null],
      ],
    },
    { metadata: { name: "second", annotations: STAMP } },
  ]);
});

policies("are there only if the settings have one", () => {
  assert.equal(printAdmissionPolicy("a: [", bundleOf(), "standard"), []);
});

policies("cannot come from a template that is not YAML", () => {
  assert.throws(() => printAdmissionPolicy("a: [", BUNDLE, "standard"), /^templates\/admission-policy\.yaml: \S/);
});

policies.run();
