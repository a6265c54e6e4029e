/** IP addresses and ranges. Source: Go's net/netip, and k8s.io/apiserver, pkg/cel/library, ip.go and cidr.go. */
import { isIPv4 } from "node:net";
import { isStrictIPv6 } from "../../formats/network.js";
import type { Address, Network } from "./value.js";

/** Parses an address. Addresses with a zone, and IPv4 addresses in the form of IPv6, are not valid in CEL. */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { kind: "ip", version: 4, bits: bitsOf(text.split(".").map(Number), 8) };
  if (!isStrictIPv6(text)) return undefined;
  const bits = bitsOf(groupsOf(text), 16);
  return bits >> 32n === 0xffffn ? undefined : { kind: "ip", version: 6, bits };
}

function bitsOf(parts: readonly number[], size: number): bigint {
  return parts.reduce((bits, part) => (bits << BigInt(size)) | BigInt(part), 0n);
}

/** Returns the eight groups of an IPv6 address. The last two can be written as an IPv4 address. */
function groupsOf(text: string): number[] {
  const [start = [], end = []] = text.split("::").map((half) => half.split(":").filter(Boolean).flatMap(valuesOf));
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
}

function valuesOf(group: string): number[] {
  if (!group.includes(".")) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
  return [256 * a + b, 256 * c + d];
}

/** Returns the canonical form of an address. */
export function printAddress(address: Address): string {
  if (address.version === 4) return partsOf(address, 4, 8).join(".");
  const text = partsOf(address, 8, 16)
    .map((group) => group.toString(16))
    .join(":");
  const [zeros] = [...text.matchAll(/\b0(?::0)+\b/g)].sort((a, b) => b[0].length - a[0].length);
  if (!zeros) return text;
  const [start, end] = [text.slice(0, zeros.index), text.slice(zeros.index + zeros[0].length)];
  return `${start.replace(/:$/, "")}::${end.replace(/^:/, "")}`;
}

function partsOf({ bits }: Address, count: number, size: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    Number(BigInt.asUintN(size, bits >> BigInt(size * (count - 1 - index)))),
  );
}

export function sameAddress(a: Address, b: Address): boolean {
  return a.version === b.version && a.bits === b.bits;
}

/** Parses a range. Leading zeros in the length of the prefix are not valid. Bits after the prefix are kept. */
export function parseNetwork(text: string): Network | undefined {
  const slash = text.lastIndexOf("/");
  const length = text.slice(slash + 1);
  if (slash < 0 || !/^(0|[1-9]\d{0,2})$/.test(length)) return undefined;
  const address = parseAddress(text.slice(0, slash));
  return address && Number(length) <= sizeOf(address)
    ? { kind: "cidr", address, prefixLength: Number(length) }
    : undefined;
}

function sizeOf({ version }: Address): number {
  return version === 4 ? 32 : 128;
}

export function printNetwork({ address, prefixLength }: Network): string {
  return `${printAddress(address)}/${prefixLength}`;
}

export function sameNetwork(a: Network, b: Network): boolean {
  return sameAddress(a.address, b.address) && a.prefixLength === b.prefixLength;
}

/** Returns a range without the bits after its prefix. */
export function masked(network: Network): Network {
  const rest = BigInt(sizeOf(network.address) - network.prefixLength);
  return { ...network, address: { ...network.address, bits: prefixOf(network.address, rest) << rest } };
}

function prefixOf({ bits }: Address, rest: bigint): bigint {
  return bits >> rest;
}

export function containsAddress({ address, prefixLength }: Network, other: Address): boolean {
  const rest = BigInt(sizeOf(address) - prefixLength);
  return address.version === other.version && prefixOf(address, rest) === prefixOf(other, rest);
}

export function containsNetwork(network: Network, { address, prefixLength }: Network): boolean {
  return network.prefixLength <= prefixLength && containsAddress(network, address);
}
