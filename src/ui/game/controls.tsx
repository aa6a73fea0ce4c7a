import type { VNode } from 'preact';
import { showAmount } from './amounts/show-amount.ts';
import { AutoCashOut } from './crash/auto-cash-out.tsx';
import { MainButton } from './main-button.tsx';
import type { Part } from './part.ts';
import { AutoplayButtons } from './slot/autoplay-buttons.tsx';
import { StakeField } from './stake-field.tsx';

/** Balance, stake, and the button that plays. */
export const Controls = (part: Part): VNode => {
  const { state } = part;
  return (
    <section class="controls" aria-label="Play">
      <Balance {...part} />
      <StakeField {...part} />
      <MainButton {...part} />
      {state.scene?.kind === 'crash' ? <AutoCashOut {...part} /> : <AutoplayButtons {...part} />}
    </section>
  );
};

const Balance = ({ state, actions }: Part): VNode => {
  const { balance, scene, problem } = state;
  return (
    <div class="balance">
      <span class="label" id="balance-label">
        {problem === null ? 'Balance' : 'Balance, as last known'}
      </span>
      <output aria-labelledby="balance-label">
        {balance === null ? '–' : showAmount(balance, scene?.scale ?? 0)}{' '}
        <span class="currency">{scene?.currency}</span>
      </output>
      <button type="button" class="link" onClick={actions.askBalance}>
        Refresh<span class="hidden"> the balance</span>
      </button>
    </div>
  );
};
