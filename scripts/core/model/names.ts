/**
 * Names that the API server accepts. Each function returns how a name breaks the rule, or undefined.
 *
 * Source: apimachinery pkg/util/validation and pkg/api/validate/content, as apiextensions-apiserver applies them in
 * ValidateCustomResourceDefinition.
 */

/** Namespace in which kubectl creates an object whose manifest has none. */
export const DEFAULT_NAMESPACE = "default";

export const LABEL_LIMIT = 63;
export const SUBDOMAIN_LIMIT = 253;
/** Limit of all common file systems, in bytes. */
const FILE_NAME_LIMIT = 255;

/** Form of names, without the limit of their length. */
export const DNS_1035_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
export const DNS_1123_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
export const QUALIFIED = /^[A-Za-z0-9]([-\w.]*[A-Za-z0-9])?$/;

/** Checks a DNS-1035 label: plural, singular, short names, categories and API versions. */
export function labelProblem(name: string): string | undefined {
  if (!DNS_1035_LABEL.test(name)) {
    return "must consist of lowercase letters, digits, and hyphens, begin with a letter, and end with a letter or digit";
  }
  return lengthProblem(name, LABEL_LIMIT);
}

/** Checks a kind or the kind of a list: a DNS-1035 label that can contain uppercase letters. */
export function kindProblem(name: string): string | undefined {
  if (!/^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/.test(name)) {
    return "must consist of letters, digits, and hyphens, begin with a letter, and end with a letter or digit";
  }
  return lengthProblem(name, LABEL_LIMIT);
}

/** Checks a DNS-1123 subdomain: names of objects, prefixes of label keys. */
export function subdomainProblem(name: string): string | undefined {
  return isSubdomain(name) ? lengthProblem(name, SUBDOMAIN_LIMIT) : "must be a DNS name in lowercase";
}

/** Reports whether a string has the form of a DNS-1123 subdomain. One expression would overflow with many labels. */
export function isSubdomain(name: string): boolean {
  return name.split(".").every((label) => DNS_1123_LABEL.test(label));
}

/** Checks the API group of a CRD: a DNS-1123 subdomain that contains a dot. */
export function groupProblem(name: string): string | undefined {
  return subdomainProblem(name) ?? (name.includes(".") ? undefined : "must be a DNS name with a dot");
}

/** Returns the name of a CRD. */
export function crdName(plural: string, group: string): string {
  return `${plural}.${group}`;
}

/** Checks the name of a CRD, which is also that of its file, `<group>_<plural>.yaml`. */
export function crdNameProblem(plural: string, group: string): string | undefined {
  return lengthProblem(crdName(plural, group), Math.min(SUBDOMAIN_LIMIT, FILE_NAME_LIMIT - ".yaml".length));
}

/** Checks the key of a label: a name, or a DNS-1123 subdomain, a slash and a name. */
export function labelKeyProblem(key: string): string | undefined {
  const [name = "", prefix, ...more] = key.split("/").reverse();
  if (more.length > 0) return "must have at most one slash, between a DNS name and a name";
  if (prefix !== undefined && subdomainProblem(prefix) !== undefined) return PREFIX_RULE;
  return QUALIFIED.test(name) && name.length <= LABEL_LIMIT ? undefined : `must be ${QUALIFIED_FORM}, ${KEY_LENGTH}`;
}

/** Checks the key of an annotation: that of a label, except that the prefix can contain uppercase letters. */
export function annotationKeyProblem(key: string): string | undefined {
  return labelKeyProblem(key.toLowerCase());
}

/** Checks the value of a label. */
export function labelValueProblem(value: string): string | undefined {
  if (value !== "" && !QUALIFIED.test(value)) return `must be empty, or ${QUALIFIED_FORM}`;
  return lengthProblem(value, LABEL_LIMIT);
}

const QUALIFIED_FORM = "letters, digits, '-', '_' and '.', beginning and ending with a letter or digit";
const PREFIX_RULE = `must have a DNS name in lowercase before its slash, of at most ${SUBDOMAIN_LIMIT} characters`;
const KEY_LENGTH = `and have at most ${LABEL_LIMIT} characters behind its slash`;

function lengthProblem(name: string, limit: number): string | undefined {
  return name.length > limit ? `must be at most ${limit} characters, not ${name.length}` : undefined;
}

/**
 * Reports whether Windows reserves the name of a file for a device, whatever its extension. Git cannot check out such a
 * file there.
 */
export function isDeviceName(name: string): boolean {
  return DEVICE_NAME.test(name);
}

export const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;
