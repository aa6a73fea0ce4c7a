import { describe, expect, it } from '@jest/globals';
import type { Answer, Exchange } from '../../src/spec/exchange.ts';
import type { ConnectionWish, Message } from '../../src/wire/message.ts';
import { createPace, createSteadyPace, isMissedByUs } from '../../src/wire/pace.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { messageTo } from './open-courier.ts';

const answered = (status: number, headers: Record<string, string> = {}): Answer => ({
  kind: 'answered',
  status,
  headers,
  body: Buffer.from('{}'),
});

/** Whether an agent takes a call that arrives at this time, milliseconds. */
type Limiter = (now: number) => Answer;

/** So many calls in each whole second. */
const fixedWindow = (perSecond: number): Limiter => {
  const counts = new Map<number, number>();
  return (now) => {
    const second = Math.floor(now / 1000);
    const count = (counts.get(second) ?? 0) + 1;
    counts.set(second, count);
    return answered(count > perSecond ? 429 : 200);
  };
};

/** A bucket that is full at first. */
const tokenBucket = (perSecond: number, size: number): Limiter => {
  let [tokens, before] = [size, 0];
  return (now) => {
    tokens = Math.min(size, tokens + ((now - before) * perSecond) / 1000);
    before = now;
    if (tokens < 1) return answered(429);
    tokens -= 1;
    return answered(200);
  };
};

/** So many in a minute; says in how many seconds the next one begins. */
const perMinute = (count: number): Limiter => {
  const inner = new Map<number, number>();
  return (now) => {
    const minute = Math.floor(now / 60_000);
    const taken = (inner.get(minute) ?? 0) + 1;
    inner.set(minute, taken);
    const left = String(Math.ceil(((minute + 1) * 60_000 - now) / 1000));
    return taken > count ? answered(429, { 'retry-after': left }) : answered(200);
  };
};

/** Another limiter, which says 503 and when to come again. */
const unavailable =
  (limiter: Limiter): Limiter =>
  (now) => {
    const answer = limiter(now);
    const isRefused = answer.kind === 'answered' && answer.status === 429;
    return isRefused ? answered(503, { 'retry-after': '1' }) : answer;
  };

/** Away for so long; says to come again in a second. */
const awayUntil =
  (untilMs: number, fromMs = 0): Limiter =>
  (now) =>
    now >= fromMs && now < untilMs ? answered(503, { 'retry-after': '1' }) : answered(200);

/** Lets time pass until the work is done. */
const during = async <T>(clock: ManualClock, work: Promise<T>): Promise<T> => {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const finished = done.then(() => 0).catch(() => 0);
  while (!isDone) await Promise.race([clock.wakeNext(), finished]);
  return await done;
};

const exchangeOf = (answer: Answer): Exchange => ({
  id: 'x',
  direction: 'callback',
  kind: 'getBalance',
  subject: {},
  request: { method: 'POST', url: '', headers: {}, body: new Uint8Array() },
  answer,
  startedAt: 0,
  durationMs: 2,
});

interface Setting {
  readonly limiter: Limiter;
  readonly ratePerSecond?: number;
}

const openPace = ({ limiter, ratePerSecond }: Setting) => {
  const clock = createManualClock(1_700_000_000_000);
  const sent: number[] = [];
  const wishes: (ConnectionWish | undefined)[] = [];
  const send = async ({ connection }: Message): Promise<Exchange> => {
    const startedAt = clock.now();
    sent.push(startedAt);
    wishes.push(connection);
    const answer = limiter(startedAt - 1_700_000_000_000);
    await clock.sleep(2);
    return { ...exchangeOf(answer), id: `x-${sent.length}`, startedAt };
  };
  const pace = createPace({ send, clock, ratePerSecond });
  const steady = createSteadyPace({ send, clock, ratePerSecond });
  return { clock, pace, steady, sent, wishes };
};

const statusOf = ({ answer }: Exchange) => (answer.kind === 'answered' ? answer.status : 0);

/** So many callers, each of which sends so many calls one after another. */
const play = async (open: ReturnType<typeof openPace>, lanes: number, calls: number) => {
  const lane = async () => {
    const statuses: number[] = [];
    for (let n = 0; n < calls; n += 1) {
      statuses.push(statusOf(await open.pace.send(messageTo('http://127.0.0.1:1/'))));
    }
    return statuses;
  };
  const all = await during(open.clock, Promise.all(Array.from({ length: lanes }, lane)));
  return all.flat();
};

describe('against limiters of many kinds', () => {
  it.each([
    ['50 in each second', fixedWindow(50), 1_200, 40],
    ['200 in each second', fixedWindow(200), 1_200, 12],
    ['a bucket of 50, filled by 50 a second', tokenBucket(50, 50), 1_200, 60],
    ['one every 20 ms and no burst', tokenBucket(50, 1), 400, 60],
    ['60 a minute', perMinute(60), 200, 300],
    ['3 in each second', fixedWindow(3), 60, 60],
    ['50 in each second, by 503', unavailable(fixedWindow(50)), 1_200, 50],
    ['3 in each second, by 503', unavailable(fixedWindow(3)), 60, 60],
  ])('has every call taken: %s', async (_, limiter, calls, seconds) => {
    const open = openPace({ limiter });
    const statuses = await play(open, 4, calls / 4);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    const took = (open.sent.at(-1) ?? 0) - (open.sent[0] ?? 0);
    expect(took / 1000).toBeLessThan(seconds);
    expect(open.pace.refusals()?.exchanges.length).toBeLessThan(calls / 5);
  });

  it('names the rate, and keeps a little below it', async () => {
    const open = openPace({ limiter: fixedWindow(50) });
    await play(open, 4, 100);
    expect(open.pace.refusals()).toMatchObject({ aboutPerSecond: 50, keptPerSecond: 40 });
  });

  it('is refused nothing below a rate that is known', async () => {
    const open = openPace({ limiter: fixedWindow(50), ratePerSecond: 50 });
    await play(open, 4, 100);
    expect(open.pace.refusals()).toBeUndefined();
  });
});

it('counts the calls of a burst from when the agent came to them', async () => {
  const counted: number[] = [];
  const clock = createManualClock(1_700_000_000_000);
  /** One worker, slow at first, with at most 50 calls in any second. */
  let freeAt = 0;
  const send = async (): Promise<Exchange> => {
    const startedAt = clock.now();
    freeAt = Math.max(freeAt, startedAt) + (counted.length < 40 ? 2 : 0.1);
    await clock.sleep(freeAt - startedAt);
    const isOver = counted.filter((at) => at > clock.now() - 1_000).length >= 50;
    if (!isOver) counted.push(clock.now());
    return { ...exchangeOf(answered(isOver ? 429 : 200)), startedAt };
  };
  const pace = createPace({ send, clock, ratePerSecond: 40 });
  const burst = () => Array.from({ length: 40 }, () => pace.send(messageTo('http://127.0.0.1:1/', { burst: 40 })));
  await during(clock, Promise.all(burst()));
  await during(clock, Promise.all([...burst(), ...burst()]));
  expect(pace.refusals()).toBeUndefined();
  expect(counted).toHaveLength(120);
});

it('sends the same bytes again, and gives the answers that do not count with the last', async () => {
  const answers = [answered(429, { 'retry-after': '3' }), answered(429), answered(200)];
  const open = openPace({ limiter: () => answers.shift() ?? answered(500) });
  const last = await during(open.clock, open.pace.send(messageTo('http://127.0.0.1:1/')));
  expect(statusOf(last)).toBe(200);
  expect(last.earlier?.map(statusOf)).toEqual([429, 429]);
  expect((open.sent[1] ?? 0) - (open.sent[0] ?? 0)).toBeGreaterThanOrEqual(3_000);
});

describe('an agent that is away for a while', () => {
  it.each([
    ['as the run begins', awayUntil(1_000), 1_000],
    ['for longer than it says', awayUntil(2_500), 3_000],
    ['in the middle', awayUntil(1_300, 300), 1_300],
  ])('is waited for, and no rate is made of it: %s', async (_, limiter, leastMs) => {
    const open = openPace({ limiter });
    const statuses = await play(open, 4, 1_000);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(open.pace.refusals()).toBeUndefined();
    const took = (open.sent.at(-1) ?? 0) - (open.sent[0] ?? 0);
    expect(took).toBeGreaterThanOrEqual(leastMs);
    expect(took).toBeLessThan(leastMs + 3_500);
  });
});

it('tells no rate that nobody could send', async () => {
  const open = openPace({ limiter: (now) => answered(now < 200 ? 429 : 200) });
  await play(open, 4, 1_000);
  expect(open.pace.refusals()).toBeUndefined();
});

it('reads Retry-After as a date, and waits no longer than a minute', async () => {
  const at = new Date(1_700_000_000_000 + 7_000).toUTCString();
  const answers = [answered(503, { 'retry-after': at }), answered(429, { 'retry-after': '120' }), answered(200)];
  const open = openPace({ limiter: () => answers.shift() ?? answered(500) });
  await during(open.clock, open.pace.send(messageTo('http://127.0.0.1:1/')));
  const [first = 0, second = 0, third = 0] = open.sent;
  expect(second - first).toBeGreaterThanOrEqual(6_000);
  expect(second - first).toBeLessThanOrEqual(8_000);
  expect(third - second).toBeGreaterThanOrEqual(60_000);
  expect(third - second).toBeLessThan(62_000);
});

it('takes a refusal for a year for the answer, and holds up nobody else', async () => {
  const answers = [answered(429, { 'retry-after': '31536000' })];
  const open = openPace({ limiter: () => answers.shift() ?? answered(200) });
  const [first, second] = await during(
    open.clock,
    Promise.all([open.pace.send(messageTo('http://127.0.0.1:1/')), open.pace.send(messageTo('http://127.0.0.1:1/'))]),
  );
  expect([statusOf(first), statusOf(second)]).toEqual([429, 200]);
  expect(Math.max(...open.sent) - Math.min(...open.sent)).toBeLessThan(1_000);
});

it('takes a refusal that never ends for the answer', async () => {
  const open = openPace({ limiter: () => answered(429) });
  const last = await during(open.clock, open.pace.send(messageTo('http://127.0.0.1:1/')));
  expect(statusOf(last)).toBe(429);
  expect(open.sent).toHaveLength(10);
});

describe('a kept connection that closed as the call was sent', () => {
  const closed = { kind: 'failed', failure: 'closed', message: '', wasKept: true } as const;

  it('is replaced by a new one, once', async () => {
    const answers = [closed, answered(200)];
    const open = openPace({ limiter: () => answers.shift() ?? answered(500) });
    const last = await during(open.clock, open.pace.send(messageTo('http://127.0.0.1:1/')));
    expect([statusOf(last), last.earlier?.length]).toEqual([200, 1]);
    expect(open.wishes).toEqual([undefined, 'fresh']);
    expect(open.pace.refusals()).toBeUndefined();
  });

  it('is replaced for a call of a burst as well', async () => {
    const answers = [closed, answered(200)];
    const open = openPace({ limiter: () => answers.shift() ?? answered(500) });
    const burst = messageTo('http://127.0.0.1:1/', { burst: 4 });
    expect(statusOf(await during(open.clock, open.pace.send(burst)))).toBe(200);
  });

  it('is the answer where it happens again, or over a new connection', async () => {
    const always = openPace({ limiter: () => closed });
    await during(always.clock, always.pace.send(messageTo('http://127.0.0.1:1/')));
    expect(always.sent).toHaveLength(2);
    const fresh = openPace({ limiter: () => ({ kind: 'failed', failure: 'closed', message: '' }) });
    await during(fresh.clock, fresh.pace.send(messageTo('http://127.0.0.1:1/')));
    expect(fresh.sent).toHaveLength(1);
  });
});

it('judges a 503 without Retry-After as any answer', async () => {
  const open = openPace({ limiter: () => answered(503) });
  await during(open.clock, open.pace.send(messageTo('http://127.0.0.1:1/')));
  expect(open.sent).toHaveLength(1);
});

it('lets the calls of a burst go at once', async () => {
  const open = openPace({ limiter: fixedWindow(50), ratePerSecond: 50 });
  await play(open, 1, 30);
  const burst = Array.from({ length: 40 }, () => open.pace.send(messageTo('http://127.0.0.1:1/', { burst: 40 })));
  const answers = await during(open.clock, Promise.all(burst));
  expect(new Set(open.sent.slice(-40)).size).toBe(1);
  expect(answers.map(statusOf)).not.toContain(429);
});

describe('a steady pace', () => {
  it.each([
    ['a refusal for the rate', answered(429, { 'retry-after': '1' })],
    ['an agent that is away', answered(503, { 'retry-after': '1' })],
    ['a kept connection that closed', { kind: 'failed', failure: 'closed', message: '', wasKept: true } as const],
  ])('sends once, and takes for the answer: %s', async (_, answer) => {
    const open = openPace({ limiter: () => answer });
    const taken = await during(open.clock, open.steady.send(messageTo('http://127.0.0.1:1/')));
    expect([taken.answer, taken.earlier, open.sent.length]).toEqual([answer, undefined, 1]);
    await during(open.clock, open.steady.send(messageTo('http://127.0.0.1:1/')));
    expect((open.sent[1] ?? 0) - (open.sent[0] ?? 0)).toBe(2);
  });

  it('keeps to a rate that is known', async () => {
    const open = openPace({ limiter: fixedWindow(50), ratePerSecond: 10 });
    const calls = Array.from({ length: 30 }, () => open.steady.send(messageTo('http://127.0.0.1:1/')));
    await during(open.clock, Promise.all(calls));
    expect((open.sent[29] ?? 0) - (open.sent[0] ?? 0)).toBeGreaterThanOrEqual(2_000);
  });
});

describe('a time limit that was missed', () => {
  const missed = (lagMs?: number) => ({
    answer: { kind: 'failed', failure: 'timeout', message: '' } as const,
    durationMs: 1_000,
    timing: { lagMs },
  });

  it('is our own where walletproof was late for a fifth of it', () => {
    expect([isMissedByUs(missed(300)), isMissedByUs(missed(100)), isMissedByUs(missed())]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('an agent whose port is closed', () => {
  const closed = { kind: 'failed', failure: 'refused', message: 'Nothing listens.' } as const;
  const closedFor =
    (fromMs: number, untilMs: number): Limiter =>
    (now) =>
      now >= fromMs && now < untilMs ? closed : answered(200);

  it('for a moment is waited for, by all who call it', async () => {
    const open = openPace({ limiter: closedFor(20, 520) });
    expect((await play(open, 3, 30)).filter((status) => status !== 200)).toEqual([]);
  });

  it('for good is waited for once, three seconds, and then gone', async () => {
    const open = openPace({ limiter: closedFor(20, Number.POSITIVE_INFINITY) });
    await play(open, 2, 60);
    const [first = 0, last = 0] = [open.sent[0], open.sent.at(-1)];
    expect(last - first).toBeGreaterThanOrEqual(3_000);
    expect(last - first).toBeLessThan(3_600);
  });

  it('from the first call on is not waited for', async () => {
    const open = openPace({ limiter: () => closed });
    await play(open, 1, 1);
    expect(open.sent).toHaveLength(1);
  });
});
