import { describe, expect, it } from '@jest/globals';
import { agentErrorCodes, ownRefusals, refusals } from '../../src/spec/refusal.ts';

const statuses = (records: Record<string, { readonly status: number }>): Record<string, number> =>
  Object.fromEntries(Object.entries(records).map(([code, { status }]) => [code, status]));

describe('the refusals of the platform', () => {
  it('have the codes and statuses of section 7', () => {
    expect(statuses(refusals)).toEqual({
      signature_required: 401,
      invalid_signature: 403,
      agent_not_found: 404,
      api_token_not_found: 404,
      game_not_found: 404,
      game_not_available: 403,
      method_not_allowed: 405,
      validation_error: 422,
      request_expired: 400,
      game_provider_not_found: 404,
    });
  });

  it('are apart from those that the specification does not name', () => {
    expect(Object.keys(ownRefusals).filter((code) => code in refusals)).toEqual([]);
  });

  it('say what each of them means', () => {
    const meanings = Object.values({ ...refusals, ...ownRefusals }).map(({ meaning }) => meaning);
    expect(meanings.filter((meaning) => !/^[A-Z].+\.$/.test(meaning))).toEqual([]);
  });
});

describe('the error codes of an agent', () => {
  it('are the ones that section 7 recommends', () => {
    expect(agentErrorCodes).toEqual([
      'invalid_signature',
      'insufficient_balance',
      'transaction_not_found',
      'player_not_found',
      'invalid_currency',
      'internal_error',
    ]);
  });
});
