import type { RefusalCode } from './refusal.ts';

/** One of the checks that a request goes through. */
export interface RequestCheck {
  /** What must be so. */
  readonly demands: string;
  /** How a request is answered in which it is not. */
  readonly refusal: RefusalCode | 'its own errors';
  /** Its place where quirks.checkOrder is fields-first; the same place when absent. */
  readonly fieldsFirst?: number;
}

/** The checks of a request in their order; section 5 shows none, so that the order is ours. */
export const requestChecks: readonly RequestCheck[] = [
  {
    demands: 'The path is exactly one of the five, not counting the query string.',
    refusal: 'not_found',
  },
  { demands: 'The method is POST.', refusal: 'method_not_allowed' },
  { demands: 'The header X-Signature is present and not empty.', refusal: 'signature_required' },
  {
    demands:
      '`Content-Type` is `application/json`, and the body a JSON object in UTF-8: uncompressed, of at most quirks.bodyLimit bytes, nested 64 levels deep at most.',
    refusal: 'validation_error',
  },
  { demands: 'agent_id is present, and an integer.', refusal: 'validation_error' },
  { demands: 'An agent has this agent_id.', refusal: 'agent_not_found' },
  { demands: 'The agent has a token.', refusal: 'api_token_not_found' },
  {
    demands: 'The signature matches the trimmed data in a dialect of quirks.accept.',
    refusal: 'invalid_signature',
    fieldsFirst: 9,
  },
  {
    demands: '`timestamp` is within 300 seconds of the current time.',
    refusal: 'request_expired',
    fieldsFirst: 10,
  },
  {
    demands:
      'Every required field is present, every field has its type and is within its limits, and no string is empty; all problems are reported together.',
    refusal: 'validation_error',
    fieldsFirst: 8,
  },
  { demands: 'The operation itself can be done.', refusal: 'its own errors' },
];
