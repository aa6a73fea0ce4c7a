import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { idsWith, reportOf } from './report-of.ts';
import { packageFolder } from './run-cli.ts';
import { type StartedProcess, startProcess } from './start-process.ts';

const python = 'python3';
const hasPython = spawnSync(python, ['--version']).status === 0;

describe('the bundled example agent', () => {
  it('is conformant, with nothing failed, warned of or left open, and every player has back what they had', async () => {
    const { code, run } = await reportOf(['demo']);

    expect(idsWith(run, 'failed', 'warned', 'inconclusive', 'blocked')).toEqual([]);
    expect(run.verdict).toBe('conformant');
    expect(code).toBe(0);
    expect(run.summary.passed).toBeGreaterThan(70);
    expect(run.scenarios.flatMap(({ residue }) => residue ?? [])).toEqual([]);
  });

  it('is sent the same bytes when seed and nonce are the same', async () => {
    const args = ['demo', '--only', 'SIG,BET', '--seed', '7', '--nonce', 'same'];
    const [one, two] = [await reportOf(args), await reportOf(args)];

    const bytes = (reported: typeof one): string[] =>
      reported.run.exchanges
        // What the agent asks by itself carries the time.
        .filter(({ direction }) => direction === 'callback')
        .map((each) => `${each.requestHeaders['x-signature']} ${each.requestBody}`);
    expect(bytes(one)).toEqual(bytes(two));
    expect(bytes(one).length).toBeGreaterThan(100);
  });
});

describe('an agent written in Python from the specification alone', () => {
  const started: StartedProcess[] = [];
  afterAll(() => {
    for (const agent of started) agent.kill('SIGTERM');
  });

  it('is conformant, without a failure or a warning', async () => {
    if (!hasPython) throw new Error('This test needs python3: on Debian, apt-get install python3.');
    const file = join(packageFolder, 'test/agents/python/agent.py');
    const pattern = /^agent ready on (\S+)$/;
    const agent = await startProcess(python, [file, '--port', '0'], { pattern });
    started.push(agent);

    const { code, run } = await reportOf([
      'test',
      agent.ready,
      '--player',
      'player-1:USD,EUR',
      '--player',
      'player-2:USD',
    ]);

    expect(idsWith(run, 'failed', 'warned', 'inconclusive', 'blocked')).toEqual([]);
    expect(run.verdict).toBe('conformant');
    expect(code).toBe(0);
  });
});
