/** Functions of semantic versions. Source: k8s.io/apiserver, pkg/cel/library/semverlib.go. */
import { compareSemvers, parseLooseSemver, parseSemver } from "../../values/semver.js";
import { Failure, type Implementation, isKind, type Library, type Semver, type Value } from "../../values/value.js";

export const SEMVERS: Library = {
  functions: {
    semver: ofText(
      (version) => version ?? new Failure("a version must follow Semantic Versioning, such as '1.2.3-rc.1'"),
    ),
    isSemver: ofText((version) => version !== undefined),
  },
  methods: {
    isGreaterThan: compared((order) => order > 0),
    isLessThan: compared((order) => order < 0),
    compareTo: compared((order) => BigInt(order)),
    major: numberOf("major"),
    minor: numberOf("minor"),
    patch: numberOf("patch"),
  },
};

/** Returns the implementation of a function of a string and, optionally, whether to normalize it. */
function ofText(result: (version: Semver | undefined) => Value | Failure): Implementation {
  return (text, isLoose = false) => {
    if (typeof text !== "string" || typeof isLoose !== "boolean") return undefined;
    return result(isLoose ? parseLooseSemver(text) : parseSemver(text));
  };
}

function compared(result: (order: number) => Value): Implementation {
  return (a, b) => (isKind(a, "semver") && isKind(b, "semver") ? result(compareSemvers(a, b)) : undefined);
}

/** Returns the implementation of a getter. The API server converts the uint64 to an int, which can overflow. */
function numberOf(part: "major" | "minor" | "patch"): Implementation {
  return (version) => (isKind(version, "semver") ? BigInt.asIntN(64, version[part]) : undefined);
}
