import type { VNode } from 'preact';
import { CashOutLabel } from './crash/cash-out-label.tsx';
import type { Part } from './part.ts';
import { isClimbing } from './state/is-climbing.ts';
import { packInPlay } from './state/pack-in-play.ts';
import type { PageState } from './state/page-state.ts';

/** Spin, Bet or Cash out. It stays focusable while it cannot be used: the focus is not lost. */
export const MainButton = (part: Part): VNode => {
  const { state, actions } = part;
  const isFree = state.phase.kind === 'idle';
  if (isUnclear(state)) return <AskAgain {...part} />;
  return (
    <button
      type="button"
      class={isClimbing(state) ? 'primary cash-out' : 'primary'}
      aria-disabled={!isFree}
      onClick={actions.main}
    >
      {isClimbing(state) ? <CashOutLabel {...part} /> : labelOf(state)}
    </button>
  );
};

const labelOf = (state: PageState): string => {
  if (packInPlay(state) !== null) return 'Free spin';
  return state.scene?.kind === 'crash' ? 'Bet' : 'Spin';
};

/** A crash round of which a makeBet is still to be confirmed: a cash-out delivers it again. */
const isUnclear = ({ round, scene }: PageState): boolean =>
  scene?.kind === 'crash' && round?.state === 'unclear';

const AskAgain = ({ state, actions }: Part): VNode => (
  <div class="pair">
    <button
      type="button"
      class="primary"
      aria-disabled={state.phase.kind !== 'idle'}
      onClick={actions.cashOut}
    >
      Ask the casino again
    </button>
    <button type="button" class="ghost" onClick={actions.bet}>
      New bet
    </button>
  </div>
);
