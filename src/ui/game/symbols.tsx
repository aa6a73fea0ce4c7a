import type { VNode } from 'preact';
import type { Texts } from './languages/english.ts';

/** A symbol as a drawing; what it is called is said elsewhere. */
export const SymbolDrawing = ({ symbol }: { readonly symbol: string }): VNode => {
  const name = symbolNameOf(symbol);
  return (
    <svg class={`symbol symbol-${name}`} viewBox="0 0 100 100" aria-hidden="true">
      {drawings[name]()}
    </svg>
  );
};

/** What symbols are called; one that nobody drew is called as the platform calls it. */
export const nameSymbols = ({ symbols }: Texts, shown: readonly string[]): string =>
  shown.map((symbol) => (isDrawn(symbol) ? symbols[symbol] : symbol)).join(', ');

/** The drawing for a symbol of the platform; one that nobody drew gets always the same other one. */
export const symbolNameOf = (symbol: string): SymbolName =>
  isDrawn(symbol) ? symbol : (symbolNames[sumOf(symbol) % symbolNames.length] ?? 'star');

const isDrawn = (symbol: string): symbol is SymbolName => symbolNames.some((name) => name === symbol);

const sumOf = (symbol: string): number =>
  [...symbol.slice(0, 64)].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);

/** The symbols of a reel, in its order. */
export const symbolNames = ['cherry', 'bell', 'star', 'lemon', 'seven', 'crown'] as const;

type SymbolName = (typeof symbolNames)[number];

/**
 * The symbols, drawn on a field of 100 by 100. `base` is the colour of a symbol, `lit` its light side,
 * `deep` its dark side: the style sheet says which they are.
 */
const drawings: Readonly<Record<SymbolName, () => VNode>> = {
  cherry: () => (
    <>
      <path class="stem" d="M34 64C38 40 52 26 72 16M66 62C66 42 68 28 72 16" />
      <path class="leaf" d="M72 16C58 10 46 14 40 24C54 30 66 26 72 16Z" />
      <circle class="base" cx="32" cy="70" r="18" />
      <circle class="base" cx="68" cy="68" r="18" />
      <circle class="lit" cx="26" cy="64" r="5" />
      <circle class="lit" cx="62" cy="62" r="5" />
    </>
  ),
  bell: () => (
    <>
      <circle class="deep" cx="50" cy="82" r="9" />
      <path class="base" d="M50 12C70 14 74 32 75 52L84 70V76H16V70L25 52C26 32 30 14 50 12Z" />
      <path class="lit" d="M40 22C34 28 33 40 33 54L29 62H35L40 54C40 42 40 32 44 22Z" />
    </>
  ),
  lemon: () => (
    <>
      <path
        class="base"
        d="M14 62C10 40 28 20 52 20C62 20 66 22 74 18C80 16 86 20 84 28C82 36 86 40 86 48C86 70 66 84 44 82C34 82 30 84 24 82C16 80 16 70 14 62Z"
      />
      <path class="lit" d="M28 56C28 42 38 32 52 30C42 36 36 44 34 58Z" />
    </>
  ),
  star: () => (
    <>
      <path class="base" d="M50 8L62 37L93 39L69 59L77 90L50 73L23 90L31 59L7 39L38 37Z" />
      <path class="lit" d="M50 8L62 37L50 50L38 37Z" />
      <path class="deep" d="M50 50L69 59L77 90L50 73Z" />
    </>
  ),
  seven: () => (
    <>
      <path class="deep" d="M22 20H88V38L62 92H38L62 42H40V54H22Z" />
      <path class="base" d="M16 14H82V32L56 86H32L56 36H34V48H16Z" />
      <path class="lit" d="M22 19H77V25H22Z" />
    </>
  ),
  crown: () => (
    <>
      <path class="base" d="M12 30L32 48L50 16L68 48L88 30L80 70H20Z" />
      <path class="deep" d="M20 76H80V86H20Z" />
      <circle class="lit" cx="12" cy="28" r="6" />
      <circle class="lit" cx="50" cy="14" r="6" />
      <circle class="lit" cx="88" cy="28" r="6" />
      <circle class="shine" cx="50" cy="56" r="6" />
    </>
  ),
};
