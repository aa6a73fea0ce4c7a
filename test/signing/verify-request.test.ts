import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJson } from '../../src/base/json.ts';
import { canonicalForm } from '../../src/signing/canonical-form.ts';
import { type Dialect, dialects } from '../../src/signing/dialects.ts';
import { sign } from '../../src/signing/sign.ts';
import { trimNode } from '../../src/signing/trim.ts';
import { token } from './vectors.ts';
import { verify } from './verify.ts';

const verifySigned = (text: string, canonical: string, accept = 'any'): unknown => {
  const verification = verify(text, sign(canonical, token), [accept]);
  return verification.kind === 'valid' ? verification.dialect : 'invalid';
};

/** The header of a request that is signed right in a dialect. */
const headerOf = (text: string, dialect: Dialect): string =>
  sign(canonicalForm(trimNode(parseJson(text)), dialect), token);

const link = JSON.stringify({
  agent_id: 1001,
  timestamp: 1763632800,
  game_id: 42,
  player_id: 'player-77',
  player_username: ' Иван ',
  language: 'en',
  currency: 'EUR',
  home_url: 'https://casino.example/lobby?a=1&b=2',
  agent_session_id: 'sess-9f3a',
  ip: '203.0.113.7',
});

const fields = Object.keys(JSON.parse(link) as object);
const anyDialect = fc.constantFrom(...dialects);

describe('verifyRequest accepts', () => {
  it.each(dialects)('a body signed in $name', (dialect) => {
    const text = '{"z":{"b":10.50,"a":"<é/🎰>\\u0085\\u001f\\f\'"},"a":1.0,"c":[{},1e-5]}';
    const header = headerOf(text, dialect);
    expect(verify(text, header, [dialect.name])).toEqual({ kind: 'valid', dialect: dialect.name });
    expect(verify(text, header)).toMatchObject({ kind: 'valid' });
  });

  it('any body in any dialect, however it is written on the wire', () => {
    const bodies = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(bodies, anyDialect, fc.constantFrom(0, 2, '\t'), (body, dialect, indent) => {
        const text = JSON.stringify(body, null, indent);
        expect(verify(text, headerOf(text, dialect)).kind).toBe('valid');
      }),
    );
  });

  it('a trimmed reading of characters that only some languages trim', () => {
    expect(verifySigned('{"a":"john\\u00a0"}', '{"a":"john"}')).toBe('minimal');
    expect(verifySigned('{"a":"john\\u00a0"}', '{"a":"john\u00a0"}')).toBe('minimal');
  });

  it('both readings of those, and tells which it was', () => {
    const text = '{"a":" john\\u00a0"}';
    const wide = verify(text, sign('{"a":"john"}', token));
    const common = verify(text, sign('{"a":"john\u00a0"}', token));
    expect(wide).toEqual({ kind: 'valid', dialect: 'minimal', trimming: 'wide' });
    expect(common).toEqual({ kind: 'valid', dialect: 'minimal' });
    expect(verifySigned('{"a":["\\ufeff/\\u0000"]}', '{"a":["\\/"]}')).toBe('php');
  });
});

describe('verifyRequest refuses', () => {
  it('a body in which any field was altered, in every dialect', () => {
    fc.assert(
      fc.property(anyDialect, fc.constantFrom(...fields), (dialect, field) => {
        const altered = { ...(JSON.parse(link) as object), [field]: 'altered' };
        expect(verify(JSON.stringify(altered), headerOf(link, dialect))).toEqual({
          kind: 'invalid',
        });
      }),
    );
  });

  it('a body in which any field is missing or added', () => {
    fc.assert(
      fc.property(anyDialect, fc.constantFrom(...fields), (dialect, field) => {
        const { [field]: _missing, ...rest } = JSON.parse(link) as Record<string, unknown>;
        const added = JSON.stringify({ ...rest, [field]: 1, [`${field}_`]: 1 });
        const header = headerOf(link, dialect);
        expect(verify(JSON.stringify(rest), header).kind).toBe('invalid');
        expect(verify(added, header).kind).toBe('invalid');
      }),
    );
  });

  it('untrimmed values', () => {
    expect(verifySigned('{"a":"john "}', '{"a":"john "}')).toBe('invalid');
    expect(verifySigned('{"a":{"b":["\\tjohn"]}}', '{"a":{"b":["\\tjohn"]}}')).toBe('invalid');
  });

  it('unsorted keys', () => {
    expect(verifySigned('{"b":1,"a":2}', '{"b":1,"a":2}')).toBe('invalid');
  });

  it('a signature under another token', () => {
    expect(verify(link, sign(link, 'another-token')).kind).toBe('invalid');
  });

  it.each([[''], ['0'], ['z'.repeat(64)], ['é'.repeat(64)], ['\ud800'], ['0'.repeat(64)]])(
    'the header %j',
    (header) => {
      expect(verify(link, header)).toEqual({ kind: 'invalid' });
    },
  );
});

describe('verifyRequest names', () => {
  it('the dialect after the numbers as they were sent, not as JSON.parse has them', () => {
    expect(verifySigned('{"a":1.0}', '{"a":1.0}')).toBe('minimal');
    expect(verifySigned('{"a":1.0,"b":"/"}', '{"a":1,"b":"/"}')).toBe('minimal-reprinted');
    expect(verifySigned('{"a":1e5}', '{"a":1e5}')).toBe('minimal');
    expect(verifySigned('{"a":1e5}', '{"a":100000}')).toBe('php');
    expect(verifySigned('{"a":9007199254740993}', '{"a":9007199254740993}')).toBe('minimal');
    expect(verifySigned('{"a":9007199254740993}', '{"a":9007199254740992}')).toBe('minimal-reprinted');
  });

  it('the likeliest dialect of those that write a body alike', () => {
    expect(verifySigned('{"a":"b"}', '{"a":"b"}')).toBe('minimal');
    expect(verifySigned('{"a":"/"}', '{"a":"\\/"}')).toBe('php');
    expect(verifySigned('{"a":"é"}', '{"a":"\\u00e9"}')).toBe('php');
    expect(verifySigned('{"a":"é/"}', '{"a":"\\u00e9/"}')).toBe('ascii');
    expect(verifySigned('{"a":"é"}', '{"a": "\\u00e9"}')).toBe('python');
    expect(verifySigned('{"a":"é"}', '{"a": "é"}')).toBe('python-raw');
    expect(verifySigned('{"a":"&"}', '{"a":"\\u0026"}')).toBe('go');
    expect(verifySigned('{"a":"="}', '{"a":"\\u003d"}')).toBe('gson');
    expect(verifySigned('{"a":"+"}', '{"a":"\\u002B"}')).toBe('dotnet');
  });

  it('the order of nested keys', () => {
    const text = '{"b":{"d":"/","c":1},"a":2}';
    expect(verifySigned(text, '{"a":2,"b":{"c":1,"d":"/"}}')).toBe('minimal');
    expect(verifySigned(text, '{"a":2,"b":{"d":"/","c":1}}')).toBe('minimal-shallow');
    expect(verifySigned(text, '{"a":2,"b":{"d":"\\/","c":1}}')).toBe('php');
    expect(verifySigned(text, '{"a":2,"b":{"c":1,"d":"\\/"}}')).toBe('php-deep');
  });
});

describe('verifyRequest, told to accept one dialect,', () => {
  it('refuses every other, and the same with other numbers', () => {
    const text = '{"a":10.50,"b":"/"}';
    expect(verifySigned(text, '{"a":10.5,"b":"\\/"}', 'php')).toBe('php');
    expect(verifySigned(text, '{"a":10.50,"b":"\\/"}', 'php')).toBe('invalid');
    expect(verifySigned(text, '{"a":10.5,"b":"/"}', 'php')).toBe('invalid');
    expect(verifySigned(text, '{"a":10.50,"b":"/"}', 'minimal')).toBe('minimal');
    expect(verifySigned(text, '{"a":10.5,"b":"/"}', 'minimal')).toBe('invalid');
  });

  it('names that one where another writes the body alike', () => {
    expect(verifySigned('{"a":1}', '{"a":1}', 'go-old')).toBe('go-old');
  });

  it('refuses all under a name that no dialect has', () => {
    expect(verifySigned('{"a":1}', '{"a":1}', 'cobol')).toBe('invalid');
  });
});

describe('verifyRequest, told to accept several dialects,', () => {
  const accept = ['php', 'minimal'];
  const text = '{"a":10.50,"b":"/é"}';
  const header = (canonical: string): string => sign(canonical, token);

  it('takes each of them, and no other', () => {
    const tell = (canonical: string) => verify(text, header(canonical), accept);
    expect(tell('{"a":10.5,"b":"\\/\\u00e9"}')).toEqual({ kind: 'valid', dialect: 'php' });
    expect(tell('{"a":10.50,"b":"/é"}')).toEqual({ kind: 'valid', dialect: 'minimal' });
    expect(tell('{"a":10.50,"b":"/\\u00e9"}')).toEqual({ kind: 'invalid' });
    expect(tell('{"a": 10.50, "b": "/é"}')).toEqual({ kind: 'invalid' });
  });

  it('names the one that is minimal where they write the body alike', () => {
    expect(verify('{"a":1}', header('{"a":1}'), accept)).toEqual({
      kind: 'valid',
      dialect: 'minimal',
    });
  });

  it('takes none but those, also where the body is written as JSON.parse keeps it', () => {
    const plain = '{"b":"/","a":1}';
    expect(verify(plain, header('{"a":1,"b":"/"}'), ['php', 'python'])).toEqual({
      kind: 'invalid',
    });
    expect(verify(plain, header('{"a":1,"b":"\\/"}'), ['php', 'python'])).toEqual({
      kind: 'valid',
      dialect: 'php',
    });
  });
});

describe('verifyRequest judges', () => {
  it('keys that look like integers as text', () => {
    expect(verifySigned('{"b":0,"9":1,"10":2}', '{"10":2,"9":1,"b":0}')).toBe('minimal');
    expect(verifySigned('{"n":{"9":1,"10":2}}', '{"n":{"9":1,"10":2}}')).toBe('php');
    expect(verifySigned('{"n":{"10":2,"9":"/"}}', '{"n":{"10":2,"9":"/"}}')).toBe('minimal');
  });

  it('a repeated key by its last value', () => {
    expect(verifySigned('{"a":1,"b":0,"a":2}', '{"a":2,"b":0}')).toBe('minimal');
    expect(verifySigned('{"a":1.5,"b":0,"a":2.50}', '{"a":2.50,"b":0}')).toBe('minimal');
    expect(verifySigned('{"a":1,"b":0,"a":2}', '{"a":1,"b":0}')).toBe('invalid');
  });

  it('a member called __proto__ as a member', () => {
    expect(verifySigned('{"b":1,"__proto__":"x"}', '{"__proto__":"x","b":1}')).toBe('minimal');
    expect(verifySigned('{"b":1,"__proto__":"x"}', '{"b":1}')).toBe('invalid');
  });

  it('the empty object', () => {
    expect(verifySigned('{}', '{}')).toBe('minimal');
    expect(verifySigned('{}', '[]')).toBe('php');
  });
});

describe('verifyRequest never throws: it judges', () => {
  it.each([
    ['levels', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['levels and fractions', `{"n":1.5,"a":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['levels to exhaust the stack', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['objects inside each other', `${'{"a":'.repeat(10_000)}1.0${'}'.repeat(10_000)}`],
  ])('a body of too many %s as invalid', (_what, text) => {
    expect(verifySigned(text, text)).toBe('invalid');
    expect(verifySigned(text, text, 'php')).toBe('invalid');
  });

  it('a body of 64 levels', () => {
    const text = `{"a":${'['.repeat(63)}${']'.repeat(63)}}`;
    expect(verifySigned(text, text)).toBe('minimal');
  });

  it('any JSON object under any header as invalid', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' })),
        fc.string({ unit: 'binary' }),
        (body, header) => {
          expect(verify(JSON.stringify(body), header).kind).toBe('invalid');
        },
      ),
    );
  });
});
