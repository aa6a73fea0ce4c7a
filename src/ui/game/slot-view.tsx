import type { VNode } from 'preact';
import { isEmpty } from '../parts/amounts.tsx';
import type { GameProps } from './game.ts';
import type { PageState } from './page-state.ts';
import { nameSymbols, SymbolDrawing, symbolNameOf, symbolNames } from './symbols.tsx';

/** Three reels, and what they paid. */
export const SlotView = ({ game }: GameProps): VNode => {
  const { round, message } = game.state;
  const { texts } = game.words;
  const reels = game.state.reels.length === 0 ? atFirst : game.state.reels;
  const stopped = stoppedOf(game.state, reels.length);
  const isSpinning = stopped < reels.length;
  const isWon = !isSpinning && message !== null && round?.state === 'settled' && !isEmpty(round.win);
  const winning = isWon && round.reels !== undefined ? winningReels(reels) : [];
  return (
    <div class={`board slot${message?.tone === 'big-win' ? ' won-big' : ''}`}>
      <FreeSpins game={game} />
      <div class="reels" role="img" aria-label={isSpinning ? texts.spinning : texts.reels(nameSymbols(texts, reels))}>
        {reels.map((symbol, place) => (
          <Reel key={place} symbol={symbol} isSpinning={place >= stopped} isWinning={winning.includes(place)} />
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

/** The places of the symbol that is there most often; all places where no two are alike. */
export const winningReels = (reels: readonly string[]): readonly number[] => {
  const places = reels.map((_, place) => place);
  const groups = reels.map((symbol) => places.filter((place) => reels[place] === symbol));
  const [largest = []] = groups.toSorted((one, other) => other.length - one.length);
  return largest.length > 1 ? largest : places;
};

interface ReelProps {
  readonly symbol: string;
  readonly isSpinning: boolean;
  readonly isWinning: boolean;
}

/** One window: the symbols run by, or the one that came stands between its neighbours. */
const Reel = ({ symbol, isSpinning, isWinning }: ReelProps): VNode => {
  const motion = isSpinning ? 'spinning' : 'resting';
  return (
    <div class={`reel ${motion}${isWinning ? ' winning' : ''}`}>
      <div class="strip" key={motion}>
        {(isSpinning ? passing : neighbours(symbol)).map((name, place) => (
          <div class="cell" key={place}>
            <SymbolDrawing symbol={name} />
          </div>
        ))}
      </div>
    </div>
  );
};

/** What runs by: the beginning comes again at the end, so that the loop has no seam. */
const passing = [...symbolNames, ...symbolNames.slice(0, 3)];

const neighbours = (symbol: string): readonly string[] => {
  const place = symbolNames.indexOf(symbolNameOf(symbol));
  const count = symbolNames.length;
  const at = (offset: number) => symbolNames[(place + offset + count) % count] ?? symbol;
  return [at(-1), symbol, at(1)];
};

/** `Free spin 3 of 10, won 4.50 USD` */
export const FreeSpins = ({ game }: GameProps): VNode | null => {
  const { pack } = game.state;
  if (pack === null) return null;
  const { texts, money } = game.words;
  const { played, total } = pack;
  return (
    <p class="free-spins">
      {played === 0 ? texts.freeSpinsToCome(total) : texts.freeSpinsPlayed(played, total, money(pack.accumulatedWin))}
    </p>
  );
};
