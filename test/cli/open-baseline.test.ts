import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openBaseline } from '../../src/cli/open-baseline.ts';
import { aFinding, aRequirement, aRun } from '../report/run-builder.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  file = join(folder, 'baseline.yaml');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const broken = aRun({
  requirements: [aRequirement({ verdict: 'failed', findings: [aFinding()] })],
});
const own = `# ours
known:
  - requirement: IDEM-01
    code: duplicate-applied
    reason: W-812
`;

describe('the baseline that is written', () => {
  it('is new where there was none, with reasons to be filled in', async () => {
    const { keep } = await openBaseline({ writeBaseline: file });
    await keep(broken);
    expect(await readFile(file, 'utf8')).toContain('reason: to be filled in');
  });

  it('keeps what the file has: comments, reasons', async () => {
    await writeFile(file, own);
    await (await openBaseline({ writeBaseline: file })).keep(broken);
    expect(await readFile(file, 'utf8')).toBe(own);
  });

  it('takes over what --baseline has where the file is new', async () => {
    const other = join(folder, 'other.yaml');
    await writeFile(other, own);
    await (await openBaseline({ baseline: other, writeBaseline: file })).keep(broken);
    expect(await readFile(file, 'utf8')).toBe(own);
  });

  it.each([
    ['was interrupted', aRun({ partial: true })],
    ['lost its agent', aRun({ root: { reason: 'nobody there', remedy: '' } })],
  ])('stays as it is where the run %s', async (_what, run) => {
    await writeFile(file, own);
    await (await openBaseline({ writeBaseline: file })).keep(run);
    expect(await readFile(file, 'utf8')).toBe(own);
  });

  it('never throws once the run is made: the verdict stands', async () => {
    const { keep } = await openBaseline({ writeBaseline: join(folder, 'nowhere', 'b.yaml') });
    await expect(keep(broken)).resolves.toBeUndefined();
  });

  it('is not made of a run that ends early', async () => {
    await expect(openBaseline({ writeBaseline: file, bail: true })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});

it('gives the entries to apply, and throws before the run where they are wrong', async () => {
  await writeFile(file, own);
  expect((await openBaseline({ baseline: file })).applied?.entries).toHaveLength(1);
  await writeFile(file, own.replace('IDEM', 'IDOM'));
  await expect(openBaseline({ baseline: file })).rejects.toMatchObject({ code: 'configuration' });
  await expect(openBaseline({ baseline: join(folder, 'none.yaml') })).rejects.toThrow('none.yaml');
});
