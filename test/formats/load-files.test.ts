import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { loadConfiguration, readTextFile } from '../../src/formats/load-files.ts';

let cwd = '';

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'walletproof-'));
});

afterEach(async () => {
  await rm(cwd, { recursive: true });
});

describe('loadConfiguration', () => {
  it('is the default where there is no file', async () => {
    expect(await loadConfiguration({ cwd, env: {} })).toEqual({
      configuration: defaultConfiguration,
    });
  });

  it('reads walletproof.config.yaml of the working folder', async () => {
    await writeFile(join(cwd, 'walletproof.config.yaml'), 'callbacks: { timeout: 2s }\n');
    expect(await loadConfiguration({ cwd, env: {} })).toEqual({
      file: 'walletproof.config.yaml',
      configuration: {
        ...defaultConfiguration,
        callbacks: { timeout: '2s', delivery: 'retry-then-rollback' },
      },
    });
  });

  it('reads the file that is given instead', async () => {
    await writeFile(join(cwd, 'walletproof.config.yaml'), 'callbacks: { timeout: 2s }\n');
    await writeFile(join(cwd, 'other.yaml'), 'callbacks: { timeout: 3s }\n');
    const { configuration, file } = await loadConfiguration({ file: 'other.yaml', cwd, env: {} });
    expect(configuration.callbacks.timeout).toBe('3s');
    expect(file).toBe('other.yaml');
  });

  it('takes the path of the games from the folder of the file', async () => {
    await mkdir(join(cwd, 'sub'));
    await writeFile(join(cwd, 'sub/c.yaml'), 'games: ./games.json\n');
    const { configuration } = await loadConfiguration({ file: 'sub/c.yaml', cwd, env: {} });
    expect(configuration.games).toBe(join(cwd, 'sub/games.json'));
  });

  it('names a given file that is missing', async () => {
    await expect(loadConfiguration({ file: 'no.yaml', cwd, env: {} })).rejects.toMatchObject({
      code: 'configuration',
      message: 'cannot read no.yaml: there is no such file',
      remedy: 'Give --config the path of a configuration file.',
    });
  });
});

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

  it('refuses what is larger than anybody writes, without reading it', async () => {
    await writeFile(join(folder, 'huge.yaml'), '');
    await truncate(join(folder, 'huge.yaml'), 9 * 1024 ** 2);
    await expect(read('huge.yaml')).rejects.toThrow('huge.yaml has 9 MiB, and 8 MiB are the most');
  });

  it('says which byte is of another encoding, and where it stands', async () => {
    await writeFile(join(folder, 'a.yaml'), Buffer.from([0x61, 0x0a, 0xc3, 0xa9, 0xe9, 0x62]));
    await expect(read('a.yaml')).rejects.toMatchObject({
      message: expect.stringContaining('line 2, column 2: the byte 0xE9 is of another encoding'),
      problems: [{ file: 'a.yaml', line: 2, column: 2 }],
    });
  });

  it('refuses bytes that are no UTF-8', async () => {
    await writeFile(join(folder, 'latin.yaml'), Buffer.from([0x61, 0xe9, 0x62]));
    await expect(read('latin.yaml')).rejects.toThrow('latin.yaml is not UTF-8 text');
  });
});
