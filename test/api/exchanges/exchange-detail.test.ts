import { expect, it } from '@jest/globals';
import { exchangeDetail } from '../../../src/api/exchanges/exchange-detail.ts';
import type { Exchange } from '../../../src/spec/exchange.ts';
import { makeBet, withBody } from '../sample-calls.ts';

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
    expect(detailOf(withBody(body))).not.toHaveProperty('canonical');
  },
);

it('has no canonical text in a dialect that is not known any more', () => {
  expect(detailOf(makeBet(1, { dialect: 'none-such' }))).not.toHaveProperty('canonical');
});

it('gives bytes that are no text in base64, too', () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
  expect(detailOf(withBody(bytes)).request.body).toEqual({ text: '{\uFFFD}', base64: 'e/99' });
});

it('gives the whole of an answer whose end is shared', () => {
  const sharedTail = Buffer.from('}');
  const answer = { kind: 'answered', status: 200, headers: {}, body: Buffer.from('{') } as const;
  const { answer: shown } = detailOf(makeBet(1, { answer: { ...answer, sharedTail } }));
  expect(shown).toMatchObject({ body: { text: '{}' } });
});

it('gives a command that a shell reads as the same bytes', () => {
  const { curl } = detailOf(withBody('{"a":"it\'s $(rm -rf /)"}'));
  expect(curl).toContain("'{\"a\":\"it'\\''s $(rm -rf /)\"}'");
  const operation = withBody('{}', { direction: 'operation', kind: 'list' });
  const request = { ...operation.request, url: '/api/games/list' };
  expect(detailOf({ ...operation, request }).curl).toContain(
    'http://127.0.0.1:4600/api/games/list',
  );
  expect(detailOf(withBody('x'.repeat(9_000))).curl).toMatch(/^# .*9000 bytes/);
});

it('shows the other sendings and the rollback of its transaction', () => {
  const rollback = { seq: 9, exchange: makeBet(1, { id: 'x-9', kind: 'rollback' }) };
  const surroundings = { baseUrl: '', related: [rollback] };
  const { related } = exchangeDetail({ seq: 7, exchange: makeBet(1) }, surroundings);
  expect(related).toMatchObject([{ seq: 9, id: 'x-9', kind: 'rollback' }]);
});
