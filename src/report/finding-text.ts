import type { Finding } from '../formats/judgement.ts';
import { type FindingCode, findings, type Weight } from '../spec/finding.ts';

/** A finding told in full, in lines: what happened, what was expected, why, where to look. */
export const findingText = (finding: Finding & { readonly cause?: FindingCode | undefined }): string => {
  const { code, message, expected, actual, likelyCause, known, cause } = finding;
  const pairs = [
    ['expected', expected],
    ['actual', actual],
    ['finding', `${code}: ${findings[code].sentence}`],
    ['likely cause', likelyCause],
    ['where to look', findings[code].hint],
    ['follows from', cause],
    ['known', known],
    ['scenario', placeOf(finding)],
  ] as const;
  const lines = pairs.flatMap(([label, text]) => (text === undefined ? [] : `${label}: ${text}`));
  return [message, ...lines].join('\n');
};

const weights: readonly Weight[] = ['breach', 'risk', 'note'];

/** Findings with the heaviest first, else in their order. */
export const findingsByWeight = <F extends Finding>(findings: readonly F[]): F[] =>
  weights.flatMap((weight) => findings.filter((finding) => finding.weight === weight));

/** The scenario and line that a finding comes from. */
export const placeOf = ({ scenario, line }: Finding): string => (line === undefined ? scenario : `${scenario}:${line}`);
