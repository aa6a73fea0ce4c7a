import type { VNode } from 'preact';
import type { GameProps } from './actions.ts';
import { autoMultiplier } from './controller.ts';
import { CashOutLabel } from './crash-view.tsx';
import { wordsIn } from './languages/words.ts';
import { isClimbing, type PageState, packInPlay } from './page-state.ts';

/** Balance, stake, and the button that plays. */
export const Controls = (props: GameProps): VNode => {
  const { state } = props;
  return (
    <section class="controls" aria-label={wordsIn(state.language).texts.play}>
      <Balance {...props} />
      <StakeField {...props} />
      <MainButton {...props} />
      {state.scene?.kind === 'crash' ? <AutoCashOut {...props} /> : <AutoplayButtons {...props} />}
    </section>
  );
};

const Balance = ({ state, actions }: GameProps): VNode => {
  const { balance, scene, problem, language } = state;
  const { texts, numbers } = wordsIn(language);
  return (
    <div class="balance">
      <span class="label" id="balance-label">
        {problem === null ? texts.balance : texts.balanceLastKnown}
      </span>
      <output aria-labelledby="balance-label">
        {balance === null ? '–' : numbers.amount(balance, scene?.scale ?? 0)}{' '}
        <span class="currency">{scene?.currency}</span>
      </output>
      <button type="button" class="link" onClick={actions.askBalance}>
        {texts.refresh}
        <span class="hidden">{texts.refreshWhat}</span>
      </button>
    </div>
  );
};

/**
 * Spin, Bet or Cash out; in a crash game Cancel beside it. They stay focusable while they cannot be
 * used: the focus is not lost.
 */
const MainButton = (props: GameProps): VNode => {
  const { state, actions } = props;
  if (isUnclear(state)) return <AskAgain {...props} />;
  return (
    <div class="pair">
      <button
        type="button"
        class={isClimbing(state) ? 'primary cash-out' : 'primary'}
        aria-disabled={state.phase.kind !== 'idle'}
        onClick={actions.main}
      >
        {isClimbing(state) ? <CashOutLabel {...props} /> : labelOf(state)}
      </button>
      {state.scene?.kind === 'crash' && packInPlay(state) === null ? <Cancel {...props} /> : null}
    </div>
  );
};

const labelOf = (state: PageState): string => {
  const { texts } = wordsIn(state.language);
  if (packInPlay(state) !== null) return texts.freeSpin;
  return state.scene?.kind === 'crash' ? texts.bet : texts.spin;
};

/** Gives the round in the air up. */
const Cancel = ({ state, actions }: GameProps): VNode => {
  const { texts } = wordsIn(state.language);
  return (
    <button
      type="button"
      class="ghost cancel"
      aria-disabled={!isClimbing(state) || state.phase.kind !== 'idle'}
      onClick={actions.cancel}
    >
      {texts.cancel}
      <span class="means">{texts.cancelMeans}</span>
    </button>
  );
};

/** A crash round of which a makeBet is still to be confirmed: a cash-out delivers it again. */
const isUnclear = ({ round, scene }: PageState): boolean => scene?.kind === 'crash' && round?.state === 'unclear';

const AskAgain = ({ state, actions }: GameProps): VNode => {
  const { texts } = wordsIn(state.language);
  return (
    <div class="pair">
      <button type="button" class="primary" aria-disabled={state.phase.kind !== 'idle'} onClick={actions.cashOut}>
        {texts.askAgain}
      </button>
      <button type="button" class="ghost" onClick={actions.bet}>
        {texts.newBet}
      </button>
    </div>
  );
};

/** The stake: typed, or stepped with − and +. Free spins have their own, which nobody changes. */
const StakeField = (props: GameProps): VNode => {
  const { state, actions } = props;
  const { stake, scene } = state;
  const { texts, numbers } = wordsIn(state.language);
  const pack = packInPlay(state);
  const locked = pack !== null || isClimbing(state) || state.autoplay !== null;
  return (
    <div class="stake">
      <label class="label" for="stake">
        {pack === null ? texts.stake : texts.stakeOfFreeSpins}
      </label>
      <div class="stepper">
        <Step direction="down" locked={locked} {...props} />
        <input
          id="stake"
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          readOnly={locked}
          value={pack === null ? stake : numbers.amount(pack.bet, scene?.scale ?? 0)}
          onInput={(event) => actions.typeStake(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') actions.bet();
          }}
        />
        <Step direction="up" locked={locked} {...props} />
      </div>
    </div>
  );
};

const Step = ({
  direction,
  locked,
  state,
  actions,
}: GameProps & { readonly direction: 'up' | 'down'; readonly locked: boolean }) => {
  const { texts } = wordsIn(state.language);
  return (
    <button
      type="button"
      class="step"
      aria-label={direction === 'up' ? texts.raiseStake : texts.lowerStake}
      aria-disabled={locked}
      onClick={() => {
        if (!locked) actions.stepStake(direction);
      }}
    >
      {direction === 'up' ? '+' : '−'}
    </button>
  );
};

/** Plays several rounds by itself, seen or not; ends at a problem and at an empty balance. */
const AutoplayButtons = ({ state, actions }: GameProps): VNode => {
  const { autoplay } = state;
  const { texts } = wordsIn(state.language);
  if (autoplay !== null) {
    return (
      <div class="autoplay">
        <span>{autoplay === 'until-stopped' ? texts.autoplayUntilStopped : texts.autoplayLeft(autoplay)}</span>
        <button type="button" class="ghost" onClick={actions.stopAutoplay}>
          {texts.stop}
        </button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere.
    <div class="autoplay" role="group" aria-labelledby="autoplay-label">
      <span id="autoplay-label">{texts.autoplay}</span>
      {([10, 25, 'until-stopped'] as const).map((rounds) => (
        <button
          key={rounds}
          type="button"
          class="ghost"
          aria-label={rounds === 'until-stopped' ? texts.untilStopped : texts.rounds(rounds)}
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
  const { texts } = wordsIn(state.language);
  const isWrong = typed.trim() !== '' && autoMultiplier(state) === undefined;
  return (
    <div class="auto-cash-out">
      <label for="auto-cash-out">{texts.autoCashOut}</label>
      <input
        id="auto-cash-out"
        inputMode="decimal"
        autoComplete="off"
        maxLength={7}
        placeholder={texts.never}
        readOnly={isClimbing(state)}
        aria-invalid={isWrong}
        aria-describedby="auto-cash-out-hint"
        value={typed}
        onInput={(event) => actions.typeAutoCashOut(event.currentTarget.value)}
      />
      <span aria-hidden="true">×</span>
      <span id="auto-cash-out-hint" class={isWrong ? 'hint wrong' : 'hint'}>
        {texts.autoCashOutRange}
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
