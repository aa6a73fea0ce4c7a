import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { packagePath } from '../../src/formats/package-files.ts';

const read = async (file: string): Promise<string> => await readFile(packagePath(file), 'utf8');

describe('the recipes for CI', () => {
  it('run nothing by its name from the public registry', async () => {
    const files = ['action.yml', 'docs/ci.md', 'docs/reports.md', 'Dockerfile'];
    const entries = await readdir(packagePath('recipes'), { recursive: true, withFileTypes: true });
    const recipes = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(packagePath('.'), join(parentPath, name)));
    expect(recipes).toContain('recipes/load/slurm.sh');
    for (const file of [...files, ...recipes]) {
      expect(await read(file)).not.toMatch(/npx walletproof|npm (?:install|i|add)[^\n]* walletproof\b/);
    }
  });

  it('have every input and output of the action in the documents', async () => {
    const { inputs, outputs } = parse(await read('action.yml'));
    const page = await read('docs/ci.md');
    for (const name of [...Object.keys(inputs), ...Object.keys(outputs)]) {
      expect(page).toContain(`\`${name}\``);
    }
  });

  it('give the action every input that its step reads', async () => {
    const { inputs, runs } = parse(await read('action.yml'));
    const used = JSON.stringify(runs).match(/(?<=inputs\.)[\w-]+/g) ?? [];
    expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
  });
});
