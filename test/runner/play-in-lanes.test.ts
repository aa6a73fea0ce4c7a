import { describe, expect, it } from '@jest/globals';
import type { Scenario, Step } from '../../src/formats/scenario/scenario.ts';
import type { PlacedScenario } from '../../src/runner/play-in-lanes.ts';
import { schedule } from '../../src/runner/play-in-lanes.ts';
import type { RunContext } from '../../src/runner/run-context.ts';
import { runPlayersOf } from '../../src/runner/run-players.ts';
import { getBalanceStep, makeBetStep, scenario } from './steps.ts';

const place = { line: 1, column: 1 };
const player = (id: string, ...currencies: readonly string[]) => ({
  id,
  username: id,
  currencies,
  language: 'en',
});

/** The schedule looks at no more of a context than this. */
const contextOf = (...players: readonly ReturnType<typeof player>[]): RunContext =>
  ({ players: runPlayersOf(players, 'x'), hooks: {} }) as unknown as RunContext;

const three = contextOf(player('a', 'USD', 'EUR'), player('b', 'USD'), player('c', 'USD'));
const named = (file: string, steps: readonly Step[] = [], given: Partial<Scenario> = {}) =>
  scenario({ file, ...given }, steps);
const waiting = (file: string, durationMs: number): Scenario =>
  named(file, [{ kind: 'wait', place, durationMs }]);
const filesOf = (placed: readonly PlacedScenario[]): string[] =>
  placed.map(({ scenario: { file }, position }) => `${position} ${file}`);
const lanesOf = (context: RunContext, scenarios: readonly Scenario[]): Record<string, string[]> =>
  Object.fromEntries(
    schedule(context, scenarios).lanes.map(({ players, placed }) => [
      players.known[0]?.id ?? '',
      filesOf(placed),
    ]),
  );

describe('a schedule with races', () => {
  it('keeps them on player one, and puts the long wait beside them', () => {
    const race = (file: string): Scenario =>
      named(file, [{ kind: 'together', place, steps: [makeBetStep(), makeBetStep()] }]);
    const two = contextOf(player('a', 'USD'), player('b', 'USD'));
    expect(lanesOf(two, [waiting('wait', 1500), race('race one'), race('race two')])).toEqual({
      a: ['2 race one', '3 race two'],
      b: ['1 wait'],
    });
  });
});

describe('a schedule', () => {
  it('plays what needs several players first, what disturbs everybody last', () => {
    const { first, lanes, last } = schedule(contextOf(player('a', 'USD'), player('b', 'USD')), [
      named('restart', [{ kind: 'restart', place }]),
      named('plain', [getBalanceStep()]),
      named('two', [], { players: 2 }),
      named('launch', [{ kind: 'launch', place }]),
      named('raw', [
        {
          kind: 'raw',
          place,
          method: 'POST',
          body: '',
          contentType: 'text/plain',
          signed: false,
          expect: { kind: 'any' },
        },
      ]),
      named('other two', [], { players: 2 }),
    ]);
    expect(filesOf(first)).toEqual(['3 two', '6 other two']);
    expect(lanes.flatMap(({ placed }) => filesOf(placed))).toEqual(['2 plain']);
    expect(filesOf(last)).toEqual(['1 restart', '4 launch', '5 raw']);
  });

  it('has a lane for each player, the first of the lane as player one, four at most', () => {
    const many = contextOf(...['a', 'b', 'c', 'd', 'e'].map((id) => player(id, 'USD')));
    const { lanes } = schedule(many, []);
    expect(lanes.map(({ players }) => players.known.map(({ id }) => id).join(''))).toEqual([
      'abcde',
      'bcdea',
      'cdeab',
      'deabc',
    ]);
  });

  it('is the same each time', () => {
    const scenarios = [20, 5, 90, 40, 40].map((ms, index) => waiting(`${index}`, ms));
    expect(lanesOf(three, scenarios)).toEqual(lanesOf(three, scenarios));
  });
});

describe('the lanes', () => {
  it('share what waits long, and keep the order of the run', () => {
    const scenarios = [
      waiting('short', 10),
      waiting('long', 1000),
      waiting('middle', 300),
      waiting('other', 290),
    ];
    expect(lanesOf(three, scenarios)).toEqual({
      a: ['2 long'],
      b: ['3 middle'],
      c: ['1 short', '4 other'],
    });
  });

  it('keep races on player one, whatever else is there', () => {
    const races = ['r1', 'r2', 'r3'].map((file) =>
      named(file, [{ kind: 'together', place, steps: [makeBetStep(), makeBetStep()] }]),
    );
    expect(lanesOf(three, races)).toEqual({ a: ['1 r1', '2 r2', '3 r3'], b: [], c: [] });
  });

  it('give a player only what can be played with that player', () => {
    const euro = ['e1', 'e2'].map((file) =>
      named(file, [getBalanceStep({ currency: 'second' })], { currencies: 2 }),
    );
    expect(lanesOf(three, euro)).toEqual({ a: ['1 e1', '2 e2'], b: [], c: [] });
  });

  it('leave to player one what nobody can play: there it is skipped with its reason', () => {
    const impossible = named('three', [], { currencies: 3 });
    expect(lanesOf(three, [impossible])['a']).toEqual(['1 three']);
  });
});
