import type { RequirementResult, Run } from '../../spec/run.ts';
import { plural } from '../plural.ts';

const titles = {
  conformant: 'Conformant',
  nonconformant: 'Not conformant',
  inconclusive: 'Could not judge',
} as const satisfies Record<Run['verdict'], string>;

/** The verdict of a run in two words; an interrupted run is marked. */
export const verdictTitle = ({ verdict, partial }: Run): string =>
  `${titles[verdict]}${partial === true ? ' (interrupted)' : ''}`;

const isFailing = ({ verdict, known }: RequirementResult): boolean =>
  verdict === 'failed' && known !== true;

const failedText = (run: Run): string => {
  const failing = run.requirements.filter(isFailing);
  const stale = run.baseline?.stale.length ?? 0;
  if (failing.length === 0 && stale > 0) {
    return `The agent breaks nothing new, but ${plural(stale, 'entry', 'entries')} of the baseline ${stale === 1 ? 'is' : 'are'} out of date.`;
  }
  return `The agent breaks ${plural(failing.length, 'requirement')} of the specification.`;
};

const passedText = ({ summary, baseline }: Run): string => {
  const warned = summary.warned === 0 ? '' : `, with ${plural(summary.warned, 'warning')}`;
  const known = baseline?.known ?? 0;
  const excused =
    known === 0
      ? ''
      : ` ${plural(known, 'known breach', 'known breaches')} excused by the baseline.`;
  return `${plural(summary.passed, 'requirement')} passed, and nothing new is broken${warned}.${excused}`;
};

const unjudgedText = ({ summary }: Run): string => {
  const { inconclusive, blocked, passed } = summary;
  const parts = [
    `${plural(inconclusive + blocked, 'requirement')} could not be judged`,
    passed === 0 ? 'nothing passed' : `${passed} passed`,
  ];
  return `${parts.join(', ')}.`;
};

/** What the verdict rests on, in a sentence. */
export const verdictSentence = (run: Run): string => {
  switch (run.verdict) {
    case 'conformant':
      return passedText(run);
    case 'nonconformant':
      return failedText(run);
    case 'inconclusive':
      return unjudgedText(run);
  }
};
