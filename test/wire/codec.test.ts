import { expect, it } from '@jest/globals';
import { parseJson, renderJson } from '../../src/base/json.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { Quirks } from '../../src/spec/quirks.ts';
import { parseCallback, renderCallback } from '../../src/wire/codec.ts';
import { getBalance, makeBet, rollback } from './sample-callbacks.ts';

const textOf = (callback: Callback, nestedOrder?: Quirks['nestedOrder']): string =>
  renderJson(renderCallback(callback, nestedOrder === undefined ? {} : { nestedOrder }));

const freespins = { played: 2, total: 5, isFinish: false, accumulatedWin: '12.250' };

it('writes the fields in the order of section 6', () => {
  expect(textOf(getBalance)).toBe(
    '{"agent_id":1001,"session_id":"session-1","player_id":"player-1","player_username":"Player One","type":"getBalance","game_id":101,"currency":"USD","language":"en","request_id":"request-1"}',
  );
  expect(textOf(makeBet)).toBe(
    '{"agent_id":1001,"session_id":"session-1","player_id":"player-1","player_username":"Player One","type":"makeBet","currency":"USD","language":"en","bet":10.5,"win":0,"transaction_id":"tx-1","game_round_id":"round-1","round_finished":true,"request_id":"request-1"}',
  );
  expect(textOf(rollback)).toBe(
    '{"agent_id":1001,"session_id":"session-1","player_id":"player-1","player_username":"Player One","type":"rollback","currency":"USD","language":"en","transaction_id":"tx-1","request_id":"request-1"}',
  );
});

it('sorts the keys of freespins, unless the table order is asked for', () => {
  const callback = { ...getBalance, freespins };
  expect(textOf(callback)).toContain('"freespins":{"accumulated_win":12.25,"is_finish":false,"played":2,"total":5}}');
  expect(textOf(callback, 'table')).toContain(
    '"freespins":{"played":2,"total":5,"is_finish":false,"accumulated_win":12.25}}',
  );
});

it.each([
  ['10', '10'],
  ['10.0', '10'],
  ['10.50', '10.5'],
  ['-0', '0'],
  ['0.00', '0'],
  ['-1.20', '-1.2'],
  ['007', '7'],
  ['0.00000001', '0.00000001'],
  ['100000000000000000000000', '100000000000000000000000'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['1e2', '100'],
])('writes the amount %s as %s', (amount, text) => {
  expect(textOf({ ...makeBet, win: amount })).toContain(`"win":${text},`);
});

it('throws where an amount is none', () => {
  expect(() => renderCallback({ ...makeBet, bet: 'ten' })).toThrow(TypeError);
});

it('reads back what it wrote', () => {
  for (const callback of [getBalance, { ...getBalance, freespins }, makeBet, rollback]) {
    const again = parseCallback(parseJson(textOf(callback)));
    expect(again && textOf(again)).toBe(textOf(callback));
  }
  expect(parseCallback(renderCallback(makeBet))).toEqual({ ...makeBet, bet: '10.5' });
});

it.each([
  ['a missing field', { transaction_id: undefined }],
  ['an unknown type', { type: 'makebet' }],
  ['an amount that is a string', { bet: '10' }],
  ['a negative amount', { bet: -1 }],
  ['an id that is a number', { transaction_id: 7 }],
  ['an empty id', { transaction_id: '' }],
  ['a flag that is a number', { round_finished: 1 }],
  ['an agent that is no whole number', { agent_id: 1.5 }],
  ['null', { win: null }],
])('understands no makeBet with %s', (_, changes) => {
  const fields: Record<string, unknown> = JSON.parse(textOf(makeBet));
  const body = JSON.stringify({ ...fields, ...changes });
  expect(parseCallback(parseJson(body))).toBeUndefined();
});

it.each([
  ['"bet":1.05e1', { bet: '1.05e1', win: '0' }],
  ['"bet":10.50', { bet: '10.50', win: '0' }],
  ['"bet":105E-1', { bet: '105E-1', win: '0' }],
])('keeps how %s is written, beside the amount that it means', (written, asWritten) => {
  const body = textOf(makeBet).replace('"bet":10.5', written);
  expect(parseCallback(parseJson(body))).toEqual({ ...makeBet, bet: '10.5', asWritten });
});

it('understands no amount beyond all bounds, and no freespins without its fields', () => {
  const endless = textOf(makeBet).replace('"win":0', '"win":1e309');
  expect(parseCallback(parseJson(endless))).toBeUndefined();
  const bare = textOf({ ...getBalance, freespins }).replace('"played":2,', '');
  expect(parseCallback(parseJson(bare))).toBeUndefined();
});

it('understands a body with fields it does not know, in any order', () => {
  const fields: Record<string, unknown> = JSON.parse(textOf(rollback));
  const shuffled = Object.fromEntries(Object.entries({ ...fields, extra: [1] }).reverse());
  expect(parseCallback(parseJson(JSON.stringify(shuffled)))).toEqual(rollback);
  expect(parseCallback(parseJson('[]'))).toBeUndefined();
});
