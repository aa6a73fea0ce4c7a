import type { FindingRecord } from '../finding-record.ts';

/** Recorded where the specification is silent; and where the money is right, but not the number shown. */
export const openFindings = {
  'non-atomic-answer': {
    weight: 'risk',
    sentence:
      'The money is right, but the balance in the answer was read after the commit, not with it.',
    hint: 'Answer what the changing statement returns: UPDATE ... RETURNING balance, instead of a SELECT after the commit.',
    breaks: 'CON-04',
  },
  'transaction-not-found-answer': {
    weight: 'note',
    sentence: 'The rollback of an unknown transaction is answered with transaction_not_found.',
    hint: 'Section 3 answers the balance, section 7 has the code: both are right.',
  },
  observed: {
    weight: 'note',
    sentence: 'The specification is silent; this is what the agent does.',
    hint: 'Nothing to mend.',
  },
  'money-at-risk': {
    weight: 'risk',
    sentence: 'The specification is silent, and what the agent does can create or lose money.',
    hint: 'Agree with the platform on this case, or change it.',
  },
} as const satisfies Record<string, FindingRecord>;
