import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Round } from '../../src/cli/watch-runs.ts';
import { watchRuns } from '../../src/cli/watch-runs.ts';
import type { Run } from '../../src/spec/run.ts';
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

type Play = (round: Round) => Promise<Run> | Run;

/** Plays the rounds one after another, and is interrupted in the last; gives what they were. */
const watched = async (...plays: readonly Play[]): Promise<{ code: number; rounds: Round[] }> => {
  const rounds: Round[] = [];
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
    const patience = setTimeout(() => process.emit('SIGINT'), 2000);
    const { rounds } = await watched(lost, lost, lost);
    clearTimeout(patience);
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
