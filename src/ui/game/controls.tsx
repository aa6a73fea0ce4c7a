import type { VNode } from 'preact';
import { CashOutLabel } from './crash-view.tsx';
import type { GameProps } from './game.ts';

/** Balance, stake, and the button that plays. */
export const Controls = ({ game }: GameProps): VNode => {
  const isCrash = game.state.scene?.kind === 'crash';
  // A makeBet of a crash round is still to be confirmed: a cash-out delivers it again.
  const isUnclear = isCrash && game.state.round?.state === 'unclear';
  return (
    <section class="controls" aria-label={game.words.texts.play}>
      <Balance game={game} />
      <StakeField game={game} />
      {isUnclear ? <AskAgain game={game} /> : <MainButton game={game} />}
      {isCrash ? <AutoCashOut game={game} /> : <AutoplayButtons game={game} />}
    </section>
  );
};

const Balance = ({ game }: GameProps): VNode => {
  const { balance, scene, problem } = game.state;
  const { texts, amount } = game.words;
  return (
    <div class="balance">
      <span class="label" id="balance-label">
        {problem === null ? texts.balance : texts.balanceLastKnown}
      </span>
      <output aria-labelledby="balance-label">
        {balance === null ? '–' : amount(balance)} <span class="currency">{scene?.currency}</span>
      </output>
      <button type="button" class="link" onClick={() => game.refresh()}>
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
const MainButton = ({ game }: GameProps): VNode => {
  const { state, isClimbing, packInPlay } = game;
  const { texts } = game.words;
  const isCrash = state.scene?.kind === 'crash';
  const isBusy = state.phase.kind !== 'idle';
  const own = isCrash ? texts.bet : texts.spin;
  const label = packInPlay === null ? own : texts.freeSpin;
  return (
    <div class="pair">
      <button
        type="button"
        class={isClimbing ? 'primary cash-out' : 'primary'}
        aria-disabled={isBusy}
        onClick={() => game.play()}
      >
        {isClimbing ? <CashOutLabel game={game} /> : label}
      </button>
      {isCrash && packInPlay === null ? (
        <button type="button" class="ghost cancel" aria-disabled={!isClimbing || isBusy} onClick={() => game.cancel()}>
          {texts.cancel}
          <span class="means">{texts.cancelMeans}</span>
        </button>
      ) : null}
    </div>
  );
};

const AskAgain = ({ game }: GameProps): VNode => (
  <div class="pair">
    <button
      type="button"
      class="primary"
      aria-disabled={game.state.phase.kind !== 'idle'}
      onClick={() => game.cashOut()}
    >
      {game.words.texts.askAgain}
    </button>
    <button type="button" class="ghost" onClick={() => game.bet()}>
      {game.words.texts.newBet}
    </button>
  </div>
);

/** The stake: typed, or stepped with − and +. Free spins have their own, which nobody changes. */
const StakeField = ({ game }: GameProps): VNode => {
  const { state, packInPlay } = game;
  const { texts, amount } = game.words;
  const locked = packInPlay !== null || game.isClimbing || state.autoplay !== null;
  const step = (direction: 'up' | 'down'): VNode => (
    <button
      type="button"
      class="step"
      aria-label={direction === 'up' ? texts.raiseStake : texts.lowerStake}
      aria-disabled={locked}
      onClick={() => {
        if (!locked) game.stepStake(direction);
      }}
    >
      {direction === 'up' ? '+' : '−'}
    </button>
  );
  return (
    <div class="stake">
      <label class="label" for="stake">
        {packInPlay === null ? texts.stake : texts.stakeOfFreeSpins}
      </label>
      <div class="stepper">
        {step('down')}
        <input
          id="stake"
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          readOnly={locked}
          value={packInPlay === null ? state.stake : amount(packInPlay.bet)}
          onInput={(event) => game.type({ stake: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') game.bet();
          }}
        />
        {step('up')}
      </div>
    </div>
  );
};

/** Plays several rounds by itself, seen or not; ends at a problem and at an empty balance. */
const AutoplayButtons = ({ game }: GameProps): VNode => {
  const { autoplay } = game.state;
  const { texts } = game.words;
  if (autoplay !== null) {
    return (
      <div class="autoplay">
        <span>{autoplay === 'until-stopped' ? texts.autoplayUntilStopped : texts.autoplayLeft(autoplay)}</span>
        <button type="button" class="ghost" onClick={() => game.stopAutoplay()}>
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
          onClick={() => game.startAutoplay(rounds)}
        >
          {rounds === 'until-stopped' ? '∞' : rounds}
        </button>
      ))}
    </div>
  );
};

/** The multiplier at which the page cashes out by itself; none while the field is empty. */
const AutoCashOut = ({ game }: GameProps): VNode => {
  const { texts } = game.words;
  return (
    <div class="auto-cash-out">
      <label for="auto-cash-out">{texts.autoCashOut}</label>
      <input
        id="auto-cash-out"
        inputMode="decimal"
        autoComplete="off"
        maxLength={7}
        placeholder={texts.never}
        readOnly={game.isClimbing}
        aria-invalid={game.isAutoCashOutWrong}
        aria-describedby="auto-cash-out-hint"
        value={game.state.autoCashOut}
        onInput={(event) => game.type({ autoCashOut: event.currentTarget.value })}
      />
      <span aria-hidden="true">×</span>
      <span id="auto-cash-out-hint" class={game.isAutoCashOutWrong ? 'hint wrong' : 'hint'}>
        {texts.autoCashOutRange}
      </span>
    </div>
  );
};

const takers = 'input, textarea, select, button, a, summary, [contenteditable]';

/** Whether a key plays: Space or Enter, pressed once and alone, where nothing else takes it. */
export const wantsToPlay = (event: KeyboardEvent): boolean => {
  const { key, repeat, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (repeat || altKey || ctrlKey || metaKey || shiftKey) return false;
  const taker = (event.target as Partial<Element> | null)?.closest?.(takers) ?? null;
  return (key === ' ' || key === 'Enter') && taker === null;
};
