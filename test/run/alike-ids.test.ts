import { describe, expect, it } from '@jest/globals';
import { idWithTwin, twinOf } from '../../src/run/names.ts';
import { likePlayerId } from '../../src/run/run-players.ts';
import { namesOf } from '../../src/spec/closed-list.ts';
import {
  type Alike,
  type Likeness,
  likenesses,
  type PlayerLikeness,
  playerLikenesses,
} from '../../src/spec/likeness.ts';

const fresh = 'tx-abc-7-1';

const details: Partial<Record<Likeness, string>> = { prefix: '64', after: ':' };

const alikeBy = (as: Likeness): Alike => ({ as, detail: details[as] });

/** As a scenario has them: an id, one that is alike to it, one that is alike to that, and one more. */
const rowOf = (alike: Alike, from = fresh): readonly string[] => {
  const row = [idWithTwin(from, alike)];
  while (row.length < 4) row.push(twinOf(row.at(-1) ?? '', alike));
  return row;
};

const withoutAccents = (id: string): string => id.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** SQL takes _ for any character, and % for any text. */
const isLike = (pattern: string, id: string): boolean =>
  new RegExp(`^${pattern.replaceAll('_', '.').replaceAll('%', '.*')}$`).test(id);

/** Whether an agent takes the second id for the first one: by what it does to both, or by LIKE. */
const looks: Readonly<Record<Exclude<Likeness, 'twin'>, (id: string, first: string) => unknown>> = {
  case: (id) => id.toLowerCase(),
  space: (id) => id.trim(),
  zeros: Number,
  number: Number,
  digits: Number,
  prefix: (id) => id.slice(0, 64),
  start: (id) => id.slice(-32),
  after: (id) => id.split(':')[0],
  wildcard: (id, first) => isLike(id, first),
  percent: (id, first) => isLike(id, first),
  dashes: (id) => id.replaceAll('-', ''),
  moved: (id) => id.replaceAll('-', ''),
  letter: (id) => id.replaceAll(/[^ -~]/g, '?'),
  accent: withoutAccents,
  emoji: (id) => id.replaceAll(/\p{Extended_Pictographic}/gu, '?'),
  invisible: (id) => id.replaceAll(/\p{Cf}/gu, ''),
  compatible: (id) => id.normalize('NFKC'),
  unicode: (id) => id.normalize('NFC'),
};

describe.each(namesOf(likenesses))('ids that are alike by %s', (as) => {
  const [first = '', second = '', third = '', fourth = ''] = rowOf(alikeBy(as));

  it('are three different ones in a row, and the fourth is another than the third', () => {
    expect(new Set([first, second, third]).size).toBe(3);
    expect(fourth).not.toBe(third);
  });

  it('of different calls differ in all that a row has in common', () => {
    const [one, other] = ['tx-abc-7-1', 'tx-abc-7-2'].map((id) => rowOf(alikeBy(as), id));
    const look = as === 'twin' || as === 'wildcard' || as === 'percent' ? String : looks[as];
    expect((one ?? []).map((id) => look(id, id))).not.toContainEqual(look(other?.[0] ?? '', ''));
  });
});

it.each(namesOf(looks))('ids that are alike by %s are one to whoever looks at them so', (as) => {
  const [first = '', ...others] = rowOf(alikeBy(as));
  for (const other of others) expect(looks[as](other, first)).toEqual(looks[as](first, first));
});

it('ids that are alike by zeros are one to whoever drops zeros as well', () => {
  const row = rowOf(alikeBy('zeros')).map((id) => id.replace(/^0+/, ''));
  expect(new Set(row).size).toBe(1);
});

it('ids that are alike by twin have nothing in common', () => {
  const [first = '', second = ''] = rowOf(alikeBy('twin'));
  expect(first).toBe(fresh);
  expect(second).toMatch(/^tx-[0-9a-f]{16}$/);
});

it.each(['20', '36', '255', '256'])('ids have %s characters in common, and one more', (detail) => {
  const row = rowOf({ as: 'prefix', detail });
  const length = Number(detail);
  expect(row.map((id) => id.length)).toEqual(row.map(() => length + 1));
  expect(new Set(row.map((id) => id.slice(0, length))).size).toBe(1);
});

it.each(['/', '\0', "'"])('ids are one up to %j, and differ after it', (detail) => {
  const row = rowOf({ as: 'after', detail });
  expect(row.map((id) => id.split(detail)[0])).toEqual(row.map(() => fresh));
  expect(new Set(row).size).toBe(4);
});

it('numbers are read whole by whatever reads numbers, but for those beyond 2^53', () => {
  for (const as of ['zeros', 'number'] as const) {
    for (const id of rowOf(alikeBy(as))) expect(Number.isSafeInteger(Number(id))).toBe(true);
  }
  for (const id of rowOf(alikeBy('digits'))) expect(BigInt(id)).toBeGreaterThan(2n ** 53n);
});

it.each<[PlayerLikeness, string]>([
  ['case', 'PLAYER-1'],
  ['space', 'player-1 '],
  ['before', ' player-1'],
  ['longer', 'player-1-nobody'],
  ['shorter', 'player-'],
  ['ending', 'nobody-player-1'],
  ['wildcard', 'player-_'],
  ['percent', 'player-%'],
  ['zeros', 'player-01'],
  ['line', 'player-1\n'],
  ['nul', 'player-1\0nobody'],
  ['wide', 'player-\uff11'],
])('an id like player-1 by %s is %j', (likeness, id) => {
  expect(likePlayerId('player-1', likeness, 'nobody')).toBe(id);
});

it.each(namesOf(playerLikenesses))('an id like a player by %s is another one, of one character too', (likeness) => {
  for (const id of ['player-1', 'PLAYER-1', 'anna', 'x']) expect(likePlayerId(id, likeness, 'nobody')).not.toBe(id);
});

it('an id in capitals has one in lower case, one without a number a zero before all of it', () => {
  expect(likePlayerId('PLAYER-1', 'case', 'nobody')).toBe('player-1');
  expect(likePlayerId('anna', 'zeros', 'nobody')).toBe('0anna');
  expect(likePlayerId('7', 'shorter', 'nobody')).toBe('7-nobody');
});
