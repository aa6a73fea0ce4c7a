import { describe, expect, it } from '@jest/globals';
import { besides, readPasted } from '../../src/cli/explain-pasted.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';

it('shows two texts from a little before the place where they differ', () => {
  const head = 'x'.repeat(100);
  expect(besides(`${head}\\/abc`, `${head}/abc`, 80)).toEqual({
    signed: `…${'x'.repeat(24)}\\/abc`,
    wanted: `…${'x'.repeat(24)}/abc`,
    column: 25,
  });
});

it('shows a difference at the beginning and one at the end', () => {
  expect(besides('b', 'a', 80)).toEqual({ signed: 'b', wanted: 'a', column: 0 });
  expect(besides('{}\n', '{}', 80)).toEqual({ signed: '{}\\u{000a}', wanted: '{}', column: 2 });
});

it('spells out what a terminal would obey, and counts it', () => {
  expect(besides('\u001b[2Ja', '\u001b[2Jb', 80)).toEqual({
    signed: '\\u{001b}[2Ja',
    wanted: '\\u{001b}[2Jb',
    column: 11,
  });
});

it('is never wider than the page', () => {
  const { signed, wanted } = besides('a'.repeat(500), `${'a'.repeat(300)}b`, 40);
  expect([signed.length, wanted.length <= 40]).toEqual([40, true]);
  expect(signed.endsWith('a…')).toBe(true);
});

const read = (text: string) => {
  const { body, signature } = readPasted(Buffer.from(text));
  return { body: Buffer.from(body).toString(), signature };
};

const errorOf = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof WalletproofError && error.code === 'usage') return error.message;
  }
  return 'no usage error';
};

const sent = { body: '{"agent_id":1001,"name":"O\'Brien"}', signature: 'abc' };

describe('a curl command', () => {
  it.each([
    [
      `curl -sS http://127.0.0.1:4600/api/games/list -H 'Content-Type: application/json' -H 'X-Signature: abc' --data-binary '{"agent_id":1001,"name":"O'\\''Brien"}'`,
    ],
    [
      `$ curl --request POST \\\n  --header "x-signature:abc" \\\n  --data "{\\"agent_id\\":1001,\\"name\\":\\"O'Brien\\"}" http://localhost`,
    ],
    [
      `curl 'http://localhost' -X POST -H $'X-Signature: abc' --data-raw $'{"agent_id":1001,"name":"O\\'Brien"}' --compressed`,
    ],
    [`curl -sSXPOST -HX-Signature:abc -d'{"agent_id":1001,"name":"O'"'"'Brien"}' --max-time -d localhost`],
    [`curl.exe --header=X-Signature:\\ abc --json "{\\"agent_id\\":1001,\\"name\\":\\"O'Brien\\"}"`],
  ])('is read as the shell and curl read it: %s', (command) => {
    expect(read(command)).toEqual(sent);
  });

  it('keeps what the quotes of the shell keep', () => {
    const body = '{"a":"b\\/c \\u0418 \\" $HOME `x`"}';
    expect(read(`curl x -d '${body}'`).body).toBe(body);
    expect(read('curl x -d $\'{"a":"\\u0418\\n"}\'').body).toBe('{"a":"И\n"}');
  });

  it('joins several pieces of data, and takes the last signature', () => {
    const command = `curl x -d a=1 -d b=2 -H 'X-Signature: old' -H 'X-Signature: new'`;
    expect(read(command)).toEqual({ body: 'a=1&b=2', signature: 'new' });
  });

  it('runs and reads nothing', () => {
    expect(read('curl x -d "$(touch /tmp/never)`id`"').body).toBe('$(touch /tmp/never)`id`');
    expect(errorOf('curl x -d @/etc/passwd')).toContain('takes its body from the file /etc/passwd');
    expect(errorOf('curl x --data-binary @-')).toContain('from standard input');
    expect(read('curl x --data-raw @me').body).toBe('@me');
  });

  it.each([
    ['curl http://localhost', 'The curl command sends no body.'],
    ["curl x -d '{", 'The curl command ends within quotes.'],
    ['curl x -F a=b', 'The curl command sends a form (-F), not JSON.'],
  ])('%s is a usage error', (command, message) => {
    expect(errorOf(command)).toBe(message);
  });
});

describe('a raw HTTP request', () => {
  const raw = (head: string, body: string, end = '\r\n'): string =>
    [`POST /api/games/list HTTP/1.1`, ...head.split('\n'), '', body].join(end);

  it.each(['\r\n', '\n'])('is read with lines that end with %j', (end) => {
    const text = raw('Host: x\nX-Signature:  abc ', `${sent.body}`, end);
    expect(read(text)).toEqual(sent);
    expect(read(`${text}\n`)).toEqual(sent);
  });

  it('has a body as long as Content-Length says, to the byte', () => {
    const body = '{"a":"Иван"}\n';
    const length = Buffer.byteLength(body);
    expect(read(`${raw(`Content-Length: ${length}`, body)}\n\n`).body).toBe(body);
    expect(read(raw('Content-Length: 3', body)).body).toBe(body.trimEnd());
  });

  it('may have an empty line in its body', () => {
    expect(read(raw('X-Signature: a', '{\r\n\r\n}')).body).toBe('{\r\n\r\n}');
  });

  it.each([
    [raw('X-Signature: a', ''), 'The request has no body.'],
    ['GET / HTTP/1.1', 'The request has no body.'],
    [raw('Transfer-Encoding: chunked', '2\r\n{}\r\n0'), 'The request is sent in chunks.'],
  ])('%j is a usage error', (text, message) => {
    expect(errorOf(text)).toBe(message);
  });
});

it('takes anything else for a body, without the newline of an editor', () => {
  expect(read('{"curl ":1}\r\n')).toEqual({ body: '{"curl ":1}', signature: undefined });
  expect(read('{}\n\n').body).toBe('{}\n');
  expect([...readPasted(Uint8Array.of(255, 0)).body]).toEqual([255, 0]);
});
