import type { VNode } from 'preact';
import { drawings } from './drawings.tsx';
import { symbolNameOf } from './symbol-name-of.ts';

/** A symbol as a drawing; what it is called is said elsewhere. */
export const SymbolDrawing = ({ symbol }: { readonly symbol: string }): VNode => {
  const name = symbolNameOf(symbol);
  return (
    <svg class={`symbol symbol-${name}`} viewBox="0 0 100 100" aria-hidden="true">
      {drawings[name]()}
    </svg>
  );
};
