/** Tests of the effects of definitions on the fields of their ends, for the policy and the release notes. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { conversionsAfter, dropsIn, movesIn, pathAfter, pathBefore } from "../../../scripts/core/model/conversion.js";
import { parseFieldPath } from "../../../scripts/core/model/field-path.js";
import { conversionsIn, definition } from "../../support/conversions.js";
import { versionFrom } from "../../support/versions.js";

const conversion = suite("the model of conversions");

/** Returns the moves and drops of steps. */
function effects(...steps: string[]): string[] {
  return conversionsIn(definition(steps)).flatMap((each) => [
    ...[...movesIn(each)].map(([from, to]) => `${from} → ${to}`),
    ...dropsIn(each).map((path) => `${path} →`),
  ]);
}

conversion("moves and drops are between the old and the new form, whatever is in between", () => {
  assert.equal(effects("move: {from: .a, to: .b}", "remove: {path: .c}"), [".a → .b", ".c →"]);
  assert.equal(
    effects("move: {from: .tls, to: .validation}", "move: {from: .validation.refs, to: .validation.certificates}"),
    [".tls → .validation", ".tls.refs → .validation.certificates"],
  );
  assert.equal(effects("move: {from: .a, to: .b}", "move: {from: .b, to: .c}"), [".a → .c"]);
  assert.equal(effects("wrap: {from: .ref, to: .refs}", "move: {from: '.refs[].n', to: '.refs[].name'}"), [
    ".ref → .refs",
    ".ref.n → .refs[].name",
  ]);
  assert.equal(effects("unwrap: {from: .refs, to: .ref}", "remove: {path: .ref.name}"), [
    ".refs → .ref",
    ".refs[].name →",
  ]);
  assert.equal(effects("move: {from: .a, to: .b}", "remove: {path: .b}"), [".a →"]);
  assert.equal(effects("add: {path: .a}", "move: {from: .a, to: .b}"), []);
});

conversion("a value that keeps its place does not move", () => {
  assert.equal(effects("wrap: {from: .a, to: .a}", "map: {path: .m, values: [{from: 1, to: 2}]}"), []);
  assert.equal(effects("move: {from: .a, to: .b}", "move: {from: .b, to: .a}"), []);
  assert.equal(effects("narrow: {path: .a, schema: {minimum: 1}}", "require: {path: .b}", "split: {path: .c}"), []);
});

conversion("a field of items moves to another list", () => {
  const group = "group: {from: '.ls[].tls.v', by: .port, to: '.ports[].tls', key: .port, shared: .default}";
  assert.equal(effects(group), [".ls[].tls.v → .ports[].tls"]);
});

conversion("a path is followed through the steps, and back", () => {
  const steps =
    conversionsIn(
      definition([
        "move: {from: .a, to: .b}",
        "wrap: {from: .w, to: .ws}",
        "remove: {path: .r}",
        "add: {path: .n}",
        "move: {from: '.list[]', to: '.list[].name'}",
      ]),
    )[0]?.steps ?? [];
  const ways: readonly (readonly [old: string | undefined, fresh: string | undefined])[] = [
    [".a", ".b"],
    [".a.x[]", ".b.x[]"],
    [".ab", ".ab"],
    [".w.x", ".ws[].x"],
    [".list", ".list"],
    [".list[]", ".list[].name"],
  ];
  for (const [old = "", fresh = ""] of ways) {
    assert.is(pathAfter(parseFieldPath(old), steps), fresh);
    assert.is(pathBefore(parseFieldPath(fresh), steps), old);
  }
  assert.is(pathBefore(parseFieldPath(".ws"), steps), ".w", "the list stands for its item");
  assert.is(pathAfter(parseFieldPath(".r.x"), steps), undefined);
  for (const path of [".n", ".n.x", ".r", ".a"]) assert.is(pathBefore(parseFieldPath(path), steps), undefined, path);
});

conversion("a release is concerned by the changes after the one before it", () => {
  const all = conversionsIn(
    ["1.1.0", "1.2.0-rc.1", "1.2.0"]
      .map((since, index) => definition(["remove: {path: .a}"], { id: `c${index}`, since }))
      .join(""),
  );
  const after = (version: string) => conversionsAfter(all, versionFrom(version)).map(({ since }) => since);
  assert.equal(after("1.1.0"), ["1.2.0-rc.1", "1.2.0"]);
  assert.equal(after("1.2.0-rc.1"), ["1.2.0"]);
  assert.is(conversionsAfter(all, undefined), all);
});

conversion.run();
