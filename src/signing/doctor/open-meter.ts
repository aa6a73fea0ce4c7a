import type { SearchBudget } from './search-budget.ts';

/** Counts what the search has cost; `spend` says whether it may go on. */
export interface Meter {
  readonly spend: (cost: { readonly macs: number; readonly characters: number }) => boolean;
}

/** A meter that has run out stays so. */
export const openMeter = (budget: SearchBudget = {}): Meter => {
  const { now = () => 0, milliseconds = 200, macs = 40_000, characters = 12_000_000 } = budget;
  const end = now() + milliseconds;
  let macsLeft = macs;
  let charactersLeft = characters;
  return {
    spend: (cost) => {
      macsLeft -= cost.macs;
      charactersLeft -= cost.characters;
      return macsLeft >= 0 && charactersLeft >= 0 && now() <= end;
    },
  };
};
