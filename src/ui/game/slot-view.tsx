import type { VNode } from 'preact';
import { isEmpty } from '../parts/amounts.tsx';
import type { GameProps } from './actions.ts';
import { wordsIn } from './languages/words.ts';
import type { PageState } from './page-state.ts';
import { nameSymbols, SymbolDrawing, symbolNameOf, symbolNames } from './symbols.tsx';

/** Three reels, and what they paid. */
export const SlotView = ({ state }: Pick<GameProps, 'state'>): VNode => {
  const reels = state.reels.length === 0 ? atFirst : state.reels;
  const stopped = stoppedOf(state, reels.length);
  const isWon = stopped === reels.length && isWin(state);
  const winning = isWon ? winningReels(reels) : [];
  return (
    <div class={`board slot${isWon ? ' won' : ''}${isBig(state) ? ' won-big' : ''}`}>
      <FreeSpins state={state} />
      <div class="reels" role="img" aria-label={spoken(state, reels, stopped)}>
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
  message !== null && round?.state === 'settled' && round.reels !== undefined && !isEmpty(round.win);

const isBig = ({ message }: PageState): boolean => message?.tone === 'big-win';

const spoken = ({ language }: PageState, reels: readonly string[], stopped: number): string => {
  const { texts } = wordsIn(language);
  return stopped < reels.length ? texts.spinning : texts.reels(nameSymbols(texts, reels));
};

/** The places of the symbol that is there most often; all places where no two are alike. */
export const winningReels = (reels: readonly string[]): readonly number[] => {
  const places = reels.map((_, place) => place);
  const groups = reels.map((symbol) => places.filter((place) => reels[place] === symbol));
  const [largest = []] = groups.toSorted((one, other) => other.length - one.length);
  return largest.length > 1 ? largest : places;
};

/** One window: the symbols run by, or the one that came stands between its neighbours. */
const Reel = ({
  symbol,
  motion,
  isWinning,
}: {
  readonly symbol: string;
  readonly motion: 'spinning' | 'resting';
  readonly isWinning: boolean;
}): VNode => (
  <div class={`reel ${motion}${isWinning ? ' winning' : ''}`}>
    <div class="strip" key={motion}>
      {(motion === 'spinning' ? passing : neighbours(symbol)).map((name, place) => (
        <div class="cell" key={place}>
          <SymbolDrawing symbol={name} />
        </div>
      ))}
    </div>
  </div>
);

/** What runs by: the beginning comes again at the end, so that the loop has no seam. */
const passing = [...symbolNames, ...symbolNames.slice(0, 3)];

const neighbours = (symbol: string): readonly string[] => {
  const place = symbolNames.indexOf(symbolNameOf(symbol));
  const count = symbolNames.length;
  const at = (offset: number) => symbolNames[(place + offset + count) % count] ?? symbol;
  return [at(-1), symbol, at(1)];
};

/** `Free spin 3 of 10, won 4.50 USD` */
export const FreeSpins = ({ state }: Pick<GameProps, 'state'>): VNode | null => {
  const { pack, scene } = state;
  if (pack === null) return null;
  const { texts, numbers } = wordsIn(state.language);
  const won = `${numbers.amount(pack.accumulatedWin, scene?.scale ?? 0)} ${scene?.currency ?? ''}`;
  return (
    <p class="free-spins">
      {pack.played === 0 ? texts.freeSpinsToCome(pack.total) : texts.freeSpinsPlayed(pack.played, pack.total, won)}
    </p>
  );
};
