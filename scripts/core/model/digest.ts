import { createHash } from "node:crypto";

/** Returns the SHA-256 in lowercase hexadecimal. A string is encoded as UTF-8. */
export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
