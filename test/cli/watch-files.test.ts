import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FileWatch, watchFiles } from '../../src/cli/watch-files.ts';

let folder: string;
let watch: FileWatch | undefined;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'walletproof-')));
});

afterEach(async () => {
  await watch?.close();
  await rm(folder, { recursive: true });
});

const inFolder = (name: string): string => join(folder, name);
const put = async (name: string, text = 'x'): Promise<void> => await writeFile(inFolder(name), text);

const watching = async (names: readonly string[], written: readonly string[] = []): Promise<FileWatch> => {
  watch = await watchFiles({ paths: names.map(inFolder), written: written.map(inFolder) });
  return watch;
};

/** What changed next, by the names in the folder. */
const next = async (files: FileWatch): Promise<readonly string[]> => {
  const changed = await files.next(new AbortController().signal);
  return changed.map((file) => relative(folder, join(process.cwd(), file)));
};

describe('a change', () => {
  it.each<[string, () => Promise<void>]>([
    ['of a file', async () => await put('a.yaml', 'other')],
    ['in a folder', async () => await put('sub/b.yaml')],
    ['of a file that was not there', async () => await put('later.yaml')],
    [
      'by an editor that replaces the file',
      async () => {
        await put('elsewhere', 'other');
        await rename(inFolder('elsewhere'), inFolder('a.yaml'));
      },
    ],
    [
      'in a folder that was not there',
      async () => {
        await mkdir(inFolder('new'));
        await put('new/c.yaml');
      },
    ],
    ['that takes the file away', async () => await rm(inFolder('a.yaml'))],
  ])('%s is seen', async (_what, change) => {
    await put('a.yaml');
    await mkdir(inFolder('sub'));
    const files = await watching(['a.yaml', 'sub', 'later.yaml', 'new/c.yaml']);
    await change();
    expect(await next(files)).toHaveLength(1);
  });

  it('of a file that was away for a while is seen', async () => {
    await put('a.yaml');
    const files = await watching(['a.yaml']);
    await rm(inFolder('a.yaml'));
    expect(await next(files)).toEqual(['a.yaml']);
    await put('a.yaml', 'other');
    expect(await next(files)).toEqual(['a.yaml']);
  });
});

describe('several changes', () => {
  it('while nobody waits are not lost', async () => {
    await put('a.yaml');
    const files = await watching(['a.yaml', 'b.yaml']);
    await put('a.yaml', 'other');
    expect(await next(files)).toEqual(['a.yaml']);
    // And are told once.
    await put('b.yaml');
    expect(await next(files)).toEqual(['b.yaml']);
  });

  it('that follow one another come together', async () => {
    const files = await watching(['.']);
    await put('a.yaml');
    await put('b.yaml');
    expect(await next(files)).toEqual(['a.yaml', 'b.yaml']);
  });
});

describe('what is no change', () => {
  it.each([
    ['a file that the run writes', 'report.json'],
    ['a database', 'wallet.db-wal'],
    ['a log', 'agent.log'],
    ['a module of others', 'node_modules/x.js'],
  ])('%s', async (_what, name) => {
    await mkdir(inFolder('node_modules'));
    const files = await watching(['.'], ['report.json']);
    await put(name);
    await put('scenario.yaml');
    expect(await next(files)).toEqual(['scenario.yaml']);
  });

  it('a neighbour of a watched file that is not there', async () => {
    const files = await watching(['later.yaml']);
    await put('other.yaml');
    await put('later.yaml');
    expect(await next(files)).toEqual(['later.yaml']);
  });
});

it('watches a path that is named, whatever it is called', async () => {
  await mkdir(inFolder('node_modules'));
  const files = await watching(['node_modules']);
  await put('node_modules/x.js');
  expect(await next(files)).toEqual(['node_modules/x.js']);
});
