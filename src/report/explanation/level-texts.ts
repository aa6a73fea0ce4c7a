import type { Level } from '../../spec/verdict.ts';

/** What a breach comes to at each level, and where the level is from. */
export const levelTexts: Readonly<Record<Level, string>> = {
  must: 'a breach fails the run; the specification says so',
  should:
    'a breach is a warning, and with --strict fails the run; recommended, or relied on by platforms',
  observe: 'recorded, with a warning where money is at risk; the specification is silent',
};
