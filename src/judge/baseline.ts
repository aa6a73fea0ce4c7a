import type { Finding } from '../formats/judgement.ts';
import type { BaselineEntry, BaselineResult, RequirementResult, Run } from '../formats/run.ts';
import { failsRun, type Verdict } from '../spec/verdict.ts';

/** A baseline file as it was read. */
export interface Baseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
}

export interface Baselined {
  readonly requirements: readonly RequirementResult[];
  readonly baseline: BaselineResult;
}

/**
 * Marks the breaches that the baseline knows. It excuses neither inconclusive nor blocked, and an
 * entry that nothing answers to is stale. `today`: `2026-12-31`, UTC.
 */
export const applyBaseline = (
  results: readonly RequirementResult[],
  { file, entries }: Baseline,
  today: string,
): Baselined => {
  const active = entries.filter((entry) => isActive(entry, today));
  const requirements = results.map((result) => markKnown(result, active));
  const answers = (entry: BaselineEntry): boolean => isAnsweredBy(results, entry);
  return {
    requirements,
    baseline: {
      file,
      known: requirements.filter(({ known }) => known === true).length,
      stale: entries.filter((entry) => !answers(entry) && wasJudged(results, entry)),
      expired: entries.filter((entry) => !isActive(entry, today) && answers(entry)),
    },
  };
};

/** The day of a time in Unix milliseconds, in UTC: `2026-12-31`. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Whether the entry still excuses on that day. */
export const isActive = ({ expires }: BaselineEntry, today: string): boolean =>
  expires === undefined || expires >= today;

/** Whether the run shows the breach of the entry. */
const isAnsweredBy = (results: readonly RequirementResult[], entry: BaselineEntry): boolean =>
  results.some(({ findings }) => findings.some((finding) => matches(entry, finding)));

/** Whether the entry is about that breach. */
export const matches = ({ requirement, code }: BaselineEntry, finding: Finding): boolean =>
  finding.weight !== 'note' && finding.requirement === requirement && finding.code === code;

const excuseOf = ({ reason, expires }: BaselineEntry): string =>
  expires === undefined ? reason : `${reason} (until ${expires})`;

const markKnown = (result: RequirementResult, entries: readonly BaselineEntry[]): RequirementResult =>
  withKnown(result, (finding) => {
    const entry = entries.find((each) => matches(each, finding));
    return entry === undefined ? undefined : excuseOf(entry);
  });

/** The result with the excuse of each finding that has one; known where every breach has one. */
export const withKnown = (
  result: RequirementResult,
  excuseFor: (finding: Finding) => string | undefined,
): RequirementResult => {
  const findings = result.findings.map((finding) => {
    const known = excuseFor(finding);
    return known === undefined ? finding : { ...finding, known };
  });
  const told = findings.filter(({ weight }) => weight !== 'note');
  const isKnown = told.length > 0 && told.every(({ known }) => known !== undefined);
  return isKnown ? { ...result, findings, known: true } : { ...result, findings };
};

const judged: readonly Verdict[] = ['passed', 'failed', 'warned', 'observed'];

/** Whether the run could have shown the breach: a skipped requirement makes no entry stale. */
const wasJudged = (results: readonly RequirementResult[], { requirement }: BaselineEntry): boolean =>
  results.some(({ id, verdict }) => id === requirement && judged.includes(verdict));

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
  const broken = requirements.filter((result) => failsRun(result, setup.strict));
  const breaches = broken.flatMap(({ findings }) => findings.filter(isTold));
  const wanted = new Map(breaches.map((finding) => [keyOf(finding), toEntry(finding)]));
  for (const entry of entries) wanted.delete(keyOf(entry));
  return { gone: new Set(gone), added: [...wanted.values()] };
};

const isTold = ({ weight }: Finding): boolean => weight !== 'note';

const keyOf = ({ requirement, code }: Pick<BaselineEntry, 'requirement' | 'code'>): string => `${requirement} ${code}`;

const toEntry = ({ requirement, code }: Finding): BaselineEntry => ({
  requirement,
  code,
  reason: 'to be filled in',
});
