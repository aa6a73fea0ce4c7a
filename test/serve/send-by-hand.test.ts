import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SentByHand } from '../../src/api/schemas/hand-callbacks.ts';
import { signBody } from '../../src/signing/sign.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { say } from './open-wallet.ts';
import { type OpenWired, openWired, rowOf } from './open-wired.ts';

let open: OpenWired;
beforeEach(async () => {
  open = await openWired();
});
afterEach(async () => await open.close());

const rows = async (sent: SentByHand | undefined) =>
  await Promise.all((sent?.exchangeIds ?? []).map(async (id) => await rowOf(open, id)));

/** What moves money: a quiet getBalance goes before it. */
const bets = () => open.wallet.arrived.filter(({ json }) => json.type === 'makeBet');

const bet = async (more = {}) => await open.admin.callbacks.trigger({ type: 'makeBet', bet: '10', ...more });

describe('faults that are switched on', () => {
  it('drop the answer of a callback by hand', async () => {
    open.admin.faults.add({ direction: 'callback', fault: 'answer-lost', times: 1 });
    const [row] = await rows(await bet());
    expect(row?.exchange.answer).toMatchObject({ kind: 'failed', failure: 'dropped' });
    expect(bets()).toHaveLength(1);
    expect(open.admin.faults.list()).toEqual([]);
  });

  it('send a callback by hand twice', async () => {
    open.admin.faults.add({ direction: 'callback', fault: 'duplicated', on: 'makeBet' });
    await open.admin.callbacks.trigger({ type: 'getBalance' });
    const sent = await rows(await bet());
    expect(sent.map(({ judgement }) => judgement?.verdict)).toEqual(['right', 'right']);
    const [, one, two] = open.wallet.arrived;
    expect(two?.text).toBe(one?.text);
  });

  it('send a callback by hand twice at once', async () => {
    open.admin.faults.add({ direction: 'callback', fault: 'sent-together' });
    expect((await bet()).exchangeIds).toHaveLength(2);
  });

  it('delay a callback by hand', async () => {
    await open.close();
    const clock = createManualClock(1_800_000_000_000);
    open = await openWired({ clock });
    open.admin.faults.add({ direction: 'callback', fault: 'delayed', delayMs: 1_234 });
    const sent = bet();
    expect(await clock.wakeNext()).toBe(1_234);
    await sent;
    expect(bets()).toHaveLength(1);
  });

  it('sign a callback by hand wrongly, the same way each time it is sent', async () => {
    open.admin.faults.add({ direction: 'callback', fault: 'wrong-signature' });
    open.admin.faults.add({ direction: 'callback', fault: 'duplicated' });
    const [row] = await rows(await bet());
    const [one, two] = bets();
    expect(one?.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(one?.signature).not.toBe(signBody(one?.text ?? '', undefined, 'test-token'));
    expect(two?.signature).toBe(one?.signature);
    expect(row?.judgement?.verdict).toBe('wrong');
  });
});

it('ends a wait when the platform closes, and says so', async () => {
  await open.close();
  open = await openWired({ clock: createManualClock() });
  open.admin.faults.add({ direction: 'callback', fault: 'delayed', delayMs: 60_000 });
  const sent = bet();
  const ended = expect(sent).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/is closing/),
  });
  open.interrupt();
  await ended;
  expect(open.wallet.arrived).toEqual([]);
});

describe('an account that nobody has asked about', () => {
  const typesOf = () => open.wallet.arrived.map(({ json }) => json.type);

  it('is asked about before the first callback, once', async () => {
    const [first] = await rows(await bet());
    const [second] = await rows(await bet());
    expect(typesOf()).toEqual(['getBalance', 'makeBet', 'makeBet']);
    expect(first?.judgement).toMatchObject({ verdict: 'right', before: '100.00' });
    expect(second?.judgement).toMatchObject({ verdict: 'right', expected: '80.00' });
  });

  it('is asked about once by callbacks that are sent at the same time', async () => {
    await Promise.all([bet(), bet()]);
    expect(typesOf()).toEqual(['getBalance', 'makeBet', 'makeBet']);
  });

  it('is asked about in the player, currency and session of the callback', async () => {
    await bet({ playerId: 'player-2', currency: 'EUR' });
    const [asked, sent] = open.wallet.arrived.map(({ json }) => json);
    const { player_id, currency, session_id } = sent;
    expect(asked).toMatchObject({ type: 'getBalance', player_id, currency, session_id });
  });

  it('is known by the answer to a bet where it does not answer a getBalance', async () => {
    open.wallet.next(say(500, {}));
    const [row] = await rows(await bet());
    expect(row?.judgement).toMatchObject({ verdict: 'unjudged', actual: '90.00' });
    expect(row?.judgement).not.toHaveProperty('expected', '90.00');
    const [undone] = await rows(await open.admin.callbacks.rollback(row?.exchange.id ?? ''));
    expect(undone?.judgement).toMatchObject({ verdict: 'right', expected: '100.00' });
  });
});

it('says of what follows a breach that it is consistent with it, as the account says', async () => {
  const [won] = await rows(await bet({ bet: '1', win: '5' }));
  open.wallet.next(say(200, { content: { balance: 105 } }));
  const [breach] = await rows(await open.admin.callbacks.rollback(won?.exchange.id ?? ''));
  expect(breach?.judgement).toMatchObject({
    verdict: 'wrong',
    findings: [expect.objectContaining({ code: 'win-not-reverted', requirement: 'RB-02' })],
  });
  open.wallet.next(say(200, { content: { balance: 105 } }));
  const [after] = await rows(await open.admin.callbacks.trigger({ type: 'getBalance' }));
  const since = { exchangeId: breach?.exchange.id, difference: '5.00' };
  expect(after?.judgement).toMatchObject({
    verdict: 'consistent',
    expected: '100.00',
    actual: '105.00',
    sentence: '105.00, consistent since the breach, still 5.00 too much.',
    since,
  });
  expect(open.admin.accounts()).toEqual([
    expect.objectContaining({ difference: '5.00', since: expect.objectContaining(since) }),
  ]);
});

it('tells each sighting of a breach from what the agent said before it, not from what an earlier one left', async () => {
  const cards = async () =>
    (await open.admin.findings.view()).findings.map(({ before, calls }) => ({
      before,
      calls: calls.map(({ answered, due, isWrong }) => ({ answered, due, isWrong })),
    }));
  /** A bet of 10 that is sent twice and debited twice. */
  const debitedTwice = async (had: number): Promise<void> => {
    for (const balance of [had - 10, had - 20]) open.wallet.next(say(200, { content: { balance } }));
    open.admin.faults.add({ direction: 'callback', fault: 'duplicated', times: 1 });
    await bet();
  };
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  const told = (had: number) => ({
    before: `${had}.00`,
    calls: [
      { answered: `${had - 10}.00`, due: `${had - 10}.00`, isWrong: false },
      { answered: `${had - 20}.00`, due: `${had - 10}.00`, isWrong: true },
    ],
  });
  await debitedTwice(100);
  expect(await cards()).toEqual([told(100)]);
  await debitedTwice(80);
  expect(await cards()).toEqual([told(80)]);
});
