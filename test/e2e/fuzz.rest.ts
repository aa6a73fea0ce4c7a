import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunView } from '../../src/api/schemas/runs.ts';
import type { Run } from '../../src/formats/run.ts';
import { openBrowser, openPage } from './open-page.ts';
import { openServed } from './open-served.ts';
import { runCli } from './run-cli.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
});
afterEach(async () => await rm(folder, { recursive: true }));

describe('walletproof fuzz', () => {
  it('ends with 1 where a sequence breaks something, and writes it', async () => {
    const file = join(folder, 'found.yaml');
    const report = join(folder, 'report.json');
    const { code, stdout, stderr } = await runCli([
      ...['fuzz', '--defect', 'rollback-repeats', '--seed', '1', '--out', file],
      ...['--reporter', 'pretty', '--reporter', `json=${report}`],
    ]);
    const run: Run = JSON.parse(await readFile(report, 'utf8'));

    expect(code).toBe(1);
    expect(stdout).toMatch(/RB-04: a (repeated )?rollback moved money/);
    expect(stdout).toMatch(/A sequence of 3 steps breaks RB-04: \d+ sequences.* \d+(\.\d+)? (ms|s), seed 1\./);
    expect(stderr).toMatch(/looking for the smallest one/);
    expect(await readFile(file, 'utf8')).toMatch(/^# RB-04 rollback-applied-again: /);
    expect([run.verdict, run.scenarios.map((each) => each.file)]).toEqual(['nonconformant', [file]]);
  });

  it('ends with 0 where the budget is spent, and prints the transitions that it came to', async () => {
    const { code, stdout } = await runCli(['fuzz', '--example-agent', '--runs', '40', '--seed', '1', '--verbose']);

    expect([code, stdout]).toEqual([0, expect.stringMatching(/^No sequence broke anything: \d+ sequences/)]);
    expect(stdout).toMatch(/^transition +all +at the start/m);
  });

  it('ends with 3 where nobody answers', async () => {
    const { code, stderr } = await runCli(['fuzz', 'http://127.0.0.1:1/callback', '--token', 't', '--budget', '2s']);

    expect([code, stderr]).toEqual([3, expect.stringMatching(/Nothing listens on 127\.0\.0\.1:1/)]);
  });

  it.each([
    [['fuzz', '--example-agent', '--budget', 'soon'], /--budget/],
    [['fuzz', '--example-agent', '--runs', '0'], /--runs/],
    [['fuzz'], /callback URL/],
    [
      ['play', 'x.yaml', '--orders', '--watch', '--callback-url', 'http://127.0.0.1:1'],
      /--orders does not go with --watch/,
    ],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stderr } = await runCli(args);

    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('the button of the dashboard', () => {
  it('draws sequences, shows the run of the smallest one, and saves it as a scenario', async () => {
    const served = await openServed('--defect', 'rollback-repeats');
    try {
      const { page, complaints } = await openPage(await openBrowser(), `${served.url}/#/conformance`);
      await page.getByRole('button', { name: 'Fuzz' }).click();
      await page.getByText(/\d+ of 60 s, \d+ sequences?/).waitFor();
      await page
        .getByText(/sequences nobody wrote/)
        .first()
        .waitFor();
      await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: 180_000 });
      const [newest] = await served.admin<readonly RunView[]>('runs');
      expect(newest).toMatchObject({ state: 'finished', verdict: 'nonconformant', failing: ['RB-04'] });
      const scenarios = await served.admin<readonly { readonly file: string; readonly home: string }[]>('scenarios');
      expect(scenarios.filter(({ home }) => home === 'saved').map(({ file }) => file)).toEqual([
        expect.stringMatching(/fuzz-.*\.yaml$/),
      ]);
      expect(complaints).toEqual([]);
    } finally {
      await served.close();
    }
  });
});

describe('walletproof play --orders', () => {
  it('needs a scenario of single calls, and says so', async () => {
    const file = join(folder, 'pack.yaml');
    await writeFile(file, 'scenario: a pack\nsteps:\n  - pack: { total: 2 }\n');
    const { code, stderr } = await runCli(['play', file, '--orders', '--callback-url', 'http://127.0.0.1:1/callback']);

    expect([code, stderr]).toEqual([2, expect.stringMatching(/has a `pack`/)]);
  });
});
