import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { explainWord, findPasted } from '../../../src/cli/commands/explain.ts';
import { explainPasted, type PastedOptions, renderSignature } from '../../../src/cli/explain-pasted.ts';
import { signatureMistakes } from '../../../src/spec/signature-mistakes.ts';
import { WalletproofError } from '../../../src/spec/walletproof-error.ts';
import { smallLibrary } from '../../report/explain-library.ts';

const remedyFor = (word: string): string => {
  try {
    explainWord(word, smallLibrary);
  } catch (error) {
    if (error instanceof WalletproofError && error.code === 'usage') return error.remedy;
  }
  return 'no usage error';
};

describe('explain', () => {
  it('tells requirements and findings apart, letter case aside', () => {
    expect(explainWord('rb-02', smallLibrary)).toMatchObject({ kind: 'requirement', id: 'RB-02' });
    expect(explainWord('Win-Not-Reverted', smallLibrary)).toMatchObject({
      kind: 'finding',
      code: 'win-not-reverted',
    });
  });

  it('tells a mistake in signing', () => {
    expect(explainWord('slash-escaped', smallLibrary)).toMatchObject({
      kind: 'mistake',
      code: 'slash-escaped',
      remedy: signatureMistakes['slash-escaped'].remedy,
    });
  });
});

describe('explain, of the platform,', () => {
  it.each([
    ['freespins_grant', 'operation'],
    ['MAKEBET', 'callback'],
    ['game_not_found', 'refusal'],
    ['insufficient_balance', 'agent-error'],
    ['packEnd', 'setting'],
    ['callbacks.timeout', 'setting'],
  ])('tells %s, which is of the kind %s', (word, kind) => {
    expect(explainWord(word, smallLibrary)).toMatchObject({ kind });
  });

  it('tells everything that has the name', () => {
    expect(explainWord('invalid_signature', smallLibrary)).toMatchObject({
      kind: 'several',
      explanations: [{ kind: 'refusal' }, { kind: 'agent-error' }],
    });
  });
});

describe('explain, of a name that there is not,', () => {
  it.each([
    ['freespins_grnt', 'Did you mean freespins_grant? walletproof explain freespins_grant'],
    ['getbalanc', 'Did you mean getBalance? walletproof explain getBalance'],
    ['slash-escapd', 'Did you mean slash-escaped? walletproof explain slash-escaped'],
    ['IDEM-6', 'Did you mean IDEM-06? walletproof explain IDEM-06'],
    ['win-not-revertd', 'Did you mean win-not-reverted? walletproof explain win-not-reverted'],
  ])('suggests what %s was probably meant to be', (word, remedy) => {
    expect(remedyFor(word)).toBe(remedy);
  });

  it('names the members of a group', () => {
    expect(remedyFor('iso')).toBe('Choose one of the group: ISO-01..04.');
  });

  it('leads from a defect to the requirement that it breaks', () => {
    expect(remedyFor('win-kept')).toMatch(/breaks RB-02: walletproof explain RB-02$/);
  });

  it('says where the names are when nothing is near', () => {
    expect(remedyFor('completely-unknown')).toMatch(/^walletproof list requirements/);
  });
});

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

it.each(['IDEM-06', 'idem-06', 'win-not-reverted', 'slash-escaped', 'list', 'no-such-word'])(
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

const token = 'test-token-0f2f';

const body = '{"timestamp":1763632800,"agent_id":1001,"home_url":"https://casino.example/lobby"}';

const canonical = '{"agent_id":1001,"home_url":"https://casino.example/lobby","timestamp":1763632800}';

const hmac = (text: string): string => createHmac('sha256', token).update(text).digest('hex');

const explain = (text: string, options: Partial<PastedOptions> = {}) =>
  explainPasted(Buffer.from(text), { token, ...options });

const page = { columns: 100, paint: new Chalk({ level: 0 }) };

const render = (...of: Parameters<typeof explain>): string => renderSignature(explain(...of), { page, token: 'given' });

const curl = (signature: string): string =>
  `curl -X POST http://127.0.0.1:4600/api/games/list \\\n  -H 'Content-Type: application/json' \\\n  -H 'X-Signature: ${signature}' \\\n  -d '${body}'`;

describe('the signature of', () => {
  it('a body is told valid with the dialect that it is written in', () => {
    expect(explain(body, { signature: hmac(canonical) })).toMatchObject({
      valid: true,
      dialect: 'minimal',
    });
    expect(render(body, { signature: hmac(canonical) })).toMatch(/^valid: written as minimal\n/);
  });

  it('a curl command and a raw request is the one in it', () => {
    expect(explain(curl(hmac(canonical)))).toMatchObject({ valid: true });
    const raw = `POST /api/games/list HTTP/1.1\r\nX-Signature: ${hmac(body)}\r\n\r\n${body}\r\n`;
    expect(explain(raw)).toMatchObject({
      valid: false,
      mistake: expect.stringMatching(/^(?:raw-body|not-sorted)$/),
    });
  });

  it('what was pasted gives way to --signature', () => {
    expect(explain(curl('00'), { signature: hmac(canonical) })).toMatchObject({ valid: true });
  });

  it('a callback is that of the values as they stand', () => {
    const spaced = '{"a":"x "}';
    const signature = hmac(spaced);
    expect(explain(spaced, { signature, direction: 'callback' })).toMatchObject({ valid: true });
    expect(explain(spaced, { signature })).toMatchObject({ valid: false });
  });

  it.each([body, curl('')])('nothing is a usage error: %s', (text) => {
    expect(() => explain(text)).toThrow(WalletproofError);
  });
});

describe('a mistake', () => {
  const slashed = canonical.replaceAll('/', '\\/').replace('{', '{ ');
  const descending = '{"timestamp":1763632800,"home_url":"https://casino.example/lobby","agent_id":1001}';
  const text = render(body, { signature: hmac(descending) });

  it('is shown with its name, both strings one above the other, and what to change', () => {
    const lines = text.split('\n');
    expect(lines[0]).toBe('not valid: sorted-descending');
    const signed = lines.findIndex((line) => line.startsWith('  you signed  '));
    expect(lines[signed]).toBe(`  you signed  ${descending}`);
    expect(lines[signed + 1]).toBe(`  expected    ${canonical}`);
    expect(lines[signed + 2]?.indexOf('^')).toBe('  you signed  {"'.length);
    expect(text).toMatch(/\n {2}change {6}\S/);
  });

  it('that is unknown shows what was expected, in one line', () => {
    const unknown = render(body, { signature: hmac(slashed) });
    expect(unknown).toMatch(/^not valid: /);
    expect(render(body, { signature: '0'.repeat(64) })).toContain(`\n  expected    ${canonical}\n`);
  });

  it('never shows the token', () => {
    const leaks = [
      render(body, { signature: hmac(`${canonical}${token}`) }),
      render(`{"token":"${token}","a":1}`, { signature: hmac('{"a":1}') }),
      JSON.stringify(explain(`{"b":"${token}","a":1}`, { signature: hmac('') })),
    ];
    for (const leak of leaks) expect(leak).not.toContain('0f2f');
  });

  it('under the default token says so', () => {
    const told = explain(body, { signature: '00' });
    expect(renderSignature(told, { page, token: 'default' })).toContain('the default token');
    expect(renderSignature(told, { page, token: 'given' })).not.toContain('the default token');
  });
});

it('does not pass on what a terminal would obey', () => {
  const hostile = JSON.stringify({ b: '\u001b]0;title\u0007', a: '\u009b2J\u202e' });
  const text = render(hostile, { signature: hmac(hostile.toUpperCase()) });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});
