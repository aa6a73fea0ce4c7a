import type { SymbolName } from './symbol-names.ts';
import { symbolNames } from './symbol-names.ts';

/** The drawing for a symbol of the platform; one that nobody drew gets always the same other one. */
export const symbolNameOf = (symbol: string): SymbolName =>
  symbolNames.find((name) => name === symbol) ??
  symbolNames[sumOf(symbol) % symbolNames.length] ??
  'star';

const sumOf = (symbol: string): number =>
  [...symbol.slice(0, 64)].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
