import type { Finding } from '../../spec/finding.ts';
import type { Weight } from '../../spec/finding-record.ts';

const weights: readonly Weight[] = ['breach', 'risk', 'note'];

/** Findings with the heaviest first, else in their order. */
export const findingsByWeight = (findings: readonly Finding[]): Finding[] =>
  weights.flatMap((weight) => findings.filter((finding) => finding.weight === weight));

/** The scenario and line that a finding comes from. */
export const placeOf = ({ scenario, line }: Finding): string =>
  line === undefined ? scenario : `${scenario}:${line}`;
