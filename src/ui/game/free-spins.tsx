import type { VNode } from 'preact';
import { showAmount } from './amounts/show-amount.ts';
import type { Part } from './part.ts';

/** `Free spin 3 of 10, won 4.50 USD` */
export const FreeSpins = ({ state }: Pick<Part, 'state'>): VNode | null => {
  const { pack, scene } = state;
  if (pack === null) return null;
  const won = `won ${showAmount(pack.accumulatedWin, scene?.scale ?? 0)} ${scene?.currency ?? ''}`;
  return (
    <p class="free-spins">
      {pack.played === 0
        ? `${pack.total} free spins are yours`
        : `Free spin ${pack.played} of ${pack.total}, ${won}`}
    </p>
  );
};
