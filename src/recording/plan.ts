import { groupBy } from '../base/group-by.ts';
import { accountKey } from '../ledger/account.ts';
import type { Callback, MakeBet } from '../spec/callback.ts';
import { groupCalls } from './choose-calls.ts';
import { type Flow, followMoney } from './follow-money.ts';
import { type CallLink, linkCalls, nameCalls, tellLinks } from './link-calls.ts';
import { type Note, quote, type RecordedCall, refusedAs } from './recorded-call.ts';

/** All that the steps of a recording are written from; lists and maps by position of the call. */
export interface RecordingPlan {
  readonly calls: readonly RecordedCall[];
  readonly links: readonly CallLink[];
  /** Ids of the calls that later ones refer to. */
  readonly ids: ReadonlyMap<number, string>;
  /** Calls that are one step. */
  readonly groups: readonly (readonly number[])[];
  readonly flow: Flow;
  readonly names: AccountNames;
  readonly roundOf: (makeBet: MakeBet) => string | undefined;
}

/** What the calls are to each other, what their money comes to, and how everything is named. */
export const planSteps = (calls: readonly RecordedCall[], note: Note): RecordingPlan => {
  const links = linkCalls(calls);
  const groups = groupCalls(calls, note);
  tellLinks(calls, links, note);
  const freshBets = calls.flatMap(({ callback }, position) =>
    callback?.type === 'makeBet' && links[position]?.kind === 'fresh' ? [callback] : [],
  );
  return {
    calls,
    links,
    groups,
    ids: nameCalls(calls, links),
    flow: followMoney(calls, groups),
    names: nameAccounts(calls, note),
    roundOf: nameRounds(freshBets),
  };
};

/** The name of a makeBet's round; undefined where none of the other makeBets is in it. */
const nameRounds = (makeBets: readonly MakeBet[]): ((makeBet: MakeBet) => string | undefined) => {
  const shared = [...groupBy(makeBets, ({ gameRoundId }) => gameRoundId)]
    .filter(([, own]) => own.length > 1)
    .map(([id]) => id);
  const names = new Map(shared.map((id, index) => [id, `round-${index + 1}`]));
  return ({ gameRoundId }) => names.get(gameRoundId);
};

/** Who a call is for and where, as the options of its step. */
interface Where {
  readonly player?: number | 'unknown';
  readonly session?: string;
  readonly currency?: string;
}

/** The people and places of a recording, by the names that a scenario has for them. */
interface AccountNames {
  readonly players: number;
  readonly whereOf: (callback: Callback) => Where;
  readonly fieldsOf: (callback: Callback) => WireFields;
}

/** Players by number, sessions by name where a player has several, currencies main and second. */
const nameAccounts = (calls: readonly RecordedCall[], note: Note): AccountNames => {
  const callbacks = calls.flatMap(({ callback }) => callback ?? []);
  const strangers = refusedAs(calls, 'player_not_found', ({ playerId }) => playerId);
  for (const id of strangers) {
    note(`The agent did not have the player ${quote(id)}: the scenario uses an unknown one.`);
  }
  const known = calls.filter(({ callback }) => !strangers.has(callback?.playerId ?? ''));
  const currencyOf = nameCurrencies(known, note);
  const players = [...new Set(known.flatMap(({ callback }) => callback?.playerId ?? []))];
  const sessionOf = nameSessions(callbacks);
  const fieldsOf = nameFields(callbacks);
  return {
    players: Math.max(1, players.length),
    fieldsOf,
    whereOf: (callback) => ({
      player: playerOption(players, callback),
      session: sessionOf(callback),
      currency: fieldsOf(callback).currency === undefined ? currencyOf(callback) : undefined,
    }),
  };
};

/** Left out where there is only one. */
const playerOption = (players: readonly string[], { playerId }: Callback): Where['player'] => {
  const number = players.indexOf(playerId) + 1;
  if (number === 0) return 'unknown';
  return players.length < 2 ? undefined : number;
};

/**
 * How a callback's currency is written: not at all where it is its player's main one, the first
 * that is seen; `second` for the other one of player one; else its code.
 */
const nameCurrencies = (calls: readonly RecordedCall[], note: Note): ((callback: Callback) => string | undefined) => {
  const foreign = refusedAs(calls, 'invalid_currency', accountKey);
  const callbacks = calls.flatMap(({ callback }) => callback ?? []);
  const players = [...groupBy(callbacks, ({ playerId }) => playerId).values()];
  const names = new Map(players.flatMap((own, index) => namesOf({ own, foreign, player: index + 1 }, note)));
  return (callback) => names.get(accountKey(callback));
};

interface OwnAccounts {
  readonly player: number;
  readonly own: readonly Callback[];
  /** Accounts that the agent does not have. */
  readonly foreign: ReadonlySet<string>;
}

/** The name of each account that is not the player's main one. */
const namesOf = ({ own, foreign, player }: OwnAccounts, note: Note): (readonly [account: string, name: string])[] => {
  const firsts = [...groupBy(own, accountKey).values()].flatMap(([first]) => first ?? []);
  const [, ...others] = firsts.filter((each) => !foreign.has(accountKey(each)));
  const written = player === 1 ? others.slice(1) : others;
  for (const each of written) note(needs(player, each));
  const second = player === 1 ? others.slice(0, 1) : [];
  const refused = firsts.filter((each) => foreign.has(accountKey(each)));
  return [
    ...second.map((each) => [accountKey(each), 'second'] as const),
    ...[...written, ...refused].map((each) => [accountKey(each), each.currency] as const),
  ];
};

const needs = (player: number, { currency }: Callback): string =>
  `Player ${player} must have the currency ${quote(currency)}, which is written out.`;

/** The name of a callback's session; undefined where its player has one only. */
const nameSessions = (callbacks: readonly Callback[]): ((callback: Callback) => string | undefined) => {
  const names = new Map<string, string>();
  for (const own of groupBy(callbacks, ({ playerId }) => playerId).values()) {
    const sessions = [...groupBy(own, keyOf).keys()];
    if (sessions.length < 2) continue;
    for (const [index, key] of sessions.entries()) names.set(key, `session-${index + 1}`);
  }
  return (callback) => names.get(keyOf(callback));
};

const keyOf = ({ playerId, sessionId }: Callback): string => JSON.stringify([playerId, sessionId]);

/** Fields of a body that a step sets, by their name on the wire. */
interface WireFields {
  readonly player_username?: string;
  readonly language?: string;
  readonly game_id?: number;
  readonly currency?: string;
}

/**
 * What a callback has besides its names: a username or language that is not the one which its
 * player had first, a game that is not the first one, a currency that is no code.
 */
const nameFields = (callbacks: readonly Callback[]): ((callback: Callback) => WireFields) => {
  const firsts = new Map<string, Callback>();
  for (const each of callbacks) {
    if (!firsts.has(each.playerId)) firsts.set(each.playerId, each);
  }
  const mainGame = callbacks.find((each) => each.type === 'getBalance')?.gameId;

  return (callback) => {
    const { playerUsername, language, currency } = callback;
    const first = firsts.get(callback.playerId);
    const game = callback.type === 'getBalance' ? callback.gameId : mainGame;
    return {
      player_username: unless(playerUsername, first?.playerUsername),
      language: unless(language, first?.language),
      game_id: unless(game, mainGame),
      currency: isCurrencyCode(currency) ? undefined : currency,
    };
  };
};

const unless = <T>(value: T, usual: T | undefined): T | undefined => (value === usual ? undefined : value);

/** What `currency` of a step takes. */
const isCurrencyCode = (currency: string): boolean => /^[A-Z][A-Z0-9]{1,9}$/.test(currency);
