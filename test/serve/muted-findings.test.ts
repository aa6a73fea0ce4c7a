import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createMutedFindings } from '../../src/serve/muted-findings.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muted-'));
  file = join(folder, 'walletproof.baseline.yaml');
});
afterEach(() => rmSync(folder, { recursive: true }));

const pair = { requirement: 'RB-02', code: 'win-not-reverted' } as const;
const other = { requirement: 'IDEM-06', code: 'double-application' } as const;

it('writes an entry for each requirement, and takes them out again', async () => {
  const muted = createMutedFindings(file);
  expect(await muted.load()).toBeUndefined();
  await muted.mute([pair, other], { reason: 'PAY-17' });
  expect((await muted.load())?.entries).toEqual([
    { ...pair, reason: 'PAY-17' },
    { ...other, reason: 'PAY-17' },
  ]);
  await muted.unmute([pair]);
  expect((await muted.load())?.entries).toMatchObject([other]);
});

it('keeps comments and other entries, and replaces its own', async () => {
  const text = `# ours\nknown:\n  - requirement: IDEM-06 # the old one\n    code: double-application\n    reason: WALLET-812\n`;
  writeFileSync(file, text);
  const muted = createMutedFindings(file);
  await Promise.all([muted.mute([pair], { reason: 'first' }), muted.mute([pair], { reason: 'second' })]);
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('# ours');
  expect(written).toContain('# the old one');
  expect(written).not.toContain('first');
  expect(written).toContain('second');
});

it('leaves a file alone that it cannot read, and says where', async () => {
  writeFileSync(file, 'known:\n  - requirement: NONE-1\n');
  const muted = createMutedFindings(file);
  await expect(muted.mute([pair], { reason: 'x' })).rejects.toThrow(/baseline\.yaml:2/);
  expect(readFileSync(file, 'utf8')).toBe('known:\n  - requirement: NONE-1\n');
});

it('writes no entry that could never be met', async () => {
  const muted = createMutedFindings(file);
  await muted.mute(
    [
      { requirement: 'CON-04', code: 'half-shown' },
      { requirement: 'CON-08', code: 'half-shown' },
    ],
    { reason: 'x' },
  );
  expect((await muted.load())?.entries).toMatchObject([{ requirement: 'CON-08' }]);
});
