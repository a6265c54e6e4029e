/** A line of `SHA256SUMS`, as `sha256sum` of GNU coreutils writes and checks it: a sum, two spaces, a name. */

export const CHECKSUMS = "SHA256SUMS";

/** A file by its name, and the SHA-256 of what is in it. */
export interface Checksum {
  readonly sum: string;
  readonly name: string;
}

/** A name leads into no other directory, and is the same on every system. */
const LINE = /^(?<sum>[0-9a-f]{64}) {2}(?<name>[A-Za-z0-9][A-Za-z0-9._+-]*)$/;

/** The lines of a file, each as what it lists; undefined for one that lists nothing. */
export function checksumLines(text: string): (Checksum | undefined)[] {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  return lines.map((line) => {
    const { sum, name } = LINE.exec(line)?.groups ?? {};
    return sum === undefined || name === undefined ? undefined : { sum, name };
  });
}
