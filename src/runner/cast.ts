import type { PlayerConfiguration } from '../contract/configuration.ts';
import type { CallOptions, Scenario, Step } from '../contract/scenario.ts';
import type { Account } from '../ledger/ledger.ts';
import { accountKey } from '../ledger/ledger.ts';
import { scaleOf } from '../money/currency-scale.ts';

/** Who plays: the players of the configuration, and one that the agent cannot know. */
export interface Cast {
  readonly players: readonly PlayerConfiguration[];
  readonly unknown: PlayerConfiguration;
  /** Configured accounts that are not played with. */
  readonly refused: readonly RefusedAccount[];
}

/** An account that the agent does not show, and how it says so. */
export interface RefusedAccount extends Account {
  readonly reason: string;
}

export const castOf = (players: readonly PlayerConfiguration[], nonce: string): Cast => ({
  players,
  unknown: {
    id: `nobody-${nonce}`,
    username: 'Nobody',
    currencies: players[0]?.currencies ?? ['USD'],
    language: players[0]?.language ?? 'en',
  },
  refused: [],
});

/** The player of a call; player one when it names none. */
export const playerOf = (
  { players, unknown }: Cast,
  { player }: CallOptions,
): PlayerConfiguration =>
  player === 'unknown' ? unknown : (players[(player ?? 1) - 1] ?? unknown);

/** The currency of a call: the player's main one, the second one, or the one that it names. */
export const currencyOf = (player: PlayerConfiguration, { currency }: CallOptions): string => {
  const [main = 'USD', second = main] = player.currencies;
  if (currency === undefined) return main;
  return currency === 'second' ? second : currency;
};

/** Why the scenario cannot be played with this cast, and what to configure; undefined when it can. */
export const missingFor = (cast: Cast, scenario: Scenario): string | undefined => {
  const { players, refused } = cast;
  const [own, others] = [
    refused.filter(({ playerId }) => playerId === players[0]?.id),
    refused.filter(({ playerId }) => playerId !== players[0]?.id),
  ];
  if (players.length < scenario.players) {
    const have = players.length === 1 ? '1 is' : `${players.length} are`;
    return `needs ${scenario.players} players, ${have} there: ${reasonOr(others, 'give --player more often')}`;
  }
  const currencies = players[0]?.currencies.length ?? 0;
  if (currencies < scenario.currencies) {
    const remedy = `--player ${players[0]?.id ?? 'id'}:USD,EUR`;
    return `needs ${scenario.currencies} currencies of player one: ${reasonOr(own, remedy)}`;
  }
  return unfitFor(players[0]?.currencies[0] ?? 'USD', scenario);
};

const reasonOr = (refused: readonly RefusedAccount[], remedy: string): string =>
  refused.length === 0 ? remedy : refused.map(({ reason }) => reason).join('; ');

/** Why the amounts of a scenario, written for cents, do not fit the player's currency. */
const unfitFor = (currency: string, scenario: Scenario): string | undefined => {
  const decimals = Math.max(0, ...amountTexts(scenario.steps).map(decimalsOf));
  const scale = scaleOf(currency);
  if (decimals > writtenScale || decimals <= scale) return undefined;
  return `needs a currency with ${decimals} decimals, ${currency} has ${scale}`;
};

/** Scenarios are written for currencies like USD; finer amounts than that are finer on purpose. */
const writtenScale = 2;

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

const amountTexts = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) => {
    switch (step.kind) {
      case 'makeBet':
        return [step.bet.text, step.win.text];
      case 'pack':
        return [...step.wins, ...step.bets];
      case 'together':
      case 'repeat':
        return amountTexts(step.steps);
      case 'resend':
        return [step.bet, step.win].flatMap((each) => (each === undefined ? [] : [each.text]));
      default:
        return [];
    }
  });

/** The accounts that a scenario moves money in: those its calls name and the agent has. */
export const accountsOf = (cast: Cast, scenario: Scenario): Account[] => {
  const accounts = new Map<string, Account>();
  for (const options of optionsOf(scenario.steps)) {
    const player = playerOf(cast, options);
    const currency = currencyOf(player, options);
    const known = cast.players.includes(player) && player.currencies.includes(currency);
    const account = { playerId: player.id, currency };
    if (known) accounts.set(accountKey(account), account);
  }
  return [...accounts.values()];
};

const optionsOf = (steps: readonly Step[]): CallOptions[] => steps.flatMap(stepOptions);

const stepOptions = (step: Step): CallOptions[] => {
  switch (step.kind) {
    case 'together':
    case 'repeat':
      return optionsOf(step.steps);
    case 'wait':
    case 'raw':
      return [];
    default:
      return [step.options];
  }
};
