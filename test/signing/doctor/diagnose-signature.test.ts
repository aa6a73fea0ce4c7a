import { expect, it } from '@jest/globals';
import { diagnoseSignature } from '../../../src/signing/doctor/explain-signature.ts';

const question = { body: '{"a":1}', header: 'ab', token: 'token-one' };

it('keeps of an explanation what is not in the exchange already', () => {
  const told = {
    mistake: 'not-sorted',
    field: 'a',
    sentence: 'told here',
    remedy: 'this',
    difference: { byte: 2, signed: 'b', expected: 'a' },
  } as const;
  const explanation = { valid: false, ...told, expected: '{"a":1}', matched: '{"b":1}' } as const;
  expect(diagnoseSignature(question, () => explanation)).toEqual(told);
});

it('says of a right signature in another dialect which one is taken', () => {
  const valid = () => ({ valid: true, dialect: 'php', notes: [] }) as const;
  const { mistake, sentence } = diagnoseSignature({ ...question, accept: ['minimal'] }, valid);
  expect(mistake).toBe('other-dialect');
  expect(sentence).toMatch(/dialect php.* accepts only minimal/);
  const several = diagnoseSignature({ ...question, accept: ['minimal', 'go'] }, valid);
  expect(several.sentence).toMatch(/accepts only minimal or go/);
  expect(several.remedy).toContain('walletproof sign --dialect minimal');
  expect(diagnoseSignature(question, valid).sentence).toContain('only other dialects');
});
