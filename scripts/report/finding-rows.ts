/** Groups findings of the versioning policy for readers, as `rows.ts` groups changes. */
import type { Finding } from "../core/model/policy.js";
import { effectMessage } from "../core/words/effect.js";
import { findingWords } from "../core/words/finding.js";
import { embeddingsOf, type Group, grouped, type Place, type Row, rowKey, rowsOf, typeMessage } from "./rows.js";

/** The same finding in one or more places, or all findings about one type of Kubernetes. */
export interface FindingRow {
  readonly finding: Finding;
  /** All findings in the row, the first one included. */
  readonly findings: readonly Finding[];
  readonly message: string;
  /** Objects or updates that the change rejects. */
  readonly effect?: string;
  /** All places, that of the finding first. */
  readonly places: readonly Place[];
  /** True if the row stands for different findings, which have no common fingerprint and example. */
  readonly isType: boolean;
}

/** Returns findings in rows, in their order. With `expand`, each finding is a row. */
export function findingRows(findings: readonly Finding[], expand: boolean): FindingRow[] {
  if (expand) return findings.map((finding) => sameFindings([finding]));
  const equal = grouped(findings, equalityKey);
  const types = grouped(equal, ([finding]) => typeKey(finding));
  return types.map((rows) => (rows.length > 1 ? typeFindings(rows) : sameFindings(rows[0])));
}

function equalityKey(finding: Finding): string | undefined {
  const { change, rule, requires } = finding;
  if (!change || finding.waiver) return undefined;
  // The message of a problem names its place, so only problems at places of the same name are equal.
  return JSON.stringify([rule, requires, findingWords(finding).message, rowKey(change)]);
}

function typeKey({ change, problem, requires, channel, waiver }: Finding): string | undefined {
  const type = change?.origin?.embedded?.type;
  if (type === undefined || problem || waiver) return undefined;
  return JSON.stringify([type, requires, channel, change?.isAccepted]);
}

function sameFindings(findings: Group<Finding>): FindingRow {
  const [finding] = findings;
  const places = findings.map((each) => unmarked({ ...each.change, ...each }));
  const effect = finding.change && effectMessage(finding.change);
  const message = findingWords(finding).message;
  return { finding, findings, message, ...(effect !== undefined && { effect }), places, isType: false };
}

/** Returns a place without the mark of an accepted change, because the whole row is accepted. */
function unmarked({ isAccepted: _, ...place }: Place): Place {
  return place;
}

function typeFindings(groups: Group<Group<Finding>>): FindingRow {
  const findings = groups.flat();
  const rows: Row[] = rowsOf(findings.flatMap(({ change }) => change ?? []));
  const [[first]] = groups;
  const places = embeddingsOf(rows).map(unmarked);
  const [{ path, versions, crd } = first] = places;
  const type = first.change?.origin?.embedded?.type;
  return {
    finding: { ...first, crd, versions, ...(path !== undefined && { path }) },
    findings,
    message: typeMessage(String(type), rows),
    places,
    isType: true,
  };
}
