import { describe, expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import { parseScenario, writtenSteps } from '../../src/formats/scenario/parse-scenario.ts';
import { ordersOf } from '../../src/fuzz/orders.ts';
import type { WrittenStep } from '../../src/fuzz/sequence.ts';
import { scenarioText } from '../../src/fuzz/write-scenario.ts';

const scenarioOf = (...steps: readonly string[]) =>
  parseScenario({
    text: ['scenario: short', 'steps:', ...steps.map((step) => `  - ${step}`)].join('\n'),
    file: 's.yaml',
  });

const ordersIn = (most: number, ...steps: readonly string[]) =>
  ordersOf(writtenSteps(scenarioOf(...steps)), { most, dice: createDice('7'), file: 's.yaml' });

const bet = 'makeBet: { id: first, bet: 5 }';
const rollback = 'rollback: { of: first }';

const linesOf = (sequences: readonly (readonly WrittenStep[])[]): string[] =>
  sequences.map((steps) =>
    steps
      .map((step) => Object.entries(step).map(([name, value]) => `${name} ${JSON.stringify(value)}`))
      .join('; ')
      .replaceAll('"', ''),
  );

describe('the orders in which a network can deliver calls', () => {
  it('are both orders of two calls, each call once or twice', () => {
    const { sequences, all } = ordersIn(500, bet, rollback);

    expect([all, sequences.length]).toEqual([14, 14]);
    expect(linesOf(sequences).slice(0, 2)).toEqual([
      'makeBet {id:first,bet:5}; rollback {of:first,id:call-2}; getBalance {}',
      'rollback {id:call-2}; makeBet {id:first,bet:5,transaction_of:call-2}; getBalance {}',
    ]);
  });

  it('send a call that comes twice as the same bytes', () => {
    expect(linesOf(ordersIn(500, bet).sequences)).toEqual([
      'makeBet {id:first,bet:5}; getBalance {}',
      'makeBet {id:first,bet:5}; resend first; getBalance {}',
    ]);
  });

  it('keep the transaction of a rollback that comes twice before its makeBet', () => {
    const lines = linesOf(ordersIn(500, bet, rollback).sequences);

    expect(lines).toContain(
      'rollback {id:call-2}; resend call-2; makeBet {id:first,bet:5,transaction_of:call-2}; getBalance {}',
    );
  });

  it('send a rollback that comes first where its makeBet goes', () => {
    const orders = ordersIn(500, `{ ${bet}, session: evening, currency: second }`, rollback);

    expect(linesOf(orders.sequences)).toContain(
      'rollback {id:call-2},session evening,currency second; makeBet {id:first,bet:5,transaction_of:call-2},session evening,currency second; getBalance {},session evening,currency second',
    );
  });

  it('are scenarios, each of them', () => {
    const { sequences } = ordersIn(500, bet, 'makeBet: { id: second, bet: 2, win: 3 }', rollback);

    for (const steps of sequences) {
      const text = scenarioText(steps.map((step) => ({ kind: 'order', step })));
      expect(parseScenario({ text, file: 'order.yaml' }).steps).toHaveLength(steps.length);
    }
    expect(sequences).toHaveLength(132);
  });

  it('are drawn where there are too many, the same ones by the same dice', () => {
    const many = [1, 2, 3, 4, 5, 6].map((n) => `makeBet: { id: bet-${n}, bet: ${n} }`);
    const [one, other] = [ordersIn(100, ...many), ordersIn(100, ...many)];

    expect(one.sequences).toHaveLength(100);
    expect(one.all).toBeGreaterThan(100_000);
    expect(new Set(linesOf(one.sequences)).size).toBe(100);
    expect(one).toEqual(other);
  });

  it('leave a call after the one that it is made of', () => {
    const orders = ordersIn(500, bet, 'resend: { call: first, as: conflict, bet: 7 }');

    expect(linesOf(orders.sequences).filter((line) => line.indexOf('conflict') < line.indexOf('id:first'))).toEqual([]);
    expect(orders.sequences.length).toBeGreaterThan(1);
  });

  it.each([
    ['a pack', ['pack: { total: 2 }'], /has a `pack`.*no order/],
    ['a kill', [bet, 'kill: { steps: [{ makeBet: { bet: 1 } }] }'], /has a `kill`.*no order/],
    ['no call that moves money', ['getBalance: {}'], /moves no money/],
    ['nine calls', Array.from({ length: 9 }, (_, n) => `makeBet: { bet: ${n + 1} }`), /has 9 calls/],
  ])('are refused for %s, with what to write', (_, steps, message) => {
    expect(() => ordersIn(500, ...steps)).toThrow(message);
  });
});
