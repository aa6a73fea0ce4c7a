import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { init } from '../../../src/cli/commands/init.ts';

let parent: string;
beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'init-')));
});
afterAll(() => rm(parent, { recursive: true }));

/** What `init` writes to standard output. */
const toldOf = async (folder: string): Promise<string> => {
  const spy = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await init(folder, {});
  const told = spy.mock.calls.map(([chunk]) => String(chunk)).join('');
  spy.mockRestore();
  return told;
};

describe('a folder whose name holds a colour and a line of its own', () => {
  it('has neither in what is told, and a shell finds it by the command', async () => {
    const folder = join(parent, 'a\u001b[31mb\nCONFORMANT');
    const told = await toldOf(folder);
    expect(told).toMatch(/^[\n -~]*$/);
    expect(told).not.toMatch(/^CONFORMANT/m);
    const [, change = ''] = /^ {2}(cd .*) && walletproof test --strict$/m.exec(told) ?? [];
    const there = execFileSync('bash', ['-c', `${change} && pwd -P && printf .`], {
      encoding: 'utf8',
    });
    expect(there).toBe(`${folder}\n.`);
  });
});
