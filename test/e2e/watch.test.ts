import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Run } from '../../src/formats/run.ts';
import { openAgent } from '../fixtures/open-agent.ts';
import { packageFolder, workingFolder } from './run-cli.ts';
import { startProcess } from './start-process.ts';

const scenarioOf = (bet: string): string => `scenario: A bet is debited
requirements: [BET-01]
steps:
  - makeBet: { bet: ${bet}, win: 0 }
`;

/** The stored run, once it is another one than before. */
const nextRun = async (file: string, nonce = ''): Promise<Run> => {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const run = text.endsWith('}\n') ? (JSON.parse(text) as Run) : undefined;
    if (run !== undefined && run.nonce !== nonce) return run;
    await delay(50);
  }
};

it('plays again when a scenario changes, with fresh ids, until it is interrupted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  const [scenario, report] = [join(folder, 'a.yaml'), join(folder, 'report.json')];
  await writeFile(scenario, scenarioOf('2'));
  const agent = await openAgent({});
  const watched = await startProcess(
    process.execPath,
    [
      join(packageFolder, 'bin/walletproof.js'),
      ...['play', folder, '--callback-url', agent.url, '--watch'],
      ...['--nonce', 'first', '--reporter', 'pretty', '--reporter', `json=${report}`],
    ],
    { pattern: /^(\S*(?:CONFORMANT|INCONCLUSIVE))/, cwd: workingFolder },
  );
  try {
    const first = await nextRun(report);
    await writeFile(scenario, scenarioOf('3.5'));
    const second = await nextRun(report, first.nonce);

    expect([first.nonce, first.verdict]).toEqual(['first', 'conformant']);
    expect(second.verdict).toBe('conformant');
    expect(second.exchanges.map(({ requestBody }) => requestBody).join()).toContain('"bet":3.5');
  } finally {
    watched.kill('SIGINT');
    const code = await watched.ended;
    await agent.close();
    await rm(folder, { recursive: true });
    expect(code).toBe(130);
  }
});
