import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Runtime } from './runtimes.ts';
import { signingPage } from './signing-page.ts';

/** A question to a snippet. An empty signature is a header that is not there. */
export interface SnippetCase {
  readonly token: string;
  readonly operation: 'sign' | 'verify';
  readonly signature: string;
  readonly body: string;
}

/** Runs the snippet of a language on all cases in one process; a line of answer for each. */
export const runSnippet = (runtime: Runtime, cases: readonly SnippetCase[]): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'signing-'));
  try {
    layOut(runtime, folder);
    const input = cases.map(lineOf).join('');
    const outputs = runtime.commands.map((command) => run(command, folder, input));
    return (outputs.at(-1) ?? '').trimEnd().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const layOut = ({ fence, harness, snippet }: Runtime, folder: string): void => {
  const target = join(folder, snippet);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${signingPage.snippet(fence)}\n`);
  copyFileSync(fileURLToPath(new URL(harness, import.meta.url)), join(folder, harness));
};

const lineOf = ({ token, operation, signature, body }: SnippetCase): string =>
  `${[token, operation, signature, body].join('\t')}\n`;

const run = ([program, ...args]: readonly string[], cwd: string, input: string): string => {
  // Not UTF-8 by its locale, as a server may be; Go may not look for modules on the network.
  const env = { ...process.env, LC_ALL: 'C', GOFLAGS: '-mod=mod', GOPROXY: 'off' };
  const options = { cwd, env, input, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr, error } = spawnSync(program ?? '', args, options);
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
};
