import type { Stage } from '../situation.ts';
import { asItStands } from './as-it-stands.ts';
import { constants } from './constants.ts';
import { escapedOtherwise } from './escaped-otherwise.ts';
import { fieldSets } from './field-sets.ts';
import { keysAndMacs } from './keys-and-macs.ts';
import { nestedAsText } from './nested-as-text.ts';
import { numbers } from './numbers.ts';
import { oneValue } from './one-value.ts';
import { orderedOtherwise } from './ordered-otherwise.ts';
import { otherSubjects } from './other-subjects.ts';
import { spaced } from './spaced.ts';
import { textChanges } from './text-changes.ts';
import { textEncodings } from './text-encodings.ts';
import { trimmedOtherwise } from './trimmed-otherwise.ts';
import { values } from './values.ts';

/** Every stage of the search, the likeliest mistakes first. */
export const stages: readonly Stage[] = [
  trimmedOtherwise,
  asItStands,
  constants,
  keysAndMacs,
  spaced,
  orderedOtherwise,
  numbers,
  fieldSets,
  values,
  nestedAsText,
  oneValue,
  escapedOtherwise,
  textChanges,
  otherSubjects,
  textEncodings,
];

/** What is looked for in a body of more than 8,192 characters: the rest would take too long. */
export const stagesOfLargeBody: readonly Stage[] = [
  trimmedOtherwise,
  asItStands,
  constants,
  keysAndMacs,
  spaced,
  textChanges,
];
