import { readFile, writeFile } from 'node:fs/promises';
import { paths } from './machine/paths.js';
import { markdownTable } from './results/table.ts';

const begin = '<!-- figures: npm run bench -- --write -->';
const end = '<!-- end of figures -->';

/** Puts the figures of a whole run between the marks of docs/performance.md. */
export const writePage = async ({ machine, outcomes, disturbances }) => {
  const page = await readFile(paths.page, 'utf8');
  const [before, rest = ''] = page.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${paths.page} has no marks for its figures`);
  const sections = outcomes.map(({ name, results, leftOut, failed, seen }) => {
    const body = results.length > 0 ? markdownTable(results) : (leftOut ?? failed.split('\n')[0]);
    return `### ${name}\n\n${body}\n\n${disturbances(seen)}.\n`;
  });
  const figures = [`${machine}.\n`, ...sections].join('\n');
  await writeFile(paths.page, `${before}${begin}\n\n${figures}\n${end}${after}`);
};
