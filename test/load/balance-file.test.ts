import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BalanceFile, createBalanceFile, leaveIn, readBalanceFile } from '../../src/load/balance-file.ts';

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

/** A file with these accounts, added side by side. */
const fileWith = async (path: string, ...players: string[]): Promise<void> => {
  await createBalanceFile(path, header);
  const files = [new BalanceFile(path), new BalanceFile(path)];
  await Promise.all(players.map(async (player, n) => await files[n % 2]?.append(account(player))));
  for (const file of files) await file.close();
};

const playersIn = async (path: string): Promise<string[]> =>
  (await readBalanceFile(path)).accounts.map(({ playerId }) => playerId);

it('keeps what several threads have opened, with the URL without its secrets', async () => {
  const path = pathIn('load.jsonl');
  const players = Array.from({ length: 40 }, (_, n) => `player-${n}`);
  await fileWith(path, ...players);

  expect(new Set(await playersIn(path))).toEqual(new Set(players));
  expect((await readBalanceFile(path)).accounts).toContainEqual(account('player-7'));
  expect((await readBalanceFile(path)).header.callbackUrl).toBe('http://127.0.0.1:8080/callback');
  expect(await readFile(path, 'utf8')).not.toContain('secret');
});

it('has an account once its append resolves, and fails where it cannot be written', async () => {
  const path = pathIn('load.jsonl');
  await createBalanceFile(path, header);
  const file = new BalanceFile(path);
  await file.append(account('a'));
  expect(await playersIn(path)).toEqual(['a']);
  await file.close();

  const nowhere = new BalanceFile(join(folder, 'no', 'folder.jsonl'));
  await expect(nowhere.append(account('a'))).rejects.toThrow('ENOENT');
  await expect(nowhere.append(account('b'))).rejects.toThrow('ENOENT');
  await nowhere.close();
});

it('is gone once no account is left, and has those alone that are', async () => {
  const path = pathIn('load.jsonl');
  await fileWith(path, 'a', 'b');
  const { header: first, accounts } = await readBalanceFile(path);
  await leaveIn(path, { header: first, accounts: accounts.filter(({ playerId }) => playerId === 'b') });
  expect(await playersIn(path)).toEqual(['b']);

  await leaveIn(path, { header: first, accounts: [] });
  await expect(readBalanceFile(path)).rejects.toThrow('cannot read');
});

it('a load does not write over the balances of one that was not given back', async () => {
  const path = pathIn('load.jsonl');
  await fileWith(path, 'a');

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
