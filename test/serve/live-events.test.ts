import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type OpenWired, openWired } from './open-wired.ts';

let open: OpenWired;
beforeEach(async () => {
  open = await openWired();
});
afterEach(async () => await open.close());

it('tells a callback: its judgement, its exchange and its account', async () => {
  const { events, until } = open.listen();
  const { exchangeIds } = await open.admin.callbacks.trigger({ type: 'getBalance' });
  await until(({ kind }) => kind === 'account');
  expect(events).toEqual([
    { kind: 'session', session: expect.objectContaining({ state: 'by-hand' }) },
    { kind: 'judgement', judgement: expect.objectContaining({ exchangeId: exchangeIds[0] }) },
    { kind: 'exchange', row: expect.objectContaining({ id: exchangeIds[0], verdict: 'right' }) },
    { kind: 'account', account: expect.objectContaining({ expected: '100.00' }) },
  ]);
});

it('tells nothing of what was before', async () => {
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  const { events, until } = open.listen();
  const { exchangeIds } = await open.admin.callbacks.trigger({ type: 'getBalance' });
  await until(({ kind }) => kind === 'exchange');
  const ids = events.flatMap((event) => (event.kind === 'exchange' ? event.row.id : []));
  expect(ids).toEqual(exchangeIds);
});

it('tells no exchange to nobody', async () => {
  const { events, end } = open.listen();
  end();
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  expect(events).toEqual([]);
});
