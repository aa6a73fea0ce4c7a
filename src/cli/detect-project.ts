import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { tool } from '../formats/package-files.ts';

/** What a folder is written in, how its agent is probably started, and where a CI gets walletproof from. */
export interface Project {
  /** As it is told: `Node (express)`. */
  readonly stack: string;
  readonly isNode: boolean;
  /** The command that probably starts the agent; undefined where the files do not say. */
  readonly start: string | undefined;
  /** Packages of Debian that run it, where an image has Node alone. */
  readonly packages: readonly string[];
  /** What a CI installs first: the project's own dependencies, and walletproof. */
  readonly install: readonly string[];
  readonly origin: Origin;
  /** walletproof is in its node_modules. */
  readonly isInstalled: boolean;
  readonly ci: readonly CiName[];
}

/** Where a machine that has the repository alone gets walletproof from. */
export type Origin =
  /** package.json names what it can reach. */
  | { readonly kind: 'package.json' }
  /** package.json names a file that is not in the repository. */
  | { readonly kind: 'outside'; readonly path: string; readonly tarball: string }
  /** A tarball in the folder, or one that is to be put there. */
  | { readonly kind: 'tarball'; readonly isThere: boolean; readonly tarball: string };

export type CiName = 'github' | 'gitlab' | 'jenkins' | 'circleci';

/** Looks at the files of a folder; one that is not there yet is of no stack. */
export const detectProject = (folder: string): Project => {
  const files = filesOf(folder);
  const stack = stackOf(files);
  const isNode = stack?.name === 'Node';
  const framework = isNode ? frameworks.find((name) => files.read('package.json').includes(`"${name}"`)) : undefined;
  const origin = originOf(files);
  return {
    stack: `${stack?.name ?? 'no known stack'}${framework === undefined ? '' : ` (${framework})`}`,
    isNode,
    start: stack?.start(files),
    packages: stack?.packages ?? [],
    install: [...(stack?.install(files) ?? []), ...installOf(files, isNode, origin)],
    origin,
    isInstalled: existsSync(join(folder, 'node_modules/walletproof/package.json')),
    ci: ciOf(files),
  };
};

interface Files {
  readonly folder: string;
  readonly names: readonly string[];
  readonly has: (name: string) => boolean;
  /** The text of a file; empty where there is none. */
  readonly read: (name: string) => string;
}

const filesOf = (folder: string): Files => {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return {
    folder,
    names,
    has: (name) => existsSync(join(folder, name)),
    read: (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''),
  };
};

interface Stack {
  readonly name: string;
  /** Any of these files says so. */
  readonly files: readonly string[];
  /** The ending of its files, where none of them says so. */
  readonly ending: string;
  readonly start: (files: Files) => string | undefined;
  readonly install: (files: Files) => readonly string[];
  readonly packages: readonly string[];
}

/** The first of these names that is there, in a command. */
const first = (files: Files, names: readonly string[], command: (name: string) => string): string | undefined => {
  const found = names.find(files.has);
  return found === undefined ? undefined : command(found);
};

const nothing = (): readonly string[] => [];

const php: Stack = {
  name: 'PHP',
  files: ['composer.json'],
  ending: '.php',
  start: (files) =>
    (files.has('artisan') ? 'php artisan serve --port=8080' : undefined) ??
    (files.has('public/index.php') ? 'php -S 127.0.0.1:8080 -t public' : undefined) ??
    first(files, ['serve.php'], (name) => `php ${name}`) ??
    first(files, ['index.php', 'agent.php', 'callback.php', 'wallet.php'], (name) => `php -S 127.0.0.1:8080 ${name}`),
  install: (files) => (files.has('composer.json') ? ['composer install --no-interaction'] : []),
  packages: ['php-cli', 'composer'],
};

const node: Stack = {
  name: 'Node',
  files: [],
  ending: '.js',
  start: (files) => {
    const { scripts, main } = manifestOf(files);
    if (typeof scripts?.['start'] === 'string') return 'npm start';
    const mains = typeof main === 'string' && /^[\w./-]+$/.test(main) ? [main] : [];
    const usual = ['server', 'index', 'app', 'agent'].flatMap((name) => [`${name}.mjs`, `${name}.js`]);
    return first(files, [...mains, ...usual], (name) => `node ${name}`);
  },
  install: nothing,
  packages: [],
};

const python: Stack = {
  name: 'Python',
  files: ['pyproject.toml', 'requirements.txt', 'setup.py', 'Pipfile'],
  ending: '.py',
  start: (files) => {
    if (files.has('manage.py')) return 'python3 manage.py runserver 127.0.0.1:8080';
    const own = files.names.filter((name) => /^(?!test_|conftest|setup\.|walletproof)[\w-]+\.py$/.test(name));
    const only = own.length === 1 ? own : [];
    return first(
      files,
      ['app.py', 'main.py', 'server.py', 'agent.py', 'wallet.py', ...only],
      (name) => `python3 ${name}`,
    );
  },
  // Debian and Ubuntu refuse to install beside their own packages otherwise.
  install: (files) => {
    const pip = 'python3 -m pip install --break-system-packages';
    if (files.has('requirements.txt')) return [`${pip} -r requirements.txt`];
    return files.has('pyproject.toml') || files.has('setup.py') ? [`${pip} .`] : [];
  },
  packages: ['python3-pip'],
};

const go: Stack = {
  name: 'Go',
  files: ['go.mod'],
  ending: '.go',
  start: (files) =>
    files.names.some((name) => name.endsWith('.go') && /^package main$/m.test(files.read(name)))
      ? 'go run .'
      : undefined,
  install: nothing,
  packages: ['golang-go'],
};

const ruby: Stack = {
  name: 'Ruby',
  files: ['Gemfile'],
  ending: '.rb',
  start: (files) => first(files, ['config.ru'], () => 'bundle exec rackup -p 8080'),
  install: (files) => (files.has('Gemfile') ? ['bundle install'] : []),
  packages: ['ruby-bundler'],
};

const java: Stack = {
  name: 'Java',
  files: ['build.gradle', 'build.gradle.kts', 'pom.xml'],
  ending: '.java',
  start: () => undefined,
  install: nothing,
  packages: ['default-jdk-headless'],
};

const dotnet: Stack = {
  name: '.NET',
  files: [],
  ending: '.csproj',
  start: () => 'dotnet run',
  install: nothing,
  packages: [],
};

const stacks: readonly Stack[] = [php, python, go, ruby, java, dotnet];

/** By the file that says so, else by what the files are; package.json counts where it is about more than walletproof. */
const stackOf = (files: Files): Stack | undefined => {
  const named = stacks.find((stack) => stack.files.some(files.has));
  if (named === php) return php;
  if (isOwn(manifestOf(files))) return node;
  const written = [...stacks, node].find(({ ending }) => files.names.some((name) => name.endsWith(ending)));
  if (named !== undefined || written !== undefined) return named ?? written;
  return files.has('package.json') || files.names.some((name) => /\.[cm]?[jt]s$/.test(name)) ? node : undefined;
};

interface Manifest {
  readonly main?: unknown;
  readonly scripts?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, unknown>>;
}

const manifestOf = (files: Files): Manifest => {
  try {
    return Object(JSON.parse(files.read('package.json'))) as Manifest;
  } catch {
    return {};
  }
};

/** Whether an agent in Node is behind it: it is started, or depends on something. */
const isOwn = ({ scripts, dependencies = {} }: Manifest): boolean =>
  scripts?.['start'] !== undefined || Object.keys(dependencies).some((name) => name !== 'walletproof');

const originOf = (files: Files): Origin => {
  const { dependencies = {}, devDependencies = {} } = manifestOf(files);
  const written = devDependencies['walletproof'] ?? dependencies['walletproof'];
  const known = files.names.filter((name) => /^walletproof-[\w.-]+\.tgz$/.test(name)).at(-1);
  const tarball = known ?? `walletproof-${tool().version}.tgz`;
  if (typeof written !== 'string') return { kind: 'tarball', isThere: known !== undefined, tarball };
  const [, path] = /^(?:file:)?((?:\.{0,2}\/|\w).*\.tgz)$/.exec(written) ?? [];
  if (path === undefined || /^https?:/.test(path)) return { kind: 'package.json' };
  const file = resolve(files.folder, path);
  const isInside = !relative(rootOf(resolve(files.folder)), file).startsWith('..') && existsSync(file);
  return isInside ? { kind: 'package.json' } : { kind: 'outside', path, tarball };
};

/** The repository that a folder is in; the folder itself where there is none. */
const rootOf = (folder: string): string => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return folder;
  }
};

const installOf = (files: Files, isNode: boolean, origin: Origin): readonly string[] => {
  const npm = files.has('package-lock.json') ? 'npm ci' : 'npm install';
  // Of walletproof alone nothing has to be built.
  const whole = isNode && isOwn(manifestOf(files)) ? npm : `${npm} --ignore-scripts`;
  if (origin.kind !== 'tarball') return [whole];
  const own = isNode && files.has('package.json') ? [whole] : [];
  return [...own, `npm install --no-save --ignore-scripts ./${origin.tarball}`];
};

/** GitHub where no other CI is found. */
const ciOf = (files: Files): readonly CiName[] => {
  const found = ciFiles.filter(([, file]) => files.has(file)).map(([name]) => name);
  return found.length === 0 ? ['github'] : found;
};

const ciFiles: readonly (readonly [CiName, string])[] = [
  ['github', '.github'],
  ['gitlab', '.gitlab-ci.yml'],
  ['jenkins', 'Jenkinsfile'],
  ['circleci', '.circleci'],
];

const frameworks = ['@nestjs/core', 'fastify', 'express'];
