import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Environment } from '../../../src/report/environment.ts';
import { openGithubReporter } from '../../../src/report/github/open-github-reporter.ts';
import { openStreamTarget } from '../../../src/report/open-stream-target.ts';
import type { Run } from '../../../src/spec/run.ts';
import { aFinding, aRequirement, aRun, eventsOf } from '../run-builder.ts';
import { createTestStream } from '../test-stream.ts';
import { aMixedRun } from '../whole-run.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'github-'));
  file = join(folder, 'summary.md');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = async (environment: Environment) => {
  const { stream, text } = createTestStream();
  const target = openStreamTarget(stream, false);
  return { reporter: await openGithubReporter({ target, colourLevel: 0 }, environment), text };
};

const told = async (run: Run, environment: Environment = { GITHUB_STEP_SUMMARY: file }) => {
  const { reporter, text } = await open(environment);
  for (const event of eventsOf(run)) reporter.tell(event);
  return { errors: await reporter.close(), out: text() };
};

const manyBreaches = (count: number): Run => {
  const findings = Array.from({ length: 5 }, () => aFinding({ message: 'ü€😀'.repeat(150) }));
  const requirements = Array.from({ length: count }, (_, index) =>
    aRequirement({ id: `BET-${index}`, verdict: 'failed', findings }),
  );
  return aRun({ verdict: 'nonconformant', requirements });
};

describe('the github reporter', () => {
  it('writes annotations out and the whole run into the summary of the step', async () => {
    const { errors, out } = await told(aMixedRun());
    expect(errors).toEqual([]);
    expect(out).toMatch(/^::error /);
    expect(await readFile(file, 'utf8')).toMatch(/^# walletproof: NOT CONFORMANT\n/);
  });

  it('appends to what other parts of the step have written', async () => {
    await writeFile(file, 'from another command\n');
    await told(aMixedRun());
    expect(await readFile(file, 'utf8')).toMatch(/^from another command\n# walletproof/);
  });

  it.each([{}, { GITHUB_STEP_SUMMARY: '' }])('writes annotations alone with %j', async (given) => {
    const { errors, out } = await told(aMixedRun(), given);
    expect(errors).toEqual([]);
    expect(out).toMatch(/^::error /);
  });

  it('keeps the summary under 900 KiB, with what was there before', async () => {
    await writeFile(file, 'x'.repeat(100_000));
    const { errors } = await told(manyBreaches(200));
    expect(errors).toEqual([]);
    const { size } = await stat(file);
    expect(size).toBeLessThanOrEqual(900 * 1024);
    expect(size).toBeGreaterThan(890 * 1024);
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(/\n\nCut here: the report is longer than GitHub shows\..*\n$/);
    expect(text).not.toContain('\ufffd');
  });
});

describe('a summary that cannot be written', () => {
  it('is refused at once where its folder is missing', async () => {
    const opening = open({ GITHUB_STEP_SUMMARY: join(folder, 'gone', 'summary.md') });
    await expect(opening).rejects.toMatchObject({
      name: 'WalletproofError',
      code: 'environment',
      message: expect.stringContaining('gone'),
      remedy: expect.stringContaining('GITHUB_STEP_SUMMARY'),
    });
  });

  it('is an error given back when it is gone at the end; the annotations are there', async () => {
    const gone = join(folder, 'gone.md');
    const { reporter, text } = await open({ GITHUB_STEP_SUMMARY: gone });
    await rm(folder, { recursive: true });
    for (const event of eventsOf(aMixedRun())) reporter.tell(event);
    expect(await reporter.close()).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(
          /^REPORT NOT WRITTEN: the step summary .*gone\.md: .*ENOENT/,
        ),
      }),
    ]);
    expect(text()).toMatch(/^::error /);
  });

  it('is an error given back when it is full', async () => {
    await writeFile(file, 'x'.repeat(900 * 1024));
    const { errors } = await told(aMixedRun());
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('it is full') }),
    ]);
    expect((await stat(file)).size).toBe(900 * 1024);
  });
});
