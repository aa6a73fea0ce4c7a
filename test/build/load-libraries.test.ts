import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The standard output of this file, run by Node with this environment alone. */
const printed = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await run(process.execPath, args, { env })).stdout;

let folder = '';
let bytes = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-libraries-'));
  bytes = Number(await printed([here('bundle-load-libraries.js'), folder]));
});

afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe('the libraries of load, as they are bundled', () => {
  it.each([
    ['with SIMD', {}],
    ['without SIMD', { UNDICI_NO_WASM_SIMD: '1' }],
    ['in a worker of Jest', { JEST_WORKER_ID: '1' }],
  ])('do all that load asks of them, %s', async (_, env) => {
    const unbundled = await printed([here('use-load-libraries.js')]);
    // What is printed last.
    expect(unbundled).toContain('"totalCount": 10003');
    expect(await printed([join(folder, 'use-load-libraries.js')], env)).toBe(unbundled);
  });

  it('take a quarter of their room', () => {
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(142_000);
  });
});
