import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { split } from 'shlex';
import { createProgram } from '../../src/cli/create-program.ts';
import { nodesOf, type Page, pages, treeOf } from './pages.ts';

/** The program, which reads its arguments and does nothing. */
const idleProgram = (): Command => {
  const program = createProgram(() => undefined).configureOutput({
    writeOut: () => undefined,
    writeErr: () => undefined,
  });
  const calm = (command: Command): void => {
    command.exitOverride().configureOutput(program.configureOutput());
    if (command !== program) command.action(() => undefined);
    for (const each of command.commands) calm(each);
  };
  calm(program);
  return program;
};

const shellLanguages = ['bash', 'sh', 'shell', 'console'];

/** The commands of walletproof in the code of a page, as arguments. Placeholders are words. */
const commandsOf = (page: Page): readonly string[] =>
  nodesOf(treeOf(page))
    .filter(({ type, lang }) => type === 'code' && shellLanguages.includes(lang ?? ''))
    .flatMap(({ value }) => (value ?? '').replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .flatMap((line) => /^(?:\$ )?(?:npx (?:--no )?)?walletproof (.*)$/.exec(line)?.[1] ?? [])
    .map((text) => (text.split(/ (?:\|\||&&|[|;&]|2?>>?) ?|; | \|$/)[0] ?? '').replace(/&$/, ''));

const problemOf = async (text: string): Promise<string | undefined> => {
  try {
    await idleProgram().parseAsync(split(text), { from: 'user' });
    return undefined;
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    const isShown = code === 'commander.helpDisplayed' || code === 'commander.version';
    return isShown ? undefined : `walletproof ${text}: ${message}`;
  }
};

describe.each(pages.filter((page) => commandsOf(page).length > 0))('$path', (page) => {
  it('has no command that walletproof does not take', async () => {
    const problems = await Promise.all(commandsOf(page).map(problemOf));
    expect(problems.filter((each) => each !== undefined)).toEqual([]);
  });
});
