import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createQueue } from '../../src/load/queue.ts';

it('gives what an array gives, whatever comes and goes', () => {
  const moves = fc.array(fc.oneof(fc.nat(), fc.constant('shift' as const)), { maxLength: 200 });
  fc.assert(
    fc.property(moves, (all) => {
      const queue = createQueue<number>();
      const model: number[] = [];
      for (const move of all) {
        if (move === 'shift') expect(queue.shift()).toBe(model.shift());
        else {
          queue.push(move);
          model.push(move);
        }
        expect(queue.size).toBe(model.length);
      }
    }),
  );
});

it('keeps the order of thousands, also where what was taken is dropped on the way', () => {
  const queue = createQueue<number>();
  const taken: (number | undefined)[] = [];
  for (let n = 0; n < 10_000; n += 1) queue.push(n);
  for (let n = 0; n < 9_000; n += 1) taken.push(queue.shift());
  for (let n = 10_000; n < 11_000; n += 1) queue.push(n);
  while (queue.size > 0) taken.push(queue.shift());

  expect(taken).toEqual(Array.from({ length: 11_000 }, (_, n) => n));
  expect(queue.shift()).toBeUndefined();
});
