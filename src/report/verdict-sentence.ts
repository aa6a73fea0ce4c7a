import { plural } from '../base/quantities.ts';
import type { Run } from '../formats/run.ts';
import { failsRun, type Verdict } from '../spec/verdict.ts';
import { requirementIds } from './requirement-ids.ts';
import { knownBreaches, knownText, runVerdictText } from './verdict-label.ts';

/**
 * The verdict and what it rests on, in one sentence for every report:
 * `CONFORMANT but for 1 known breach: 86 requirements passed, none is newly broken`.
 */
export const verdictSentence = (run: Run): string => `${runVerdictText(run)}: ${groundsOf(run)}`;

const judged = ['passed', 'failed', 'warned', 'observed'] as const;

/** The same without the verdict, where that stands as a title already. */
export const groundsOf = (run: Run): string => {
  switch (run.verdict) {
    case 'conformant':
      return `${plural(run.summary.passed, 'requirement')} passed, none is ${broken(run)}${withWarnings(run)}`;
    case 'nonconformant':
      return `${brokenGrounds(run)}${besidesKnown(run)}`;
    case 'inconclusive':
      return idsOf(run, judged).length === 0
        ? 'could not judge; nothing was judged'
        : `could not judge ${listed(idsOf(run, ['inconclusive', 'blocked']))}${besidesKnown(run)}`;
  }
};

const broken = (run: Run): string => (knownBreaches(run).length > 0 ? 'newly broken' : 'broken');

/** What stands beside the verdict and does not decide it. */
const withWarnings = ({ requirements }: Run): string => {
  const warned = requirements.filter(({ verdict, known }) => verdict === 'warned' && known !== true).length;
  return warned === 0 ? '' : `, with ${plural(warned, 'warning')}`;
};

const besidesKnown = (run: Run): string => {
  const known = knownBreaches(run).length;
  return known === 0 ? '' : `, besides ${knownText(known)}`;
};

const brokenGrounds = ({ requirements, setup, baseline }: Run): string => {
  const failing = requirements.filter((result) => result.known !== true && failsRun(result, setup.strict));
  if (failing.length > 0) return `the agent breaks ${listed(failing.map(({ id }) => id))}`;
  const stale = plural(baseline?.stale.length ?? 0, 'entry', 'entries');
  return `the agent breaks nothing new, but ${stale} of the baseline must go`;
};

const listed = (ids: readonly string[]): string => `${plural(ids.length, 'requirement')}: ${requirementIds(ids)}`;

const idsOf = ({ requirements }: Run, verdicts: readonly Verdict[]): string[] =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
