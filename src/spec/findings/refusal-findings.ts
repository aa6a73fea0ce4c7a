import type { FindingRecord } from '../finding-record.ts';

/** Accepted what must be refused, or the other way round. */
export const refusalFindings = {
  'accepted-unsigned': {
    weight: 'breach',
    sentence: 'A callback without a signature was answered as if it were genuine.',
    hint: 'Refuse a callback whose X-Signature is missing or empty, before anything else.',
  },
  'accepted-bad-signature': {
    weight: 'breach',
    sentence: 'A callback with a wrong signature was answered as if it were genuine.',
    hint: 'Compute the HMAC over every field of the body and compare the whole of it, in constant time.',
  },
  'accepted-overdraft': {
    weight: 'breach',
    sentence: 'A bet above the balance was accepted.',
    hint: 'Compare the bet with the balance before the win is credited, and refuse when it is larger.',
  },
  'accepted-invalid': {
    weight: 'breach',
    sentence: 'A callback with a missing or impossible field was accepted.',
    hint: 'Check type, ids and amounts after the signature and before the wallet is touched.',
  },
  'accepted-unknown-account': {
    weight: 'breach',
    sentence: 'A callback for an unknown player or currency was answered with a balance.',
    hint: 'Answer player_not_found or invalid_currency where there is no such account.',
  },
  'refused-good-signature': {
    weight: 'breach',
    sentence: 'A rightly signed callback was refused for its signature.',
    hint: 'Sort the keys, serialise without changing any character, and hash the UTF-8 bytes with the token.',
  },
  'refused-valid': {
    weight: 'breach',
    sentence: 'A valid callback was refused.',
    hint: 'The error code and message of the answer say which check refused it; look there for amounts of 0, unknown fields, finished rounds, other sessions.',
  },
  'duplicate-refused': {
    weight: 'breach',
    sentence: 'A repeated makeBet was answered with an error instead of the balance.',
    hint: 'A known transaction_id is a success: answer the current balance and change nothing.',
    breaks: 'IDEM-08',
  },
  'signature-error-code': {
    weight: 'breach',
    sentence: 'A bad signature was refused with another code than invalid_signature.',
    hint: 'Answer HTTP 403 with error invalid_signature.',
    breaks: 'SIG-14',
  },
  'insufficient-balance-code': {
    weight: 'breach',
    sentence: 'A bet above the balance was refused with another code than insufficient_balance.',
    hint: 'Answer error insufficient_balance, so that the platform can tell the player.',
    breaks: 'BET-07',
  },
  'unrecommended-code': {
    weight: 'breach',
    sentence: 'The error code is not the one recommended for this case.',
    hint: 'Section 7 lists the codes: player_not_found, invalid_currency, transaction_not_found, ...',
    breaks: 'ERR-03',
  },
} as const satisfies Record<string, FindingRecord>;
