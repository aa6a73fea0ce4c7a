import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import type { ReportedExchange } from '../../src/formats/run.ts';
import { curlCommand, sentRequest, signedAfresh } from '../../src/report/curl-command.ts';
import { aCallback } from './html/report-builder.ts';

/** What a shell hands to the command that would send it: its standard input and its arguments. */
const handedOver = (command: string, name: string): { body: string; args: string[] } => {
  const stub = `${name}() { printf '%s\\0' "$@"; cat; }`;
  const parts = execFileSync('bash', ['-c', `${stub}; ${command}`])
    .toString('utf8')
    .split('\0');
  return { body: parts.at(-1) ?? '', args: parts.slice(0, -1) };
};

const asSent = (given: Partial<ReportedExchange>) =>
  handedOver(curlCommand(sentRequest(aCallback(given))) ?? '', 'curl');

describe('the commands that send a callback again', () => {
  it.each([
    ['{"name":"O\'Hara $(touch /tmp/x) `id` \\\\ "}'],
    ['@/etc/passwd'],
    ['{"a":"\u001b[31m\u2028"}\n'],
    ['%s %d \\n'],
  ])('sends the very bytes of %j', (requestBody) => {
    expect(asSent({ requestBody }).body).toBe(requestBody);
  });

  it('sends bytes that are no text', () => {
    const sent = sentRequest(aCallback({ requestBody: '', requestBase64: '/wCA' }));
    const command = curlCommand(sent) ?? '';
    const bytes = execFileSync('bash', ['-c', `curl() { cat; }; ${command}`]);
    expect([...bytes]).toEqual([0xff, 0x00, 0x80]);
  });

  it('keeps an empty signature, and leaves to curl what it sets itself', () => {
    const requestHeaders = { 'x-signature': '', 'content-length': '7', host: 'a' };
    expect(asSent({ requestHeaders }).args).toEqual([
      ...['-sS', '-X', 'POST', 'http://127.0.0.1:8080/callback'],
      ...['-H', 'X-Signature;', '--data-binary', '@-'],
    ]);
  });

  it('signs afresh in the dialect of the exchange', () => {
    const command = signedAfresh(aCallback({ dialect: 'php' })) ?? '';
    expect(command).toMatch(/ \| walletproof sign --dialect php --curl http:\S+ \| sh$/);
  });

  it('signs nothing that is no JSON object', () => {
    expect(signedAfresh(aCallback({ requestBody: '[1]' }))).toBeUndefined();
    expect(signedAfresh(aCallback({ requestBody: '{"a":' }))).toBeUndefined();
  });

  it("signs none of the agent's own requests", () => {
    expect(signedAfresh(aCallback({ direction: 'operation' }))).toBeUndefined();
  });

  it('has none for a body that is too long to copy', () => {
    const requestBody = `{"a":"${'x'.repeat(8000)}"}`;
    expect(curlCommand(sentRequest(aCallback({ requestBody })))).toBeUndefined();
    expect(signedAfresh(aCallback({ requestBody }))).toBeUndefined();
  });
});
