import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { linkOf, type Met, type OnTheWire, openOnTheWire, sign } from './on-the-wire.ts';

let open: OnTheWire;
beforeEach(async () => {
  open = await openOnTheWire();
});
afterEach(() => open.close());

const slot = 101;
const crash = 102;
const launch = {
  ...{ player_id: 'p-1', player_username: 'Ann', language: 'en', currency: 'USD' },
  ...{ home_url: 'https://casino.example/', agent_session_id: 'own-1', ip: '203.0.113.7' },
};

const linkTo = async (game_id: number, operation = 'get_game_link'): Promise<string> =>
  linkOf(await open.ask(operation, { ...launch, game_id }));

const grant = (count: number) =>
  open.ask('freespins_grant', {
    ...{ player_id: 'p-1', game_id: slot, currency: 'USD', count, bet: 1, freespins_id: 'fs-1' },
  });

/** What was met since the first `count`, such as `makeBet 10 0`. */
const metSince = (count: number): string[] => open.met.slice(count).map(brief);

const brief = ({ body }: Met): string => {
  const { type, bet, win, freespins } = body;
  if (type === 'makeBet') return `makeBet ${bet} ${win}`;
  if (freespins === undefined) return String(type);
  const { played, total, is_finish } = freespins as Record<string, unknown>;
  return `${type} ${played}/${total}${is_finish === true ? ' finished' : ''}`;
};

/** A crash round that is in the air. */
const openRound = async (link: string) => {
  await open.act(link, 'start');
  await open.act(link, 'force', { outcome: 'big-win' });
  const { round } = await open.act(link, 'bet', { stake: '10' });
  expect(round?.state).toBe('open');
  return round;
};

describe('getBalance from time to time', () => {
  it('comes every 30 s while a game is open, with the progress of an active pack, whatever the page does', async () => {
    const link = await linkTo(slot);
    await open.act(link, 'start');
    await open.listen(link);
    await open.clock.advance(30_000);
    await open.until(2);
    await grant(3);
    await open.clock.advance(30_000);
    await open.until(3);
    await open.clock.advance(30_000);
    await open.until(4);
    expect(metSince(1)).toEqual(['getBalance', 'getBalance 0/3', 'getBalance 0/3']);
    for (const { headers, body } of open.met) expect(headers['X-Signature']).toBe(sign(body));
    expect(new Set(open.met.map(({ body }) => body['session_id'])).size).toBe(1);
  });

  it('comes while a round is open as well', async () => {
    const link = await linkTo(crash);
    await open.listen(link);
    await openRound(link);
    const before = open.met.length;
    await open.clock.advance(30_000);
    await open.until(before + 1);
    expect(metSince(before)).toEqual(['getBalance']);
  });

  it('comes no more once the page is gone, and never for a demo', async () => {
    const demo = await linkTo(slot, 'get_game_link_demo');
    await open.act(demo, 'start');
    await open.listen(demo);
    const link = await linkTo(slot);
    await open.act(link, 'start');
    await open.act(link, 'leave');
    await open.clock.advance(300_000);
    await open.act(link, 'balance');
    expect(metSince(0)).toEqual(['getBalance', 'getBalance']);
  });
});

it('a player who comes back after a while asks for the balance once', async () => {
  const link = await linkTo(slot);
  await open.act(link, 'start');
  await open.act(link, 'leave');
  await open.clock.advance(300_000);
  await open.act(link, 'balance');
  // Whatever waits for its turn comes before this.
  await open.act(link, 'force', { outcome: 'lose' });
  expect(metSince(1)).toEqual(['getBalance']);
});

describe('the open round of a player', () => {
  it('who leaves is rolled back after 30 s', async () => {
    const link = await linkTo(crash);
    const round = await openRound(link);
    const before = open.met.length;
    await open.act(link, 'leave');
    await open.clock.advance(31_000);
    await open.until(before + 1);
    expect(metSince(before)).toEqual(['rollback']);
    const bet = open.met[before - 1]?.body;
    expect(open.met[before]?.body).toMatchObject({
      transaction_id: bet?.['transaction_id'],
      session_id: bet?.['session_id'],
    });
    expect(bet?.['game_round_id']).toBe(round?.roundId);
  });

  it('whose page breaks off is rolled back after 30 s', async () => {
    const link = await linkTo(crash);
    const breakOff = await open.listen(link);
    await openRound(link);
    const before = open.met.length;
    breakOff();
    // The platform sees it at some time: a getBalance may come before.
    while (!metSince(before).includes('rollback')) await open.clock.advance(31_000);
    const bet = open.met[before - 1]?.body['transaction_id'];
    expect(open.met.at(-1)?.body['transaction_id']).toBe(bet);
  });

  it('who cancels it is rolled back at once', async () => {
    const link = await linkTo(crash);
    const round = await openRound(link);
    const before = open.met.length;
    const cancelled = await open.act(link, 'cancel', { roundId: round?.roundId });
    expect(cancelled.round).toMatchObject({ state: 'rolled-back' });
    expect(metSince(before)).toEqual(['rollback']);
  });
});

it('what is due within an advance of the clock is done at its time: a round that was left, and its rollback again', async () => {
  const link = await linkTo(crash);
  await openRound(link);
  const before = open.met.length;
  await open.act(link, 'leave');
  for (let times = 0; times < 4; times += 1) open.next(() => ({ status: 500, body: {} }));
  const advanced = await fetch(`${open.url}/__admin/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"advance":"24h"}',
  });
  expect(await advanced.json()).toMatchObject({ shiftMs: 86_400_000, frozen: false });
  expect(new Set(metSince(before))).toEqual(new Set(['rollback']));
  const { rows } = (await (await fetch(`${open.url}/__admin/exchanges`)).json()) as {
    readonly rows: readonly { readonly kind: string; readonly startedAt: string }[];
  };
  const rollbacks = rows.filter(({ kind }) => kind === 'rollback');
  expect(rollbacks.map(({ startedAt }) => (Date.parse(startedAt) - 1.8e12) / 1_000)).toEqual(
    // 30 s after the player has left, then as `rollbackRetries` says.
    [30, 31, 33, 37, 45],
  );
});

it('what a pack has won is announced and paid when it is deleted on the way', async () => {
  const link = await linkTo(slot);
  await open.act(link, 'start');
  await open.listen(link);
  await grant(3);
  await open.act(link, 'force', { outcome: 'win', amount: '5' });
  await open.act(link, 'bet', { stake: '1' });
  const before = open.met.length;
  await open.ask('freespins_delete', { freespins_id: 'fs-1' });
  await open.clock.advance(1_000);
  await open.until(before + 2);
  expect(metSince(before - 1)).toEqual(['getBalance 1/3', 'getBalance 1/1 finished', 'makeBet 0 5']);
  const { balance } = await open.act(link, 'balance');
  expect(balance).toMatchObject({ kind: 'balance' });
  expect(metSince(before + 2)).toEqual(['getBalance']);
});

it('a demo begins anew each time it is opened: nothing of it is kept, and the agent hears nothing', async () => {
  const link = await linkTo(slot, 'get_game_link_demo');
  const first = await open.act(link, 'start');
  expect(first.balance).toMatchObject({ amount: '1000.00' });
  await open.act(link, 'force', { outcome: 'lose' });
  const played = await open.act(link, 'bet', { stake: '100' });
  expect(played.balance).toMatchObject({ amount: '900.00' });
  const again = await open.act(link, 'start');
  expect([again.balance, again.history]).toEqual([{ kind: 'balance', amount: '1000.00' }, []]);
  expect(open.met).toEqual([]);
});
