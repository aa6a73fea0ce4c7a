import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../../src/base/clock.ts';
import { amountOf } from '../../src/base/money.ts';
import { PlatformClock } from '../../src/base/platform-clock.ts';
import type { PlayerConfiguration } from '../../src/formats/configuration.ts';
import type { Scenario, Step } from '../../src/formats/scenario/scenario.ts';
import { accountKey } from '../../src/ledger/account.ts';
import { reasonToSkip } from '../../src/run/reason-to-skip.ts';
import type { RunHooks } from '../../src/run/run-context.ts';
import { type RunPlayers, runPlayersOf } from '../../src/run/run-players.ts';
import { createSessionBook } from '../../src/run/session-book.ts';
import { kindsOfSteps } from '../../src/run/steps.ts';
import { exactly, getBalanceStep, makeBetStep, options, packStep, scenario } from './steps.ts';

const player = (id: string, ...currencies: readonly string[]): PlayerConfiguration => ({
  id,
  username: `The ${id}`,
  currencies,
  language: 'en',
});

const place = { line: 1, column: 1 };

const players = runPlayersOf([player('one', 'USD', 'EUR'), player('two', 'USD')], '7f3k');

const around = {
  known: {},
  gameId: 101,
  patienceMs: 2000,
  sessions: createSessionBook({ players: [], given: [], ids: 'platform' }),
};

const alone = runPlayersOf([player('one', 'USD')], 'x');

const reasonIn = (among: RunPlayers, given: Scenario): string | undefined =>
  reasonToSkip({ players: among, ...around, hooks: {} }, given);

describe('players and currencies that are missing', () => {
  it('are none where there are enough', () => {
    expect(reasonIn(players, scenario({ players: 2, currencies: 2 }))).toBeUndefined();
    expect(reasonIn(alone, scenario())).toBeUndefined();
  });

  it('are told with how many players are there, and what to give', () => {
    expect(reasonIn(alone, scenario({ players: 2 }))).toBe('needs 2 players, 1 is there: name more players (--player)');
    expect(reasonIn(players, scenario({ players: 3 }))).toBe(
      'needs 3 players, 2 are there: name more players (--player)',
    );
  });

  it('are told with how many currencies are wanted, and what to give', () => {
    expect(reasonIn(alone, scenario({ currencies: 2 }))).toBe('needs 2 currencies of player one: --player one:USD,EUR');
    const inYen = runPlayersOf([player('one', 'JPY')], 'x');
    expect(reasonIn(inYen, scenario({ currencies: 2 }))).toMatch(/--player one:JPY,EUR$/);
  });

  it('are told with the account that the agent refused, rather than what to give', () => {
    const refused: RunPlayers = {
      ...alone,
      refused: [
        { playerId: 'two', currency: 'USD', reason: 'two USD: player_not_found' },
        { playerId: 'one', currency: 'EUR', reason: 'one EUR: invalid_currency' },
      ],
    };
    expect(reasonIn(refused, scenario({ players: 2 }))).toBe('needs 2 players, 1 is there: two USD: player_not_found');
    expect(reasonIn(refused, scenario({ currencies: 2 }))).toBe(
      'needs 2 currencies of player one: one EUR: invalid_currency',
    );
  });
});

describe('a hook that is missing', () => {
  const reason = (hooks: RunHooks, ...steps: readonly Step[]): string | undefined =>
    reasonToSkip({ players, ...around, hooks }, scenario({}, steps));
  const restart: Step = { kind: 'restart', place };
  const launch: Step = { kind: 'launch', place };

  it('is named with where to configure it', () => {
    expect(reason({}, restart)).toMatch(/configure hooks\.restart$/);
    expect(reason({}, launch)).toMatch(/configure hooks\.launch$/);
  });

  it('is the platform, for a scenario that moves its clock', () => {
    const clock: Step = { kind: 'clock', place, order: { advance: '24h' } };
    const asks = async () => ({ operations: [], answer: failed, platformUrl: '' });
    expect(reason({}, clock)).toMatch(/^needs the platform, .*: configure hooks\.launch$/);
    expect(reason({ launch: asks }, clock)).toMatch(/serves others as well: .*`walletproof play`/);
    const own = new PlatformClock({ base: systemClock });
    expect(reason({ launch: asks, clock: own }, clock)).toBeUndefined();
  });

  it('is found inside repeated steps', () => {
    expect(reason({}, { kind: 'repeat', place, count: 2, steps: [restart] })).toMatch(/restart/);
  });

  it('is none where it is configured, or not needed', () => {
    expect(reason({ restart: async () => undefined }, restart)).toBeUndefined();
    expect(reason({ restart: async () => undefined }, launch)).toMatch(/hooks\.launch/);
    expect(reason({}, getBalanceStep())).toBeUndefined();
  });
});

const failed = { kind: 'failed', message: '' } as const;

const one = { playerId: 'one', currency: 'USD' };

const having = (balance: string): RunPlayers => ({
  ...alone,
  balances: new Map([[accountKey(one), amountOf(balance)]]),
});

const reason = (given: Scenario, balance = '100'): string | undefined =>
  reasonToSkip({ players: having(balance), ...around, hooks: {}, maxStake: '50' }, given);

const bet = (text: string): Step => makeBetStep({ bet: exactly(text) });

describe('what is at stake', () => {
  it.each<[string, Scenario]>([
    ['a bet', scenario({}, [bet('50.01')])],
    ['a win', scenario({}, [makeBetStep({ win: exactly('51') })])],
    ['a win of a pack', scenario({}, [packStep({ wins: ['51'] })])],
    [
      'a bet among others at once',
      scenario({}, [{ kind: 'together', place, steps: [makeBetStep({ bet: exactly('60') })] }]),
    ],
    ['the balance of the player', scenario({}, [makeBetStep({ bet: { kind: 'balance', sign: -1, text: '1' } })])],
    ['its funding', scenario({ fund: '200' }, [bet('1')])],
    [
      'other amounts in a repetition',
      scenario({}, [
        {
          kind: 'resend',
          place,
          call: 'a',
          as: 'conflict',
          bet: exactly('99'),
          options: options(),
        },
      ]),
    ],
  ])('may not be more than --max-stake: %s', (_what, given) => {
    expect(reason(given)).toMatch(/^would move [\d.]+ USD in one call, more than --max-stake 50$/);
  });
});

describe('the limit of the stake', () => {
  it('can be reached', () => {
    expect(reason(scenario({ fund: '150' }, [bet('50'), bet('1')]))).toBeUndefined();
  });

  it('is compared with what the player has', () => {
    const all = scenario({}, [makeBetStep({ bet: { kind: 'balance', sign: 1, text: '0.01' } })]);
    expect(reason(all, '20')).toBeUndefined();
    expect(reason(scenario({ fund: '60' }, [bet('1')]), '5')).toMatch(/^would move 55\.00 USD/);
  });

  it('is none where none is given', () => {
    expect(reasonIn(having('100'), scenario({}, [bet('1000000')]))).toBeUndefined();
  });
});

it('names every kind of step once, groups and what is in them', () => {
  const inner = { kind: 'together', place, steps: [makeBetStep(), makeBetStep()] } as const;
  const outer = { kind: 'repeat', place, count: 2, steps: [inner] } as const;
  expect([...kindsOfSteps([getBalanceStep(), outer, getBalanceStep()])]).toEqual([
    'getBalance',
    'repeat',
    'together',
    'makeBet',
  ]);
  expect(kindsOfSteps([]).size).toBe(0);
});
