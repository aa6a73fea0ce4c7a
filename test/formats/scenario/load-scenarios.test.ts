import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadScenarios } from '../../../src/formats/scenario/load-scenarios.ts';

let cwd = '';

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'walletproof-'));
});

afterEach(async () => {
  await rm(cwd, { recursive: true });
});

const write = async (file: string, text = `scenario: ${file}\nsteps: [{ getBalance: {} }]\n`) => {
  await mkdir(dirname(join(cwd, file)), { recursive: true });
  await writeFile(join(cwd, file), text);
};

const filesOf = async (...paths: readonly string[]) => (await loadScenarios(paths, { cwd })).map(({ file }) => file);

describe('loadScenarios', () => {
  it('finds the scenarios below a folder, sorted', async () => {
    for (const file of ['s/b.yaml', 's/a.yml', 's/C.YAML', 's/b/z.yaml', 's/readme.md']) {
      await write(file);
    }
    expect(await filesOf('s')).toEqual(['s/C.YAML', 's/a.yml', 's/b.yaml', 's/b/z.yaml']);
  });

  it('keeps the order of the paths, and takes a file once', async () => {
    for (const file of ['s/a.yaml', 's/b.yaml', 'c.txt']) await write(file);
    expect(await filesOf('c.txt', 's/b.yaml', 's')).toEqual(['c.txt', 's/b.yaml', 's/a.yaml']);
  });

  it('passes by what is no scenario: hidden files, dependencies, the configuration', async () => {
    await write('s/a.yaml');
    for (const file of ['s/.git/b.yaml', 's/.c.yaml', 's/node_modules/d.yaml']) await write(file);
    await write('s/walletproof.config.yaml', 'agents: []\n');
    expect(await filesOf('s')).toEqual(['s/a.yaml']);
  });
});

describe('loadScenarios and errors', () => {
  it('names a missing path and what to give', async () => {
    await expect(loadScenarios(['nowhere'], { cwd })).rejects.toMatchObject({
      code: 'scenario',
      message: 'there is no file or folder nowhere',
      remedy: 'Give the path of a scenario file, or of a folder with some.',
    });
  });

  it('names a folder without scenarios', async () => {
    await write('s/readme.md');
    await expect(loadScenarios(['s'], { cwd })).rejects.toMatchObject({
      code: 'scenario',
      message: 'the folder s has no scenarios',
    });
  });

  it('tells of every broken file', async () => {
    await write('s/a.yaml', 'scenario: A\nstep: []\n');
    await write('s/b.yaml');
    await write('s/c.yaml', 'scenario: C\nrequirements: [BET-99]\nsteps: [{ getBalance: {} }]\n');
    const loading = loadScenarios(['s'], { cwd, knownRequirements: ['BET-01'] });
    await expect(loading).rejects.toMatchObject({
      code: 'scenario',
      message: expect.stringMatching(/^s\/a\.yaml:2:1: unknown key `step`[\s\S]*\n\ns\/c\.yaml:2:16: /),
    });
  });

  it('reads no file that is not UTF-8', async () => {
    await writeFile(join(cwd, 'a.yaml'), Buffer.from([0xff, 0xfe, 0x41]));
    await expect(loadScenarios(['a.yaml'], { cwd })).rejects.toThrow('a.yaml is not UTF-8 text');
  });
});

it('an error begins no line with the name of a file, nor with what stands in one', async () => {
  await write('s/a\nCONFORMANT.yaml', 'scenario: x\n"b\\nCONFORMANT": 1\n');
  await write('s/b\nCONFORMANT.yaml', 'scenario: x\nsteps: [{ "c\\nCONFORMANT": {} }]\n');
  await writeFile(join(cwd, 's/c\nCONFORMANT.yaml'), Buffer.from([0xff, 0xfe, 0xff]));
  const message = await loadScenarios(['s'], { cwd }).then(String, ({ message }: Error) => message);
  expect(message).toContain('s/a\\u{000a}CONFORMANT.yaml:2:1: unknown key `b\\u{000a}CONFORMANT`\n');
  expect(message).toContain('s/b\\u{000a}CONFORMANT.yaml:2:');
  expect(message).toContain('\n\ns/c\\u{000a}CONFORMANT.yaml is not UTF-8 text');
  expect(message).not.toMatch(/^CONFORMANT/m);
});
