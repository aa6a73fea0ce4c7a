import type { VNode } from 'preact';
import { type CallVerdict, type RunVerdict, type Verdict, verdicts } from '../spec/verdict.ts';

/** A verdict as a sign and a word; nothing where there is none. */
export const VerdictMark = ({
  verdict,
}: {
  readonly verdict: CallVerdict | RunVerdict | Verdict | undefined;
}): VNode | null => {
  if (verdict === undefined) return null;
  const look = looks[verdict];
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

/** How the verdict of a call looks: a sign and a word, never a colour alone. What nobody could judge is a dash. */
export const callLooks: Readonly<Record<CallVerdict, VerdictLook>> = {
  right: { sign: '✓', word: 'right', tone: 'good' },
  wrong: { sign: '✗', word: 'wrong', tone: 'bad' },
  risky: { sign: '!', word: 'risky', tone: 'warn' },
  consistent: { sign: '≈', word: 'consistent', tone: 'warn' },
  unjudged: { sign: '–', word: 'unjudged', tone: 'none' },
};

/** The same of calls, of a run, and of what was judged in it. */
const looks: Readonly<Record<CallVerdict | RunVerdict | Verdict, VerdictLook>> = {
  ...callLooks,
  conformant: { sign: '✓', word: 'conformant', tone: 'good' },
  nonconformant: { sign: '✗', word: 'not conformant', tone: 'bad' },
  failed: { sign: '✗', word: 'failed', tone: 'bad' },
  warned: { sign: '!', word: 'warned', tone: 'warn' },
  inconclusive: { sign: '–', word: 'inconclusive', tone: 'unsure' },
  blocked: { sign: '–', word: 'blocked', tone: 'none' },
  observed: { sign: '·', word: 'observed', tone: 'none' },
  passed: { sign: '✓', word: 'passed', tone: 'good' },
  skipped: { sign: '–', word: 'skipped', tone: 'none' },
};

/** How many requirements have which verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** From good to bad, so that bars below one another compare at sight. */
const order: readonly Verdict[] = ['passed', 'observed', 'skipped', 'blocked', 'inconclusive', 'warned', 'failed'];

/** `87 passed, 2 failed`: what there is, the worst last. */
export const countsText = (counts: VerdictCounts): string =>
  order
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdict}`)
    .join(', ');

/** How many requirements have which verdict, as a bar. */
export const VerdictBar = ({ counts }: { readonly counts: VerdictCounts }): VNode | null => {
  const total = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
  if (total === 0) return null;
  let x = 0;
  return (
    <svg
      class="verdict-bar"
      role="img"
      aria-label={countsText(counts) || 'none'}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
    >
      <rect class="ground" x={0} y={0} width={100} height={4} />
      {order.map((verdict) => {
        const width = (counts[verdict] * 100) / total;
        const start = x;
        x += width;
        return width === 0 ? null : <rect key={verdict} class={verdict} x={start} y={0} width={width} height={4} />;
      })}
    </svg>
  );
};
