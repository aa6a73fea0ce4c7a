import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';

const files = ['examples.test.ts', 'vitest/wallet.vitest.ts'];

/** Without the indentation that all lines share. */
const dedented = (text: string): string => {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
};

const examples = async (): Promise<string[]> => {
  const texts = await Promise.all(files.map(async (file) => await readFile(new URL(file, import.meta.url), 'utf8')));
  return texts
    .flatMap((text) => [...text.matchAll(/ *\/\/ example: [\w-]+\n(.*?)\n *\/\/ end/gs)])
    .map(([, example = '']) => dedented(example));
};

it('shows examples that are tests, and all of them', async () => {
  const page = await readFile(new URL('../../docs/library.md', import.meta.url), 'utf8');
  const shown = [...page.matchAll(/```ts\n(.*?)\n```/gs)].map(([, code = '']) => code);
  expect(new Set(shown)).toEqual(new Set(await examples()));
});
