import type { VNode } from 'preact';
import { SymbolDrawing } from './symbol-drawing.tsx';
import { symbolNameOf } from './symbol-name-of.ts';
import { symbolNames } from './symbol-names.ts';

/** One window: the symbols run by, or the one that came stands between its neighbours. */
export const Reel = ({
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
