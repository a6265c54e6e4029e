import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diagnose } from "../../scripts/core/diagnostics/diagnose.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { WatchedReport } from "../../scripts/report/watched.js";

const watched = suite("report/watched");

const COST = diagnose("rule-no-message", {}, { file: "apis/a.ts", start: 0, end: 1 });
const NAME = diagnose("kind-storage-channel", { kind: "A", version: "v1" }, { file: "apis/a.ts", start: 0, end: 1 });
const SOURCES = [{ path: "apis/a.ts", text: "text\n" }];

/** Returns the codes of the lines about diagnostics, each with its state, and the state of the bundle. */
function lines(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const code = /\[([\w-]+)\]$/.exec(line)?.[1];
    if (code) return [`${line.startsWith("solved") ? "solved" : "new"} ${code}`];
    return /^(?:built|checked|not built):/.exec(line) ?? [];
  });
}

watched("keeps the diagnostics of the last check until the next one", () => {
  const report = new WatchedReport(NO_COLOR, "");
  const built = { channels: [], diagnostics: [], sources: SOURCES };
  const next = (state: Parameters<WatchedReport["next"]>[0]) => lines(report.next(state));
  assert.equal(next(built), ["built:"]);
  assert.equal(next({ ...built, checked: true, diagnostics: [COST] }), ["new rule-no-message", "checked:"]);
  assert.equal(next(built), ["built:"]);
  assert.equal(next({ ...built, checked: true, diagnostics: [COST] }), ["checked:"]);
  assert.equal(next({ diagnostics: [NAME], sources: SOURCES }), ["new kind-storage-channel", "not built:"]);
  assert.equal(next(built), ["solved kind-storage-channel", "built:"]);
  assert.equal(next({ ...built, checked: true }), ["solved rule-no-message", "checked:"]);
});

watched("names what is gone at once without checks", () => {
  const report = new WatchedReport(NO_COLOR, "");
  const next = (state: Parameters<WatchedReport["next"]>[0]) => lines(report.next(state));
  assert.equal(next({ channels: [], diagnostics: [COST], sources: SOURCES }), ["new rule-no-message", "built:"]);
  assert.equal(next({ channels: [], diagnostics: [], sources: SOURCES }), ["solved rule-no-message", "built:"]);
});

watched.run();
