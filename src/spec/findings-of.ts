import type { FindingCode } from './finding.ts';
import { findings } from './finding.ts';
import type { FindingRecord } from './finding-record.ts';
import type { Requirement } from './requirement.ts';
import type { Situation } from './situation.ts';
import { situationFindings } from './situation-findings.ts';

/** The findings that can be charged to a requirement, the most telling first. */
export const findingsOf = (requirement: Requirement): readonly FindingCode[] => {
  const { id, level, situations, codes } = requirement;
  const possible = codes ?? telling(situations).flatMap((each) => situationFindings[each]);
  const noted: readonly FindingCode[] = level === 'observe' ? ['observed'] : [];
  return [...new Set([...namedBy(id), ...noted, ...possible])];
};

const namedBy = (id: string): FindingCode[] =>
  (Object.keys(findings) as FindingCode[]).filter((code) => {
    const { breaks }: FindingRecord = findings[code];
    return breaks === id;
  });

/** A getBalance that only confirms another call says nothing of its own, unless it is all there is. */
const telling = (situations: readonly Situation[]): readonly Situation[] => {
  const own = situations.filter((each) => each !== 'balance' && each !== 'probe');
  return own.length > 0 ? own : situations;
};
