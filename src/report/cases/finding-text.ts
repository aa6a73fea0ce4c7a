import type { Finding } from '../../spec/finding.ts';
import { findings } from '../../spec/finding.ts';
import { placeOf } from '../pretty/findings-by-weight.ts';

/** A finding told in full, in lines: what happened, what was expected, why, where to look. */
export const findingText = (finding: Finding): string => {
  const { code, message, expected, actual, likelyCause, known } = finding;
  const pairs = [
    ['expected', expected],
    ['actual', actual],
    ['finding', `${code}: ${findings[code].sentence}`],
    ['likely cause', likelyCause],
    ['where to look', findings[code].hint],
    ['known', known],
    ['scenario', placeOf(finding)],
  ] as const;
  const lines = pairs.flatMap(([label, text]) => (text === undefined ? [] : `${label}: ${text}`));
  return [message, ...lines].join('\n');
};
