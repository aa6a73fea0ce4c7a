import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type OpenWired, openWired, rowOf } from './open-wired.ts';

let open: OpenWired;
const errors: unknown[] = [];
beforeEach(async () => {
  errors.length = 0;
  open = await openWired({ onError: (error) => errors.push(error) });
  await open.admin.callbacks.trigger({ type: 'getBalance' });
});
afterEach(async () => await open.close());

const body =
  (text: string | Buffer, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);

const deep = (open: string, close: string): string => open.repeat(10_000) + close.repeat(10_000);

const answers: readonly [string, (response: ServerResponse) => void][] = [
  ['nothing', body('')],
  ['no JSON', body('<script>alert(1)</script>')],
  ['no UTF-8', body(Buffer.of(0xff, 0xfe, 0))],
  ['arrays 10,000 deep', body(deep('[', ']'))],
  ['a balance 10,000 deep', body(`{"content":{"balance":${deep('[', ']')}}}`)],
  ['objects 10,000 deep', body(`${'{"content":'.repeat(10_000)}1${'}'.repeat(10_000)}`)],
  ['an error of a million characters', body(`{"error":"${'x'.repeat(1_000_000)}"}`, 403)],
  ['a balance with an absurd exponent', body('{"content":{"balance":1e999999999}}')],
  ['a balance of 100,000 digits', body(`{"content":{"balance":${'9'.repeat(100_000)}}}`)],
  ['names of what every object has', body('{"__proto__":{"content":{"balance":1}}}')],
  ['control characters', body('{"error":"\\u0000\\u001b[2J","message":"\\ud800"}', 422)],
  [
    'an answer that breaks off',
    (response) => response.writeHead(200, { 'content-length': 40 }).write('{', () => response.destroy()),
  ],
];

it.each(answers)('judges %s, tells it, and goes on', async (_, answer) => {
  const { events, until } = open.listen();
  open.wallet.next(answer);
  const sent = await open.admin.callbacks.trigger({ type: 'makeBet', bet: '1' });
  const [id = ''] = sent.exchangeIds;
  await until((event) => event.kind === 'exchange');
  expect((await rowOf(open, id)).judgement?.verdict).not.toBe('right');
  expect(events).toContainEqual({ kind: 'exchange', row: expect.objectContaining({ id }) });
  await open.admin.scenarios.record({ exchangeIds: [id] });
  await open.admin.callbacks.resend(id, { as: 'exact' });
  const after = await open.admin.callbacks.trigger({ type: 'getBalance' });
  expect((await rowOf(open, after.exchangeIds[0])).judgement).toBeDefined();
  expect(errors).toEqual([]);
});

it.each(['__proto__', '<img src=x>', '\u0000\u001b[2J', 'x'.repeat(500), '"},{"', '\ud800'])(
  'sends for a player with an odd id, and follows the account: %#',
  async (playerId) => {
    const sent = await open.admin.callbacks.trigger({ type: 'getBalance', playerId });
    expect((await rowOf(open, sent.exchangeIds[0])).judgement?.verdict).toBe('right');
    expect(open.admin.accounts().at(-1)?.expected).toBe('100.00');
    expect(errors).toEqual([]);
  },
);
