import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'yaml';
import { init } from '../../../src/cli/commands/init.ts';
import { validate } from '../../../src/cli/commands/validate.ts';

let parent: string;
beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'init-')));
});
afterAll(() => rm(parent, { recursive: true }));

/** What `init` writes to standard output. */
const toldOf = async (folder: string, options: Parameters<typeof init>[1] = {}): Promise<string> => {
  const spy = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await init(folder, options);
  const told = spy.mock.calls.map(([chunk]) => String(chunk)).join('');
  spy.mockRestore();
  return told;
};

describe('a folder whose name holds a colour and a line of its own', () => {
  it('has neither in what is told, and a shell finds it by the command', async () => {
    const folder = join(parent, 'a\u001b[31mb\nCONFORMANT');
    const told = await toldOf(folder, { example: 'node' });
    expect(told).toMatch(/^[\n -~]*$/);
    expect(told).not.toMatch(/^CONFORMANT/m);
    const [, change = ''] = /^ {2}(cd .*) && walletproof test --strict$/m.exec(told) ?? [];
    const there = execFileSync('bash', ['-c', `${change} && pwd -P && printf .`], {
      encoding: 'utf8',
    });
    expect(there).toBe(`${folder}\n.`);
  });
});

const stacks = [
  ['composer.json', '{}', 'PHP'],
  ['package.json', '{"dependencies":{"express":"5"}}', 'Node (express)'],
  ['requirements.txt', '', 'Python'],
  ['go.mod', 'module a', 'Go'],
  ['Wallet.csproj', '', '.NET'],
] as const;

describe('init in a project', () => {
  it.each(stacks)('finds the stack by %s', async (file, text, stack) => {
    const folder = await mkdtemp(join(parent, 'stack-'));
    await writeFile(join(folder, file), text);
    expect(await toldOf(folder)).toContain(`found ${stack}\n`);
  });

  it('writes what validates, and ends with what to run next', async () => {
    const folder = join(parent, 'new', 'one');
    const told = await toldOf(folder);
    expect(told).toMatch(/\nNext:\n {2}cd .*\n {2}npm install .*walletproof\.tgz/);
    const files = ['walletproof.config.yaml', 'scenarios'].map((file) => join(folder, file));
    expect(await validate(files)).toBe(0);
    const workflow = await readFile(join(folder, '.github/workflows/walletproof.yml'), 'utf8');
    expect(parse(workflow)).toMatchObject({ name: 'walletproof' });
    expect(workflow).not.toMatch(/npx (?!--no-install)/);
  });

  it('overwrites nothing, and a second time changes nothing', async () => {
    const folder = await mkdtemp(join(parent, 'kept-'));
    await writeFile(join(folder, 'walletproof.config.yaml'), 'mine');
    await writeFile(join(folder, '.gitignore'), 'vendor');
    await toldOf(folder);
    expect(await toldOf(folder)).toContain('(it is there already)');
    expect(await readFile(join(folder, 'walletproof.config.yaml'), 'utf8')).toBe('mine');
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('vendor\n.walletproof/\nnode_modules/\n');
  });

  it('writes a file to include beside the CI that it finds', async () => {
    const folder = await mkdtemp(join(parent, 'ci-'));
    for (const file of ['.gitlab-ci.yml', 'Jenkinsfile']) await writeFile(join(folder, file), '');
    await toldOf(folder);
    expect((await readdir(folder)).toSorted()).toEqual(
      expect.arrayContaining(['walletproof.Jenkinsfile', 'walletproof.gitlab-ci.yml']),
    );
    expect(existsSync(join(folder, '.github'))).toBe(false);
  });

  it('writes nothing with --dry-run', async () => {
    const folder = join(parent, 'dry');
    expect(await toldOf(folder, { dryRun: true })).toContain('would write');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('what init says to do next', () => {
  it('does not say to install walletproof where it is installed', async () => {
    const folder = await mkdtemp(join(parent, 'installed-'));
    expect(await toldOf(folder)).toContain('npm install --no-save --ignore-scripts ./walletproof');
    await mkdir(join(folder, 'node_modules/walletproof'), { recursive: true });
    await writeFile(join(folder, 'node_modules/walletproof/package.json'), '{}');
    expect(await toldOf(folder)).not.toContain('npm install');
  });

  it.each([
    ['{"scripts":{"start":"node app.js"}}', true],
    ['{"scripts":{"test":"jest"}}', false],
    ['{}', false],
    ['no JSON', false],
  ])('says npm start only where %s has that script', async (text, isThere) => {
    const folder = await mkdtemp(join(parent, 'start-'));
    await writeFile(join(folder, 'package.json'), text);
    expect((await toldOf(folder)).includes('  npm start ')).toBe(isThere);
  });
});
