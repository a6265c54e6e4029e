/** Tests of files on their way to the disk. */
import { setImmediate } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RunningSyncs } from "../../scripts/host/running-syncs.js";

const runningSyncs = suite("host/running-syncs");

runningSyncs("run beside each other, and only so many that few files are open", async () => {
  const syncs = new RunningSyncs();
  let [open, most, ended] = [0, 0, 0];
  const sync = async () => {
    most = Math.max(most, ++open);
    await setImmediate();
    [open, ended] = [open - 1, ended + 1];
  };
  for (let count = 0; count < 200; count++) await syncs.add(sync);
  assert.ok(most > 1 && most <= 32, String(most));
  await syncs.finish();
  assert.ok(most <= 32, String(most));
  assert.equal([open, ended], [0, 200]);
});

runningSyncs("report the first failure, once, when all have ended", async () => {
  const syncs = new RunningSyncs();
  let hasEnded = false;
  const fail = (message: string) => async () => {
    throw new Error(message);
  };
  await syncs.add(fail("one"));
  await syncs.add(fail("two"));
  await syncs.add(() => setImmediate().then(() => (hasEnded = true)));
  const thrown = await syncs.finish().catch((error: unknown) => error);
  assert.equal([(thrown as Error).message, hasEnded], ["one", true]);
  await syncs.finish();
});

runningSyncs("report a failure at once if there are many", async () => {
  const syncs = new RunningSyncs();
  const outcomes: unknown[] = [];
  for (let count = 0; count < 200; count++) {
    const sync = count === 0 ? () => Promise.reject(new Error("full")) : () => setImmediate();
    outcomes.push(await syncs.add(sync).catch(String));
    if (count === 40) await setImmediate(); // a failure that nobody handled would end the process
  }
  assert.is(outcomes.filter((outcome) => outcome === "Error: full").length, 1);
  await syncs.finish();
});

runningSyncs("report the first failure, also if others start later", async () => {
  const syncs = new RunningSyncs();
  for (let count = 0; count < 40; count++) {
    await syncs.add(() => (count % 39 === 0 ? Promise.reject(new Error(`full at ${count}`)) : setImmediate()));
  }
  assert.is(await syncs.finish().catch(String), "Error: full at 0");
  await syncs.finish();
});

runningSyncs.run();
