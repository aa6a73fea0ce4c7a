import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findPasted } from '../../src/cli/find-pasted.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pasted-'));
  file = join(folder, 'body.json');
  writeFileSync(file, '{"a":1}\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const found = async (what: string, signature?: string): Promise<string | undefined> =>
  (await findPasted(what, signature === undefined ? {} : { signature }))?.toString();

it.each(['IDEM-06', 'idem-06', 'win-not-reverted', 'slash-escaped', 'no-such-word'])(
  'takes %s for a name',
  async (word) => {
    expect(await found(word)).toBeUndefined();
  },
);

it('takes a file for what is in it', async () => {
  expect(await found(file)).toBe('{"a":1}\n');
  expect(await found(file, 'ab')).toBe('{"a":1}\n');
});

it('takes a curl command for itself', async () => {
  expect(await found("curl x -d '{}'")).toBe("curl x -d '{}'");
});

it('takes any word beside a signature for a file', async () => {
  await expect(found('IDEM-06', 'ab')).rejects.toMatchObject({ code: 'usage' });
});

it('finds nothing to explain in an empty file', async () => {
  writeFileSync(file, ' \n');
  await expect(found(file)).rejects.toMatchObject({
    code: 'usage',
    message: 'There is nothing to explain.',
  });
});
