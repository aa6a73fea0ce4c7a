import type { FindingCode } from '../../spec/finding.ts';
import { findings } from '../../spec/finding.ts';
import type { Breach } from './stories.ts';

/** One mistake of the agent: what it means, where to look, and what it breaks. */
export interface Mending {
  readonly code: FindingCode;
  readonly sentence: string;
  readonly hint: string;
  readonly requirements: readonly string[];
  /** How many stories show it. */
  readonly count: number;
}

const codesOf = ({ stories }: Breach): FindingCode[] =>
  stories.flatMap(({ findings: told }) => [...new Set(told.map(({ code }) => code))]);

const requirementsWith = (code: FindingCode, breaches: readonly Breach[]): string[] => [
  ...new Set(
    breaches
      .filter(({ requirement }) => requirement.findings.some((finding) => finding.code === code))
      .map(({ requirement }) => requirement.id),
  ),
];

/** What there is to mend, one entry for each mistake, the gravest first. */
export const mendingList = (breaches: readonly Breach[]): Mending[] => {
  const codes = breaches.flatMap(codesOf);
  return [...new Set(codes)].map((code) => ({
    code,
    sentence: findings[code].sentence,
    hint: findings[code].hint,
    requirements: requirementsWith(code, breaches),
    count: codes.filter((other) => other === code).length,
  }));
};
