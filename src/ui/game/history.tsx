import type { VNode } from 'preact';
import type { Round } from '../../spec/game-page.ts';
import { isEmpty } from './amounts/is-empty.ts';
import { showAmount } from './amounts/show-amount.ts';
import type { Part } from './part.ts';
import { SymbolDrawing } from './slot/symbol-drawing.tsx';

/** The rounds that were played, newest first. */
export const History = ({ state }: Pick<Part, 'state'>): VNode => {
  const { history, scene } = state;
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">Rounds</h2>
      {history.length === 0 ? <p class="quiet">None yet.</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ol tabIndex={0} aria-label="Rounds, newest first">
        {history.map((round) => (
          <RoundRow key={round.roundId} round={round} scale={scene?.scale ?? 0} />
        ))}
      </ol>
    </section>
  );
};

const RoundRow = ({ round, scale }: { readonly round: Round; readonly scale: number }): VNode => (
  <li class={`round ${standingOf(round)}`}>
    <span class="what">
      <Shown round={round} />
    </span>
    <span class="stake-put">
      {round.freeSpin === true ? 'free spin' : showAmount(round.stake, scale)}
    </span>
    <span class="came">{cameOf(round, scale)}</span>
  </li>
);

const Shown = ({ round }: { readonly round: Round }): VNode => {
  const { reels, cashedOutAt, burstsAt } = round;
  if (reels !== undefined) {
    return (
      <span class="mini-reels" role="img" aria-label={reels.join(', ')}>
        {reels.map((symbol, place) => (
          <SymbolDrawing key={place} symbol={symbol} />
        ))}
      </span>
    );
  }
  if (cashedOutAt !== undefined) return <span class="flight out">out at {cashedOutAt}×</span>;
  if (burstsAt !== undefined) return <span class="flight">burst at {burstsAt}×</span>;
  if (round.state === 'open') return <span class="flight">in the air</span>;
  return <span class="flight">{isEmpty(round.stake) ? 'bonus' : '–'}</span>;
};

const standingOf = ({ state, win }: Round): string => {
  if (state !== 'settled') return state;
  return isEmpty(win) ? 'lost' : 'won';
};

const cameOf = (round: Round, scale: number): string => {
  const words = { open: 'open', 'rolled-back': 'cancelled', unclear: 'unclear' } as const;
  if (round.state !== 'settled') return words[round.state];
  return isEmpty(round.win) ? 'no win' : `+${showAmount(round.win, scale)}`;
};
