import { describe, expect, it } from '@jest/globals';
import type { PlayerConfiguration } from '../../src/contract/configuration.ts';
import type { CallOptions, Step } from '../../src/contract/scenario.ts';
import type { Cast } from '../../src/runner/cast.ts';
import { accountsOf, castOf, currencyOf, missingFor, playerOf } from '../../src/runner/cast.ts';
import {
  exactly,
  getBalanceStep,
  makeBetStep,
  options,
  packStep,
  rollbackStep,
  scenario,
} from './steps.ts';

const player = (id: string, ...currencies: readonly string[]): PlayerConfiguration => ({
  id,
  username: `The ${id}`,
  currencies,
  language: 'en',
});

const cast = castOf([player('one', 'USD', 'EUR'), player('two', 'USD')], '7f3k');

describe('the player of a call', () => {
  it.each<[CallOptions['player'], string]>([
    [undefined, 'one'],
    [1, 'one'],
    [2, 'two'],
    [3, 'nobody-7f3k'],
    ['unknown', 'nobody-7f3k'],
  ])('%s is %s', (named, id) => {
    const spoken = named === undefined ? {} : { player: named };
    expect(playerOf(cast, options(spoken)).id).toBe(id);
  });

  it('whom nobody knows speaks the language and the currencies of player one', () => {
    expect(cast.unknown).toMatchObject({ currencies: ['USD', 'EUR'], language: 'en' });
    expect(castOf([], 'x').unknown).toMatchObject({ currencies: ['USD'], language: 'en' });
  });
});

describe('the currency of a call', () => {
  it.each<[string | undefined, string[], string]>([
    [undefined, ['EUR', 'USD'], 'EUR'],
    ['second', ['EUR', 'USD'], 'USD'],
    ['second', ['EUR'], 'EUR'],
    ['ZZZ', ['EUR'], 'ZZZ'],
    [undefined, [], 'USD'],
  ])('%s of a player with %j is %s', (named, currencies, currency) => {
    const spoken = named === undefined ? {} : { currency: named };
    expect(currencyOf(player('one', ...currencies), options(spoken))).toBe(currency);
  });
});

describe('what is missing for a scenario', () => {
  const alone = castOf([player('one', 'USD')], 'x');

  it('is nothing where there are players and currencies enough', () => {
    expect(missingFor(cast, scenario({ players: 2, currencies: 2 }))).toBeUndefined();
    expect(missingFor(alone, scenario())).toBeUndefined();
  });

  it('says how many players are there, and what to give', () => {
    expect(missingFor(alone, scenario({ players: 2 }))).toBe(
      'needs 2 players, 1 is there: give --player more often',
    );
    expect(missingFor(cast, scenario({ players: 3 }))).toBe(
      'needs 3 players, 2 are there: give --player more often',
    );
  });

  it('says how many currencies are wanted, and what to give', () => {
    expect(missingFor(alone, scenario({ currencies: 2 }))).toBe(
      'needs 2 currencies of player one: --player one:USD,EUR',
    );
  });

  it('says which account the agent refused, rather than what to give', () => {
    const refused: Cast = {
      ...alone,
      refused: [
        { playerId: 'two', currency: 'USD', reason: 'two USD: player_not_found' },
        { playerId: 'one', currency: 'EUR', reason: 'one EUR: invalid_currency' },
      ],
    };
    expect(missingFor(refused, scenario({ players: 2 }))).toBe(
      'needs 2 players, 1 is there: two USD: player_not_found',
    );
    expect(missingFor(refused, scenario({ currencies: 2 }))).toBe(
      'needs 2 currencies of player one: one EUR: invalid_currency',
    );
  });
});

describe('amounts written for cents', () => {
  const inYen = castOf([player('one', 'JPY')], 'x');
  const inDinar = castOf([player('one', 'KWD')], 'x');
  const cents = makeBetStep({ win: exactly('2.75') });

  it.each<[string, Step[]]>([
    ['a bet', [makeBetStep({ bet: exactly('0.5') })]],
    ['a win', [cents]],
    ['a pack', [packStep({ wins: ['0', '1.25'] })]],
    ['simultaneous calls', [{ kind: 'together', place: { line: 1, column: 1 }, steps: [cents] }]],
    [
      'repeated calls',
      [{ kind: 'repeat', place: { line: 1, column: 1 }, count: 2, steps: [cents] }],
    ],
    ['an offset', [makeBetStep({ bet: { kind: 'balance', sign: 1, text: '0.01' } })]],
  ])('do not fit a currency without them: %s', (_, steps) => {
    expect(missingFor(inYen, scenario({}, steps))).toMatch(
      /^needs a currency with [12] decimals, JPY has 0$/,
    );
    expect(missingFor(inDinar, scenario({}, steps))).toBeUndefined();
  });

  it('fit where they are whole, or finer than cents on purpose', () => {
    const whole = scenario({}, [makeBetStep(), rollbackStep(), getBalanceStep()]);
    const fine = scenario({}, [makeBetStep({ bet: exactly('0.005') })]);
    expect([missingFor(inYen, whole), missingFor(inYen, fine)]).toEqual([undefined, undefined]);
  });
});

describe('the accounts of a scenario', () => {
  const named = (...steps: readonly Step[]): string[] =>
    accountsOf(cast, scenario({}, steps)).map(
      ({ playerId, currency }) => `${playerId} ${currency}`,
    );

  it('are those that its calls name, each once, in their order', () => {
    const calls = [
      getBalanceStep({ player: 2 }),
      makeBetStep(),
      makeBetStep({}, { currency: 'second' }),
      rollbackStep(),
    ];
    expect(named(...calls)).toEqual(['two USD', 'one USD', 'one EUR']);
  });

  it('are found inside simultaneous and repeated calls and packs', () => {
    const place = { line: 1, column: 1 };
    const inner: Step = { kind: 'together', place, steps: [makeBetStep({}, { player: 2 })] };
    expect(named({ kind: 'repeat', place, count: 2, steps: [inner] }, packStep())).toEqual([
      'two USD',
      'one USD',
    ]);
  });

  it('leave out those that the agent does not have', () => {
    const calls = [
      getBalanceStep({ player: 'unknown' }),
      getBalanceStep({ currency: 'ZZZ' }),
      getBalanceStep({ player: 2, currency: 'EUR' }),
    ];
    expect(named(...calls)).toEqual([]);
  });
});
