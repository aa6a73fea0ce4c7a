import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import type { ReportedExchange } from '../../src/formats/run.ts';
import { curlCommands, shellCommand } from '../../src/report/shell-command.ts';
import { aCallback } from './html/report-builder.ts';

describe('shellCommand', () => {
  it('quotes nothing that needs no quotes', () => {
    const argv = ['walletproof', 'test', 'http://127.0.0.1:8080/callback', '--only', 'IDEM-01'];
    expect(shellCommand(argv)).toBe(argv.join(' '));
  });

  it('is read back by a shell as the same arguments', () => {
    const argv = [
      'http://h/c?a=1&b=$(id)',
      "it's",
      '',
      'a b',
      '`id`',
      '*',
      '"',
      '\\',
      '!x',
      '~',
      '#',
    ];
    const script = `printf '%s\\0' ${shellCommand(argv)}`;
    const read = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
    expect(read.split('\0').slice(0, -1)).toEqual(argv);
  });
});

/** What a shell hands to the command that would send it: its standard input and its arguments. */
const handedOver = (command: string, name: string): { body: string; args: string[] } => {
  const stub = `${name}() { printf '%s\\0' "$@"; cat; }`;
  const parts = execFileSync('bash', ['-c', `${stub}; ${command}`])
    .toString('utf8')
    .split('\0');
  return { body: parts.at(-1) ?? '', args: parts.slice(0, -1) };
};

const asSent = (given: Partial<ReportedExchange>) =>
  handedOver(curlCommands(aCallback(given))?.asSent ?? '', 'curl');

describe('curlCommands', () => {
  it.each([
    ['{"name":"O\'Hara $(touch /tmp/x) `id` \\\\ "}'],
    ['@/etc/passwd'],
    ['{"a":"\u001b[31m\u2028"}\n'],
    ['%s %d \\n'],
  ])('sends the very bytes of %j', (requestBody) => {
    expect(asSent({ requestBody }).body).toBe(requestBody);
  });

  it('sends bytes that are no text', () => {
    const { asSent: command = '' } =
      curlCommands(aCallback({ requestBody: '', requestBase64: '/wCA' })) ?? {};
    const bytes = execFileSync('bash', ['-c', `curl() { cat; }; ${command}`]);
    expect([...bytes]).toEqual([0xff, 0x00, 0x80]);
  });

  it('keeps an empty signature, and leaves to curl what it sets itself', () => {
    const requestHeaders = { 'x-signature': '', 'content-length': '7', host: 'a' };
    expect(asSent({ requestHeaders }).args).toEqual([
      ...['-sS', '-X', 'POST', 'http://127.0.0.1:8080/callback'],
      ...['-H', 'x-signature;', '--data-binary', '@-'],
    ]);
  });

  it('signs afresh in the dialect of the exchange', () => {
    const command = curlCommands(aCallback({ dialect: 'php' }))?.signedAfresh ?? '';
    expect(command).toMatch(/ \| walletproof sign --dialect php --curl http:\S+ \| sh$/);
  });

  it('signs nothing that is no JSON object', () => {
    expect(curlCommands(aCallback({ requestBody: '[1]' }))?.signedAfresh).toBeUndefined();
    expect(curlCommands(aCallback({ requestBody: '{"a":' }))?.signedAfresh).toBeUndefined();
  });

  it("has none for the agent's own requests", () => {
    expect(curlCommands(aCallback({ direction: 'operation' }))).toBeUndefined();
  });
});
