import type { VNode } from 'preact';
import { VerdictBar } from '../../../components/verdict-mark.tsx';
import type { Standing, StandingCounts } from './scenario-groups.ts';

/** How scenarios stand, as a sign and a word. */
export const standingWords = {
  failed: ['✗', 'failed'],
  doubtful: ['!', 'in doubt'],
  passed: ['✓', 'passed'],
  unplayed: ['–', 'not played'],
} as const satisfies Record<Standing, readonly [sign: string, word: string]>;

/** Each has its place, so that groups compare at sight. */
const places = [
  ['passed', 'good'],
  ['failed', 'bad'],
  ['doubtful', 'warn'],
  ['unplayed', 'none'],
] as const;

const none = { observed: 0, blocked: 0, inconclusive: 0 } as const;

/** How many scenarios passed, failed and so on: in figures, and as a bar that says the same. */
export const StandingSummary = ({ counts }: { readonly counts: StandingCounts }): VNode => {
  const { passed, failed, doubtful: warned, unplayed: skipped } = counts;
  return (
    <>
      <span class="standings">
        {places.map(([standing, tone]) => (
          <span key={standing} class={`tone-${tone}`}>
            {counts[standing] === 0 ? null : (
              <>
                {standingWords[standing][0]} {counts[standing]}
                <span class="unseen"> {standingWords[standing][1]}, </span>
              </>
            )}
          </span>
        ))}
      </span>
      <span aria-hidden="true">
        <VerdictBar counts={{ ...none, passed, failed, warned, skipped }} />
      </span>
    </>
  );
};
