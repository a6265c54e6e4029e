/** Tests of IP addresses and ranges. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ADDRESSES } from "../../../../scripts/kubernetes/cel/evaluate/libraries/addresses.js";
import { sameAddress, sameNetwork } from "../../../../scripts/kubernetes/cel/values/address.js";
import type { Address, Network } from "../../../../scripts/kubernetes/cel/values/value.js";
import { answer, call, method, type Result } from "./calls.js";

const addresses = suite("CEL: IP addresses and ranges");

const ip = (text: string) => call(ADDRESSES, "ip", text);
const cidr = (text: string) => call(ADDRESSES, "cidr", text);
const print = (value: Result) => call(ADDRESSES, "string", value);

/** Addresses with their canonical form. */
const VALID: readonly (readonly [text: string, canonical: string])[] = [
  ["1.2.3.4", "1.2.3.4"],
  ["0.0.0.0", "0.0.0.0"],
  ["::", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["2001:DB8::1", "2001:db8::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["1:0:0:4:0:0:0:8", "1:0:0:4::8"],
  ["1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"],
  ["0:0:0:0:0:0:0:0", "::"],
  ["10:0:0:10:1:1:1:1", "10::10:1:1:1:1"],
  ["::1.2.3.4", "::102:304"],
  ["64:ff9b::1.2.3.4", "64:ff9b::102:304"],
  ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"],
  ["::fffe:1.2.3.4", "::fffe:102:304"],
  ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
  ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"],
];

const INVALID = [
  ...["", "01.2.3.4", "1.2.3", "1.2.3.256", "1.2.3.4.5", " 1.2.3.4", "1.2.3.4%1", "\u0661.2.3.4", "::1\n", "fe80::1%"],
  ...["::ffff:1.2.3.4", "::ffff:102:304", "fe80::1%eth0", "1:2:3:4:5:6:7:8::", "1::2::3", "12345::", "1:2:3:4:5:6:7"],
  ...["1.2.3.4/8", "[::1]", "::1.2.3.04", ":".repeat(1_000_000)],
];

addresses("have a canonical form", () => {
  for (const [text, canonical] of VALID) {
    assert.is(call(ADDRESSES, "isIP", text), true, text);
    assert.is(print(ip(text)), canonical, text);
    assert.is(call(ADDRESSES, "ip.isCanonical", text), text === canonical, text);
    assert.is(method(ADDRESSES, "family", ip(text)), text.includes(":") ? 6n : 4n, text);
    assert.ok(sameAddress(ip(text) as Address, ip(canonical) as Address), text);
  }
  assert.not(sameAddress(ip("0.0.0.1") as Address, ip("::1") as Address));
});

addresses("have no zone, no leading zeros, and do not map IPv4", () => {
  for (const text of INVALID) {
    assert.is(call(ADDRESSES, "isIP", text), false, text);
    assert.is(answer(ip(text)), "fails", text);
    assert.is(answer(call(ADDRESSES, "ip.isCanonical", text)), "fails", text);
  }
});

addresses("belong to at most one class", () => {
  const classes: Readonly<Record<string, readonly string[]>> = {
    isUnspecified: ["0.0.0.0", "::"],
    isLoopback: ["127.9.9.9", "::1"],
    isLinkLocalMulticast: ["224.0.0.9", "ff02::1", "ff12::1"],
    isLinkLocalUnicast: ["169.254.1.1", "fe80::1", "febf::1"],
    isGlobalUnicast: [
      ...["126.0.0.1", "169.255.0.0", "10.0.0.1", "240.0.0.1"],
      ...["::2", "fec0::1", "fd00::1", "2001:db8::1"],
    ],
    none: ["224.0.1.0", "ff01::1", "ff0e::1", "239.1.1.1", "255.255.255.255"],
  };
  const names = Object.keys(classes).filter((name) => name !== "none");
  for (const [expected, texts] of Object.entries(classes)) {
    for (const text of texts) {
      const found = names.filter((name) => method(ADDRESSES, name, ip(text)) === true);
      assert.equal(found, expected === "none" ? [] : [expected], text);
    }
  }
});

addresses("with a prefix are ranges", () => {
  const valid: readonly (readonly [text: string, masked: string, length: bigint])[] = [
    ["10.1.2.3/8", "10.0.0.0/8", 8n],
    ["10.1.2.3/0", "0.0.0.0/0", 0n],
    ["10.1.2.3/32", "10.1.2.3/32", 32n],
    ["2001:db8::1/32", "2001:db8::/32", 32n],
    ["2001:db8::1/127", "2001:db8::/127", 127n],
    ["::/0", "::/0", 0n],
    ["::1/128", "::1/128", 128n],
  ];
  for (const [text, masked, length] of valid) {
    assert.is(call(ADDRESSES, "isCIDR", text), true, text);
    assert.is(print(cidr(text)), text);
    assert.is(print(method(ADDRESSES, "masked", cidr(text))), masked, text);
    assert.is(print(method(ADDRESSES, "ip", cidr(text))), text.replace(/\/.*/, ""), text);
    assert.is(method(ADDRESSES, "prefixLength", cidr(text)), length, text);
    assert.is(sameNetwork(cidr(text) as Network, cidr(masked) as Network), text === masked, text);
  }
  assert.is(print(cidr("2001:DB8::1/32")), "2001:db8::1/32");
  assert.not(sameNetwork(cidr("::/0") as Network, cidr("0.0.0.0/0") as Network));
  assert.not(sameNetwork(cidr("::/0") as Network, cidr("::/1") as Network));
});

addresses("of ranges are valid, and so is the length of the prefix", () => {
  const invalid = [
    ...["10.1.2.3/33", "::1/129", "10.0.0.0/08", "10.0.0.0/+8", "10.0.0.0/", "10.0.0.0", "/8", "10.0.0.0/8/8"],
    ...["::ffff:1.2.3.4/96", "fe80::1%eth0/64", "10.0.0/8", "10.0.0.0/ 8", "10.0.0.0/99999999999999999999", ""],
  ];
  for (const text of invalid) {
    assert.is(call(ADDRESSES, "isCIDR", text), false, text);
    assert.is(answer(cidr(text)), "fails", text);
  }
});

addresses("are in ranges of the same family", () => {
  const cases: readonly (readonly [range: string, address: string, isInside: boolean])[] = [
    ["10.0.0.0/8", "10.1.2.3", true],
    ["10.9.9.9/8", "10.1.2.3", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["0.0.0.0/0", "::1", false],
    ["::/0", "1.2.3.4", false],
    ["::/0", "ffff::", true],
    ["2001:db8::/32", "2001:db8:ffff::1", true],
    ["10.1.2.3/32", "10.1.2.3", true],
    ["::/127", "::2", false],
  ];
  for (const [range, address, isInside] of cases) {
    assert.is(method(ADDRESSES, "containsIP", cidr(range), address), isInside, `${range} ${address}`);
    assert.is(method(ADDRESSES, "containsIP", cidr(range), ip(address)), isInside, `${range} ${address}`);
  }
  assert.is(answer(method(ADDRESSES, "containsIP", cidr("10.0.0.0/8"), "x")), "fails");
});

addresses("of a smaller range are in a larger one", () => {
  const cases: readonly (readonly [range: string, other: string, isInside: boolean])[] = [
    ["10.0.0.0/8", "10.1.0.0/16", true],
    ["10.0.0.0/8", "10.0.0.0/8", true],
    ["10.0.0.0/8", "10.0.0.0/7", false],
    ["10.0.0.0/8", "11.0.0.0/16", false],
    ["0.0.0.0/0", "::/1", false],
  ];
  for (const [range, other, isInside] of cases) {
    assert.is(method(ADDRESSES, "containsCIDR", cidr(range), other), isInside, `${range} ${other}`);
    assert.is(method(ADDRESSES, "containsCIDR", cidr(range), cidr(other)), isInside, `${range} ${other}`);
  }
  assert.is(answer(method(ADDRESSES, "containsCIDR", cidr("10.0.0.0/8"), "10.1.2.3")), "fails");
});

addresses("do not have the functions of other types", () => {
  assert.is(ADDRESSES.functions.ip?.(1n), undefined);
  assert.is(ADDRESSES.functions.string?.("1.2.3.4"), undefined);
  assert.is(ADDRESSES.methods.ip?.(ip("::1") as Address), undefined);
  assert.is(ADDRESSES.methods.containsIP?.(cidr("::/0") as Network, cidr("::/0") as Network), undefined);
});

addresses.run();
