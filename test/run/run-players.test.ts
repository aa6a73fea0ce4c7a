import { describe, expect, it } from '@jest/globals';
import type { PlayerConfiguration } from '../../src/formats/configuration.ts';
import type { CallOptions, Step } from '../../src/formats/scenario/scenario.ts';
import { accountsNeeded, currencyOf, playerOf, runPlayersOf } from '../../src/run/run-players.ts';
import { getBalanceStep, makeBetStep, options, packStep, rollbackStep, scenario } from './steps.ts';

const player = (id: string, ...currencies: readonly string[]): PlayerConfiguration => ({
  id,
  username: `The ${id}`,
  currencies,
  language: 'en',
});

const players = runPlayersOf([player('one', 'USD', 'EUR'), player('two', 'USD')], '7f3k');

describe('the player of a call', () => {
  it.each<[CallOptions['player'], string]>([
    [undefined, 'one'],
    [1, 'one'],
    [2, 'two'],
    [3, 'nobody-7f3k'],
    ['unknown', 'nobody-7f3k'],
    [{ alike: 'space', of: 2 }, 'two '],
    [{ alike: 'longer', of: 1 }, 'one-nobody-7f3k'],
  ])('%j is %s', (named, id) => {
    const spoken = named === undefined ? {} : { player: named };
    expect(playerOf(players, options(spoken)).id).toBe(id);
  });

  it('whom nobody knows speaks the language and the currencies of player one', () => {
    expect(players.unknown).toMatchObject({ currencies: ['USD', 'EUR'], language: 'en' });
    expect(runPlayersOf([], 'x').unknown).toMatchObject({ currencies: ['USD'], language: 'en' });
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

describe('the accounts of a scenario', () => {
  const named = (...steps: readonly Step[]): string[] =>
    accountsNeeded(players, scenario({}, steps)).map(({ playerId, currency }) => `${playerId} ${currency}`);

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
    expect(named({ kind: 'repeat', place, count: 2, steps: [inner] }, packStep())).toEqual(['two USD', 'one USD']);
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
