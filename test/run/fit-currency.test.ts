import { describe, expect, it } from '@jest/globals';
import type { Scenario, Step } from '../../src/formats/scenario/scenario.ts';
import { fitCurrency } from '../../src/run/reason-to-skip.ts';
import { runPlayersOf } from '../../src/run/run-players.ts';
import { amountsOf } from '../../src/run/steps.ts';
import { exactly, getBalanceStep, makeBetStep, packStep, rollbackStep } from './steps.ts';

const place = { line: 3, column: 5 };

const playersIn = (...currencies: readonly string[]) =>
  runPlayersOf([{ id: 'one', username: 'one', currencies, language: 'en' }], 'x');

const scenario = (...steps: readonly Step[]): Scenario => ({
  file: 'given.yaml',
  title: 'given',
  requirements: [],
  players: 1,
  currencies: 1,
  fund: '100',
  steps,
});

const fitted = (currency: string, ...steps: readonly Step[]): string[] => {
  const { fund, steps: played } = fitCurrency(playersIn(currency), scenario(...steps));
  return [fund, ...amountsOf(played).map(({ text }) => text)];
};

const cents = makeBetStep({ bet: exactly('0.5'), win: exactly('2.75') });

describe('a scenario that is written in cents', () => {
  it.each<[string, Step[], string[]]>([
    ['a bet and a win', [cents], ['10000', '50', '275']],
    ['a pack', [packStep({ wins: ['0', '1.25'] })], ['10000', '0', '125']],
    ['simultaneous calls', [{ kind: 'together', place, steps: [cents] }], ['10000', '50', '275']],
    ['repeated calls', [{ kind: 'repeat', place, count: 2, steps: [cents] }], ['10000', '50', '275']],
    ['rows', [{ kind: 'matrix', place, rows: [{ cell: [0], steps: [cents] }] }], ['10000', '50', '275']],
    [
      'an offset',
      [makeBetStep({ bet: { kind: 'balance', sign: 1, text: '0.01' }, win: exactly('0') })],
      ['10000', '1', '0'],
    ],
  ])('is played in whole yen, all its amounts grown alike: %s', (_, steps, amounts) => {
    expect(fitted('JPY', ...steps).slice(0, amounts.length)).toEqual(amounts);
  });

  it('knows the calls of a row among those beside it by what they are now', () => {
    const beside = makeBetStep({ bet: exactly('0.25'), win: exactly('0') });
    const race: Step = { kind: 'together', place, steps: [cents, beside], title: 'bets beside bets', row: [beside] };
    const [played] = fitCurrency(playersIn('JPY'), scenario(race)).steps;
    expect(played?.kind === 'together' && played.row?.map((each) => played.steps.indexOf(each))).toEqual([1]);
  });

  it('stays as it is where the currency has cents, or more', () => {
    for (const currency of ['USD', 'KWD', 'BTC']) {
      expect(fitted(currency, cents)).toEqual(['100', '0.5', '2.75']);
    }
  });

  it('grows for all currencies alike where one of them has no cents', () => {
    const second = makeBetStep({ bet: exactly('0.5'), win: exactly('0') }, { currency: 'second' });
    const both = fitCurrency(playersIn('USD', 'JPY'), scenario(cents, second));
    expect(amountsOf(both.steps).map(({ text }) => text)).toEqual(['50', '275', '50', '0']);
  });

  it('takes the progress of free spins with it', () => {
    const freespins = { played: 1, total: 2, isFinish: false, accumulatedWin: '0.75' };
    const { steps } = fitCurrency(playersIn('JPY'), scenario(cents, { ...getBalanceStep(), freespins }));
    expect(steps[1]).toMatchObject({ freespins: { accumulatedWin: '75' } });
  });
});

it('leaves whole amounts, and those that are finer than cents on purpose', () => {
  const whole = scenario(makeBetStep(), rollbackStep());
  const fine = scenario(makeBetStep({ bet: exactly('0.005') }));
  for (const given of [whole, fine]) expect(fitCurrency(playersIn('JPY'), given)).toBe(given);
});
