/**
 * Packs files into a `.tar.gz` with the same bytes on every machine and at any time.
 *
 * Node's own zlib is not used, because it does not guarantee its output: it changes with the version of Node and has
 * separate code for each kind of CPU. New versions of fflate and modern-tar may change the output too, so both are
 * pinned and a test checks a digest.
 */
import { gzipSync } from "fflate";
import { packTar } from "modern-tar";
import { compareStrings } from "../../core/model/diagnostic.js";
import type { OutputFile } from "../../core/model/output.js";

/**
 * Compression without a time in the header. `mem` is the value that fflate uses for all but small inputs. For small
 * inputs, it would call `Math.log`, whose last digit depends on the JavaScript engine.
 */
const COMPRESSION = { level: 9, mem: 8, mtime: 0 } as const;

/** Packs files into an archive, below one directory. `time` is their modification time, in seconds since 1970. */
export async function makeArchive(files: readonly OutputFile[], directory: string, time: number): Promise<Uint8Array> {
  const sorted = [...files].sort((a, b) => compareStrings(a.path, b.path));
  const tar = await packTar(sorted.map(({ path, text }) => entryOf(`${directory}/${path}`, Buffer.from(text), time)));
  return gzipSync(tar, COMPRESSION);
}

/** Returns a tar entry. It sets everything that the library would otherwise choose. */
function entryOf(name: string, body: Uint8Array, time: number) {
  const owner = { uid: 0, gid: 0, uname: "", gname: "" };
  const mtime = new Date(time * 1000);
  return { header: { name, type: "file" as const, size: body.length, mode: 0o644, mtime, ...owner }, body };
}
