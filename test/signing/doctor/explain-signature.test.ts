import { describe, expect, it } from '@jest/globals';
import { explainSignature } from '../../../src/signing/doctor/explain-signature.ts';
import { diagnosisOf, hmacOf, mistakeOf, token } from './ask.ts';

const body = '{"agent_id":7,"timestamp":1764000123,"home_url":"https://a.example/x"}';
const sorted = '{"agent_id":7,"home_url":"https://a.example/x","timestamp":1764000123}';
const ofPhp = sorted.replaceAll('/', '\\/');

describe('a right signature', () => {
  it('is valid, with its dialect and a warning where PHP would refuse it', () => {
    const explanation = explainSignature({ body, header: hmacOf(sorted), token });
    expect(explanation).toMatchObject({ valid: true, dialect: 'minimal' });
    expect(explanation.valid && explanation.notes.join(' ')).toContain('PHP does by default');
  });

  it('carries no warning in the dialect of PHP', () => {
    const explanation = explainSignature({ body, header: hmacOf(ofPhp), token });
    expect(explanation).toMatchObject({ valid: true, dialect: 'php' });
    expect(explanation.valid && explanation.notes).toHaveLength(1);
  });

  it('may sign bytes', () => {
    expect(mistakeOf({ body: Buffer.from(body), header: hmacOf(sorted) })).toBe('valid');
  });

  it('of a callback covers the spaces', () => {
    const spaced = '{"player_username":" Zoe "}';
    const header = hmacOf(spaced);
    expect(mistakeOf({ body: spaced, header, direction: 'callback' })).toBe('valid');
    expect(mistakeOf({ body: spaced, header })).toBe('not-trimmed');
    const ofTrimmed = hmacOf('{"player_username":"Zoe"}');
    expect(mistakeOf({ body: spaced, header: ofTrimmed, direction: 'callback' })).toBe('trimmed');
  });
});

describe('a diagnosis', () => {
  it('shows the first difference side by side', () => {
    const signed = sorted.replace('7', '"7"');
    expect(diagnosisOf({ body, header: hmacOf(signed) })).toMatchObject({
      mistake: 'field-type',
      field: 'agent_id',
      expected: sorted,
      matched: signed,
      difference: { byte: 13 },
      sentence: expect.stringContaining('Byte 13: you signed `{"agent_id":"7","home_url'),
    });
  });

  it('compares with the dialect that is nearest to what was signed', () => {
    const signed = ofPhp.replace('1764000123', '1764000124');
    const diagnosis = diagnosisOf({ body, header: hmacOf(signed) });
    expect(diagnosis).toMatchObject({ mistake: 'timestamp-differs', expected: ofPhp });
    expect(diagnosis.difference?.byte).toBe(ofPhp.length - 1);
  });

  it('counts bytes, not characters', () => {
    const cyrillic = '{"a":"Иван","timestamp":1764000123}';
    const diagnosis = diagnosisOf({
      body: cyrillic,
      header: hmacOf('{"a":"Иван","timestamp":"1764000123"}'),
    });
    expect(diagnosis.difference?.byte).toBe(Buffer.byteLength('{"a":"Иван","timestamp":') + 1);
  });

  it('names the string as well when key and string are wrong', () => {
    const diagnosis = diagnosisOf({ body, header: hmacOf(body, `${token}\n`) });
    expect(diagnosis.mistake).toBe('key-newline');
    expect(diagnosis.sentence).toContain('not sorted');
  });
});

describe('a body signed with the line break at its end', () => {
  const pretty = JSON.stringify(JSON.parse(body), null, 2);

  it.each(['\n', '\r\n'])('is a raw body where it is not sorted', (end) => {
    expect(mistakeOf({ body: pretty, header: hmacOf(pretty + end) })).toBe('raw-body');
    expect(mistakeOf({ body: pretty + end, header: hmacOf(pretty + end) })).toBe('raw-body');
    expect(mistakeOf({ body, header: hmacOf(body + end) })).toBe('raw-body');
  });

  it('has a line break too many where it is sorted and compact', () => {
    const header = hmacOf(`${sorted}\n`);
    expect(mistakeOf({ body: sorted, header })).toBe('trailing-newline');
    expect(mistakeOf({ body, header })).toBe('trailing-newline');
  });
});

describe('a signature that nothing explains', () => {
  it('comes with the canonical string and nothing matched', () => {
    const diagnosis = diagnosisOf({ body, header: hmacOf('else') });
    expect(diagnosis).toMatchObject({ mistake: 'unknown', expected: sorted });
    expect(diagnosis).not.toHaveProperty('matched');
  });

  it.each(['', 'undefined', '?'.repeat(64), 'ab'.repeat(3000)])('tells that %.12s is no signature', (header) => {
    expect(mistakeOf({ body, header })).toBe('header-malformed');
  });

  it('tells that a body is no object', () => {
    for (const text of ['', '[1]', '"a"', '{"a":', '\ufeff{}', 'a=1&b=2']) {
      expect(mistakeOf({ body: text, header: hmacOf(text) })).toBe('body-not-json');
    }
  });
});

describe('no token is told', () => {
  const other = 'other/"agent"-token';
  const withTokens = JSON.stringify({ agent_id: 7, note: `${token} and ${other}`, z: 1 });

  it.each([
    ['in what was signed', body, hmacOf(sorted + token)],
    ['in a field that was added', body, hmacOf(`${sorted.slice(0, -1)},"token":"Qm9-tok\\/en+42"}`)],
    ['of another agent', body, hmacOf(sorted, other)],
    ['that the body holds', withTokens, hmacOf(`${withTokens}\n`)],
    ['where nothing is found', withTokens, hmacOf('else')],
    ['in a form', withTokens, hmacOf(new URLSearchParams(JSON.parse(withTokens)).toString())],
  ])('%s', (_where, text, header) => {
    const told = JSON.stringify(diagnosisOf({ body: text, header, otherTokens: [other] }));
    for (const secret of [token, other]) {
      const forms = [secret, secret.replaceAll('/', '\\/'), encodeURIComponent(secret)];
      for (const form of forms) {
        expect(told).not.toContain(form);
        expect(told).not.toContain(JSON.stringify(form).slice(1, -1));
      }
    }
  });
});
