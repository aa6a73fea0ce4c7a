import type { Finding } from '../spec/finding.ts';
import type { BaselineEntry, RequirementResult, Run } from '../spec/run.ts';
import { isAnsweredBy, wasJudged } from './apply-baseline.ts';

/** What a run makes of a baseline. */
export interface NextBaseline {
  /** Positions (from 0) of the entries that nothing answers to any more. */
  readonly gone: ReadonlySet<number>;
  /** An entry for each breach that fails the run and has none. */
  readonly added: readonly BaselineEntry[];
}

/** How a baseline has to change so that it knows every breach of the run, and no other. */
export const nextBaseline = (run: Run, entries: readonly BaselineEntry[]): NextBaseline => {
  const { requirements, setup } = run;
  const gone = entries.flatMap((entry, index) =>
    wasJudged(requirements, entry) && !isAnsweredBy(requirements, entry) ? [index] : [],
  );
  const broken = requirements.filter((result) => fails(result, setup.strict));
  const breaches = broken.flatMap(({ findings }) => findings.filter(isTold));
  const wanted = new Map(breaches.map((finding) => [keyOf(finding), toEntry(finding)]));
  for (const entry of entries) wanted.delete(keyOf(entry));
  return { gone: new Set(gone), added: [...wanted.values()] };
};

const fails = ({ verdict, level }: RequirementResult, strict: boolean): boolean =>
  verdict === 'failed' || (strict && verdict === 'warned' && level === 'should');

const isTold = ({ weight }: Finding): boolean => weight !== 'note';

const keyOf = ({ requirement, code }: Pick<BaselineEntry, 'requirement' | 'code'>): string =>
  `${requirement} ${code}`;

const toEntry = ({ requirement, code }: Finding): BaselineEntry => ({
  requirement,
  code,
  reason: 'to be filled in',
});
