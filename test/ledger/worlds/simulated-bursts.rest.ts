import { describe, expect, it } from '@jest/globals';
import { createDice } from '../../../src/base/dice.ts';
import { isLinearizable } from './is-linearizable.ts';
import { anomalyOf } from './played-burst.ts';
import { type Manner, simulateBurst } from './simulate-burst.ts';

const dice = createDice('bursts');

/** The codes of so many bursts; `none` where nothing is wrong. */
const codesOf = (count: number, manner: Manner, calls: number): string[] =>
  Array.from({ length: count }, () => anomalyOf(simulateBurst(dice, { manner, calls }))?.code ?? 'none');

describe('simulated bursts', () => {
  it('of an agent that answers inside its transactions are never accused', () => {
    expect(new Set(codesOf(3_000, 'atomic', 14))).toEqual(new Set(['none']));
  });

  it('of an agent that reads after the commit are warned of at most', () => {
    const codes = new Set(codesOf(3_000, 'commit-then-select', 14));
    expect(codes).toEqual(new Set(['none', 'non-atomic-answer']));
  });

  it.each<Manner>(['lost-update', 'double-application', 'stale-read'])(
    'of an agent with %s are nearly all found out by their answers',
    (manner) => {
      const found = codesOf(500, manner, 14).filter((code) => code !== 'none' && code !== 'non-atomic-answer');
      expect(found.length).toBeGreaterThan(400);
    },
  );

  it.each<Manner>(['atomic', 'commit-then-select', 'lost-update', 'double-application', 'stale-read', 'random'])(
    'are judged as the search through all orders judges them: %s',
    (manner) => {
      for (let round = 0; round < 1_500; round += 1) {
        const calls = simulateBurst(dice, { manner, calls: dice.integer(2, 6) });
        expect([anomalyOf(calls) === undefined, calls]).toEqual([isLinearizable(calls), calls]);
      }
    },
  );
});
