import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkOf, type Met, type OnTheWire, openOnTheWire, sign } from './on-the-wire.ts';

const launch = {
  game_id: 101,
  player_id: 'p-77',
  player_username: 'Ann Ω',
  language: 'ru',
  currency: 'EUR',
  home_url: 'https://casino.example/lobby',
  agent_session_id: 'session of the agent',
  ip: '203.0.113.7',
};

let open: OnTheWire;
/** What was met of each kind. */
const kinds: Record<'getBalance' | 'withFreespins' | 'makeBet' | 'rollback', Met[]> = {
  ...{ getBalance: [], withFreespins: [], makeBet: [], rollback: [] },
};
let slotLink = '';

const linkTo = async (fields: Record<string, unknown>): Promise<string> =>
  linkOf(await open.ask('get_game_link', { ...launch, ...fields }));

/** An evening: a slot, its rollback, a crash round, and three free spins, of which the last two win. */
beforeAll(async () => {
  open = await openOnTheWire();
  slotLink = await linkTo({});
  await open.act(slotLink, 'start');
  await open.act(slotLink, 'force', { outcome: 'win', amount: '2.5' });
  await open.act(slotLink, 'bet', { stake: '0.5' });
  await open.act(slotLink, 'force', { outcome: 'rollback' });
  const crashLink = await linkTo({ game_id: 102 });
  await open.act(crashLink, 'force', { outcome: 'big-win' });
  const { round } = await open.act(crashLink, 'bet', { stake: '10' });
  await open.act(crashLink, 'cash-out', { roundId: round?.roundId, at: '2.00' });
  await open.ask('freespins_grant', {
    ...{ game_id: 101, player_id: 'p-77', currency: 'EUR', count: 3, bet: 0.1 },
  });
  for (const outcome of ['lose', 'win', 'win']) {
    await open.act(slotLink, 'force', { outcome, amount: '3' });
    await open.act(slotLink, 'bet', { stake: '1' });
  }
  await open.act(slotLink, 'balance');
  for (const callback of open.met) {
    const { type } = callback.body;
    if (type === 'makeBet' || type === 'rollback') kinds[type].push(callback);
    else if ('freespins' in callback.body) kinds.withFreespins.push(callback);
    else kinds.getBalance.push(callback);
  }
});
afterAll(() => open.close());

/** Name and JSON type of every field, in their order. */
const shapeOf = ({ body }: Met): string[] =>
  Object.entries(body).map(([name, value]) => {
    const type = Number.isInteger(value) && integers.has(name) ? 'integer' : typeof value;
    return `${name} ${type}`;
  });

const integers: ReadonlySet<string> = new Set(['agent_id', 'game_id']);

const someOf = (callbacks: readonly Met[]): readonly Met[] => {
  if (callbacks.length === 0) throw new Error('None of that kind was met.');
  return callbacks;
};

const shapes = (callbacks: readonly Met[]): string[][] => {
  const all = new Set(someOf(callbacks).map((callback) => JSON.stringify(shapeOf(callback))));
  return Array.from(all, (text) => JSON.parse(text) as string[]);
};

describe('every callback', () => {
  it('is a POST to the configured URL, of JSON, with its signature in X-Signature', () => {
    for (const { method, path, headers, body } of someOf(open.met)) {
      expect([method, path]).toEqual(['POST', '/callback']);
      expect(headers).toMatchObject({
        'Content-Type': 'application/json',
        'X-Signature': sign(body),
      });
    }
    expect(new Set(open.met.map(({ body }) => body['type']))).toEqual(new Set(['getBalance', 'makeBet', 'rollback']));
  });

  it('has a request_id of its own', () => {
    const ids = open.met.map(({ body }) => body['request_id']);
    expect(ids.every((id) => typeof id === 'string' && id !== '')).toBe(true);
    expect(new Set(ids).size).toBe(open.met.length);
  });

  it('carries the agent, and the player, currency and language of its launch', () => {
    for (const { body } of open.met) {
      expect(body).toMatchObject({
        agent_id: 1001,
        player_id: 'p-77',
        player_username: 'Ann Ω',
        currency: 'EUR',
        language: 'ru',
      });
    }
  });

  it('carries the one session_id of its game session, which is text', () => {
    const ids = new Set(open.met.map(({ body }) => body['session_id']));
    expect(Array.from(ids, (id) => typeof id)).toEqual(['string', 'string']);
    const slot = [...kinds.getBalance, ...kinds.withFreespins].map(({ body }) => body);
    const ofSlot = slot.filter((body) => body['game_id'] === 101).map((body) => body['session_id']);
    expect(new Set(ofSlot).size).toBe(1);
    expect(kinds.rollback[0]?.body['session_id']).toBe(ofSlot[0]);
  });
});

describe('getBalance on the wire', () => {
  it('has the nine fields of its table, in order and type', () => {
    expect(shapes(kinds.getBalance)).toEqual([
      [
        ...['agent_id integer', 'session_id string', 'player_id string', 'player_username string'],
        ...['type string', 'game_id integer', 'currency string', 'language string'],
        'request_id string',
      ],
    ]);
  });

  it('is the first that the agent hears of a launch, and names its game', () => {
    expect(open.met[0]?.body).toMatchObject({ type: 'getBalance', game_id: 101 });
  });

  it('has freespins besides while a pack is active, and no other field more', () => {
    const [with_] = shapes(kinds.withFreespins);
    const [without] = shapes(kinds.getBalance);
    expect(with_).toEqual([...(without ?? []), 'freespins object']);
  });

  it('tells of the pack two integers, a flag and a float', () => {
    expect(kinds.withFreespins.map(({ body }) => body['freespins'])).toEqual([
      { played: 1, total: 3, is_finish: false, accumulated_win: 0 },
      { played: 2, total: 3, is_finish: false, accumulated_win: 0.3 },
      { played: 3, total: 3, is_finish: true, accumulated_win: 0.6 },
    ]);
  });

  it('has no freespins any more after is_finish', () => {
    expect(open.met.at(-1)?.body).toMatchObject({ type: 'getBalance' });
    expect(open.met.at(-1)?.body).not.toHaveProperty('freespins');
  });
});

describe('makeBet on the wire', () => {
  it('has the thirteen fields of its table, in order and type', () => {
    expect(shapes(kinds.makeBet)).toEqual([
      [
        ...['agent_id integer', 'session_id string', 'player_id string', 'player_username string'],
        ...['type string', 'currency string', 'language string', 'bet number', 'win number'],
        ...['transaction_id string', 'game_round_id string', 'round_finished boolean'],
        'request_id string',
      ],
    ]);
  });

  it('carries what is debited, what is credited, and whether the round is over', () => {
    const told = kinds.makeBet.map(({ body }) => [body['bet'], body['win'], body['round_finished']]);
    expect(told).toEqual([
      [0.5, 1.25, true],
      [10, 0, false],
      [0, 20, true],
      [0, 0.6, true],
    ]);
  });

  it('has a transaction_id that no other has, and a round that its parts share', () => {
    const ids = kinds.makeBet.map(({ body }) => body['transaction_id']);
    expect(new Set(ids).size).toBe(ids.length);
    const [slot, opened, closed] = kinds.makeBet.map(({ body }) => body['game_round_id']);
    expect(opened).toBe(closed);
    expect(slot).not.toBe(opened);
  });

  it('pays a pack once it was announced as finished, and not before', () => {
    const finished = open.met.findIndex(({ body }) => {
      const progress = body['freespins'] as { readonly is_finish: boolean } | undefined;
      return progress?.is_finish === true;
    });
    expect(open.met[finished + 1]?.body).toMatchObject({ type: 'makeBet', bet: 0, win: 0.6 });
    const started = open.met.findIndex(({ body }) => 'freespins' in body);
    const between = open.met.slice(started, finished).map(({ body }) => body['type']);
    expect(new Set(between)).toEqual(new Set(['getBalance']));
  });
});

describe('rollback on the wire', () => {
  it('has the nine fields of its table, in order and type', () => {
    expect(shapes(kinds.rollback)).toEqual([
      [
        ...['agent_id integer', 'session_id string', 'player_id string', 'player_username string'],
        ...['type string', 'currency string', 'language string', 'transaction_id string'],
        'request_id string',
      ],
    ]);
  });

  it('names the transaction that it cancels', () => {
    expect(kinds.rollback[0]?.body['transaction_id']).toBe(kinds.makeBet[0]?.body['transaction_id']);
  });
});

describe('the way between agent and player', () => {
  it('shows the player the balance that the agent answered', async () => {
    open.next(() => ({ status: 200, body: { content: { balance: 76.54 } } }));
    const { balance } = await open.act(slotLink, 'balance');
    expect(balance).toMatchObject({ kind: 'balance', amount: '76.54' });
    open.next(() => ({ status: 200, body: { content: { balance: 70.29 } } }));
    const after = await open.act(slotLink, 'bet', { stake: '1' });
    expect(after.balance).toMatchObject({ kind: 'balance', amount: '70.29' });
  });

  it('plays no round that the agent refuses', async () => {
    const body = { error: 'insufficient_balance', message: 'Not enough.' };
    open.next(() => ({ status: 402, body }));
    const { round, balance } = await open.act(slotLink, 'bet', { stake: '1' });
    expect([round, balance]).toMatchObject([null, { kind: 'problem', code: body.error }]);
  });
});
