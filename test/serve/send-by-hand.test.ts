import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SentByHand } from '../../src/api/schemas/hand-callbacks.ts';
import { signBody } from '../../src/signing/sign.ts';
import { createManualClock } from '../../src/world/manual-clock.ts';
import type { OpenWired } from './open-wired.ts';
import { openWired, rowOf } from './open-wired.ts';

let open: OpenWired;
beforeEach(async () => {
  open = await openWired();
});
afterEach(async () => await open.close());

const rows = (sent: SentByHand | undefined) =>
  (sent?.exchangeIds ?? []).map((id) => rowOf(open, id));

const bet = async (more = {}) =>
  await open.ports.callbacks.trigger({ type: 'makeBet', bet: '10', ...more });

describe('faults that are switched on', () => {
  it('drop the answer of a callback by hand', async () => {
    open.ports.faults.add({ direction: 'callback', fault: 'answer-lost', times: 1 });
    const [row] = rows(await bet());
    expect(row?.exchange.answer).toMatchObject({ kind: 'failed', failure: 'dropped' });
    expect(open.wallet.arrived).toHaveLength(1);
    expect(open.ports.faults.list()).toEqual([]);
  });

  it('send a callback by hand twice', async () => {
    open.ports.faults.add({ direction: 'callback', fault: 'duplicated', on: 'makeBet' });
    await open.ports.callbacks.trigger({ type: 'getBalance' });
    const sent = await bet();
    expect(rows(sent).map(({ judgement }) => judgement?.verdict)).toEqual(['right', 'right']);
    const [, one, two] = open.wallet.arrived;
    expect(two?.text).toBe(one?.text);
  });

  it('send a callback by hand twice at once', async () => {
    open.ports.faults.add({ direction: 'callback', fault: 'sent-together' });
    expect((await bet()).exchangeIds).toHaveLength(2);
  });

  it('delay a callback by hand', async () => {
    await open.close();
    const clock = createManualClock(1_800_000_000_000);
    open = await openWired({ clock });
    open.ports.faults.add({ direction: 'callback', fault: 'delayed', delayMs: 1_234 });
    const sent = bet();
    expect(await clock.wakeNext()).toBe(1_234);
    await sent;
    expect(open.wallet.arrived).toHaveLength(1);
  });

  it('sign a callback by hand wrongly, the same way each time it is sent', async () => {
    open.ports.faults.add({ direction: 'callback', fault: 'wrong-signature' });
    open.ports.faults.add({ direction: 'callback', fault: 'duplicated' });
    const [row] = rows(await bet());
    const [one, two] = open.wallet.arrived;
    expect(one?.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(one?.signature).not.toBe(signBody(one?.text ?? '', undefined, 'test-token'));
    expect(two?.signature).toBe(one?.signature);
    expect(row?.judgement?.verdict).toBe('wrong');
  });
});

it('ends a wait when the platform closes, and says so', async () => {
  await open.close();
  open = await openWired({ clock: createManualClock() });
  open.ports.faults.add({ direction: 'callback', fault: 'delayed', delayMs: 60_000 });
  const sent = bet();
  const ended = expect(sent).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/is closing/),
  });
  open.interrupt();
  await ended;
  expect(open.wallet.arrived).toEqual([]);
});
