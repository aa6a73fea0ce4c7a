import { describe, expect, it } from '@jest/globals';
import type { Alike } from '../../src/formats/scenario/scenario.ts';
import { idWithTwin, twinOf } from '../../src/run/names.ts';
import { likePlayerId } from '../../src/run/run-players.ts';
import { namesOf } from '../../src/spec/closed-list.ts';
import { type Likeness, likenesses } from '../../src/spec/likeness.ts';

const fresh = 'tx-abc-7-1';

const pairOf = (as: Likeness, length = 64): readonly [string, string] => {
  const alike: Alike = { as, length };
  const id = idWithTwin(fresh, alike);
  return [id, twinOf(id, alike)];
};

it.each(namesOf(likenesses))('a twin by %s is another id, and so is its own twin', (as) => {
  const [id, twin] = pairOf(as);
  expect(twin).not.toBe(id);
  expect(twinOf(twin, { as, length: 64 })).not.toBe(twin);
});

describe('two ids are one', () => {
  it.each<[Likeness, (id: string) => unknown]>([
    ['case', (id) => id.toLowerCase()],
    ['zeros', Number],
    ['zeros', (id) => id.replace(/^0+/, '')],
    ['number', Number],
    ['unicode', (id) => id.normalize('NFC')],
    ['space', (id) => id.trim()],
  ])('by %s to whoever looks at them so', (as, look) => {
    const [id, twin] = pairOf(as);
    expect(look(twin)).toEqual(look(id));
  });

  it.each([32, 64, 128])('to whoever reads the first %i characters', (length) => {
    const [id, twin] = pairOf('prefix', length);
    expect([id.length, twin.length]).toEqual([length + 1, length + 1]);
    expect(twin.slice(0, length)).toBe(id.slice(0, length));
  });
});

it('numbers are read whole by whatever reads numbers', () => {
  for (const as of ['zeros', 'number'] as const) {
    expect(Number.isSafeInteger(Number(pairOf(as)[0]))).toBe(true);
  }
});

it('ids of different calls differ in what their twins share', () => {
  for (const as of namesOf(likenesses)) {
    const [one, other] = ['tx-abc-7-1', 'tx-abc-7-2'].map((id) => idWithTwin(id, { as, length: 32 }).slice(0, 32));
    expect(one).not.toBe(other);
  }
});

it('an id like a player is another one, of one character too', () => {
  expect(likePlayerId('player-1', 'case', 'nobody')).toBe('PLAYER-1');
  expect(likePlayerId('PLAYER-1', 'case', 'nobody')).toBe('player-1');
  expect(likePlayerId('player-1', 'space', 'nobody')).toBe('player-1 ');
  expect(likePlayerId('player-1', 'longer', 'nobody')).toBe('player-1-nobody');
  expect(likePlayerId('player-1', 'shorter', 'nobody')).toBe('player-');
  expect(likePlayerId('player-1', 'wildcard', 'nobody')).toBe('player-_');
  expect(likePlayerId('7', 'shorter', 'nobody')).toBe('7-nobody');
});
