import type { Callback } from '../spec/callback.ts';
import { groupBy } from './group-by.ts';
import { nameCurrencies } from './name-currencies.ts';
import type { Fields } from './name-fields.ts';
import { nameFields } from './name-fields.ts';
import { nameSessions } from './name-sessions.ts';
import type { Note } from './note.ts';
import { quote } from './quote.ts';
import type { RecordedCall } from './recorded-call.ts';
import { refusedAs } from './refused-as.ts';

/** Who a call is for and where, as the options of its step. */
export interface Where {
  readonly player?: number | 'unknown';
  readonly session?: string;
  readonly currency?: string;
}

/** The people and places of a recording, by the names that a scenario has for them. */
export interface Cast {
  readonly players: number;
  readonly whereOf: (callback: Callback) => Where;
  readonly fieldsOf: (callback: Callback) => Fields;
}

/** Players by number, sessions by name where a player has several, currencies main and second. */
export const castCalls = (calls: readonly RecordedCall[], note: Note): Cast => {
  const callbacks = calls.flatMap(({ callback }) => callback ?? []);
  const strangers = refusedAs(calls, 'player_not_found', ({ playerId }) => playerId);
  for (const id of strangers) {
    note(`The agent did not have the player ${quote(id)}: the scenario takes one that nobody has.`);
  }
  const known = calls.filter(({ callback }) => !strangers.has(callback?.playerId ?? ''));
  const currencyOf = nameCurrencies(known, note);
  const players = [
    ...groupBy(
      known.flatMap(({ callback }) => callback ?? []),
      playerOf,
    ).keys(),
  ];
  const sessionOf = nameSessions(callbacks);
  const fieldsOf = nameFields(callbacks);

  const currencyOption = (callback: Callback): string | undefined =>
    'currency' in fieldsOf(callback) ? undefined : currencyOf(callback);
  return {
    players: Math.max(1, players.length),
    fieldsOf,
    whereOf: (callback) =>
      given({
        player: playerOption(players, callback),
        session: sessionOf(callback),
        currency: currencyOption(callback),
      }),
  };
};

const playerOf = ({ playerId }: Callback): string => playerId;

/** Left out where there is only one. */
const playerOption = (players: readonly string[], { playerId }: Callback): Where['player'] => {
  const number = players.indexOf(playerId) + 1;
  if (number === 0) return 'unknown';
  return players.length < 2 ? undefined : number;
};

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

const given = ({ player, session, currency }: Optional<Where>): Where => ({
  ...(player === undefined ? {} : { player }),
  ...(session === undefined ? {} : { session }),
  ...(currency === undefined ? {} : { currency }),
});
