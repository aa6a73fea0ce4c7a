import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/create-program.ts';
import { nodesOf, pages, plainTextOf, treeOf } from './pages.ts';

const list = pages.find(({ path }) => path === 'docs/words.md');

/** The second column of "Plain words": what is not written. */
const avoided = nodesOf(treeOf(list ?? { path: '', text: '' }))
  .filter(({ type }) => type === 'table')
  .slice(1)
  .flatMap(({ children = [] }) => children.slice(1))
  .flatMap(({ children = [] }) => nodesOf(children[1] ?? { type: 'none' }))
  .filter(({ type }) => type === 'inlineCode')
  .map(plainTextOf);

const pattern = new RegExp(`\\b(?:${avoided.join('|')})\\b`, 'gi');

const helps = (command: Command): readonly string[] => [command.helpInformation(), ...command.commands.flatMap(helps)];

it('has a list of words to avoid', () => {
  expect(avoided).toContain('mend');
  expect(avoided.length).toBeGreaterThan(5);
});

describe.each(pages.filter(({ path }) => path !== 'docs/words.md'))('$path', ({ text }) => {
  it('uses the plain words', () => {
    expect(text.replaceAll(/\s+/g, ' ').match(pattern) ?? []).toEqual([]);
  });
});

it('is what the help of every command does, too', () => {
  const text = helps(createProgram(() => undefined)).join('\n');
  expect(text.replaceAll(/\s+/g, ' ').match(pattern) ?? []).toEqual([]);
});
