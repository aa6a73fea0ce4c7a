import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ForcedOutcome } from '../../../spec/game-page.ts';
import { forcedOutcomes } from '../../../spec/game-page.ts';
import type { Part } from '../part.ts';

interface AmountField {
  readonly label: string;
  readonly atFirst: string;
}

/** Outcomes that take a number. */
const fields: Partial<Readonly<Record<ForcedOutcome, AmountField>>> = {
  win: { label: 'Times the stake', atFirst: '5' },
  bonus: { label: 'Amount of the bonus', atFirst: '10' },
};

const names: Readonly<Record<ForcedOutcome, string>> = {
  lose: 'Lose',
  win: 'Win ×',
  'big-win': 'Big win',
  decimals: 'Many decimals',
  'insufficient-funds': 'Insufficient funds',
  bonus: 'Bonus',
  'answer-lost': 'Answer lost',
  rollback: 'Roll back',
};

/** A button for one outcome, with a field where it takes a number. */
export const ForceRow = ({
  outcome,
  state,
  actions,
}: Part & { readonly outcome: ForcedOutcome }): VNode => {
  const field = fields[outcome];
  const [amount, setAmount] = useState(field?.atFirst ?? '');
  const order = () =>
    actions.force(field === undefined ? { outcome } : { outcome, amount: amount.trim() });
  return (
    <li class="force-row">
      <span class="do">
        <button
          type="button"
          class="ghost"
          aria-pressed={state.forced?.outcome === outcome}
          aria-disabled={state.phase.kind !== 'idle'}
          aria-describedby={`force-${outcome}`}
          onClick={order}
        >
          {names[outcome]}
        </button>
        {field === undefined ? null : (
          <input
            aria-label={field.label}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            value={amount}
            onInput={(event) => setAmount(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') order();
            }}
          />
        )}
      </span>
      <span id={`force-${outcome}`} class="quiet">
        {forcedOutcomes[outcome]}
      </span>
    </li>
  );
};
