import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sign } from '../../src/signing/sign.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { exchangeNumber } from '../journal/sample-exchanges.ts';
import { type OpenWired, openWired, rowOf } from './open-wired.ts';

let open: OpenWired;
let watched: Exchange[];
beforeEach(async () => {
  watched = [];
  open = await openWired({ watch: (exchange) => watched.push(exchange) });
});
afterEach(async () => await open.close());

const askForList = async (): Promise<void> => {
  const url = await open.serve();
  const body = JSON.stringify({ agent_id: 1001, timestamp: Math.floor(Date.now() / 1000) });
  const headers = { 'Content-Type': 'application/json', 'X-Signature': sign(body, 'test-token') };
  await (await fetch(`${url}/api/games/list`, { method: 'POST', headers, body })).text();
};

it('takes the callbacks of a run into the journal, tells them, and judges none', async () => {
  const { events, until } = open.listen();
  open.runHost.record(exchangeNumber(1));
  await until(({ kind }) => kind === 'exchange');
  expect(await rowOf(open, 'x-1')).toMatchObject({ exchange: { origin: 'run' } });
  expect(await rowOf(open, 'x-1')).not.toHaveProperty('judgement');
  expect(events).toEqual([{ kind: 'exchange', row: expect.objectContaining({ id: 'x-1' }) }]);
  expect(watched).toEqual([]);
});

it('keeps what a run says of its calls, and has pages read that', async () => {
  const { events } = open.listen();
  open.runHost.record(exchangeNumber(1, { run: { id: 'run-1', scenario: 'a.yaml' } }));
  open.runHost.judge([{ exchangeId: 'x-1', verdict: 'right', sentence: 'So it is.', findings: [] }]);
  expect(events).toContainEqual({ kind: 'gap' });
  const row = await rowOf(open, 'x-1');
  expect([row.exchange.run?.id, row.judgement?.sentence]).toEqual(['run-1', 'So it is.']);
});

it('does not record twice what the agent asks during a run', async () => {
  const seen: Exchange[] = [];
  const unwatch = open.runHost.platform.watch((exchange) => {
    seen.push(exchange);
    // As the launch of a run does.
    open.runHost.record(exchange);
  });
  await askForList();
  unwatch();
  expect(seen.map(({ kind }) => kind)).toEqual(['list']);
  expect(open.admin.journal.count()).toBe(1);
});

it('judges nothing until the run is over, not even by a judge that was not there yet', async () => {
  const resume = await open.runHost.pauseJudging();
  const during = await open.admin.callbacks.trigger({ type: 'getBalance' });
  expect((await rowOf(open, during.exchangeIds[0])).judgement?.verdict).toBe('unjudged');
  resume();
  const after = await open.admin.callbacks.trigger({ type: 'getBalance' });
  expect((await rowOf(open, after.exchangeIds[0])).judgement?.verdict).toBe('right');
});

it('tells every run that changes', () => {
  const { events } = open.listen();
  const run = {
    ...{ id: 'r', state: 'running' as const, title: 'the whole suite', startedAt: '' },
    ...{ total: 3, done: 1, scenarios: [] },
  };
  open.runHost.onRun(run);
  expect(events).toEqual([{ kind: 'run', run }]);
});

it('signs as the run has found, and has pages read that anew: once', () => {
  const { events } = open.listen();
  open.runHost.useDialect('python');
  open.runHost.useDialect('python');
  expect(events).toEqual([{ kind: 'gap' }]);
  expect(open.admin.setup().dialect).toBe('python');
});

it('marks the session that a run had opened, and no other', () => {
  const launched = ['by the run', 'by a player'].map((agentSessionId) =>
    open.platform.sessions.create({
      ...{ agentId: 1001, agentSessionId, gameId: 101, playerId: 'player-1', ip: '' },
      ...{ playerUsername: 'Player One', language: 'en', currency: 'USD', homeUrl: '' },
    }),
  );
  const sessionId = String(launched[0]?.sessionId);
  const asked = { direction: 'operation', kind: 'get_game_link', subject: { sessionId } } as const;
  open.runHost.record(exchangeNumber(1, asked));
  expect(open.admin.sessions.list().filter(({ openedBy }) => openedBy === 'run')).toEqual([
    expect.objectContaining({ sessionId }),
  ]);
});
