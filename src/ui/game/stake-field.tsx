import type { VNode } from 'preact';
import { showAmount } from './amounts/show-amount.ts';
import type { Part } from './part.ts';
import { isClimbing } from './state/is-climbing.ts';
import { packInPlay } from './state/pack-in-play.ts';

/** The stake: typed, or stepped with − and +. Free spins have their own, which nobody changes. */
export const StakeField = ({ state, actions }: Part): VNode => {
  const { stake, scene } = state;
  const pack = packInPlay(state);
  const locked = pack !== null || isClimbing(state) || state.autoplay !== null;
  return (
    <div class="stake">
      <label class="label" for="stake">
        {pack === null ? 'Stake' : 'Stake of the free spins'}
      </label>
      <div class="stepper">
        <Step direction="down" locked={locked} actions={actions} />
        <input
          id="stake"
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          readOnly={locked}
          value={pack === null ? stake : showAmount(pack.bet, scene?.scale ?? 0)}
          onInput={(event) => actions.typeStake(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') actions.bet();
          }}
        />
        <Step direction="up" locked={locked} actions={actions} />
      </div>
    </div>
  );
};

const Step = ({
  direction,
  locked,
  actions,
}: Pick<Part, 'actions'> & { readonly direction: 'up' | 'down'; readonly locked: boolean }) => (
  <button
    type="button"
    class="step"
    aria-label={direction === 'up' ? 'Raise the stake' : 'Lower the stake'}
    aria-disabled={locked}
    onClick={() => {
      if (!locked) actions.stepStake(direction);
    }}
  >
    {direction === 'up' ? '+' : '−'}
  </button>
);
