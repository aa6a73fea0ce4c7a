import type { VNode } from 'preact';
import type { Part } from '../part.ts';
import { isClimbing } from '../state/is-climbing.ts';
import { parseMultiplier } from './parse-multiplier.ts';

/** The multiplier at which the page cashes out by itself; none while the field is empty. */
export const AutoCashOut = ({ state, actions }: Part): VNode => {
  const typed = state.autoCashOut;
  const isWrong = typed.trim() !== '' && parseMultiplier(typed) === undefined;
  return (
    <div class="auto-cash-out">
      <label for="auto-cash-out">Cash out by itself at</label>
      <input
        id="auto-cash-out"
        inputMode="decimal"
        autoComplete="off"
        maxLength={7}
        placeholder="never"
        readOnly={isClimbing(state)}
        aria-invalid={isWrong}
        aria-describedby="auto-cash-out-hint"
        value={typed}
        onInput={(event) => actions.typeAutoCashOut(event.currentTarget.value)}
      />
      <span aria-hidden="true">×</span>
      <span id="auto-cash-out-hint" class={isWrong ? 'hint wrong' : 'hint'}>
        1.01 to 1000
      </span>
    </div>
  );
};
