/** Lines of `SHA256SUMS`, in the format of `sha256sum` from GNU coreutils: a checksum, two spaces and a name. */

export const CHECKSUMS = "SHA256SUMS";

/** Name of a file and the SHA-256 of its content. */
export interface Checksum {
  readonly sum: string;
  readonly name: string;
}

/** Requires a name that does not lead to another directory and is valid on every system. */
const LINE = /^(?<sum>[0-9a-f]{64}) {2}(?<name>[A-Za-z0-9][A-Za-z0-9._+-]*)$/;

/** Returns the content of each line of a file, or undefined for a line that is not valid. */
export function checksumLines(text: string): (Checksum | undefined)[] {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  return lines.map((line) => {
    const { sum, name } = LINE.exec(line)?.groups ?? {};
    return sum === undefined || name === undefined ? undefined : { sum, name };
  });
}
