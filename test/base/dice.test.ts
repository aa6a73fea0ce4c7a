import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createDice, type Dice } from '../../src/base/dice.ts';

const throwsOf = (dice: Dice): readonly unknown[] => [
  dice.integer(1, 1_000_000),
  dice.hex(16),
  dice.shuffle([1, 2, 3, 4, 5, 6, 7, 8, 9]),
  dice.integer(-5, 5),
];

describe('dice', () => {
  it('throw the same for the same seed', () => {
    expect(throwsOf(createDice('42'))).toEqual(throwsOf(createDice('42')));
  });

  it('throw otherwise for another seed', () => {
    expect(throwsOf(createDice('42'))).not.toEqual(throwsOf(createDice('43')));
  });

  it('throw what a stored run of this seed threw, whatever version this is', () => {
    const dice = createDice('42');
    expect([dice.integer(0, 99), dice.hex(8), dice.shuffle(['a', 'b', 'c', 'd'])]).toEqual([
      19,
      '5005f562',
      ['c', 'a', 'b', 'd'],
    ]);
  });

  it('reach both ends of a range and nothing outside', () => {
    const dice = createDice('range');
    const thrown = new Set(Array.from({ length: 500 }, () => dice.integer(-2, 3)));
    expect([...thrown].toSorted((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3]);
    expect(dice.integer(7, 7)).toBe(7);
  });

  it('write as many lower-case hexadecimal digits as asked for', () => {
    const dice = createDice('hex');
    expect(dice.hex(64)).toMatch(/^[0-9a-f]{64}$/);
    expect(dice.hex(0)).toBe('');
    expect(new Set(dice.hex(1_000)).size).toBe(16);
  });
});

describe('shuffled items', () => {
  it('are the same items, and those given stay in their order', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.nat()), (seed, items) => {
        const given = [...items];
        const shuffled = createDice(seed).shuffle(given);
        expect(given).toEqual(items);
        expect(shuffled.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
      }),
    );
  });

  it('come in every order, each about as often', () => {
    const dice = createDice('orders');
    const counts = new Map<string, number>();
    for (let round = 0; round < 6_000; round += 1) {
      const order = dice.shuffle(['a', 'b', 'c']).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    expect(Math.min(...counts.values())).toBeGreaterThan(850);
    expect(Math.max(...counts.values())).toBeLessThan(1_150);
  });
});

describe('forked dice', () => {
  it('are the same whatever was thrown before', () => {
    const [fresh, used] = [createDice('seed'), createDice('seed')];
    throwsOf(used);
    expect(throwsOf(used.fork('part'))).toEqual(throwsOf(fresh.fork('part')));
  });

  it('take nothing from those they came from', () => {
    const [forked, plain] = [createDice('seed'), createDice('seed')];
    throwsOf(forked.fork('part'));
    expect(throwsOf(forked)).toEqual(throwsOf(plain));
  });

  it('throw otherwise for another seed', () => {
    const [one, other] = [createDice('one').fork('part'), createDice('other').fork('part')];
    expect(throwsOf(one)).not.toEqual(throwsOf(other));
  });

  it('throw otherwise for each label, and otherwise than their origin', () => {
    const dice = createDice('seed');
    const thrown = [dice.fork('one'), dice.fork('other'), dice].map((each) => each.hex(16));
    expect(new Set(thrown).size).toBe(3);
  });
});
