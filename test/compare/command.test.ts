import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Har } from 'har-format';
import { main } from '../../src/cli/main.ts';
import { captureOutput } from '../cli/capture-output.ts';
import { token } from '../platform/open-platform.ts';
import { getBalance, makeBet, openRecordedPlatform } from './record-har.ts';

const folder = mkdtempSync(join(tmpdir(), 'compare-command-'));
const at = (name: string): string => join(folder, name);

const run = async (...args: readonly string[]) => {
  const { written, end } = captureOutput();
  try {
    return { code: await main(['compare', ...args]), ...written };
  } finally {
    end();
  }
};

const save = (name: string, har: Har): string => {
  writeFileSync(at(name), JSON.stringify(har));
  return at(name);
};

let alike = '';
let different = '';
beforeAll(async () => {
  const recording = await openRecordedPlatform();
  await recording.ask('list');
  await recording.callBack(getBalance());
  alike = save('alike.har', recording.har);
  await recording.ask('get_game_link', {});
  await recording.callBack(makeBet(), { dialect: 'php' });
  const har = structuredClone(recording.har);
  for (const { request, response } of har.log.entries) {
    const { text = '' } = response.content;
    response.content.text = text.replace(/,"errors":.*\}$/, '}').replace('"success"', `"${token}"`);
    request.url += `?key=${token}`;
    request.headers.push({ name: 'Authorization', value: 'Bearer secret-of-theirs' });
  }
  different = save('different.har', har);
  await recording.close();
});

describe('compare', () => {
  it('ends with 0 where the recording is alike', async () => {
    const { code, stdout } = await run(alike, '--token', token);
    expect(stdout).toMatch(/^1 request sent again, 1 callback compared\n\nALIKE {2}/);
    expect(code).toBe(0);
  });

  it('tells what differs, ends with 1, and shows no secret', async () => {
    const { code, stdout, stderr } = await run(different, '--token', token, '--no-color');
    expect(code).toBe(1);
    expect(stdout).toContain('  missing   errors  answer: a field that walletproof has besides');
    expect(stdout).toContain('quirks: { validationDetails: message }');
    expect(stdout).toContain('DIFFERENT  ');
    expect(stdout).toContain('  header    Authorization  callback: another header');
    for (const secret of [token, 'secret-of-theirs']) expect(stdout + stderr).not.toContain(secret);
  });

  it('says so where the token is another', async () => {
    const { code, stdout } = await run(alike);
    expect(code).toBe(0);
    expect(stdout).toContain('does not verify 1 of 1 recorded request');
    expect(stdout).toContain('verifies none of 1 recorded callback');
  });
});

describe('compare --write-config', () => {
  it('writes a configuration under which less differs', async () => {
    const file = at('like-real.yaml');
    const { stderr } = await run(different, '--token', token, '--write-config', file);
    expect(readFileSync(file, 'utf8')).toContain('validationDetails: message');
    expect(stderr).toContain(`--config ${file}`);
    const before = JSON.parse((await run(different, '--token', token, '--json')).stdout);
    const after = await run(different, '--token', token, '--json', '--config', file);
    const told = JSON.parse(after.stdout);
    expect(told.outcome).toBe('different');
    expect(told.settings).toEqual([]);
    expect(told.differences.length).toBeLessThan(before.differences.length);
  });

  it('writes the configuration alone to standard output', async () => {
    const { stdout, stderr } = await run(different, '--token', token, '--write-config', '-');
    expect(stdout).toMatch(/^quirks:\n/);
    expect(stderr).toContain('DIFFERENT');
  });

  it('writes over no file', async () => {
    const file = at('kept.yaml');
    writeFileSync(file, 'quirks: {}\n');
    const { code, stderr } = await run(different, '--write-config', file);
    expect([code, readFileSync(file, 'utf8')]).toEqual([2, 'quirks: {}\n']);
    expect(stderr).toContain('already exists');
  });
});

describe('compare of nothing', () => {
  it('ends with 3 where there is nothing to compare', async () => {
    writeFileSync(at('none.har'), '{"log":{"version":"1.2","entries":[]}}');
    const { code, stdout } = await run(at('none.har'));
    expect(stdout).toContain('NOTHING TO COMPARE');
    expect(code).toBe(3);
  });

  it.each([
    ['nowhere.har', /there is no such file/],
    ['words.txt', /is no HAR: its JSON breaks at byte 0/],
  ])('ends with 2 where %s is no recording', async (name, problem) => {
    writeFileSync(at('words.txt'), 'words');
    const { code, stderr } = await run(at(name));
    expect(stderr).toMatch(problem);
    expect(code).toBe(2);
  });
});
