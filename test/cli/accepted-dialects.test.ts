import { expect, it } from '@jest/globals';
import { acceptedDialects } from '../../src/cli/commands/serve.ts';

it('takes the names of dialects, and any', () => {
  expect(acceptedDialects(['minimal', 'php'])).toEqual(['minimal', 'php']);
  expect(acceptedDialects(['any'])).toEqual(['any']);
});

it('names the word that was meant', () => {
  expect(() => acceptedDialects(['minimal', 'pyhton'])).toThrow('--accept: there is no dialect "pyhton".');
  try {
    acceptedDialects(['pyhton']);
  } catch (error) {
    expect((error as { remedy?: string }).remedy).toContain('did you mean `python`?');
  }
});
