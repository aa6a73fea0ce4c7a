import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createBalanceFile, readBalanceFile } from '../../src/load/balance-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-balances-'));
});

afterEach(async () => await rm(folder, { recursive: true, force: true }));

const header = {
  agentId: 1001,
  callbackUrl: 'http://user:secret@127.0.0.1:8080/callback?key=secret',
  nonce: 'n7',
  gameId: 101,
  dialect: 'minimal',
  startedAt: '2026-03-01T12:00:00.000Z',
};

const account = (playerId: string, balance = '10.00') => ({
  playerId,
  username: `The ${playerId}`,
  currency: 'USD',
  language: 'en',
  sessionId: `s-${playerId}`,
  balance,
});

const pathIn = (name: string) => join(folder, 'deep', name);

it('keeps what was opened, with the URL without its secrets', async () => {
  const path = pathIn('load.jsonl');
  const file = await createBalanceFile(path, header);
  await file.append([account('a'), account('b')]);
  await file.append([account('c')]);

  const { header: read, accounts } = await readBalanceFile(path);
  expect(read.callbackUrl).toBe('http://127.0.0.1:8080/callback');
  expect(accounts).toEqual([account('a'), account('b'), account('c')]);
  expect(await readFile(path, 'utf8')).not.toContain('secret');
  await file.leave(() => false);
});

it('is gone once no account is left, and has those alone that are', async () => {
  const path = pathIn('load.jsonl');
  const file = await createBalanceFile(path, header);
  await file.append([account('a'), account('b')]);

  expect(await file.leave(({ playerId }) => playerId === 'b')).toBe(1);
  expect((await readBalanceFile(path)).accounts).toEqual([account('b')]);

  const other = await createBalanceFile(pathIn('other.jsonl'), header);
  expect(await other.leave(() => false)).toBe(0);
  await expect(readBalanceFile(other.path)).rejects.toThrow('cannot read');
});

it('a load does not write over the balances of one that was not given back', async () => {
  const path = pathIn('load.jsonl');
  const file = await createBalanceFile(path, header);
  await file.append([account('a')]);
  await file.leave(() => true);

  await expect(createBalanceFile(path, header)).rejects.toMatchObject({
    code: 'usage',
    remedy: expect.stringContaining(`walletproof load --settle ${path}`),
  });
});

it('a last line that was cut is left out; an account that stands there twice has what it had first', async () => {
  const path = join(folder, 'cut.jsonl');
  const lines = [{ kind: 'load-balances', ...header }, account('a', '1.00'), account('a', '9.00')];
  await writeFile(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"playerId":"b","use`);

  expect((await readBalanceFile(path)).accounts).toEqual([account('a', '1.00')]);
});

it('points at a line that is no account, and refuses another file', async () => {
  const path = join(folder, 'wrong.jsonl');
  await writeFile(path, `${JSON.stringify({ kind: 'load-balances', ...header })}\nnonsense\n`);
  await expect(readBalanceFile(path)).rejects.toThrow(`${path}:2 is no account`);

  await writeFile(path, '{"verdict":"conformant"}\n');
  await expect(readBalanceFile(path)).rejects.toThrow('is no file of opening balances');
});
