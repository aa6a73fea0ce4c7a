import type { CallVerdict } from '../../../spec/judgement.ts';
import type { RunVerdict, Verdict } from '../../../spec/verdict.ts';

export type AnyVerdict = CallVerdict | RunVerdict | Verdict;

/** `tone`: the class that colours it. */
interface VerdictLook {
  readonly sign: string;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'unsure' | 'none';
}

/** How each verdict looks: a sign and a word, never a colour alone. */
export const verdictLook: Readonly<Record<AnyVerdict, VerdictLook>> = {
  right: { sign: '✓', word: 'right', tone: 'good' },
  wrong: { sign: '✗', word: 'wrong', tone: 'bad' },
  risky: { sign: '!', word: 'risky', tone: 'warn' },
  unjudged: { sign: '–', word: 'unjudged', tone: 'none' },
  conformant: { sign: '✓', word: 'conformant', tone: 'good' },
  nonconformant: { sign: '✗', word: 'not conformant', tone: 'bad' },
  failed: { sign: '✗', word: 'failed', tone: 'bad' },
  warned: { sign: '!', word: 'warned', tone: 'warn' },
  inconclusive: { sign: '?', word: 'inconclusive', tone: 'unsure' },
  blocked: { sign: '⊘', word: 'blocked', tone: 'unsure' },
  observed: { sign: '·', word: 'observed', tone: 'none' },
  passed: { sign: '✓', word: 'passed', tone: 'good' },
  skipped: { sign: '–', word: 'skipped', tone: 'none' },
};
