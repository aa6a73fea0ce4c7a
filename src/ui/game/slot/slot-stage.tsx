import type { VNode } from 'preact';
import { isEmpty } from '../amounts/is-empty.ts';
import { FreeSpins } from '../free-spins.tsx';
import type { Part } from '../part.ts';
import type { PageState } from '../state/page-state.ts';
import { Reel } from './reel.tsx';
import { winningReels } from './winning-reels.ts';

/** Three reels, and what they paid. */
export const SlotStage = ({ state }: Pick<Part, 'state'>): VNode => {
  const reels = state.reels.length === 0 ? atFirst : state.reels;
  const stopped = stoppedOf(state, reels.length);
  const isWon = stopped === reels.length && isWin(state);
  const winning = isWon ? winningReels(reels) : [];
  return (
    <div class={`stage slot${isWon ? ' won' : ''}${isBig(state) ? ' won-big' : ''}`}>
      <FreeSpins state={state} />
      <div class="reels" role="img" aria-label={spoken(reels, stopped)}>
        {reels.map((symbol, place) => (
          <Reel
            key={place}
            symbol={symbol}
            motion={place < stopped ? 'resting' : 'spinning'}
            isWinning={winning.includes(place)}
          />
        ))}
      </div>
    </div>
  );
};

const atFirst = ['star', 'seven', 'crown'];

const stoppedOf = ({ phase }: PageState, all: number): number => {
  if (phase.kind === 'revealing') return phase.stopped;
  return phase.kind === 'asking' && phase.action === 'bet' ? 0 : all;
};

const isWin = ({ round, message }: PageState): boolean =>
  message !== null &&
  round?.state === 'settled' &&
  round.reels !== undefined &&
  !isEmpty(round.win);

const isBig = ({ message }: PageState): boolean => message?.tone === 'big-win';

const spoken = (reels: readonly string[], stopped: number): string =>
  stopped < reels.length ? 'The reels are spinning' : `Reels: ${reels.join(', ')}`;
