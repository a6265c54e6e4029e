import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  type Checksum,
  checksumOf,
  FilePrinter,
  isContentOf,
  joinedFile,
  lateFile,
  piecesOf,
  printAhead,
} from "../../scripts/core/file-printer.js";
import { sha256 } from "../../scripts/core/model/digest.js";
import type { OutputFile } from "../../scripts/core/model/output.js";
import { Remembered } from "../../scripts/core/remembered.js";

const filePrinter = suite("core/file-printer");

/** Returns files of three code units with a printer that keeps two of them, and three of its parts. */
function printed() {
  const printer = new FilePrinter({ files: 6, parts: 9 });
  const sums = new Remembered<Checksum>();
  const log: string[] = [];
  const print = (path: string) => () => {
    log.push(path);
    return path.repeat(3);
  };
  return {
    log,
    sums,
    file: (path: string, about: object = {}) => printer.file(path, print(path), [sums, about, []]),
    part: (path: string) => printer.part(path, print(path), [sums, {}, []]),
  };
}

filePrinter("prints a file when its text is used, and again only if others were used since", () => {
  const { log, file } = printed();
  const [a, b, c] = [file("a"), file("b"), file("c")];
  assert.equal(log, []);
  assert.equal([a.text, b.text, a.text, b.text], ["aaa", "bbb", "aaa", "bbb"]);
  assert.equal(log, ["a", "b"]);
  assert.equal([a.text, c.text, a.text], ["aaa", "ccc", "aaa"], "b was used longest ago");
  assert.equal(log, ["a", "b", "c"]);
  assert.is(b.text, "bbb");
  assert.equal(log, ["a", "b", "c", "b"]);
});

filePrinter("keeps a text that is larger than the limit until the next one is printed", () => {
  const printer = new FilePrinter({ files: 6, parts: 6 });
  let count = 0;
  const print = () => `${"x".repeat(100)}${++count}`;
  const large = printer.file("large", print, [new Remembered(), {}, []]);
  assert.is(large.text, large.text);
  assert.is(count, 1);
});

filePrinter("keeps more parts, until other files are printed", () => {
  const { log, file, part } = printed();
  const parts = ["a", "b", "c"].map(part);
  const texts = () => parts.map(({ text }) => text).join();
  assert.equal([texts(), texts()], ["aaa,bbb,ccc", "aaa,bbb,ccc"]);
  assert.equal(log, ["a", "b", "c"]);
  assert.is(file("d").text, "ddd");
  assert.is(parts[2]?.text, "ccc");
  assert.equal(log, ["a", "b", "c", "d"]);
  assert.is(parts[0]?.text, "aaa");
  assert.equal(log, ["a", "b", "c", "d", "a"]);
});

filePrinter("knows a checksum without printing the file again", () => {
  const { log, file } = printed();
  const about = {};
  const expected = { size: 6, sha256: sha256("ééé") };
  assert.equal(checksumOf(file("é", about)), expected);
  assert.equal(checksumOf(file("é", about)), expected, "another file from the same object");
  assert.equal(log, ["é"]);
  assert.equal(checksumOf({ path: "other", text: "ééé" }), expected);
});

filePrinter("compares a file with what was found, which is the text of a part from then on", () => {
  const { log, file, part } = printed();
  for (const of of [file, part]) {
    const path = of === file ? "a" : "b";
    const about = of(path);
    assert.ok(isContentOf(about, Buffer.from(path.repeat(3))));
    for (const other of ["", path.repeat(4), `${path}${path}x`]) assert.not.ok(isContentOf(about, Buffer.from(other)));
  }
  assert.equal(log, ["a", "b"]);
});

filePrinter("does not print a part that was found", () => {
  const printer = new FilePrinter();
  const sums = new Remembered<Checksum>();
  const about = {};
  checksumOf(printer.part("a", () => "text", [sums, about, []]));
  const fail = (): string => {
    throw new Error("printed");
  };
  const part = printer.part("a", fail, [sums, about, []]);
  assert.throws(() => part.text, "printed");
  assert.ok(isContentOf(part, Buffer.from("text")));
  assert.is(part.text, "text");
  assert.throws(() => printer.file("a", fail, [sums, about, []]).text, "printed");
});

filePrinter("joins pieces when they are used", () => {
  const log: string[] = [];
  const joined = joinedFile("all", function* () {
    for (const piece of ["one", "twö"]) {
      log.push(piece);
      yield Buffer.from(piece);
    }
  });
  assert.equal(log, []);
  assert.is(joined.text, "onetwö");
  const [first] = piecesOf(joined);
  assert.equal([String(first), log.length], ["one", 3]);
  assert.equal(textsOf(joined), ["one", "twö"]);
  assert.equal(checksumOf(joined), { size: 7, sha256: sha256("onetwö") });
  assert.equal(log.length, 5, "the checksum is that of the pieces");
  assert.equal(textsOf(lateFile("late", () => "text")), ["text"]);
});

function textsOf(file: OutputFile): string[] {
  return [...piecesOf(file)].map(String);
}

filePrinter("prints ahead only as many files as are kept", () => {
  const { log, file, sums } = printed();
  const large = {};
  sums.of(large, [], () => ({ size: 2 ** 25, sha256: "" }));
  printAhead([file("a"), file("b"), file("large", large), file("c")]);
  assert.equal(log, ["a", "b"]);
});

filePrinter("makes files whose copies have a text, and that are equal to plain ones", () => {
  const { file } = printed();
  const files: OutputFile[] = [
    file("a"),
    lateFile("a", () => "aaa"),
    joinedFile("a", () => ["a", "aa"].map((piece) => Buffer.from(piece))),
  ];
  for (const each of files) {
    assert.equal(each, { path: "a", text: "aaa" });
    assert.equal({ ...each, path: "b" }, { path: "b", text: "aaa" });
    assert.is(JSON.stringify(each), '{"path":"a","text":"aaa"}');
  }
});

filePrinter.run();
