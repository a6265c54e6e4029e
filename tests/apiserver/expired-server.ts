/** An HTTPS server whose certificate has expired. Node cannot create certificates, so this module encodes one. */
import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface ExpiredServer {
  /** The certificate, which is its own CA. */
  readonly certificate: string;
  /** Returns the address. */
  readonly listen: () => Promise<string>;
  readonly close: () => Promise<void>;
}

export function expiredServer(): ExpiredServer {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = der(0x30, der(0x31, der(0x30, oid(0x55, 4, 3), der(0x0c, Buffer.from("127.0.0.1")))));
  const algorithm = der(0x30, oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2)); // ecdsa-with-SHA256
  const time = (text: string) => der(0x17, Buffer.from(text));
  const addresses = der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])));
  const names = der(0x30, oid(0x55, 0x1d, 0x11), der(0x04, addresses)); // subjectAltName
  const authority = der(0x30, oid(0x55, 0x1d, 0x13), der(0x04, der(0x30, der(0x01, Buffer.from([0xff]))))); // CA
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    der(0x30, time("200101000000Z"), time("200201000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, authority, names)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const bytes = der(0x30, body, algorithm, signature).toString("base64");
  const certificate = `-----BEGIN CERTIFICATE-----\n${bytes.replace(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`;
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  const server = createServer({ key, cert: certificate }, (_, response) => response.end("{}"));
  return {
    certificate,
    listen: async () => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Encodes a value with its tag and length. Source: ITU-T X.690. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}
