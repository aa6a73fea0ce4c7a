import type { Callback } from '../spec/callback.ts';
import { accountOf } from './account-of.ts';
import { groupBy } from './group-by.ts';
import type { Note } from './note.ts';
import { quote } from './quote.ts';
import type { RecordedCall } from './recorded-call.ts';
import { refusedAs } from './refused-as.ts';

/**
 * How a callback's currency is written: not at all where it is its player's main one, the first
 * that is seen; `second` for the other one of player one; else its code.
 */
export const nameCurrencies = (
  calls: readonly RecordedCall[],
  note: Note,
): ((callback: Callback) => string | undefined) => {
  const foreign = refusedAs(calls, 'invalid_currency', accountOf);
  const callbacks = calls.flatMap(({ callback }) => callback ?? []);
  const players = [...groupBy(callbacks, ({ playerId }) => playerId).values()];
  const names = new Map(
    players.flatMap((own, index) => namesOf({ own, foreign, player: index + 1 }, note)),
  );
  return (callback) => names.get(accountOf(callback));
};

interface Purses {
  readonly player: number;
  readonly own: readonly Callback[];
  /** Accounts that the agent does not have. */
  readonly foreign: ReadonlySet<string>;
}

/** The name of each account that is not the player's main one. */
const namesOf = (
  { own, foreign, player }: Purses,
  note: Note,
): (readonly [account: string, name: string])[] => {
  const firsts = [...groupBy(own, accountOf).values()].flatMap(([first]) => first ?? []);
  const [, ...others] = firsts.filter((each) => !foreign.has(accountOf(each)));
  const written = player === 1 ? others.slice(1) : others;
  for (const each of written) note(needs(player, each));
  const second = player === 1 ? others.slice(0, 1) : [];
  const refused = firsts.filter((each) => foreign.has(accountOf(each)));
  return [
    ...second.map((each) => [accountOf(each), 'second'] as const),
    ...[...written, ...refused].map((each) => [accountOf(each), each.currency] as const),
  ];
};

const needs = (player: number, { currency }: Callback): string =>
  `Player ${player} must have the currency ${quote(currency)}, which is written out.`;
