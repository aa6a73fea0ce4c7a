import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** A folder with these files. */
const folderWith = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await mkdtemp(join(parent, 'project-'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
};

/** The commands of the job that init writes for GitHub. */
const jobOf = async (folder: string): Promise<readonly string[]> => {
  const { jobs } = parse(await readFile(join(folder, '.github/workflows/walletproof.yml'), 'utf8'));
  const commands: readonly string[] = jobs.wallet.steps.flatMap(({ run }: { readonly run?: string }) => run ?? []);
  expect(commands.at(-1)).toBe('cat walletproof-annotations.txt');
  return commands.slice(0, -1);
};

const onlyWalletproof = '{"devDependencies":{"walletproof":"file:walletproof-0.4.0.tgz"}}';

const stacks: readonly [stack: string, start: string, files: Readonly<Record<string, string>>][] = [
  ['PHP', 'php -S 127.0.0.1:8080 -t public', { 'composer.json': '{}', 'public/index.php': '', 'package.json': '{}' }],
  ['PHP', 'php artisan serve --port=8080', { 'composer.json': '{}', artisan: '', 'public/index.php': '' }],
  ['Node (express)', 'npm start', { 'package.json': '{"dependencies":{"express":"5"},"scripts":{"start":"node ."}}' }],
  ['Node', 'node agent.mjs', { 'agent.mjs': '', 'package.json': '{"scripts":{"test":"jest"}}' }],
  ['Python', 'python3 app.py', { 'requirements.txt': '', 'app.py': '' }],
  ['Python', 'python3 wallet.py', { 'wallet.py': '', 'test_wallet.py': '', 'package.json': onlyWalletproof }],
  ['Go', 'go run .', { 'go.mod': 'module a', 'main.go': '// a wallet\npackage main\n' }],
  ['Ruby', 'bundle exec rackup -p 8080', { Gemfile: '', 'config.ru': '' }],
  ['.NET', 'dotnet run', { 'Wallet.csproj': '' }],
];

const unknown: readonly [stack: string, files: Readonly<Record<string, string>>][] = [
  ['Java', { 'pom.xml': '' }],
  ['Go', { 'go.mod': 'module a', 'wallet.go': 'package wallet' }],
  ['Python', { 'pyproject.toml': '' }],
  ['Node', { 'package.json': '{"scripts":{"test":"jest"}}' }],
  ['Node', { 'package.json': 'no JSON' }],
  ['no known stack', {}],
];

describe('init in a project', () => {
  it.each(stacks)('finds %s, and starts it by %s', async (stack, start, files) => {
    const folder = await folderWith(files);
    const told = await toldOf(folder);
    expect(told).toContain(`found ${stack}\n`);
    expect(told).toContain(`\n  ${start}    (in another terminal;`);
    expect((await jobOf(folder)).at(-1)).toContain(`walletproof test --start '${start}' --wait 30s`);
  });

  it.each(unknown)('says what to fill in where nothing tells how %s is started: %j', async (stack, files) => {
    const folder = await folderWith(files);
    const told = await toldOf(folder);
    expect(told).toContain(`found ${stack}\n`);
    expect(told).toContain('fill in the command in .github/workflows/walletproof.yml, in place of START-YOUR-AGENT');
    const text = await readFile(join(folder, '.github/workflows/walletproof.yml'), 'utf8');
    expect(text).toMatch(/^# Fill in the command that starts your agent, in place of START-YOUR-AGENT\.\n/);
  });

  it('writes what validates, and ends with what to run next', async () => {
    const folder = join(parent, 'new', 'one');
    const told = await toldOf(folder);
    expect(told).toMatch(/\nNext:\n {2}cd .*\n {2}\(put .*\n {2}npm install .*walletproof-[\d.]+\.tgz/);
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
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe(
      'vendor\n.walletproof/\nnode_modules/\nwalletproof-annotations.txt\n',
    );
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

describe('the package in CI', () => {
  const node = '{"dependencies":{"express":"5"},"devDependencies":{"walletproof":"file:PATH"}}';
  const byHand = 'npm install --no-save --ignore-scripts ./walletproof-';

  it.each([
    ['a tarball that package.json names', { 'package.json': node.replace('PATH', 'walletproof-1.tgz') }, ['npm ci']],
    ['a tarball without package.json', { 'agent.php': '' }, [`${byHand}1.tgz`]],
    [
      'a tarball that package.json does not name',
      { 'package.json': '{"scripts":{"start":"node ."}}' },
      ['npm ci', `${byHand}1.tgz`],
    ],
    [
      'a tarball in a project of Python',
      { 'wallet.py': '', 'package.json': onlyWalletproof.replace('0.4.0', '1') },
      ['npm ci --ignore-scripts'],
    ],
    [
      'what Python needs',
      { 'app.py': '', 'requirements.txt': 'flask' },
      [expect.stringContaining('-r requirements.txt'), `${byHand}1.tgz`],
    ],
  ])('is installed from %s', async (_, files, installs) => {
    const folder = await folderWith({ ...files, 'walletproof-1.tgz': '', 'package-lock.json': '{}' });
    const told = await toldOf(folder);
    expect((await jobOf(folder)).slice(0, -1)).toEqual(installs);
    expect(told).not.toMatch(/put walletproof|commit/);
  });

  it('is to be copied where package.json names a tarball outside of the repository', async () => {
    const repository = await folderWith({
      'walletproof-1.tgz': '',
      'wallet/package.json': node.replace('PATH', '../walletproof-1.tgz'),
    });
    const folder = join(repository, 'wallet');
    expect(await toldOf(folder)).toMatch(
      /\n {2}cp \.\.\/walletproof-1\.tgz \.\n {2}npm install --save-dev .*commit the tarball/,
    );
    await mkdir(join(repository, '.git'));
    expect(await toldOf(folder)).not.toContain('cp ');
  });

  it('is to be put into the repository where nothing names it', async () => {
    const folder = await folderWith({ 'agent.php': '' });
    expect(await toldOf(folder)).toMatch(
      /\n {2}\(put (walletproof-[\d.]+\.tgz) here and commit it: .*\n {2}npm install --no-save --ignore-scripts \.\/\1\n/,
    );
    await mkdir(join(folder, 'node_modules/walletproof'), { recursive: true });
    await writeFile(join(folder, 'node_modules/walletproof/package.json'), '{}');
    expect(await toldOf(folder)).not.toContain('npm install');
  });
});
