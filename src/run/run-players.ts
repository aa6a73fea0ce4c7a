import type { Amount } from '../base/money.ts';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import type { CallOptions, Scenario } from '../formats/scenario/scenario.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import type { PlayerLikeness } from '../spec/likeness.ts';
import { optionsOf } from './steps.ts';

/** Who plays: the players of the configuration, and one that the agent cannot know. */
export interface RunPlayers {
  readonly known: readonly PlayerConfiguration[];
  readonly unknown: PlayerConfiguration;
  /** Configured accounts that are not played with. */
  readonly refused: readonly RefusedAccount[];
  /** What was in each account before the run, by account key. */
  readonly balances: ReadonlyMap<string, Amount>;
}

/** An account that the agent does not show, and how it says so. */
export interface RefusedAccount extends Account {
  readonly reason: string;
}

export const runPlayersOf = (players: readonly PlayerConfiguration[], nonce: string): RunPlayers => ({
  known: players,
  unknown: {
    id: `nobody-${nonce}`,
    username: 'Nobody',
    currencies: players[0]?.currencies ?? ['USD'],
    language: players[0]?.language ?? 'en',
  },
  refused: [],
  balances: new Map(),
});

/** The player of a call; player one when it names none. */
export const playerOf = (players: RunPlayers, options: CallOptions): PlayerConfiguration => {
  const { player } = options;
  const own = namedPlayer(players, options);
  if (typeof player !== 'object') return own;
  return { ...own, id: likePlayerId(own.id, player.alike, players.unknown.id) };
};

/** The player of a call, or the one whose id its own is like: their sessions are the same. */
export const namedPlayer = ({ known, unknown }: RunPlayers, { player = 1 }: CallOptions): PlayerConfiguration => {
  const number = typeof player === 'object' ? player.of : player;
  return number === 'unknown' ? unknown : (known[number - 1] ?? unknown);
};

/** The account that the run asks about where any will do: player one's, in the main currency. */
export const mainAccount = ({ known: [player] }: RunPlayers): Account => ({
  playerId: player?.id ?? '',
  currency: player?.currencies[0] ?? 'USD',
});

/** The currency of a call: the player's main one, the second one, or the one that it names. */
export const currencyOf = (player: PlayerConfiguration, { currency }: CallOptions): string => {
  const [main = 'USD', second = main] = player.currencies;
  if (currency === undefined || currency === 'main') return main;
  return currency === 'second' ? second : currency;
};

/** The accounts that a scenario moves money in: those its calls name and the agent has. */
export const accountsNeeded = (players: RunPlayers, scenario: Scenario): Account[] => {
  const accounts = new Map<string, Account>();
  for (const options of optionsOf(scenario.steps)) {
    const player = namedPlayer(players, options);
    const currency = currencyOf(player, options);
    const known = players.known.includes(player) && player.currencies.includes(currency);
    const account = { playerId: player.id, currency };
    if (known) accounts.set(accountKey(account), account);
  }
  return [...accounts.values()];
};

/** A player_id that is like the id; the id itself where it has nothing to differ in. */
export const likePlayerId = (id: string, likeness: PlayerLikeness, nobody: string): string => {
  const longer = `${id}-${nobody}`;
  const ids: Readonly<Record<PlayerLikeness, string>> = {
    case: otherCase(id),
    space: `${id} `,
    longer,
    // Of one character nothing would be left.
    shorter: id.slice(0, -1) || longer,
    ending: `${nobody}-${id}`,
    before: ` ${id}`,
    wildcard: `${id.slice(0, -1)}_`,
    percent: `${id.slice(0, -1)}%`,
    zeros: /\d+$/.test(id) ? id.replace(/\d+$/, '0$&') : `0${id}`,
    line: `${id}\n`,
    nul: `${id}\u0000${nobody}`,
    wide: `${id.slice(0, -1)}${wide(id.slice(-1))}`,
  };
  return ids[likeness];
};

/** Letters in capitals; in lower case where all of them are capitals already. */
export const otherCase = (id: string): string => (id.toUpperCase() === id ? id.toLowerCase() : id.toUpperCase());

/** The wide form of a character of ASCII. */
const wide = (character: string): string => String.fromCharCode((character.charCodeAt(0) || 0x41) + 0xfee0);
