import type { LoadReport } from '../formats/load-report.ts';
import type { LoadEvent } from '../load/load-order.ts';
import { plural } from '../text/quantity-text.ts';
import { visibleLine } from '../text/visible-text.ts';
import { log } from './output.ts';

/** Tells on stderr how a load goes on. */
export interface LoadTeller {
  tell(event: LoadEvent): void;
  /** How money is given back that is still moved at this moment. */
  tellLeft(): void;
  close(): void;
}

export const createLoadTeller = (_asked: LoadReport['asked']): LoadTeller => {
  let balances: string | undefined;
  const tellLeft = (): void => {
    if (balances === undefined) return;
    say(`not everything was given back: walletproof load --settle ${balances}`);
  };
  return {
    tell: (event) => {
      switch (event.kind) {
        case 'opening':
          balances = event.balances;
          return say(`${plural(event.players, 'player')}; opening balances: ${event.balances}`);
        case 'settling':
          return say('giving back what was moved');
        case 'breach':
          return say(`${event.breach.code}: ${event.breach.message}`);
        case 'left':
          return tellLeft();
        case 'met':
        case 'second':
          return undefined;
      }
    },
    tellLeft,
    close: () => undefined,
  };
};

const say = (sentence: string): void => log(`walletproof: ${visibleLine(sentence)}\n`);
