import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { packagePath } from '../../src/formats/package-files.ts';

const textOf = (instruction: Instruction): string => instruction.getArgumentsContent() ?? '';

let instructions: readonly Instruction[];
let root: string;

beforeAll(async () => {
  const text = await readFile(packagePath('Dockerfile'), 'utf8');
  instructions = DockerfileParser.parse(text).getInstructions();
  root = mkdtempSync(join(tmpdir(), 'dockerfile-'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const named = (keyword: string): string[] => instructions.filter((each) => each.getKeyword() === keyword).map(textOf);

/** An npm that makes the files which the real one makes; `chown` is for root alone. */
const writePrograms = (folder: string): void => {
  const npm = `#!/bin/sh
case "$*" in
  *pack*) touch "${root}/walletproof/walletproof-0.0.0.tgz" ;;
  *install*) test -e "${root}/walletproof/walletproof-0.0.0.tgz" && mkdir -p "${root}/walletproof/app/node_modules/.bin" &&
    printf '#!/bin/sh\\necho "walletproof $*"\\n' >"${root}/walletproof/app/node_modules/.bin/walletproof" &&
    chmod +x "${root}/walletproof/app/node_modules/.bin/walletproof" ;;
esac
`;
  for (const [name, script] of Object.entries({ npm, chown: '#!/bin/sh\n' })) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
};

describe('the Dockerfile', () => {
  it('builds in one stage and runs in another, as a user who is not root', () => {
    expect(named('FROM')).toHaveLength(2);
    expect(named('USER')).toEqual(['node']);
    const keywords = instructions.map((each) => each.getKeyword());
    expect(keywords.slice(keywords.indexOf('USER'))).not.toContain('RUN');
  });

  it('copies files that the repository has, and what the first stage has made', () => {
    const [manifests, all, built] = named('COPY');
    for (const file of manifests?.split(' ').slice(0, -1) ?? []) {
      expect(existsSync(packagePath(file))).toBe(true);
    }
    expect(all).toBe('. .');
    expect(built).toContain('/walletproof/app /walletproof/app');
  });

  it('asks the health of the platform that it serves, and starts it for the network', () => {
    expect(named('HEALTHCHECK')[0]).toContain('http://127.0.0.1:4600/__admin/health');
    expect(named('CMD')).toEqual(['["serve", "--host", "0.0.0.0", "--port", "4600"]']);
  });

  it('has commands that a shell runs to their end, and leaves the executable where it is called', () => {
    const programs = join(root, 'usr/local/bin');
    for (const folder of [programs, join(root, 'walletproof/source')]) {
      mkdirSync(folder, { recursive: true });
    }
    writePrograms(programs);
    for (const command of named('RUN')) {
      const inRoot = command.replaceAll(/(?<=\s|^)\/(?=walletproof|work|usr)/g, `${root}/`);
      execFileSync('/bin/sh', ['-ec', inRoot], {
        cwd: join(root, 'walletproof/source'),
        env: { PATH: `${programs}:/usr/bin:/bin` },
      });
    }
    expect(String(execFileSync(join(programs, 'walletproof'), ['serve']))).toBe('walletproof serve\n');
    expect(existsSync(join(root, 'work'))).toBe(true);
  });
});
