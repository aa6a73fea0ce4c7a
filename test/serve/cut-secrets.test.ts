import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createOperationJudge } from '../../src/judge/requests/judge-requests.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { type OpenWired, openWired, rowOf } from './open-wired.ts';

const token = 'Quoted-Token-0123456789';
const agent = { id: 1001, token, unavailableGames: [], players: [] };

let open: OpenWired;
let watched: Exchange[];
beforeEach(async () => {
  watched = [];
  open = await openWired({
    agent,
    judgeOperation: createOperationJudge(() => token).judge,
    watch: (exchange) => watched.push(exchange),
  });
});
afterEach(async () => await open.close());

/** What stands in a text of the token, its beginning at least. */
const piece = token.slice(0, 8);

const padded = `${'x'.repeat(60)}${token}${'y'.repeat(300)}`;
const refusal = (error: string, message: string) => (response: ServerResponse) =>
  response.writeHead(403).end(JSON.stringify({ error, message }));

const answers: readonly [string, (response: ServerResponse) => void][] = [
  ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<${padded}`)],
  ...Array.from({ length: 20 }, (_, index): (typeof answers)[number] => {
    // Wherever a quote ends, it ends within one of these tokens.
    const before = 12 * index;
    const said = `${'z'.repeat(before)}${token}${'y'.repeat(300)}`;
    return [`a refusal with ${before} letters before it`, refusal(said, said)];
  }),
];

it.each(answers)('no piece of a token is in what is said of %s', async (_, answer) => {
  const { events, until } = open.listen();
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  open.wallet.next(answer);
  const { exchangeIds } = await open.admin.callbacks.trigger({ type: 'makeBet', bet: '1' });
  await until((event) => event.kind === 'judgement' && event.judgement.exchangeId === exchangeIds[0]);
  const row = await rowOf(open, exchangeIds[0]);
  expect(row.judgement?.verdict).not.toBe('right');
  const bodies = watched.map(({ answer: { kind, ...rest } }) => JSON.stringify(rest));
  expect(JSON.stringify([row, events, bodies])).not.toContain(piece);
});

it('no piece of a token is in what is said of a request', async () => {
  const { events, until } = open.listen();
  const at = `${await open.serve()}/api/games/list`;
  const bodies = [70, 75, 80, 85].flatMap((length) => [
    JSON.stringify({ agent_id: 1001, timestamp: `${'x'.repeat(length)}${token}` }),
    JSON.stringify({ agent_id: 1001, [`${'x'.repeat(length - 30)}${token}`]: 1 }),
  ]);
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json', 'x-signature': 'a'.repeat(64) };
    await (await fetch(at, { method: 'POST', headers, body })).text();
  }
  await until(() => events.filter(({ kind }) => kind === 'judgement').length === bodies.length);
  expect(JSON.stringify(events)).not.toContain(piece);
  expect(watched).toHaveLength(bodies.length);
  for (const { request } of watched) expect(Buffer.from(request.body).toString()).toContain('****');
});
