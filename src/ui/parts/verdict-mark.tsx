import type { VNode } from 'preact';
import type { CallVerdict, RunVerdict, Verdict } from '../../spec/verdict.ts';

/** A verdict as a sign and a word; nothing where there is none. */
export const VerdictMark = ({
  verdict,
}: {
  readonly verdict: AnyVerdict | undefined;
}): VNode | null => {
  const look = verdict === undefined ? undefined : verdictLook[verdict];
  if (look === undefined) return null;
  return (
    <span class={`mark tone-${look.tone}`}>
      <span aria-hidden="true">{look.sign}</span> {look.word}
    </span>
  );
};

type AnyVerdict = CallVerdict | RunVerdict | Verdict;

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
