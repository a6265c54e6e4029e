/** Tests of what a build keeps for the next one. The slow tests of edited builds compare their results. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { RunCache } from "../../scripts/app/context.js";
import { recallRun } from "../../scripts/app/kept-run.js";
import { processContext } from "../../scripts/app/process-context.js";

const runs = suite("kept runs");

runs("take an entry of another form for none", () => {
  const recalled = (entry: unknown) => {
    const cache: RunCache = {
      recall: () => undefined,
      keep: () => {},
      recallData: () => entry,
      keepData: () => {},
      outside: () => cache,
    };
    const context = processContext({ cache });
    return context.ok && recallRun("/project", context.value);
  };
  const reading = { layout: "reflowed", files: new Map() };
  const whole = { reading, settings: { text: "", value: {} }, results: [] };
  assert.is(recalled(whole), whole);
  for (const entry of [undefined, null, 5, {}, { reading }, { results: [] }, { ...whole, reading: { files: {} } }]) {
    assert.is(recalled(entry), undefined, JSON.stringify(entry));
  }
});

runs.run();
