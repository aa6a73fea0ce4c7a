import { describe, expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import { type JsonObject, parseJson, renderJson } from '../../src/base/json.ts';
import type { CallOptions, FieldValue } from '../../src/formats/scenario/scenario.ts';
import { freshTransactionId, orderFields, repeatFields, setFields, withoutFields } from '../../src/wire/alter-body.ts';
import { getBalance, makeBet, rollback } from '../ledger/wallet.ts';

const bodyOf = (text: string): JsonObject => {
  const node = parseJson(text);
  if (node.kind !== 'object') throw new TypeError(`No object: ${text}`);
  return node;
};

const body = bodyOf('{"type":"getBalance","bet":5,"freespins":{"played":1,"total":3}}');

const players = [{ id: 'one' }, { id: 'two' }];

const altered = (fields: Readonly<Record<string, FieldValue>>): string => renderJson(setFields(body, fields, players));

describe('fields that are set', () => {
  it.each<[Record<string, FieldValue>, string]>([
    [{}, '{"type":"getBalance","bet":5,"freespins":{"played":1,"total":3}}'],
    [{ bet: 6 }, '{"type":"getBalance","bet":6,"freespins":{"played":1,"total":3}}'],
    [{ bet: '6' }, '{"type":"getBalance","bet":"6","freespins":{"played":1,"total":3}}'],
    [{ bet: null }, '{"type":"getBalance","bet":null,"freespins":{"played":1,"total":3}}'],
    [{ new: true }, '{"type":"getBalance","bet":5,"freespins":{"played":1,"total":3},"new":true}'],
    [{ 'freespins.played': 2 }, '{"type":"getBalance","bet":5,"freespins":{"played":2,"total":3}}'],
    [
      { 'freespins.extra.deep': 'x' },
      '{"type":"getBalance","bet":5,"freespins":{"played":1,"total":3,"extra":{"deep":"x"}}}',
    ],
    [{ 'bet.deep': 1 }, '{"type":"getBalance","bet":{"deep":1},"freespins":{"played":1,"total":3}}'],
    [{ freespins: [1] }, '{"type":"getBalance","bet":5,"freespins":[1]}'],
    [{ bet: { json: '1e309' } }, '{"type":"getBalance","bet":1e309,"freespins":{"played":1,"total":3}}'],
    [{ bet: { player: 2 } }, '{"type":"getBalance","bet":"two","freespins":{"played":1,"total":3}}'],
    [{ bet: { player: 3 } }, '{"type":"getBalance","bet":{"player":3},"freespins":{"played":1,"total":3}}'],
    [{ bet: { other: 1 } }, '{"type":"getBalance","bet":{"other":1},"freespins":{"played":1,"total":3}}'],
    [
      JSON.parse('{"__proto__":"x"}'),
      '{"type":"getBalance","bet":5,"freespins":{"played":1,"total":3},"__proto__":"x"}',
    ],
  ])('%j', (fields, text) => {
    expect(altered(fields)).toBe(text);
  });

  it('leave the body that they were given as it was', () => {
    const before = renderJson(body);
    altered({ bet: 6, 'freespins.played': 2 });
    expect(renderJson(body)).toBe(before);
  });
});

describe('fields that are left out', () => {
  it('are gone, and the others stay in their order', () => {
    expect(renderJson(withoutFields(body, ['bet', 'unknown']))).toBe(
      '{"type":"getBalance","freespins":{"played":1,"total":3}}',
    );
  });
});

describe('keys that are written twice', () => {
  it('have the other value first, and no others are', () => {
    const named = bodyOf('{"constructor":1,"__proto__":2,"bet":5}');
    expect(renderJson(repeatFields(named, { bet: 6 }))).toBe('{"constructor":1,"__proto__":2,"bet":6,"bet":5}');
    expect(renderJson(repeatFields(named, JSON.parse('{"constructor":3,"__proto__":4}')))).toBe(
      '{"constructor":3,"constructor":1,"__proto__":4,"__proto__":2,"bet":5}',
    );
  });
});

describe('the order of the keys', () => {
  const ordered = (wire: CallOptions['wire'], seed = 'seed'): string[] =>
    orderFields(bodyOf('{"c":1,"a":{"z":1,"b":2},"b":3,"B":4}'), wire, createDice(seed)).members.map(
      ({ name }) => name,
    );

  it('is as it was, or sorted by code unit', () => {
    expect([ordered('table'), ordered('sorted')]).toEqual([
      ['c', 'a', 'b', 'B'],
      ['B', 'a', 'b', 'c'],
    ]);
  });

  it('is shuffled as the dice fall', () => {
    const orders = ['s1', 's2', 's3', 's4', 's5'].map((seed) => ordered('shuffled', seed).join(''));
    expect(ordered('shuffled', 's1').join('')).toBe(orders[0]);
    expect(new Set(orders).size).toBeGreaterThan(1);
    expect(new Set(orders.flatMap((order) => [...order].length))).toEqual(new Set([4]));
    expect(new Set(orders.flatMap((order) => [...order]))).toEqual(new Set(['a', 'b', 'c', 'B']));
  });

  it('stays as it was inside a field', () => {
    const sorted = orderFields(bodyOf('{"b":{"z":1,"a":2},"a":0}'), 'sorted', createDice('s'));
    expect(renderJson(sorted)).toBe('{"a":0,"b":{"z":1,"a":2}}');
  });
});

const bet = makeBet('tx-7f3k-2-1', ['10', '0']);

it("ends a written id with the call's own, so that no run knows it before", () => {
  expect(freshTransactionId({ transaction_id: "'; --", bet: 5 }, bet)).toEqual({
    transaction_id: "'; ---tx-7f3k-2-1",
    bet: 5,
  });
  expect(freshTransactionId({ transaction_id: 'x' }, rollback('tx-7f3k-2-2'))).toEqual({
    transaction_id: 'x-tx-7f3k-2-2',
  });
});

it.each([65, 255, 1_000])('keeps the length of a long id: %d', (length) => {
  const { transaction_id: id } = freshTransactionId({ transaction_id: 'i'.repeat(length) }, bet);
  expect(id).toHaveLength(length);
  expect(id).toMatch(/^i+-tx-7f3k-2-1$/);
});

it.each([{}, { bet: 5 }, { transaction_id: '' }, { transaction_id: 7 }, { transaction_id: null }])(
  'leaves what is no text, or empty, as it is: %j',
  (fields) => {
    expect(freshTransactionId(fields, bet)).toEqual(fields);
  },
);

it('leaves a getBalance as it is', () => {
  expect(freshTransactionId({ transaction_id: 'x' }, getBalance())).toEqual({
    transaction_id: 'x',
  });
});
