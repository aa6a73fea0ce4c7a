import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { split } from 'shlex';
import { firstExamples } from '../../src/cli/command-records.ts';
import { createProgram } from '../../src/cli/create-program.ts';
import { allCommands, exitCodeTexts, renderCommands } from '../../src/cli/render-commands.ts';
import { exitCodes } from '../../src/spec/walletproof-error.ts';

const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];

it('docs/commands.md is made of the commands', () => {
  const file = new URL('../../docs/commands.md', import.meta.url);
  const page = renderCommands();
  // UPDATE=1 writes it anew, to be read in the diff.
  if (process.env['UPDATE'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

it('every exit code has a sentence', () => {
  expect(Object.keys(exitCodeTexts).map(Number)).toEqual(
    Object.values(exitCodes).toSorted((left, right) => left - right),
  );
});

describe.each([
  ['walletproof', firstExamples] as const,
  ...allCommands().map(({ names, record }) => [names, record.examples] as const),
])('the help of %s', (_name, examples) => {
  it('has one to four examples', () => {
    expect(Object.keys(examples).length).toBeGreaterThanOrEqual(1);
    expect(Object.keys(examples).length).toBeLessThanOrEqual(4);
  });

  it('has examples that the program takes', async () => {
    for (const run of Object.keys(examples)) expect(await taken(run)).toBe(run);
  });
});

/** The example, once commander has taken all of it; what the command would do is left out. */
const taken = async (run: string): Promise<string> => {
  const [executable, ...argv] = split(run);
  expect(executable).toBe('walletproof');
  const trial = createProgram(() => undefined);
  let calls = 0;
  for (const command of all(trial).slice(1)) {
    command.action(() => {
      calls += 1;
    });
  }
  await trial.parseAsync(argv, { from: 'user' });
  expect(calls).toBe(1);
  return run;
};
