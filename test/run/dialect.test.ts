import { describe, expect, it } from '@jest/globals';
import { describeDialect, judgeDialect, type ProbeAnswer } from '../../src/run/dialect.ts';
import { demandDialect } from '../../src/signing/dialects.ts';
import { canonicalText } from '../../src/signing/sign.ts';

const texts = {
  plain: '{"b":1,"a":2}',
  slash: '{"a":"north/south"}',
  letters: '{"a":"\u0416"}',
} as const;

const answer = (body: keyof typeof texts, dialect: string, said: ProbeAnswer['said']): ProbeAnswer => ({
  body,
  text: texts[body],
  signed: canonicalText(texts[body], dialect),
  said,
});

const refuses = (what: string): string => `Your agent refuses ${what}, however it is signed.`;

const nameOf = (...answers: ProbeAnswer[]) => judgeDialect(answers)?.name;

describe('judgeDialect', () => {
  it('names the likeliest dialect that writes what was accepted', () => {
    expect(nameOf(answer('plain', 'minimal', 'accepted'))).toBe('minimal');
    expect(nameOf(answer('slash', 'php', 'accepted'), answer('letters', 'php', 'accepted'))).toBe('php');
    expect(nameOf(answer('plain', 'python', 'accepted'))).toBe('python');
  });

  it('names none where nothing was accepted', () => {
    expect(nameOf(answer('plain', 'minimal', 'refused'))).toBeUndefined();
    expect(nameOf(answer('plain', 'minimal', 'unclear'))).toBeUndefined();
    expect(nameOf()).toBeUndefined();
  });

  it('excludes no dialect by a refusal', () => {
    const plain = answer('plain', 'minimal', 'accepted');

    expect(nameOf(plain, answer('letters', 'minimal', 'refused'))).toBe('minimal');
  });

  it('tells what was refused in every form, and not what was accepted in one', () => {
    const warnings = judgeDialect([
      answer('plain', 'minimal', 'accepted'),
      answer('slash', 'minimal', 'refused'),
      answer('slash', 'php', 'accepted'),
      answer('letters', 'minimal', 'refused'),
      answer('letters', 'php', 'refused'),
    ])?.warnings;

    expect(warnings).toContain(refuses('Cyrillic letters in a name'));
    expect(warnings).not.toContain(refuses('a slash in a name'));
  });

  it('tells nothing of what it was not clear about', () => {
    const warnings = judgeDialect([
      answer('plain', 'minimal', 'accepted'),
      answer('slash', 'minimal', 'unclear'),
    ])?.warnings;

    expect(warnings).not.toContain(refuses('a slash in a name'));
  });
});

const warningsOf = (name: string) => describeDialect(demandDialect(name), 'found').warnings;

describe('describeDialect', () => {
  it('says what the agent verifies', () => {
    expect(describeDialect(demandDialect('php'), 'found').sentence).toBe(
      'Your agent verifies: keys sorted at the top level only, slashes escaped, non-ASCII text as \\uxxxx, numbers reprinted as PHP prints them; typical of PHP: ksort, and json_encode without flags.',
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
