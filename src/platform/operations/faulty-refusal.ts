import type { SpecifiedRefusal } from '../../spec/refusal.ts';
import type { Refused } from '../refused.ts';
import { invalid, refused } from '../refused.ts';

/** The refusal that a fault answers a right request with. It says so, for who reads the log. */
export const faultyRefusal = (code: SpecifiedRefusal): Refused =>
  // A field that every request has.
  code === 'validation_error'
    ? invalid({ field: 'timestamp', reason: `right, and ${onPurpose}` })
    : refused(code, `The request is right: ${onPurpose}.`);

const onPurpose = 'refused on purpose, to see what the agent makes of it';
