/** Section 7: the platform's error codes, their HTTP status and meaning. */
export const refusals = {
  signature_required: { status: 401, meaning: 'The header X-Signature is missing.' },
  invalid_signature: { status: 403, meaning: 'The signature does not match the body.' },
  agent_not_found: { status: 404, meaning: 'No agent has this agent_id.' },
  api_token_not_found: { status: 404, meaning: 'The agent has no API token configured.' },
  game_not_found: { status: 404, meaning: 'No game has this game_id.' },
  game_not_available: { status: 403, meaning: 'The game is not available for this agent.' },
  method_not_allowed: { status: 405, meaning: 'The HTTP method is not supported; use POST.' },
  validation_error: { status: 422, meaning: 'The request is not valid.' },
  request_expired: { status: 400, meaning: 'The timestamp is too far from the current time.' },
  game_provider_not_found: {
    status: 404,
    meaning: 'No provider with demo support exists for this game.',
  },
} as const;

/** The ten refusals of section 7. */
export type SpecifiedRefusal = keyof typeof refusals;

/** Answers of ours where the specification is silent. */
export const ownRefusals = {
  not_found: { status: 404, meaning: 'This path is not part of the API.' },
  freespins_not_found: { status: 404, meaning: 'No such pack of free spins (assumed: ours).' },
  internal_error: { status: 500, meaning: 'The platform failed.' },
} as const;

export type RefusalCode = SpecifiedRefusal | keyof typeof ownRefusals;

/** Section 7: the codes recommended for an agent's error answers. */
export const agentErrorCodes = [
  'invalid_signature',
  'insufficient_balance',
  'transaction_not_found',
  'player_not_found',
  'invalid_currency',
  'internal_error',
] as const;
