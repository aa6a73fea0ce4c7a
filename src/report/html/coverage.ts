import type { RequirementResult, Run, Summary } from '../../spec/run.ts';
import { verdicts } from '../../spec/verdict.ts';

/** A section of the specification with the requirements that come from it. */
export interface CoveredSection {
  readonly number: number;
  readonly title: string;
  readonly requirements: readonly RequirementResult[];
  readonly counts: Summary;
}

/** The specification's own headings, for the sections that ask something of an agent. */
const titles = {
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
} as const;

/** A requirement of `3 and 6` is counted once, under 3. */
const sectionOf = ({ section }: RequirementResult): number =>
  Number(/\d+/.exec(section)?.[0] ?? Number.NaN);

const countsOf = (requirements: readonly RequirementResult[]): Summary =>
  Object.fromEntries(
    verdicts.map((verdict) => [
      verdict,
      requirements.filter((result) => result.verdict === verdict).length,
    ]),
  ) as Summary;

/** The requirements of a run, section by section, each once. */
export const coverageOf = ({ requirements }: Run): CoveredSection[] =>
  Object.entries(titles).map(([number, title]) => {
    const own = requirements.filter((result) => sectionOf(result) === Number(number));
    return { number: Number(number), title, requirements: own, counts: countsOf(own) };
  });
