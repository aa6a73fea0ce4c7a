import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let folder: string;

/** A project with the rules of this one and nothing else. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'));
  await cp('biome.json', join(folder, 'biome.json'));
  await mkdir(join(folder, 'lint'));
  await cp('lint/one-gate.grit', join(folder, 'lint/one-gate.grit'));
  await symlink(resolve('lint/node_modules'), join(folder, 'lint/node_modules'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const biome = resolve('lint/node_modules/@biomejs/biome/bin/biome');

/** What `npm run check` would say of a file of the product that holds this line alone. */
const check = async (line: string, file = 'src/cli/planted.ts') => {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), `${line}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--error-on-warnings', file], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, told: `${stdout}${stderr}` };
};

const refusal = 'Only src/cli/output.ts writes to standard output and standard error';

describe('a line that gets round the gate', () => {
  it.each([
    "process.stdout.write('x');",
    "process.stderr.write('x');",
    "process['stderr'].write('x');",
    "globalThis.process.stdout.write('x');",
    'export const { stdout } = process;',
    'export const own = globalThis.process;',
    "process.emitWarning('x');",
    "import { terminal } from './x.ts';\nterminal.write('x');",
    "import { target } from './x.ts';\ntarget.terminal.write('x');",
    "import { reportStream } from './output.ts';\nreportStream().write('x');",
    "console.log('x');",
    "console['error']('x');",
    "globalThis.console.error('x');",
    "import { stdout } from 'node:process';\nstdout.write('x');",
    "import { Console } from 'node:console';\nexport { Console };",
    "import { WriteStream } from 'node:tty';\nexport { WriteStream };",
    "import { writeSync } from 'node:fs';\nwriteSync(1, 'x');",
    "import * as fs from 'node:fs';\nfs.writeSync(2, 'x');",
    "import { spawn } from 'node:child_process';\nspawn('x', { stdio: 'inherit' });",
    "import { writeFileSync } from 'node:fs';\nwriteFileSync('/dev/stdout', 'x');",
  ])('is refused: %j', async (line) => {
    const { status, told } = await check(line);
    expect(told).toContain(refusal);
    expect(status).toBe(1);
  });

  it.each(['src/report/planted.ts', 'src/ui/dashboard/planted.tsx', 'bin/planted.js'])(
    'is refused wherever the product has it: %s',
    async (file) => {
      expect((await check("console.log('x');", file)).told).toContain(refusal);
    },
  );
});

describe('a line that writes nothing there', () => {
  it.each([
    'process.exitCode = 1;',
    'export const shown = process.stdin.isTTY;',
    "import { spawn } from 'node:child_process';\nspawn('x').stdout.resume();",
  ])('is left alone: %j', async (line) => {
    expect(await check(line)).toMatchObject({ status: 0 });
  });

  it('is left alone in the file that owns the streams, and outside the product', async () => {
    const line = "process.stdout.write('x');";
    expect(await check(line, 'src/cli/output.ts')).toMatchObject({ status: 0 });
    expect(await check(line, 'bench/planted.js')).toMatchObject({ status: 0 });
  });
});
