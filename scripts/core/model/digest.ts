import { createHash } from "node:crypto";

/** The SHA-256 sum, in lower-case hexadecimal. A text counts as its bytes of UTF-8. */
export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
