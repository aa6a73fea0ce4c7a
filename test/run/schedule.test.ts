import { describe, expect, it } from '@jest/globals';
import type { AmountExpression, Scenario, Step } from '../../src/formats/scenario/scenario.ts';
import type { RunContext } from '../../src/run/run-context.ts';
import { runPlayersOf } from '../../src/run/run-players.ts';
import { type PlacedScenario, schedule } from '../../src/run/schedule.ts';
import { exactly, getBalanceStep, makeBetStep, options, rollbackStep, scenario } from './steps.ts';

const place = { line: 1, column: 1 };
const player = (id: string, ...currencies: readonly string[]) => ({
  id,
  username: id,
  currencies,
  language: 'en',
});

/** The schedule looks at no more of a context than this. */
const contextOf = (...players: readonly ReturnType<typeof player>[]): RunContext =>
  ({
    players: runPlayersOf(players, 'x'),
    hooks: {},
    known: {},
    patienceMs: 2000,
  }) as unknown as RunContext;

const three = contextOf(player('a', 'USD', 'EUR'), player('b', 'USD'), player('c', 'USD'));
const named = (file: string, steps: readonly Step[] = [], given: Partial<Scenario> = {}) =>
  scenario({ file, ...given }, steps);
const waiting = (file: string, durationMs: number): Scenario => named(file, [{ kind: 'wait', place, durationMs }]);
const byBalance = (sign: 1 | -1, text: string): AmountExpression => ({
  kind: 'balance',
  sign,
  text,
});
const filesOf = (placed: readonly PlacedScenario[]): string[] =>
  placed.map(({ scenario: { file }, position }) => `${position} ${file}`);
const lanesOf = (context: RunContext, scenarios: readonly Scenario[]): Record<string, string[]> =>
  Object.fromEntries(
    schedule(context, scenarios).lanes.map(({ players, placed }) => [players.known[0]?.id ?? '', filesOf(placed)]),
  );

const race = (file: string): Scenario =>
  named(file, [{ kind: 'together', place, steps: [makeBetStep(), makeBetStep()] }]);

describe('a schedule with races', () => {
  it('spreads them like everything else, beside the long wait', () => {
    const races = ['r1', 'r2', 'r3', 'r4'].map(race);
    expect(lanesOf(three, [waiting('wait', 1500), ...races])).toEqual({
      a: ['1 wait'],
      b: ['2 r1', '4 r3'],
      c: ['3 r2', '5 r4'],
    });
  });
});

describe('what may spoil an account', () => {
  const broken = named('infinite', [makeBetStep({}, { fields: { win: { json: '1e309' } } }), getBalanceStep()]);
  const negative = named('negative', [makeBetStep({}, { fields: { bet: -5 } })]);
  const spent = named('spent win', [
    makeBetStep({ id: 'won', bet: exactly('0'), win: exactly('10') }),
    makeBetStep({ bet: byBalance(-1, '4') }),
    rollbackStep({ of: 'won' }),
  ]);

  it('comes at the end of its lane, on another player than the first', () => {
    const plain = ['p1', 'p2', 'p3', 'p4'].map((file) => named(file, [getBalanceStep()]));
    const two = contextOf(player('a', 'USD'), player('b', 'USD'));
    expect(lanesOf(two, [negative, spent, ...plain])).toEqual({
      a: ['3 p1', '4 p2', '5 p3'],
      b: ['6 p4', '1 negative', '2 spent win'],
    });
  });

  it('comes after everything else where it may ruin the account, on the second player', () => {
    const restart = named('restart', [{ kind: 'restart', place }]);
    const { last } = schedule(three, [broken, restart, negative]);
    expect(last.map(({ players, placed }) => [players.known[0]?.id, ...filesOf(placed)].join(' '))).toEqual([
      'a',
      'a 2 restart',
      'b 1 infinite',
      'a',
    ]);
  });

  it('comes after the audit of what the others did, which comes before the agent is restarted', () => {
    const audit = named('audit', [{ kind: 'audit', place, count: 10, options: options() }]);
    const restart = named('restart', [{ kind: 'restart', place }]);
    const { last } = schedule(three, [broken, audit, restart, named('plain', [getBalanceStep()])]);
    expect(last.flatMap(({ placed }) => filesOf(placed))).toEqual(['2 audit', '3 restart', '1 infinite']);
  });

  it('is played on the only player where there is no other', () => {
    const { last } = schedule(contextOf(player('a', 'USD')), [broken]);
    expect(last.flatMap(({ placed }) => filesOf(placed))).toEqual(['1 infinite']);
  });

  it('is in its lane the later the worse where an agent has to overspend for it', () => {
    const above = named('above', [makeBetStep({ bet: byBalance(1, '0.01') })]);
    const one = contextOf(player('a', 'USD'));
    expect(lanesOf(one, [above, named('plain', [getBalanceStep()])])['a']).toEqual(['2 plain', '1 above']);
  });
});

const calls = (count: number): Step[] => Array.from({ length: count }, () => getBalanceStep());

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
      named('clock', [{ kind: 'clock', place, order: { freeze: true } }]),
    ]);
    expect(filesOf(first.placed)).toEqual(['3 two', '6 other two']);
    expect(lanes.flatMap(({ placed }) => filesOf(placed))).toEqual(['2 plain']);
    expect(last.flatMap(({ placed }) => filesOf(placed))).toEqual(['1 restart', '4 launch', '5 raw', '7 clock']);
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

it('stays as it is where the agent answers a little slower the next time', () => {
  const scenarios = [3, 5, 9, 14].map((count) => named(`${count}`, [waiting('', 20).steps, calls(count)].flat()));
  const at = (latencyMs: number) => lanesOf({ ...three, known: { latencyMs } }, scenarios);
  expect(at(36)).toEqual(at(44));
});

describe('the lanes', () => {
  it('share what waits long, and keep the order of the run', () => {
    const scenarios = [waiting('short', 10), waiting('long', 1000), waiting('middle', 300), waiting('other', 290)];
    expect(lanesOf(three, scenarios)).toEqual({
      a: ['2 long'],
      b: ['3 middle'],
      c: ['1 short', '4 other'],
    });
  });

  it('give a player only what can be played with that player', () => {
    const euro = ['e1', 'e2'].map((file) => named(file, [getBalanceStep({ currency: 'second' })], { currencies: 2 }));
    expect(lanesOf(three, euro)).toEqual({ a: ['1 e1', '2 e2'], b: [], c: [] });
  });

  it('leave to player one what nobody can play, at no cost: there it is skipped with its reason', () => {
    const impossible = { ...waiting('three', 9000), currencies: 3 };
    expect(lanesOf(contextOf(player('a', 'USD')), [impossible])['a']).toEqual(['1 three']);
    expect(lanesOf(three, [impossible, waiting('long', 10), waiting('short', 5)])).toEqual({
      a: ['1 three', '2 long'],
      b: ['3 short'],
      c: [],
    });
  });
});
