import { expect, it } from '@jest/globals';
import { exchangeDetail } from '../../src/api/exchange-detail.ts';
import { exchangeRow } from '../../src/api/exchange-row.ts';
import type { ExchangeRow } from '../../src/api/schemas/exchanges.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { judgementOf } from '../journal/sample-exchanges.ts';
import { answered, makeBet, withBody } from './sample-calls.ts';

/** As it is told: in JSON. */
const rowOf = (exchange: Exchange): ExchangeRow => JSON.parse(JSON.stringify(exchangeRow({ seq: 7, exchange })));

it('tells what a makeBet was about and what came of it', () => {
  const row = exchangeRow({
    seq: 7,
    exchange: makeBet(1, { origin: 'game' }),
    judgement: judgementOf('x-1', 'right'),
  });
  expect(row).toEqual({
    ...{ seq: 7, id: 'x-1', direction: 'callback', kind: 'makeBet', origin: 'game' },
    ...{ agentId: 1001, sessionId: 's-1', playerId: 'player-1' },
    ...{ transactionId: 'tx-1', requestId: 'r-1', currency: 'USD', attempt: 1 },
    dialect: 'minimal',
    ...{ gameRoundId: 'round-1', roundFinished: true, bet: '10.00', win: '0.00' },
    ...{ balance: '90.00', status: 200, verdict: 'right' },
    ...{ startedAt: '2023-11-14T22:13:20.000Z', durationMs: 3.5 },
  });
});

it('keeps every digit of an amount', () => {
  const row = rowOf(withBody('{"bet":0.1000000000000000055511151231257827,"win":1.5e3}'));
  expect(row).toMatchObject({ bet: '0.1000000000000000055511151231257827', win: '1500' });
  expect(rowOf(answered(200, '{"content":{"balance":12345678901234567.89}}')).balance).toBe('12345678901234567.89');
});

it('tells amounts at the scale of their currency, and finer ones with all their digits', () => {
  const of = (currency: string, bet: string): ExchangeRow =>
    rowOf(withBody(`{"currency":"${currency}","bet":${bet},"win":0}`));
  expect(of('USD', '1001')).toMatchObject({ bet: '1001.00', win: '0.00', balance: '90.00' });
  expect(of('JPY', '1001.0')).toMatchObject({ bet: '1001', win: '0', balance: '90' });
  expect(of('USD', '0.015')).toMatchObject({ bet: '0.015' });
  expect(of('constructor', '5')).toMatchObject({ bet: '5.00' });
});

it('tells the progress of a pack', () => {
  const freespins = '{"played":1,"total":3,"is_finish":false,"accumulated_win":2.50}';
  expect(rowOf(withBody(`{"freespins":${freespins}}`)).freespins).toEqual({
    ...{ played: 1, total: 3, isFinish: false, accumulatedWin: '2.5' },
  });
});

it.each([
  ['another type', '{"bet":"10","win":null,"currency":5,"round_finished":"true"}'],
  ['an absurd number', '{"bet":1e999999999}'],
  ['no JSON', 'bet=10'],
  ['a list', '[{"bet":10}]'],
  ['the key of a prototype', '{"__proto__":{"bet":10,"currency":"USD"}}'],
  ['an odd pack', '{"freespins":{"played":-1,"total":"3"}}'],
  ['a body that is too long to read', `{"bet":10,"x":"${'x'.repeat(70_000)}"}`],
  ['deep nesting', '['.repeat(60_000)],
])('leaves out what %s does not say', (_, body) => {
  const row = rowOf(withBody(body));
  for (const name of ['bet', 'win', 'currency', 'roundFinished', 'freespins']) {
    expect(row).not.toHaveProperty(name);
  }
});

it('tells the error of the agent, of the platform, and why no answer came', () => {
  expect(rowOf(answered(402, '{"error":"insufficient_balance","message":"No."}'))).toMatchObject({
    ...{ status: 402, error: 'insufficient_balance' },
  });
  const refused = { direction: 'operation', kind: 'list', refusal: 'request_expired' } as const;
  expect(rowOf(answered(400, '{}', refused))).toMatchObject({ error: 'request_expired' });
  const lost = { kind: 'failed', failure: 'timeout', message: 'Too late.' } as const;
  expect(rowOf(makeBet(1, { answer: lost }))).toMatchObject({ status: null, failure: 'timeout' });
});

it('takes no balance from an answer that is none', () => {
  for (const text of ['', '{"content":{"balance":"90"}}', '{"error":"x","content":{"balance":1}}']) {
    expect(rowOf(answered(200, text))).not.toHaveProperty('balance');
  }
});

const detailOf = (exchange: Exchange) =>
  exchangeDetail({ seq: 7, exchange }, { baseUrl: 'http://127.0.0.1:4600', related: [] });

it('trims an operation before it is made canonical, and a callback not', () => {
  const body = '{"b":" x ","a":1}';
  expect(detailOf(withBody(body)).canonical).toBe('{"a":1,"b":" x "}');
  const operation = withBody(body, { direction: 'operation', kind: 'list' });
  expect(detailOf(operation).canonical).toBe('{"a":1,"b":"x"}');
});

it.each(['', 'no JSON', '['.repeat(100), `{"a":"${'x'.repeat(70_000)}"}`])(
  'has no canonical text where there is nothing to sign',
  (body) => {
    expect(detailOf(withBody(body)).canonical).toBeUndefined();
  },
);

it('has no canonical text in a dialect that is not known any more', () => {
  expect(detailOf(makeBet(1, { dialect: 'none-such' })).canonical).toBeUndefined();
});

it('gives bytes that are no text in base64, too', () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
  expect(detailOf(withBody(bytes)).request.body).toEqual({ text: '{\uFFFD}', base64: 'e/99' });
});

it('gives a command that a shell reads as the same bytes', () => {
  const { curl } = detailOf(withBody('{"a":"it\'s $(rm -rf /)"}'));
  expect(curl).toContain("'{\"a\":\"it'\\''s $(rm -rf /)\"}'");
  const operation = withBody('{}', { direction: 'operation', kind: 'list' });
  const request = { ...operation.request, url: '/api/games/list' };
  expect(detailOf({ ...operation, request }).curl).toContain('http://127.0.0.1:4600/api/games/list');
  expect(detailOf(withBody('x'.repeat(9_000))).curl).toMatch(/^# .*9000 bytes/);
});

it('shows the other sendings and the rollback of its transaction', () => {
  const rollback = { seq: 9, exchange: makeBet(1, { id: 'x-9', kind: 'rollback' }) };
  const surroundings = { baseUrl: '', related: [rollback] };
  const { related } = exchangeDetail({ seq: 7, exchange: makeBet(1) }, surroundings);
  expect(related).toMatchObject([{ seq: 9, id: 'x-9', kind: 'rollback' }]);
});
