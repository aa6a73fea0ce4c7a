import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTextFile } from '../../../src/formats/load-files.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const read = async (name: string) =>
  await readTextFile({ path: join(folder, name), file: name, code: 'scenario', remedy: 'Look.' });

describe('readTextFile', () => {
  it('reads UTF-8', async () => {
    await writeFile(join(folder, 'a.yaml'), 'title: Café');
    expect(await read('a.yaml')).toBe('title: Café');
  });

  it('says that a file is missing, and what to do', async () => {
    await expect(read('no.yaml')).rejects.toMatchObject({
      code: 'scenario',
      message: 'cannot read no.yaml: there is no such file',
      remedy: 'Look.',
    });
  });

  it('says that a path is a folder', async () => {
    await expect(read('.')).rejects.toThrow('cannot read .: it is a folder');
  });

  it('refuses bytes that are no UTF-8', async () => {
    await writeFile(join(folder, 'latin.yaml'), Buffer.from([0x61, 0xe9, 0x62]));
    await expect(read('latin.yaml')).rejects.toThrow('latin.yaml is not UTF-8 text');
  });
});
