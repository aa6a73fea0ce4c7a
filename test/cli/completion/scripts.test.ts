import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { completion, type Shell } from '../../../src/cli/commands/completion.ts';
import { createProgram } from '../../../src/cli/create-program.ts';
import { captureOutput } from '../capture-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isThere = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

beforeAll(async () => {
  writeFileSync(join(folder, 'chosen.yaml'), '');
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const output = captureOutput();
    await completion(
      shell,
      createProgram(() => undefined),
    );
    output.end();
    writeFileSync(join(folder, `script.${shell}`), output.written.stdout);
  }
});

const cases: readonly (readonly [string, readonly string[], string])[] = [
  ['a command', ['te'], 'test'],
  ['a command of agents', ['agents', 'op'], 'open'],
  ['an option', ['test', '--onl'], '--only'],
  ['a requirement', ['test', '--only', 'IDEM-06'], 'IDEM-06'],
  ['a reporter', ['play', 'a.yaml', '--reporter', 'jun'], 'junit'],
  ['a defect', ['demo', '--defect', 'win-kep'], 'win-kept'],
  ['a type behind an option', ['trigger', '--player', 'p', 'roll'], 'rollback'],
  ['a quirk', ['explain', 'retrie'], 'retries'],
  ['a file', ['test', '--config', 'cho'], 'chosen.yaml'],
];

const inBash = (words: readonly string[]): string =>
  execFileSync(
    'bash',
    [
      '-c',
      `source script.bash; COMP_WORDS=(walletproof "$@"); COMP_CWORD=$#; _walletproof; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      ...words,
    ],
    { cwd: folder, encoding: 'utf8' },
  );

describe('in bash', () => {
  it.each(cases)('%s is completed', (_name, words, expected) => {
    expect(inBash(words).trim().split('\n')).toEqual([expected]);
  });

  it('the last of several requirements is completed, and one behind an equals sign', () => {
    expect(inBash(['test', '--only', 'IDEM,RB-18'])).toBe('IDEM,RB-18\n');
    expect(inBash(['test', '--only', '=', 'RB-18'])).toBe('RB-18\n');
  });
});

// A developer may have no fish: Debian has the package fish.
(isThere('fish') ? describe : describe.skip)('in fish (skipped where it is not installed)', () => {
  it.each(cases)('%s is completed', (_name, words, expected) => {
    const line = ['walletproof', ...words].join(' ');
    const told = execFileSync('fish', ['-c', `source script.fish; complete -C '${line}'`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(told.split('\n').map((each) => each.split('\t')[0])).toContain(expected);
  });
});

(isThere('zsh') ? it : it.skip)('zsh reads its script (skipped where it is not installed)', () => {
  const told = spawnSync(
    'zsh',
    ['-f', '-c', 'autoload -Uz compinit; compinit -u -D; source script.zsh; print $_comps[walletproof]'],
    { cwd: folder, encoding: 'utf8', input: '', timeout: 60_000 },
  );
  expect([told.stderr, told.stdout]).toEqual(['', expect.stringContaining('_walletproof')]);
});
