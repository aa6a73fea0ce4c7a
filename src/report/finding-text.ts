import type { Finding } from '../formats/judgement.ts';
import { findings, type Weight } from '../spec/finding.ts';

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

/** A requirement that breaks everywhere has hundreds of findings, and the first ones tell it. */
export const mostFindings = 20;

/** The findings of a test in full, the first twenty of them, then how many more there are. */
export const findingTexts = (findings: readonly Finding[]): string[] => {
  const more = findings.length - mostFindings;
  return [
    ...findings.slice(0, mostFindings).map(findingText),
    ...(more > 0 ? [`and ${more} more: the json report has them all`] : []),
  ];
};

const weights: readonly Weight[] = ['breach', 'risk', 'note'];

/** Findings with the heaviest first, else in their order. */
export const findingsByWeight = (findings: readonly Finding[]): Finding[] =>
  weights.flatMap((weight) => findings.filter((finding) => finding.weight === weight));

/** The scenario and line that a finding comes from. */
export const placeOf = ({ scenario, line }: Finding): string => (line === undefined ? scenario : `${scenario}:${line}`);
