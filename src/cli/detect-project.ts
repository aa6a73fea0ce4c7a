import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a folder is found to be written in, and how its agent is probably started. */
export interface Project {
  /** As it is told: `Node (express)`. */
  readonly stack: string;
  readonly start: string;
  readonly isNode: boolean;
  /** walletproof is in its node_modules. */
  readonly isInstalled: boolean;
  readonly ci: readonly CiName[];
}

export type CiName = 'github' | 'gitlab' | 'jenkins' | 'circleci';

interface Stack {
  readonly name: string;
  readonly start: string;
  /** Any of these files; `*.csproj`: any of that ending. */
  readonly files: readonly string[];
}

const stacks: readonly Stack[] = [
  { name: 'PHP', start: 'php -S 127.0.0.1:8080 -t public', files: ['composer.json'] },
  { name: 'Node', start: 'npm start', files: ['package.json'] },
  { name: 'Python', start: 'python3 app.py', files: ['pyproject.toml', 'requirements.txt'] },
  { name: 'Go', start: 'go run .', files: ['go.mod'] },
  { name: 'Ruby', start: 'bundle exec rackup -p 8080', files: ['Gemfile'] },
  { name: 'Java', start: './gradlew run', files: ['build.gradle', 'build.gradle.kts'] },
  { name: 'Java', start: 'mvn exec:java', files: ['pom.xml'] },
  { name: '.NET', start: 'dotnet run', files: ['*.csproj'] },
];

/** Looks at the files of a folder; one that is not there yet is of no stack. */
export const detectProject = (folder: string): Project => {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const has = (file: string): boolean =>
    file.startsWith('*') ? names.some((name) => name.endsWith(file.slice(1))) : names.includes(file);
  const stack = stacks.find(({ files }) => files.some(has));
  const isNode = stack?.name === 'Node';
  const framework = isNode ? frameworkOf(join(folder, 'package.json')) : undefined;
  return {
    stack: `${stack?.name ?? 'no known stack'}${framework === undefined ? '' : ` (${framework})`}`,
    start: isNode && !hasStart(folder) ? unknownStart : (stack?.start ?? unknownStart),
    isNode,
    isInstalled: existsSync(join(folder, 'node_modules/walletproof/package.json')),
    ci: ciOf(has),
  };
};

const unknownStart = './start-your-agent';

/** Whether package.json has the script that `npm start` runs. */
const hasStart = (folder: string): boolean => {
  try {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return typeof scripts?.start === 'string';
  } catch {
    return false;
  }
};

/** GitHub where no other CI is found. */
const ciOf = (has: (file: string) => boolean): readonly CiName[] => {
  const found = ciFiles.filter(([, file]) => has(file)).map(([name]) => name);
  return found.length === 0 ? ['github'] : found;
};

const ciFiles: readonly (readonly [CiName, string])[] = [
  ['github', '.github'],
  ['gitlab', '.gitlab-ci.yml'],
  ['jenkins', 'Jenkinsfile'],
  ['circleci', '.circleci'],
];

const frameworks = ['@nestjs/core', 'fastify', 'express'];

const frameworkOf = (file: string): string | undefined => {
  const text = readFileSync(file, 'utf8');
  return frameworks.find((name) => text.includes(`"${name}"`));
};
