import { describe, expect, it } from '@jest/globals';
import { describeDialect } from '../../src/judges/judge-dialect.ts';
import { demandDialect } from '../../src/signing/dialects.ts';

const warningsOf = (name: string) => describeDialect(demandDialect(name), 'found').warnings;

describe('describeDialect', () => {
  it('says what the agent verifies', () => {
    expect(describeDialect(demandDialect('php'), 'found').sentence).toBe(
      'Your agent verifies: keys sorted at the top level only, slashes escaped, non-ASCII text as \\uxxxx, numbers printed anew as PHP prints them; typical of PHP: ksort, and json_encode without flags.',
    );
  });

  it('does not say of a configured dialect that the agent verifies it', () => {
    expect(describeDialect(demandDialect('php'), 'configured').sentence).toMatch(/^Callbacks are/);
  });

  it('warns only of the platform that writes otherwise', () => {
    expect(warningsOf('minimal')).toEqual([
      'Where the platform is PHP with ksort and json_encode without flags, your agent refuses callbacks with a slash, text outside ASCII, free spins with unsorted keys and an amount such as 12.0.',
    ]);
    expect(warningsOf('php')).toEqual([
      'Where the platform writes plain JSON, with every level sorted, your agent refuses callbacks with a slash, text outside ASCII, free spins with unsorted keys and an amount such as 12.0.',
    ]);
  });

  it('warns of both where the agent verifies a third form', () => {
    expect(warningsOf('go')).toHaveLength(2);
    expect(warningsOf('go').join()).toContain('callbacks with &');
  });

  it('warns that spaces fit no other platform', () => {
    expect(warningsOf('python')).toEqual([expect.stringMatching(/refuses everything/)]);
  });
});
