import type { VNode } from 'preact';
import type { CallVerdict, RunVerdict, Verdict } from '../../spec/verdict.ts';

/** A verdict as a sign and a word; nothing where there is none. */
export const VerdictMark = ({
  verdict,
}: {
  readonly verdict: CallVerdict | RunVerdict | Verdict | undefined;
}): VNode | null => {
  if (verdict === undefined) return null;
  const look = Object.hasOwn(callLooks, verdict)
    ? callLooks[verdict as CallVerdict]
    : runLooks[verdict as RunVerdict | Verdict];
  return (
    <span class={`mark tone-${look.tone}`}>
      <span aria-hidden="true">{look.sign}</span> {look.word}
    </span>
  );
};

/** `tone`: the class that colours it. */
interface VerdictLook {
  readonly sign: string;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'unsure' | 'none';
}

/** How the verdict of a call looks: a sign and a word, never a colour alone. */
export const callLooks: Readonly<Record<CallVerdict, VerdictLook>> = {
  right: { sign: '✓', word: 'right', tone: 'good' },
  wrong: { sign: '✗', word: 'wrong', tone: 'bad' },
  risky: { sign: '!', word: 'risky', tone: 'warn' },
  consistent: { sign: '≈', word: 'consistent', tone: 'warn' },
  unjudged: { sign: '–', word: 'unjudged', tone: 'none' },
};

/** The same of a run, and of what was judged in it. */
const runLooks: Readonly<Record<RunVerdict | Verdict, VerdictLook>> = {
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
