import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
