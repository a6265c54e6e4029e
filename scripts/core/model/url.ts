/** URLs as Go reads them. Source: net/url (Parse, ParseRequestURI). */

/** Host with a port, or an IPv6 address in brackets. Go accepts more characters than RFC 3986. */
const HOST =
  "(?:(?:[\\w\\-.~!$&'()*+,;=<>\"\\u0080-\\u{10ffff}]|%[89A-Fa-f][\\dA-Fa-f])*|\\[[\\dA-Fa-f:.]+(?:%25[\\w\\-.~]+)?\\])(?::\\d*)?";
const ESCAPED = "(?:[^\\u0000- \\u007f%?#]|%[\\dA-Fa-f]{2}| )";

const ABSOLUTE = new RegExp(
  `^[A-Za-z][A-Za-z\\d+\\-.]*://(?:[^/?@\\u0000-\\u0020]*@)?(?<host>${HOST})(?:[/?]${anyOf()})?$`,
  "u",
);
const WEBHOOK = new RegExp(
  `^(?<scheme>[A-Za-z][A-Za-z\\d+\\-.]*)://(?:(?<user>[^/?#@\\u0000-\\u0020]*)@)?(?<host>${HOST})(?:/${ESCAPED}*)?` +
    `(?:\\?(?<query>[^#\\u0000-\\u001f\\u007f]*))?(?:#(?<fragment>${ESCAPED}*))?$`,
  "u",
);

function anyOf(): string {
  return "(?:[^\\u0000-\\u001f\\u007f%]|%[\\dA-Fa-f]{2})*";
}

/** Reports whether a string is a URL with a scheme and a host. */
export function isAbsoluteUrl(text: string): boolean {
  return (ABSOLUTE.exec(text)?.groups?.host ?? "") !== "";
}

/** Returns why a URL cannot be that of a webhook, or undefined. */
export function webhookUrlProblem(text: string): string | undefined {
  const parts = WEBHOOK.exec(text)?.groups;
  if (!parts?.host) return "must be a URL with a host";
  if (parts.scheme?.toLowerCase() !== "https") return "must have the scheme https";
  if (parts.user !== undefined) return "must not contain a user";
  if (parts.query) return "must not contain a query";
  return parts.fragment ? "must not contain a fragment" : undefined;
}
