/** Decodes bytes as text, and checks the text. */
import { isUtf8 } from "node:buffer";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { controlCharacters } from "../core/model/control-characters.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";

/**
 * Decodes UTF-8, without a byte order mark. If the bytes are not UTF-8, the text is only suitable for showing the
 * location of the problem.
 */
export function decodeText(path: string, bytes: Uint8Array): { file: SourceText; problem?: Diagnostic } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const file = { path, text };
  if (isUtf8(bytes)) return { file };
  const start = soundLength(bytes);
  return { file, problem: diagnose("input-encoding", {}, { file: path, start, end: start + 1 }) };
}

/** Returns the number of characters before the first byte that is not UTF-8. */
function soundLength(bytes: Uint8Array): number {
  let length = 0;
  let lineStart = 0;
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== 0x0a) continue;
    const line = bytes.subarray(lineStart, at + 1);
    if (!isUtf8(line)) return length + soundPart(line);
    length += new TextDecoder().decode(line).length;
    lineStart = at + 1;
  }
  return length;
}

function soundPart(line: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let length = 0;
  try {
    for (const byte of line) length += decoder.decode(Uint8Array.of(byte), { stream: true }).length;
  } catch {
    // the first byte that is not UTF-8
  }
  return length;
}

/** Reports characters that editors do not show as they are, each of them once, at its first location. */
export function controlProblems({ path, text }: SourceText): Diagnostic[] {
  return [...controlCharacters(text)].map(([character, start]) =>
    diagnose("input-control-character", { character }, { file: path, start, end: start + 1 }),
  );
}
