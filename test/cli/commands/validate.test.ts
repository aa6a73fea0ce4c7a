import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { validate } from '../../../src/cli/commands/validate.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'validate-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A configuration with these lines, beside a file of that text. */
const write = async (text: string, beside: string, content: string): Promise<string> => {
  await writeFile(join(folder, beside), content);
  const file = join(folder, 'a.config.yaml');
  await writeFile(file, text);
  return file;
};

describe('validate of a configuration', () => {
  it('looks into the file of games that it names', async () => {
    const file = await write('games: games.json\n', 'games.json', '[{"id":1}]');
    await expect(validate([file])).rejects.toThrow('games.json:1:2: item 1 needs the key `title`');
  });

  it('wants the file of games to be there', async () => {
    const file = await write('games: none.json\n', 'games.json', '[]');
    await expect(validate([file])).rejects.toThrow('none.json: there is no such file');
  });

  it('looks into the certificates that it names', async () => {
    const file = await write('agents: [{ id: 1, ca: own.pem }]\n', 'own.pem', 'nothing');
    await expect(validate([file])).rejects.toThrow('there is no certificate in');
  });
});

describe('what validate tells', () => {
  it('is a line for each file, whatever names and titles hold', async () => {
    const file = join(folder, 'a\u001b[2J\n::set-env name=x::y.yaml');
    const title = JSON.stringify('b\u001b[8m\n##vso[x]\u202e');
    await writeFile(file, `scenario: ${title}\nsteps:\n  - makeBet: { bet: 1, win: 0 }\n`);
    const spy = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await validate([file]);
    const told = spy.mock.calls.map(([chunk]) => String(chunk)).join('');
    spy.mockRestore();
    expect(told).toBe(`ok  ${join(folder, 'a')} ::set-env name=x::y.yaml  b #\\u{0023}vso[x]\n`);
  });
});
