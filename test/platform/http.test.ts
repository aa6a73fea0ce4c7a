import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { now, type OpenPlatform, openPlatform, sign } from './open-platform.ts';

let open: OpenPlatform;
beforeEach(async () => {
  open = await openPlatform();
});
afterEach(() => open.close());

const body = { agent_id: 1001, timestamp: now };
const text = JSON.stringify(body);
const head = (more = ''): string =>
  `POST /api/games/list HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Signature: ${sign(body)}\r\n${more}`;
const whole = `${head()}Content-Length: ${text.length}\r\n\r\n${text}`;
const successes = (answer: string): number => answer.split('"status":"success"').length - 1;

describe('HTTP', () => {
  it('answers pipelined requests one after another', async () => {
    const answer = await open.exchangeBytes(whole.repeat(5), (all) => successes(all) === 5);
    expect(successes(answer)).toBe(5);
    expect(open.exchanges).toHaveLength(5);
  });
});

describe('a body', () => {
  it('may come in chunks', async () => {
    const chunked = `${head()}Transfer-Encoding: chunked\r\n\r\n5\r\n${text.slice(0, 5)}\r\n${(
      text.length - 5
    ).toString(16)}\r\n${text.slice(5)}\r\n0\r\n\r\n`;
    const answer = await open.exchangeBytes(chunked, (all) => successes(all) === 1);
    expect(successes(answer)).toBe(1);
  });

  it('may come byte by byte', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(open.port, '127.0.0.1', async () => {
        for (const character of whole) {
          socket.write(character);
          await new Promise((next) => setImmediate(next));
        }
      });
      socket.once('data', (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
    });
    expect(successes(answer)).toBe(1);
  });
});

describe('what is not HTTP', () => {
  it('is answered 400, and the connection closed', async () => {
    const answer = await open.exchangeBytes('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is answered 431 when a header has no end, and the connection closed', async () => {
    const answer = await open.exchangeBytes(`${head()}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('a body that waits to be asked for', () => {
  it('is asked for', async () => {
    const answer = await new Promise<string>((resolve) => {
      let all = '';
      const socket = connect(open.port, '127.0.0.1', () => {
        socket.write(`${head('Expect: 100-continue\r\n')}Content-Length: ${text.length}\r\n\r\n`);
      });
      socket.on('data', (chunk) => {
        all += chunk.toString();
        if (all === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(text);
        if (successes(all) === 1) socket.destroy();
      });
      socket.on('close', () => resolve(all));
    });
    expect(successes(answer)).toBe(1);
  });

  it('is not asked for when it would not be taken', async () => {
    const answer = await open.exchangeBytes(`${head('Expect: 100-continue\r\n')}Content-Length: 5000000\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
  });
});

describe('a limit of another size', () => {
  const expecting = (length: number): string => `${head('Expect: 100-continue\r\n')}Content-Length: ${length}\r\n\r\n`;

  it('is the one that a body is asked for by', async () => {
    const small = await openPlatform({ bodyLimit: 1024, bodyLimitStatus: '413' });
    try {
      expect(await small.exchangeBytes(expecting(1025))).toMatch(/^HTTP\/1\.1 413 /);
      const asked = await small.exchangeBytes(expecting(1024), (all) => all.endsWith('\r\n\r\n'));
      expect(asked).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    } finally {
      await small.close();
    }
  });

  it('may be above 1 MiB', async () => {
    const large = await openPlatform({ bodyLimit: 4_000_000 });
    try {
      const body = `{"agent_id":7,"x":"${'x'.repeat(2_000_000)}"}`;
      const answer = await large.post('/api/games/list', body, {
        'content-type': 'application/json',
        'x-signature': 'f',
      });
      expect(answer.json.error).toBe('agent_not_found');
    } finally {
      await large.close();
    }
  });
});

describe('an oversized body', () => {
  it('is refused at once, and the next request on the connection served', async () => {
    const large = 'x'.repeat(3_000_000);
    const first = `${head()}Content-Length: ${large.length}\r\n\r\n${large}`;
    const answer = await open.exchangeBytes(first + whole, (all) => successes(all) === 1);
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
    expect(successes(answer)).toBe(1);
    expect(open.exchanges.map(({ request }) => request.body.length)).toEqual([0, text.length]);
  });

  it('ends with a broken connection when it never ends', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const answer = new Promise<string>((resolve) => {
      let all = '';
      const socket = connect(open.port, '127.0.0.1', () => {
        socket.write(`${head()}Transfer-Encoding: chunked\r\n\r\n`);
        const more = () => {
          if (socket.destroyed) return;
          while (socket.write(chunk));
          socket.once('drain', more);
        };
        more();
      });
      socket.on('data', (data) => {
        all += data.toString();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(all));
    });
    expect(await answer).toMatch(/^HTTP\/1\.1 422 /);
  });
});

describe('Express', () => {
  it('changes no prototype while serving', async () => {
    const original = Object.setPrototypeOf;
    let changes = 0;
    Object.setPrototypeOf = ((target: object, prototype: object | null) => {
      if (Object.getPrototypeOf(target) !== prototype) changes += 1;
      return original(target, prototype);
    }) as typeof Object.setPrototypeOf;
    try {
      await open.call('list');
    } finally {
      Object.setPrototypeOf = original;
    }
    expect(changes).toBe(0);
  });

  it("keeps Express's own methods on requests and responses", async () => {
    open.platform.app.get('/hello', (request, response) => {
      response.status(201).json({ ip: request.ip, host: request.hostname });
    });
    const answer = await open.send({ method: 'GET', path: '/hello', headers: {}, body: '' });
    expect([answer.status, answer.text]).toEqual([201, '{"ip":"127.0.0.1","host":"127.0.0.1"}']);
  });
});
