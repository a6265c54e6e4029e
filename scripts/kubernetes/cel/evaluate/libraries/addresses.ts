/** Functions of IP addresses and ranges. Source: k8s.io/apiserver, pkg/cel/library, ip.go and cidr.go. */
import {
  containsAddress,
  containsNetwork,
  masked,
  parseAddress,
  parseNetwork,
  printAddress,
  printNetwork,
} from "../../values/address.js";
import {
  type Address,
  Failure,
  type Implementation,
  isKind,
  type Library,
  type Network,
  type Value,
} from "../../values/value.js";

export const ADDRESSES: Library = {
  functions: {
    ip: ofText(addressOf),
    isIP: ofText((text) => parseAddress(text) !== undefined),
    "ip.isCanonical": ofText((text) => {
      const address = addressOf(text);
      return address instanceof Failure ? address : printAddress(address) === text;
    }),
    cidr: ofText(networkOf),
    isCIDR: ofText((text) => parseNetwork(text) !== undefined),
    string: (value) => {
      if (isKind(value, "ip")) return printAddress(value);
      return isKind(value, "cidr") ? printNetwork(value) : undefined;
    },
  },
  methods: {
    family: ofAddress(({ version }) => BigInt(version)),
    isUnspecified: ofAddress(isUnspecified),
    isLoopback: ofAddress(isLoopback),
    isLinkLocalMulticast: ofAddress(isLinkLocalMulticast),
    isLinkLocalUnicast: ofAddress(isLinkLocalUnicast),
    isGlobalUnicast: ofAddress(isGlobalUnicast),
    ip: ofNetwork(({ address }) => address),
    prefixLength: ofNetwork(({ prefixLength }) => BigInt(prefixLength)),
    masked: ofNetwork(masked),
    containsIP: contained("ip", addressOf, containsAddress),
    containsCIDR: contained("cidr", networkOf, containsNetwork),
  },
};

function ofText(result: (text: string) => Value | Failure): Implementation {
  return (text) => (typeof text === "string" ? result(text) : undefined);
}

function ofAddress(result: (address: Address) => Value): Implementation {
  return (address) => (isKind(address, "ip") ? result(address) : undefined);
}

function ofNetwork(result: (network: Network) => Value): Implementation {
  return (network) => (isKind(network, "cidr") ? result(network) : undefined);
}

/** Returns the implementation of a method of a range, whose argument can be a string. */
function contained<K extends "ip" | "cidr">(
  kind: K,
  parse: (text: string) => Extract<Address | Network, { kind: K }> | Failure,
  contains: (network: Network, other: Extract<Address | Network, { kind: K }>) => boolean,
): Implementation {
  return (network, other) => {
    const parsed = typeof other === "string" ? parse(other) : other;
    if (!isKind(network, "cidr")) return undefined;
    if (parsed instanceof Failure) return parsed;
    return isKind(parsed, kind) ? contains(network, parsed) : undefined;
  };
}

function addressOf(text: string): Address | Failure {
  return (
    parseAddress(text) ?? new Failure("an IP address must be IPv4 or IPv6, without a zone, and not IPv4 mapped to IPv6")
  );
}

function networkOf(text: string): Network | Failure {
  return parseNetwork(text) ?? new Failure("a CIDR must be an IP address, a slash, and the length of its prefix");
}

function isUnspecified({ bits }: Address): boolean {
  return bits === 0n;
}

function isLoopback({ version, bits }: Address): boolean {
  return version === 4 ? bits >> 24n === 127n : bits === 1n;
}

/** Reports whether an address is in 224.0.0.0/24, or in ff02::/16 with any flags. */
function isLinkLocalMulticast({ version, bits }: Address): boolean {
  return version === 4 ? bits >> 8n === 0xe00000n : ((bits >> 112n) & 0xff0fn) === 0xff02n;
}

/** Reports whether an address is in 169.254.0.0/16 or fe80::/10. */
function isLinkLocalUnicast({ version, bits }: Address): boolean {
  return version === 4 ? bits >> 16n === 0xa9fen : bits >> 118n === 0x3fan;
}

/** Reports whether an address is a global unicast address, which includes private ones. */
function isGlobalUnicast(address: Address): boolean {
  const { version, bits } = address;
  const isBroadcast = version === 4 && bits === 0xffffffffn;
  const isMulticast = version === 4 ? bits >> 28n === 0xen : bits >> 120n === 0xffn;
  return !(isBroadcast || isMulticast || isUnspecified(address) || isLoopback(address) || isLinkLocalUnicast(address));
}
