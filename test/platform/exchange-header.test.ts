import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { exchangeHeader } from '../../src/spec/operation-answers.ts';
import { launch, type OpenPlatform, openPlatform } from './open-platform.ts';

let open: OpenPlatform;
beforeEach(async () => {
  open = await openPlatform();
});
afterEach(() => open.close());

const named = (text: string): string | undefined => /^x-walletproof-exchange: (.*)\r$/m.exec(text)?.[1];

it('names the exchange in the answer to an operation, as it is recorded', async () => {
  const { headers } = await open.call('get_game_link', launch);
  const [exchange] = open.exchanges;
  expect(headers[exchangeHeader]).toBe(exchange?.id);
  expect(exchange?.answer).toMatchObject({ headers: { [exchangeHeader]: exchange?.id } });
});

it('names it in an answer that is the same for everybody', async () => {
  const { headers } = await open.call('list');
  expect(headers[exchangeHeader]).toBe(open.exchanges[0]?.id);
});

it('names it in a refusal', async () => {
  const { status, headers } = await open.post('/api/games/list', '{}', {});
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers[exchangeHeader]).toBe(open.exchanges[0]?.id);
});

it('names it in an answer to bytes that are no request', async () => {
  const text = await open.exchangeBytes('NONSENSE\r\n\r\n');
  expect(named(text)).toBe(open.exchanges[0]?.id);
});

it('names none in an answer that is not recorded', async () => {
  const { headers } = await open.send({
    method: 'GET',
    path: '/favicon.ico',
    headers: {},
    body: '',
  });
  expect(headers).not.toHaveProperty(exchangeHeader);
  expect(open.exchanges).toEqual([]);
});
