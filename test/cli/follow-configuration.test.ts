import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { type FollowOptions, followConfiguration } from '../../src/cli/served-settings.ts';
import type { FileWatch } from '../../src/cli/watch-files.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';

/** Follows files that change when the test says so; `told` waits for the next text of the log. */
const follow = (more: Partial<FollowOptions>) => {
  const closing = new AbortController();
  const waiting: ((files: readonly string[]) => void)[] = [];
  const watched: (readonly string[])[] = [];
  const texts: string[] = [];
  let hear = (): void => undefined;
  const watch = async ({ paths }: { readonly paths: readonly string[] }): Promise<FileWatch> => {
    watched.push(paths);
    return {
      next: async (signal) =>
        await new Promise((resolve, reject) => {
          waiting.push(resolve);
          signal.addEventListener('abort', () => reject(new Error('aborted')));
          hear();
        }),
      close: async () => undefined,
    };
  };
  const ended = followConfiguration({
    ...{ file: 'walletproof.config.yaml', files: () => ['a.yaml'], signal: closing.signal, watch },
    reread: async () => ({ applied: [], needsRestart: [] }),
    tell: (text) => texts.push(text),
    ...more,
  });
  const change = async (): Promise<void> => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    waiting.shift()?.(['a.yaml']);
    await heard;
  };
  const close = async (): Promise<void> => {
    closing.abort();
    await ended;
  };
  return { texts, watched, change, close };
};

it('says in a line what is new, and what waits for the next start', async () => {
  const applied = ['agent 1001 (callbackUrl)', 'callbacks.timeout'];
  const following = follow({ reread: async () => ({ applied, needsRestart: ['quirks'] }) });
  await following.change();
  await following.close();
  expect(following.texts).toEqual([
    'walletproof.config.yaml was read again: now agent 1001 (callbackUrl), callbacks.timeout; with the next start only: quirks\n',
  ]);
});

it('tells where a broken file is wrong, and goes on', async () => {
  let reads = 0;
  const following = follow({
    reread: async () => {
      reads += 1;
      if (reads > 1) return { applied: ['games'], needsRestart: [] };
      throw new WalletproofError('configuration', 'walletproof.config.yaml:3:5: no', 'Correct it.');
    },
  });
  await following.change();
  await following.change();
  await following.close();
  expect(following.texts).toEqual([
    'walletproof.config.yaml:3:5: no\nCorrect it.\nwalletproof.config.yaml was not taken: everything stays as it was before.\n',
    'walletproof.config.yaml was read again: now games\n',
  ]);
});

it('watches the files that the new configuration names', async () => {
  const files = ['a.yaml'];
  const following = follow({
    files: () => [...files],
    reread: async () => {
      files.push('games.json');
      return { applied: [], needsRestart: [] };
    },
  });
  await following.change();
  await following.close();
  expect(following.watched).toEqual([['a.yaml'], ['a.yaml', 'games.json']]);
});

it('sees a file that is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  const file = join(folder, 'walletproof.config.yaml');
  const closing = new AbortController();
  const { watchFiles } = await import('../../src/cli/watch-files.ts');
  const told = new Promise<string>((tell) => {
    void followConfiguration({
      ...{ file: 'it', files: () => [file], tell, signal: closing.signal },
      reread: async () => ({ applied: ['hooks'], needsRestart: [] }),
      watch: async (files) => {
        const watch = await watchFiles(files);
        await writeFile(file, 'agents: []');
        return watch;
      },
    });
  });
  expect(await told).toBe('it was read again: now hooks\n');
  closing.abort();
  await rm(folder, { recursive: true });
});

it('begins no line with the name of the file', async () => {
  const answers = [
    async () => ({ applied: [], needsRestart: [] }),
    async () => {
      throw new WalletproofError('configuration', 'a\nb cannot be read.', 'Look at a\nb.');
    },
  ];
  for (const reread of answers) {
    const following = follow({ file: 'a\nCONFORMANT', reread });
    await following.change();
    await following.close();
    const lines = following.texts.join('').split('\n');
    expect(lines.filter((line) => /^(?:CONFORMANT|b)/.test(line))).toEqual([]);
    expect(lines.at(-2)).toMatch(/^a\\u\{000a\}CONFORMANT was /);
  }
});
