import type { VNode } from 'preact';
import type { Summary } from '../../formats/run.ts';
import type { Verdict } from '../../spec/verdict.ts';
import { verdicts } from '../../spec/verdict.ts';

const signs = {
  failed: '✗',
  warned: '!',
  inconclusive: '?',
  blocked: '⊘',
  observed: '·',
  passed: '✓',
  skipped: '–',
} as const satisfies Record<Verdict, string>;

/** A verdict as a word with a sign: never by colour alone. */
export const VerdictMark = ({ verdict }: { readonly verdict: Verdict }): VNode => (
  <span class={`mark ${verdict}`}>
    <span aria-hidden="true">{signs[verdict]}</span> {verdict}
  </span>
);

/** From good to bad, so that bars below one another compare at sight. */
const order: readonly Verdict[] = [
  'passed',
  'observed',
  'skipped',
  'blocked',
  'inconclusive',
  'warned',
  'failed',
];

/** `87 passed, 2 failed`: what there is, the worst last. */
export const countsText = (counts: Summary): string =>
  order
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdict}`)
    .join(', ');

/** How many requirements have which verdict, as a bar. */
export const VerdictBar = ({ counts }: { readonly counts: Summary }): VNode => {
  const total = Math.max(
    1,
    verdicts.reduce((sum, verdict) => sum + counts[verdict], 0),
  );
  let x = 0;
  return (
    <svg
      class="bar"
      role="img"
      aria-label={countsText(counts)}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
    >
      <rect class="ground" x={0} y={0} width={100} height={4} />
      {order.map((verdict) => {
        const width = (counts[verdict] * 100) / total;
        const start = x;
        x += width;
        return width === 0 ? null : (
          <rect key={verdict} class={verdict} x={start} y={0} width={width} height={4} />
        );
      })}
    </svg>
  );
};
