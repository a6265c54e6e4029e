/** Time zones. Source: google/cel-go, common/stdlib/standard.go (inTimeZone), and the package time of Go. */
import { readGoInteger } from "../../../../core/go-numbers.js";
import { floorDivide, inUnits, MILLISECOND, MINUTE, SECOND } from "../../values/time.js";

/**
 * Returns the seconds east of UTC in a time zone, given by its name, such as `Europe/Paris`, or by its offset, such as
 * `-08:00`. Returns undefined for an unknown time zone. The time is in nanoseconds since 1970.
 */
export function zoneOffset(zone: string, nanoseconds: bigint): number | undefined {
  const colon = zone.indexOf(":");
  return colon < 0 ? namedOffset(zone, nanoseconds) : fixedOffset(zone.slice(0, colon), zone.slice(colon + 1));
}

/** cel-go does not limit hours and minutes, and a product of more than 64 bits wraps around. */
function fixedOffset(before: string, after: string): number | undefined {
  const [hours, minutes] = [readGoInteger(before), readGoInteger(after)];
  if (hours === undefined || minutes === undefined) return undefined;
  const offset = hours * 60n + (before.startsWith("-") ? -minutes : minutes);
  return Math.trunc(inUnits(BigInt.asIntN(64, offset * MINUTE), SECOND));
}

/** Names that the API server takes for UTC. `Local` is its own time zone, which is UTC in its image. */
const UTC = new Set(["", "UTC", "Local"]);

/** Before 1970, and after recent changes of law, the databases of Node and of the API server can differ. */
function namedOffset(name: string, nanoseconds: bigint): number | undefined {
  if (UTC.has(name)) return 0;
  const format = formatOf(name);
  if (!format) return undefined;
  const parts = format.formatToParts(Number(floorDivide(nanoseconds, MILLISECOND)));
  return readOffset(parts.find(({ type }) => type === "timeZoneName")?.value ?? "");
}

/** Formats by time zone. There are as many as time zones, because other names are not kept. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(name: string): Intl.DateTimeFormat | undefined {
  if (!ZONE.test(name)) return undefined;
  const known = FORMATS.get(name);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
    FORMATS.set(name, format);
    return format;
  } catch {
    return undefined;
  }
}

const AREA = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico";
const WORD = "(?:[A-Z][a-z]+)+|DumontDUrville|ACT|IN|LHI|NSW|au|es|of|UCT|UTC|GMT(?:[+-]?\\d+)?";
const SINGLE = [
  "CET|CST6CDT|Cuba|EET|EST|EST5EDT|Egypt|Eire|GB|GB-Eire|GMT|GMT[+-]?0|Greenwich|HST|Hongkong|Iceland|Iran|Israel",
  "Jamaica|Japan|Kwajalein|Libya|MET|MST|MST7MDT|NZ|NZ-CHAT|Navajo|PRC|PST8PDT|Poland|Portugal|ROC|ROK|Singapore",
  "Turkey|UCT|Universal|W-SU|WET|Zulu",
].join("|");

/**
 * Form of the names in the IANA time zone database. JavaScript also accepts them in another case, and others, such as
 * `PST`. The API server does not.
 */
const ZONE = new RegExp(`^(?:${SINGLE}|(?:${AREA}|Pacific|US)(?:[/_-](?:${WORD}))+)$`);

/** Reads an offset such as `GMT-04:56:02`. */
function readOffset(text: string): number | undefined {
  const [, sign, ...parts] = /^GMT(?:([+-])(\d+)(?::(\d+))?(?::(\d+))?)?$/.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (sign === "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}
