import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isListening } from '../../src/cli/is-listening.ts';
import { agentReturn, type RerunOrder, watchRuns } from '../../src/cli/watch-runs.ts';
import type { Run } from '../../src/formats/run.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { anExchange, aRun, aScenario } from '../report/run-builder.ts';

let folder: string;

let server: Server;

let callbackUrl: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  server = createServer((socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
});

afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const change = async (): Promise<void> => await writeFile(join(folder, 'a.yaml'), 'x');

const run = (given: Partial<Run> = {}): Run => aRun({ agent: { id: 1, callbackUrl }, ...given });

type Play = (round: RerunOrder) => Promise<Run> | Run;

/** Plays the rounds one after another, and is interrupted in the last; gives what they were. */
const watched = async (...plays: readonly Play[]): Promise<{ code: number; rounds: RerunOrder[] }> => {
  const rounds: RerunOrder[] = [];
  const code = await watchRuns({
    paths: [folder],
    written: [],
    play: async (round) => {
      rounds.push(round);
      if (rounds.length === plays.length) process.emit('SIGINT');
      return (await plays[rounds.length - 1]?.(round)) ?? run();
    },
  });
  return { code, rounds };
};

describe('a watched run', () => {
  it('ends with 130 when it is interrupted', async () => {
    expect(await watched(() => run())).toMatchObject({ code: 130 });
  });

  it('ends with 130 when the waiting is interrupted', async () => {
    const interrupt = () => {
      setTimeout(() => process.emit('SIGINT'), 300);
      return run();
    };
    expect(await watched(interrupt, () => run())).toMatchObject({ code: 130, rounds: [{}] });
  });

  it('is made again when a file changes, what failed first', async () => {
    const failed = async () => {
      await change();
      return run({
        scenarios: [
          aScenario({ file: 'a.yaml', verdict: 'failed' }),
          aScenario({ file: 'b.yaml' }),
          aScenario({ file: 'c.yaml', verdict: 'inconclusive' }),
        ],
      });
    };
    const { rounds } = await watched(failed, () => run());
    expect(rounds).toEqual([
      { number: 1, first: new Set() },
      { number: 2, first: new Set(['a.yaml', 'c.yaml']) },
    ]);
  });
});

describe('a run that lost its agent', () => {
  const lost = () =>
    run({
      root: { reason: 'gone', remedy: '' },
      exchanges: [anExchange({ failure: 'closed: the connection' })],
    });

  it('is made again once the agent listens, and only once', async () => {
    const lostAgain = () => {
      setTimeout(() => process.emit('SIGINT'), 1000);
      return lost();
    };
    const { rounds } = await watched(lost, lostAgain, lost);
    expect(rounds).toHaveLength(2);
  });
});

describe('what is wrong', () => {
  const wrong = () => {
    throw new WalletproofError('scenario', 'a.yaml:1:1: no', '');
  };

  it('with the first run ends the watching', async () => {
    await expect(watched(wrong, () => run())).rejects.toThrow('a.yaml:1:1');
  });

  it('with a later run is waited out', async () => {
    const { rounds } = await watched(
      async () => {
        await change();
        return run();
      },
      async () => {
        setTimeout(() => void change(), 300);
        return wrong();
      },
      () => run(),
    );
    expect(rounds).toHaveLength(3);
  });
});

const servers: Server[] = [];

const listen = async (port = 0): Promise<{ readonly url: string; readonly port: number }> => {
  const server = createServer((socket) => socket.end());
  servers.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}/callback`, port: own };
};

const stopAll = async (): Promise<void> => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
};

afterEach(stopAll);

/** How it ended within the time. */
const returned = async (
  callbackUrl: string,
  { known, withinMs }: { readonly known: 'gone' | 'unknown'; readonly withinMs: number },
): Promise<string> =>
  await agentReturn({ callbackUrl, known, signal: AbortSignal.timeout(withinMs) }).then(
    () => 'back',
    () => 'not back',
  );

describe('an agent', () => {
  it('that was there all the time is not back', async () => {
    const { url } = await listen();
    expect(await returned(url, { known: 'unknown', withinMs: 900 })).toBe('not back');
  });

  it('that is known to have been away is back as soon as somebody listens', async () => {
    const { url } = await listen();
    expect(await returned(url, { known: 'gone', withinMs: 120_000 })).toBe('back');
  });

  it('that goes away and comes again is back', async () => {
    const { url, port } = await listen();
    await stopAll();
    let isOver = false;
    const back = returned(url, { known: 'unknown', withinMs: 120_000 }).finally(() => {
      isOver = true;
    });
    // Nobody tells when it has been seen away: it goes and comes until then.
    for (let turn = 0; !isOver; turn += 1) {
      await Promise.race([back, delay(300)]);
      if (turn % 2 === 0) await listen(port);
      else await stopAll();
    }
    expect(await back).toBe('back');
  });

  it('that stays away is waited for until the signal ends it', async () => {
    const { url } = await listen();
    await stopAll();
    expect(await returned(url, { known: 'gone', withinMs: 700 })).toBe('not back');
  });
});

describe('whether somebody listens', () => {
  it('is told without a byte sent', async () => {
    const { url } = await listen();
    expect(await isListening(url)).toBe(true);
    await stopAll();
    expect(await isListening(url)).toBe(false);
  });

  it('is told of a host of IPv6, too', async () => {
    expect(await isListening('http://[::1]:9/callback')).toBe(false);
  });
});
