import type { VNode } from 'preact';
import { showAmount } from '../parts/amounts.tsx';
import type { GameProps } from './actions.ts';
import { CashOutLabel } from './crash-view.tsx';
import { parseMultiplier } from './multiplier.ts';
import type { PageState } from './page-state.ts';
import { isClimbing, packInPlay } from './page-state.ts';

/** Balance, stake, and the button that plays. */
export const Controls = (props: GameProps): VNode => {
  const { state } = props;
  return (
    <section class="controls" aria-label="Play">
      <Balance {...props} />
      <StakeField {...props} />
      <MainButton {...props} />
      {state.scene?.kind === 'crash' ? <AutoCashOut {...props} /> : <AutoplayButtons {...props} />}
    </section>
  );
};

const Balance = ({ state, actions }: GameProps): VNode => {
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

/** Spin, Bet or Cash out. It stays focusable while it cannot be used: the focus is not lost. */
const MainButton = (props: GameProps): VNode => {
  const { state, actions } = props;
  const isFree = state.phase.kind === 'idle';
  if (isUnclear(state)) return <AskAgain {...props} />;
  return (
    <button
      type="button"
      class={isClimbing(state) ? 'primary cash-out' : 'primary'}
      aria-disabled={!isFree}
      onClick={actions.main}
    >
      {isClimbing(state) ? <CashOutLabel {...props} /> : labelOf(state)}
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

const AskAgain = ({ state, actions }: GameProps): VNode => (
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

/** The stake: typed, or stepped with − and +. Free spins have their own, which nobody changes. */
const StakeField = ({ state, actions }: GameProps): VNode => {
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
}: Pick<GameProps, 'actions'> & {
  readonly direction: 'up' | 'down';
  readonly locked: boolean;
}) => (
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

/** Plays several rounds by itself; ends at a problem, at an empty balance, and when nobody looks. */
const AutoplayButtons = ({ state, actions }: GameProps): VNode => {
  const { autoplay } = state;
  if (autoplay !== null) {
    return (
      <div class="autoplay">
        <span>
          Autoplay: {autoplay === 'until-stopped' ? 'until you stop it' : `${autoplay} to go`}
        </span>
        <button type="button" class="ghost" onClick={actions.stopAutoplay}>
          Stop
        </button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere.
    <div class="autoplay" role="group" aria-labelledby="autoplay-label">
      <span id="autoplay-label">Autoplay</span>
      {([10, 25, 'until-stopped'] as const).map((rounds) => (
        <button
          key={rounds}
          type="button"
          class="ghost"
          aria-label={rounds === 'until-stopped' ? 'Until stopped' : `${rounds} rounds`}
          onClick={() => actions.startAutoplay(rounds)}
        >
          {rounds === 'until-stopped' ? '∞' : rounds}
        </button>
      ))}
    </div>
  );
};

/** The multiplier at which the page cashes out by itself; none while the field is empty. */
const AutoCashOut = ({ state, actions }: GameProps): VNode => {
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

/** What of a KeyboardEvent is looked at. */
export interface KeyPress {
  readonly key: string;
  readonly repeat: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly target: unknown;
}

/** Whether a key plays: Space or Enter, pressed once and alone, where nothing else takes it. */
export const wantsToPlay = (event: KeyPress): boolean => {
  const { key, repeat, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (repeat || altKey || ctrlKey || metaKey || shiftKey) return false;
  return (key === ' ' || key === 'Enter') && !takesKeys(event.target);
};

const takers = 'input, textarea, select, button, a, summary, [contenteditable]';

const takesKeys = (target: unknown): boolean => {
  const { closest } = (target ?? {}) as Partial<Element>;
  return typeof closest === 'function' && closest.call(target, takers) !== null;
};
