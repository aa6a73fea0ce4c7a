import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { explainSignature } from '../../../src/signing/doctor/explain-signature.ts';
import { type Mistake, mistakes, outgoing, token, toVerify, type Vector } from '../vectors.ts';
import { token as heldOutToken, mistakeOf } from './ask.ts';
import { codesOf } from './codes-of-labels.ts';

const answerTo = ({ body_as_sent, header }: Mistake): string => {
  const explanation = explainSignature({ body: body_as_sent, header, token });
  return explanation.valid ? 'valid' : explanation.mistake;
};

/** Several mistakes may lead to one signature of a body: then each of their names is right. */
const namesOf = ({ body_as_sent, header }: Mistake): string[] =>
  mistakes
    .filter((other) => other.body_as_sent === body_as_sent && other.header === header)
    .flatMap(({ mistake }) => codesOf[mistake] ?? []);

const isExplained = (vector: Vector, direction: 'request' | 'callback'): boolean => {
  const { body_as_sent: body, signature: header } = vector;
  const explanation = explainSignature({ body, header, token, direction });
  return explanation.valid || explanation.mistake !== 'unknown';
};

const heldOut = JSON.parse(
  readFileSync(new URL('../../../fixtures/signing/held-out-mistakes.json', import.meta.url), 'utf8'),
) as readonly Mistake[];

describe('the doctor', () => {
  it.each(Object.entries(codesOf))('names %s', (label, codes) => {
    const ofLabel = mistakes.filter(({ mistake }) => mistake === label);
    const wrong = ofLabel
      .map((mistake) => [mistake.id, answerTo(mistake), namesOf(mistake)] as const)
      .filter(([, answer, names]) => !names.includes(answer));
    expect(ofLabel.length).toBeGreaterThan(0);
    expect(codes.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  it('names every label of the fixture', () => {
    expect(new Set(mistakes.map(({ mistake }) => mistake))).toEqual(new Set(Object.keys(codesOf)));
  });

  it('explains all but four of the deliberate mistakes', () => {
    const unknown = mistakes.filter((mistake) => answerTo(mistake) === 'unknown');
    expect(unknown.map(({ id }) => id)).toEqual([
      'php-link-token-base64-decoded',
      'php-list-token-base64-decoded',
      'php-list-wrong-token',
      'php-grant-wrong-token',
    ]);
  });

  it('names 161 of the 163 mistakes that it was not written for', () => {
    const wrong = heldOut.filter(({ body_as_sent: body, header, mistake }) => {
      const question = { body, header, otherTokens: ['another', 'other-Agent_Tok3n'] };
      return mistakeOf(question) !== mistake;
    });
    expect(heldOutToken).toBe('Qm9-tok/en+42');
    expect(wrong.map(({ id }) => id)).toEqual(['py-0-7', 'py-2-65']);
  });

  it('explains at least 98 of 100 signatures of requests by real serialisers', () => {
    const explained = outgoing.filter((vector) => isExplained(vector, 'request'));
    expect(explained.length / outgoing.length).toBeGreaterThan(0.99);
  });

  it('explains at least 97 of 100 signatures of callbacks by real serialisers', () => {
    const explained = toVerify.filter((vector) => isExplained(vector, 'callback'));
    expect(explained.length / toVerify.length).toBeGreaterThan(0.97);
  });
});
