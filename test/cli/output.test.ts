import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { log, print, printExact, printJson } from '../../src/cli/output.ts';

const hostile = 'a\u001b[2J\r\u202e\n::set-env name=x::y\n##vso[task.complete]z';

const harmless = 'a\\u{001b}[2J\\u{000d}\\u{202e}\n\\u{003a}:set-env name=x::y\n#\\u{0023}vso[task.complete]z';

const isTerminal = process.stdout.isTTY;

afterEach(() => {
  process.stdout.isTTY = isTerminal;
});

/** What is written to a stream of this process meanwhile. */
const writtenTo = (name: 'stdout' | 'stderr', write: () => void): string => {
  const spy = jest.spyOn(process[name], 'write').mockReturnValue(true);
  write();
  const written = spy.mock.calls.map(([chunk]) => String(chunk)).join('');
  spy.mockRestore();
  return written;
};

describe('what is written', () => {
  it('for people is harmless on both streams', () => {
    expect(writtenTo('stdout', () => print(hostile))).toBe(harmless);
    expect(writtenTo('stderr', () => log(hostile))).toBe(harmless);
  });

  it('as JSON is harmless, and the same value', () => {
    const json = writtenTo('stdout', () => printJson({ [hostile]: hostile }));
    expect(json).not.toMatch(/[^\n -~]|##vso/);
    expect(JSON.parse(json)).toEqual({ [hostile]: hostile });
  });

  it('for a program is there to the byte; in a terminal it is harmless', () => {
    process.stdout.isTTY = false;
    expect(writtenTo('stdout', () => printExact(hostile))).toBe(hostile);
    process.stdout.isTTY = true;
    expect(writtenTo('stdout', () => printExact(hostile))).toBe(harmless);
  });
});

const built = resolve('dist/bundle/main.js');

type Stdout = 'pipe' | number;

/** The executable, and what is done beside it once it is loaded. */
const start = (args: readonly string[], { beside = '', stdout = 'pipe' as Stdout } = {}) =>
  spawn(process.execPath, nodeArguments(args, beside), { stdio: ['pipe', stdout, 'pipe'] });

const nodeArguments = (args: readonly string[], beside: string): string[] => [
  '-e',
  `const { main } = require(${JSON.stringify(built)}); const ending = main(${JSON.stringify(args)});
   ${beside}; ending.then((code) => { process.exitCode = code; });`,
];

const endOf = async (child: ReturnType<typeof start>) => {
  const stderr = child.stderr === null ? '' : text(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr: await stderr };
};

describe('a stream that takes no more', () => {
  it('is no error where its reader has gone', async () => {
    const child = start(['list']);
    child.stdout?.destroy();
    expect(await endOf(child)).toEqual({ code: 0, stderr: '' });
  });

  it('keeps the exit code where a disk is full, and is told in a line', async () => {
    const child = start(['list', '--json'], { stdout: openSync('/dev/full', 'w') });
    expect(await endOf(child)).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^walletproof: standard output took no more: ENOSPC: no space left on device[^\n]*\n$/,
      ),
    });
  });

  it('keeps the exit code of an error that nobody can read', async () => {
    const child = start(['list', 'nothing']);
    child.stderr?.destroy();
    expect(await once(child, 'exit')).toEqual([2, null]);
  });

  it('takes all of a long text where it is only slow', async () => {
    const child = start(['list', '--json']);
    const { stdout } = child;
    if (stdout === null) throw new Error('There is no pipe.');
    await once(stdout, 'readable');
    const whole = JSON.parse(await text(stdout)) as object;
    expect(Object.keys(whole)).toEqual([...['requirements', 'scenarios', 'defects', 'quirks', 'findings']]);
  });
});

/** Runs the rest of its arguments in a terminal that is closed before they may end; tells the exit code. */
const inClosedTerminal = `
import os, pty, subprocess, sys
master, slave = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=slave, stderr=slave)
os.close(slave)
os.read(master, 1)
os.close(master)
child.stdin.write(b'{}')
child.stdin.close()
print(child.wait())
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;

(hasPython || process.env['CI'] === 'true' ? it : it.skip)(
  'a terminal that is closed meanwhile changes no exit code',
  () => {
    const command = [process.execPath, ...nodeArguments(['sign'], "console.error('up')")];
    const ending = spawnSync('python3', ['-c', inClosedTerminal, ...command], { encoding: 'utf8' });
    expect(ending).toMatchObject({ stdout: '0\n', stderr: '' });
  },
);

const thrown = JSON.stringify(hostile);

describe('what nobody of us writes', () => {
  it('is harmless where a bug ends the process', async () => {
    const child = start(['sign'], { beside: `setImmediate(() => { throw new Error(${thrown}) })` });
    const { code, stderr } = await endOf(child);
    expect(code).toBe(70);
    expect(stderr).toContain(`walletproof: internal error (please report it`);
    expect(stderr).toContain(harmless);
    expect(stderr).toMatch(/^[\n -~]*$/);
  });

  it('is harmless where a library says it on the console', async () => {
    const child = start(['list', 'nothing'], { beside: `console.error(${thrown})` });
    expect((await endOf(child)).stderr).toContain(`${harmless}\n`);
  });

  it('is harmless where an argument is not understood', async () => {
    const { code, stderr } = await endOf(start([hostile]));
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/##vso|^\s*::/m);
    expect(stderr).toMatch(/^[\n -~]*$/);
  });

  it.each([
    ['a command', ['fo\u001b[31mX\nCONFORMANT']],
    ['an option', ['test', '--\u001b[1mX\nCONFORMANT']],
    ['the value of an option', ['serve', '--port', '\u001b[2mX\nCONFORMANT']],
  ])('begins no line and has no colour where %s is not understood', async (_name, given) => {
    const { code, stderr } = await endOf(start(given));
    expect(code).toBe(2);
    expect(stderr).toMatch(/\\u\{001b\}\[\d+mX\\u\{000a\}CONFORMANT/);
    expect(stderr).toMatch(/^error: [ -~]+\n\([ -~]+\)\n$/);
  });

  it('keeps the line of its own on which a word is suggested', async () => {
    const { stderr } = await endOf(start(['validete']));
    expect(stderr).toMatch(/^error: unknown command 'validete'\n\(Did you mean validate\?\)\n\(wallet/);
  });

  it('is harmless where --verbose tells what was given', async () => {
    const given = ['--verbose', '--player', `${hostile}:USD`, '--token', 'x'.repeat(32)];
    const child = start(['trigger', 'getBalance', 'http://127.0.0.1:1/', ...given]);
    const stdout = text(child.stdout ?? process.stdin);
    const { code, stderr } = await endOf(child);
    expect(code).not.toBe(70);
    expect(stderr).toMatch(/^player {7}a\\u\{001b\}\[2J/m);
    expect(`${stderr}${await stdout}`.match(/[^\n -~]|##\w*\[|^\s*::/gm)).toBeNull();
  });
});
