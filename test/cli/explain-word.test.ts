import { describe, expect, it } from '@jest/globals';
import { explainWord } from '../../src/cli/explain-word.ts';
import { signatureMistakes } from '../../src/spec/signature-mistakes.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { smallLibrary } from '../report/explanation/small-library.ts';

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

  it.each([
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
