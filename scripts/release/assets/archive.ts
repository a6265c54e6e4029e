/**
 * Files → one `.tar.gz`, the same bytes wherever and whenever it is made.
 *
 * Node's own zlib is not used: it changes with Node, has code of its own for each kind of CPU, and promises no bytes. A
 * new version of either library may write other bytes as well, so both are pinned, and a test holds a digest.
 */
import { gzipSync } from "fflate";
import { packTar } from "modern-tar";
import { compareStrings } from "../../core/model/diagnostic.js";
import type { OutputFile } from "../../core/model/output.js";

/**
 * Without a time in the header. `mem` is fflate's own choice for all but small inputs, for which it would ask
 * `Math.log`, whose last digit is the engine's business.
 */
const COMPRESSION = { level: 9, mem: 8, mtime: 0 } as const;

/** An archive of files below one directory. `time` is what they were changed at, in seconds since 1970. */
export async function makeArchive(files: readonly OutputFile[], directory: string, time: number): Promise<Uint8Array> {
  const sorted = [...files].sort((a, b) => compareStrings(a.path, b.path));
  const tar = await packTar(sorted.map(({ path, text }) => entryOf(`${directory}/${path}`, Buffer.from(text), time)));
  return gzipSync(tar, COMPRESSION);
}

/** Everything that the library would otherwise choose is said here. */
function entryOf(name: string, body: Uint8Array, time: number) {
  const owner = { uid: 0, gid: 0, uname: "", gname: "" };
  const mtime = new Date(time * 1000);
  return { header: { name, type: "file" as const, size: body.length, mode: 0o644, mtime, ...owner }, body };
}
