import { afterEach, describe, expect, it } from '@jest/globals';
import type { DeliveryMode } from '../../src/formats/default-configuration.ts';
import type { CallbackType } from '../../src/spec/callback.ts';
import { type CallbackDeviation, noDeviation } from '../../src/wire/faults.ts';
import { type AgentWay, broken, type OpenDelivery, ok, openDelivery } from './open-delivery.ts';
import { getBalance, makeBet, rollback } from './sample-callbacks.ts';

let open: OpenDelivery | undefined;
afterEach(() => open?.close());

const opened = async (...ways: readonly AgentWay[]): Promise<OpenDelivery> => {
  open = await openDelivery(...ways);
  return open;
};

const always = (change: Partial<CallbackDeviation>) => () => ({ ...noDeviation, ...change });

/** Deviates in the first sending only. */
const once = (change: Partial<CallbackDeviation>) => {
  let asked = 0;
  return () => {
    asked += 1;
    return asked === 1 ? { ...noDeviation, ...change } : noDeviation;
  };
};

const failures = ({ courier }: OpenDelivery): string[] =>
  courier.recorded.map(({ answer }) => (answer.kind === 'failed' ? answer.failure : 'answered'));

const balance = { kind: 'balance', balance: '89.50' };

describe('a delivery', () => {
  it('asks how to deviate before each sending, those of the rollback included', async () => {
    const asked: string[] = [];
    const { deliver } = await opened();
    await deliver(makeBet, {
      deviate: (what: CallbackType, attempt) => {
        asked.push(`${what} ${attempt}`);
        return noDeviation;
      },
    });
    expect(asked).toEqual([
      ...[1, 2, 3, 4].map((attempt) => `makeBet ${attempt}`),
      ...[1, 2, 3, 4, 5].map((attempt) => `rollback ${attempt}`),
    ]);
  });

  it('tells who made the platform send it', async () => {
    const { deliver } = await opened(ok);
    const { exchanges } = await deliver(getBalance, { origin: 'game' });
    expect(exchanges).toMatchObject([{ origin: 'game' }]);
  });
});

describe('a lost answer', () => {
  it('is not seen once the agent has worked, and the bet is delivered again', async () => {
    const delivery = await opened(ok, ok);
    const { outcome } = await delivery.deliver(makeBet, { deviate: once({ lose: 'answer' }) });
    expect(outcome).toEqual(balance);
    expect(failures(delivery)).toEqual(['dropped', 'answered']);
    expect(delivery.received.map(({ at }) => at)).toEqual([0, 1_000]);
    expect(delivery.received[1]?.text).toBe(delivery.received[0]?.text);
  });

  it('may be that of the first sending alone', async () => {
    const delivery = await opened(broken, ok);
    await delivery.deliver(makeBet, { loseFirstAnswer: true });
    expect(failures(delivery)).toEqual(['dropped', 'answered']);
  });

  const ends: [DeliveryMode, string[]][] = [
    ['retry-then-rollback', [...Array(4).fill('makeBet'), ...Array(5).fill('rollback')]],
    ['retry-only', Array(4).fill('makeBet')],
    ['rollback-only', ['makeBet', ...Array(5).fill('rollback')]],
    ['none', ['makeBet']],
  ];
  it.each(ends)('each time ends the delivery as %s says', async (mode, types) => {
    const delivery = await opened(...Array<AgentWay>(9).fill(ok));
    const { outcome } = await delivery.deliver(makeBet, {
      mode,
      deviate: always({ lose: 'answer' }),
    });
    expect(outcome.kind).toBe('unclear');
    expect(delivery.received.map(({ fields }) => fields['type'])).toEqual(types);
    expect(new Set(failures(delivery))).toEqual(new Set(['dropped']));
  });

  it('of a getBalance leaves its outcome unclear', async () => {
    const { deliver } = await opened(ok);
    const { outcome } = await deliver(getBalance, { loseFirstAnswer: true });
    expect(outcome).toMatchObject({ kind: 'unclear' });
  });
});

describe('a delay', () => {
  it('comes before each sending, on the clock', async () => {
    const { deliver, received } = await opened(broken, ok);
    await deliver(makeBet, { deviate: always({ delayMs: 400 }) });
    expect(received.map(({ at }) => at)).toEqual([400, 1_800]);
  });

  it('is ended with the delivery', async () => {
    const { deliver, received, clock } = await opened(ok);
    const closing = new AbortController();
    const ended = deliver(makeBet, {
      deviate: always({ delayMs: 60_000 }),
      signal: closing.signal,
      clock: {
        now: clock.now,
        sleep: (durationMs, signal) => {
          const slept = clock.sleep(durationMs, signal);
          closing.abort();
          return slept;
        },
      },
    });
    expect((await ended).outcome).toMatchObject({
      kind: 'unclear',
      reason: expect.stringContaining('interrupted'),
    });
    expect(received).toEqual([]);
  });
});

describe('a duplicate', () => {
  it('is the same bytes after the answer, and its own answer changes nothing', async () => {
    const delivery = await opened(ok, broken);
    const { outcome, exchanges } = await delivery.deliver(makeBet, {
      deviate: always({ send: 'again' }),
    });
    expect(outcome).toEqual(balance);
    const [first, second] = delivery.received;
    expect(second).toEqual(first);
    expect(exchanges.map(({ attempt }) => attempt)).toEqual([1, 1]);
    expect(exchanges).toEqual(delivery.courier.recorded);
    expect(exchanges).toHaveLength(2);
  });

  it('follows an answer only: what was lost is retried as ever', async () => {
    const delivery = await opened(ok, ok, ok);
    await delivery.deliver(makeBet, {
      loseFirstAnswer: true,
      deviate: always({ send: 'again' }),
    });
    expect(failures(delivery)).toEqual(['dropped', 'answered', 'answered']);
  });
});

describe('a callback sent together with itself', () => {
  it('is under way twice at once, and the first answer counts', async () => {
    const waiting: (() => void)[] = [];
    const wait: AgentWay = (response) => waiting.push(() => broken(response));
    const answerBoth: AgentWay = (response) => {
      response.once('close', () => waiting[0]?.());
      ok(response);
    };
    const delivery = await opened(wait, answerBoth);
    const { outcome, exchanges } = await delivery.deliver(makeBet, {
      deviate: once({ send: 'together' }),
    });
    expect(outcome).toEqual(balance);
    expect(delivery.received).toHaveLength(2);
    expect(delivery.received[1]).toEqual(delivery.received[0]);
    expect(exchanges.map(({ answer }) => answer.kind === 'answered' && answer.status)).toEqual([200, 500]);
  });

  it('counts the answer where the other one got none', async () => {
    const { deliver } = await opened((response) => response.destroy(), ok);
    const { outcome, exchanges } = await deliver(rollback, {
      deviate: always({ send: 'together' }),
    });
    expect(outcome).toEqual(balance);
    expect(exchanges).toHaveLength(2);
  });
});

describe('a wrong signature', () => {
  it('is hex of the right length, another one each time', async () => {
    const { deliver, received } = await opened(broken, broken, ok);
    await deliver(makeBet, { deviate: always({ signature: 'wrong' }) });
    const signatures = received.map(({ signature }) => signature);
    for (const signature of signatures) expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(signatures).size).toBe(3);
    expect(received.some(({ isSigned }) => isSigned)).toBe(false);
  });

  it('that happens once is right again in the retry', async () => {
    const { deliver, received } = await opened(broken, ok);
    await deliver(makeBet, { deviate: once({ signature: 'wrong' }) });
    expect(received.map(({ isSigned }) => isSigned)).toEqual([false, true]);
  });
});
