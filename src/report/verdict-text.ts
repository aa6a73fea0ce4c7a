import type { ChalkInstance } from 'chalk';
import { plural } from '../base/quantities.ts';
import type { RequirementResult, Run } from '../formats/run.ts';
import { failsRun, type Verdict } from '../spec/verdict.ts';
import { requirementIds } from './requirement-ids.ts';
import { causesOf, type RunCause } from './run-causes.ts';
import { unjudgedOf } from './unjudged.ts';

/** What a verdict is told from; what the baseline knows is told where the requirements are there. */
type JudgedRun = Pick<Run, 'verdict' | 'partial'> & Partial<Pick<Run, 'requirements' | 'setup'>>;

const words = {
  conformant: { text: 'CONFORMANT', colour: 'green' },
  nonconformant: { text: 'NOT CONFORMANT', colour: 'red' },
  inconclusive: { text: 'INCONCLUSIVE', colour: 'yellow' },
} as const satisfies Record<Run['verdict'], { readonly text: string; readonly colour: string }>;

/** The verdict of a run in words, with what the baseline excuses; an interrupted run is marked. */
export const runVerdictText = (run: JudgedRun): string => {
  const known = run.verdict === 'conformant' ? knownBreaches(run).length : 0;
  const butFor = known === 0 ? '' : ` but for ${knownText(known)}`;
  return `${words[run.verdict].text}${butFor}${run.partial === true ? ' (interrupted)' : ''}`;
};

export const knownText = (count: number): string => plural(count, 'known breach', 'known breaches');

/** What would fail the run if the baseline did not know it. */
const knownBreaches = ({ requirements = [], setup }: JudgedRun): RequirementResult[] =>
  requirements.filter((result) => result.known === true && failsRun(result, setup?.strict === true));

/**
 * The verdict and what it rests on, in one sentence for every report:
 * `CONFORMANT but for 1 known breach: 86 requirements passed, none is newly broken`.
 */
export const verdictSentence = (run: Run): string => `${runVerdictText(run)}: ${groundsOf(run)}`;

/** The same without the verdict, where that stands as a title already. */
export const groundsOf = (run: Run, causes: readonly RunCause[] = causesOf(run)): string => {
  switch (run.verdict) {
    case 'conformant':
      return `${plural(run.summary.passed, 'requirement')} passed, none is ${broken(run)}${withWarnings(run)}${notJudged(run, causes)}`;
    case 'nonconformant':
      return `${brokenGrounds(run, causes)}${besidesKnown(run)}${notJudged(run, causes)}`;
    case 'inconclusive':
      return idsOf(run, ['passed', 'failed', 'warned', 'observed']).length === 0
        ? 'nothing was judged'
        : `could not judge ${listed(idsOf(run, ['inconclusive', 'blocked']))}${besidesKnown(run)}`;
  }
};

const broken = (run: Run): string => (knownBreaches(run).length > 0 ? 'newly broken' : 'broken');

/** What stands beside the verdict and does not decide it. */
const withWarnings = ({ requirements }: Run): string => {
  const warned = requirements.filter(({ verdict, known }) => verdict === 'warned' && known !== true).length;
  return warned === 0 ? '' : `, with ${plural(warned, 'warning')}`;
};

/** `; 10 not judged: needs a way to restart the agent, blocked by RB-02`. */
const notJudged = (run: Run, causes: readonly RunCause[]): string => {
  const groups = unjudgedOf(run, causes);
  const count = groups.reduce((sum, { ids }) => sum + ids.length, 0);
  if (count === 0) return '';
  const [first, second, ...others] = groups.map(({ short }) => short);
  const more = others.length === 0 ? [] : [plural(others.length, 'other reason')];
  const reasons = [first, second, ...more].filter((each) => each !== undefined);
  return `; ${count} not judged: ${reasons.join(', ')}`;
};

const besidesKnown = (run: Run): string => {
  const known = knownBreaches(run).length;
  return known === 0 ? '' : `, besides ${knownText(known)}`;
};

/** More ids than these are no sentence: the groups and the causes have them. */
const mostListed = 12;

const brokenGrounds = ({ requirements, setup, baseline }: Run, causes: readonly RunCause[]): string => {
  const failing = requirements.filter((result) => result.known !== true && failsRun(result, setup.strict));
  if (failing.length > mostListed) {
    const count = causes.filter(({ standing }) => standing === 'fails').length;
    return `the agent breaks ${plural(failing.length, 'requirement')} by ${plural(count, 'cause')}`;
  }
  if (failing.length > 0) return `the agent breaks ${listed(failing.map(({ id }) => id))}`;
  const stale = plural(baseline?.stale.length ?? 0, 'entry', 'entries');
  return `the agent breaks nothing new, but ${stale} of the baseline must go`;
};

const listed = (ids: readonly string[]): string => `${plural(ids.length, 'requirement')}: ${requirementIds(ids)}`;

const idsOf = ({ requirements }: Run, verdicts: readonly Verdict[]): string[] =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);

/** A text in the colour of the run's verdict. */
export const inColourOfRun = ({ verdict }: Pick<Run, 'verdict'>, paint: ChalkInstance, text: string): string =>
  paint.bold[words[verdict].colour](text);
