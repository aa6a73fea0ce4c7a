import { EventEmitter, once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../src/spec/exchange.ts';
import { requestOf } from '../../src/wire/create-courier.ts';
import { balanceAnswer, bodyOf, openAgent, openRawAgent } from '../wire/open-agent.ts';
import { messageTo } from '../wire/open-courier.ts';
import { answerOf, atTheEnd, byCourier, closeAll, type OpenSender, open, outcomeOf, senderTo } from './open-sender.ts';

afterEach(closeAll);

describe('what goes out', () => {
  it('is what the courier sends', async () => {
    const seen: object[] = [];
    const agent = await open(
      openAgent(async (request, response) => {
        const { host: _, ...headers } = request.headers;
        const { method, url } = request;
        seen.push({ method, url, headers, body: (await bodyOf(request)).toString() });
        response.end('{}');
      }),
    );
    const url = `${agent.url.replace('//', '//us%20er:pass@')}?a=1`;
    const headers = { headers: { 'content-type': 'application/json', 'x-signature': 'abc' } };
    await answerOf(senderTo(url), { headers });
    await byCourier(url, headers);
    expect(seen[0]).toEqual(seen[1]);
    expect(requestOf(messageTo(url), new URL(url)).headers).toMatchObject({
      'accept-encoding': 'identity',
    });
  });

  it('keeps its connections, and makes one for each callback where that is wished', async () => {
    const agent = await open(openAgent((_request, response) => response.end('{}')));
    const kept = senderTo(agent.url);
    for (let count = 0; count < 3; count += 1) await answerOf(kept);
    expect(agent.connections()).toBe(1);
    const fresh = senderTo(agent.url, { connection: 'fresh' });
    for (let count = 0; count < 3; count += 1) await answerOf(fresh);
    expect(agent.connections()).toBe(4);
  });

  it('is sent at once, over as many connections as callbacks are under way', async () => {
    const waiting: (() => void)[] = [];
    const agent = await open(
      openAgent((_request, response) => {
        waiting.push(() => response.end('{}'));
        if (waiting.length === 5) for (const answer of waiting) answer();
      }),
    );
    const sender = senderTo(agent.url);
    const outcomes = await Promise.all(Array.from({ length: 5 }, async () => outcomeOf(await answerOf(sender))));
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'HTTP 200'));
  });
});

/** Asks for a second answer over the connection of the first. */
const twice = async (sender: OpenSender): Promise<readonly Answer[]> => [
  await answerOf(sender),
  await answerOf(sender),
];

describe('a kept connection', () => {
  it('that the agent closes on a callback is told apart, to send it again', async () => {
    const agent = await open(
      openRawAgent((socket, _chunk, count) => {
        if (count === 2) socket.end();
        else socket.write(balanceAnswer());
      }),
    );
    const sender = senderTo(agent.url);
    const [first, second] = await twice(sender);
    expect(first).toMatchObject({ kind: 'answered' });
    expect(second).toEqual({
      kind: 'failed',
      failure: 'closed',
      wasKept: true,
      message: expect.stringContaining('closed a connection that had been kept open'),
    });
    expect(outcomeOf(await answerOf(sender))).toBe('HTTP 200');
  });

  it('that the agent closes on a callback once an answer has begun broke off', async () => {
    const agent = await open(
      openRawAgent((socket, _chunk, count) => {
        if (count === 2) socket.end('HTTP/1.1 200 OK\r\nContent-');
        else socket.write(balanceAnswer());
      }),
    );
    const [, second] = await twice(senderTo(agent.url));
    expect(second).toMatchObject({ failure: 'closed' });
    expect(second).not.toHaveProperty('wasKept');
  });

  it('that the agent closed before is not used', async () => {
    const closed = new EventEmitter();
    const agent = await open(
      openRawAgent((socket) => {
        socket.once('close', () => closed.emit('close'));
        socket.end(balanceAnswer());
      }),
    );
    const sender = senderTo(agent.url);
    await Promise.all([once(closed, 'close'), answerOf(sender)]);
    expect(outcomeOf(await answerOf(sender))).toBe('HTTP 200');
    expect(agent.connections()).toBe(2);
  });
});

describe('a callback that takes too long', () => {
  it('ends when its time is over, though undici knows no such limit', async () => {
    const agent = await open(openRawAgent(() => {}));
    const sender = senderTo(agent.url, { timeoutMs: 60 });
    const sentAt = performance.now();
    expect(await answerOf(sender)).toEqual({
      kind: 'failed',
      failure: 'timeout',
      message: 'No complete answer within 60 ms.',
    });
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(60);
  });

  it.each(['headers', 'body'])('ends while its %s drips in', async (part) => {
    const timers: ReturnType<typeof setInterval>[] = [];
    atTheEnd(() => timers.forEach(clearInterval));
    const agent = await open(
      openRawAgent((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${part === 'body' ? 'Content-Length: 999\r\n\r\n' : 'X-A: '}`);
        timers.push(setInterval(() => socket.write('x'), 5));
      }),
    );
    expect(outcomeOf(await answerOf(senderTo(agent.url, { timeoutMs: 60 })))).toBe('timeout');
  });

  it('ends while its connection is being made', async () => {
    // Nobody takes what is sent to a name that is never found.
    const sender = senderTo('http://agent.example/', { timeoutMs: 60, lookup: () => {} });
    expect(outcomeOf(await answerOf(sender))).toBe('timeout');
  });
});

describe('callbacks that take too long among others', () => {
  it('have each their own time', async () => {
    const agent = await open(openRawAgent(() => {}));
    const sender = senderTo(agent.url, { timeoutMs: 100 });
    const timed = async (): Promise<number> => {
      const sentAt = performance.now();
      expect(outcomeOf(await answerOf(sender))).toBe('timeout');
      return performance.now() - sentAt;
    };
    const first = timed();
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const durationMs of await Promise.all([first, timed()])) expect(durationMs).toBeGreaterThanOrEqual(100);
  });

  it('do not keep the next one waiting', async () => {
    const agent = await open(
      openRawAgent((socket, _chunk, count) => {
        if (count > 1) socket.write(balanceAnswer());
      }),
    );
    const sender = senderTo(agent.url, { timeoutMs: 500 });
    const outcomes = (await twice(sender)).map(outcomeOf);
    expect(outcomes).toEqual(['timeout', 'HTTP 200']);
  });

  it('end in the order of sending, and the others not at all', async () => {
    const agent = await open(
      openAgent(async (request, response) => {
        if ((await bodyOf(request)).toString() === 'answer') response.end('{}');
      }),
    );
    const sender = senderTo(agent.url, { timeoutMs: 500 });
    const ended: string[] = [];
    const all = ['silent 1', 'answer', 'silent 2', 'answer', 'silent 3'].map(async (text) => {
      const answer = await answerOf(sender, { text });
      ended.push(`${text}: ${outcomeOf(answer)}`);
    });
    await Promise.all(all);
    expect(ended).toEqual([
      ...['answer: HTTP 200', 'answer: HTTP 200'],
      ...['silent 1: timeout', 'silent 2: timeout', 'silent 3: timeout'],
    ]);
  });
});

describe('an answer that is lost on purpose', () => {
  it('drops the connection when it begins', async () => {
    const closed = new EventEmitter();
    const agent = await open(
      openRawAgent((socket) => {
        socket.once('close', () => closed.emit('close'));
        socket.write(balanceAnswer());
      }),
    );
    const sender = senderTo(agent.url);
    const [answer] = await Promise.all([answerOf(sender, { isLost: true }), once(closed, 'close')]);
    expect(answer).toEqual(await byCourier(agent.url, { lose: { what: 'answer' } }));
    expect(outcomeOf(answer)).toBe('dropped');
    expect(outcomeOf(await answerOf(sender))).toBe('HTTP 200');
  });
});

describe('an address that may not be called', () => {
  it.each([
    ['http://169.254.169.254/', true, 'forbidden-target'],
    ['http://8.8.8.8/', false, 'forbidden-target'],
    ['ftp://127.0.0.1/', true, 'unreachable'],
    ['nonsense', true, 'unreachable'],
  ])('%s is not called', async (url, allowPublicTarget, failure) => {
    expect(await answerOf(senderTo(url, { allowPublicTarget }))).toMatchObject({ failure });
  });

  it('is not called by another name either', async () => {
    const sender = senderTo('http://agent.example/', {
      lookup: (_name, _options, tell) => tell(null, [{ address: '8.8.8.8', family: 4 }]),
    });
    expect(await answerOf(sender)).toMatchObject({
      failure: 'forbidden-target',
      message: 'agent.example (8.8.8.8) is neither this machine nor in a private network.',
    });
  });

  it('that has no address is unreachable', async () => {
    const sender = senderTo('http://agent.example/', {
      lookup: (_name, _options, tell) => tell(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
    });
    expect(outcomeOf(await answerOf(sender))).toBe('unreachable');
  });
});

describe('closing', () => {
  it('interrupts what is under way, and tells it once', async () => {
    const agent = await open(openRawAgent(() => {}));
    const sender = senderTo(agent.url);
    const told: Answer[] = [];
    const ended = Promise.all(
      [1, 2, 3].map(async () => {
        told.push(await answerOf(sender));
      }),
    );
    await sender.sender.close();
    await ended;
    expect(told.map(outcomeOf)).toEqual(['interrupted', 'interrupted', 'interrupted']);
    expect(outcomeOf(await answerOf(sender))).toBe('interrupted');
  });
});
