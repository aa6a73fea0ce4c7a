// Section 7 names the codes of error answers and leaves the HTTP status to the agent.

const statuses = {
  invalid_signature: 403,
  agent_not_found: 404,
  validation_error: 422,
  method_not_allowed: 405,
  not_found: 404,
  too_many_requests: 429,
  platform_error: 502,
  internal_error: 500,
};

/** What the wallet says about the business itself, as opposed to a call that it could not accept as one. */
const businessStatuses = {
  player_not_found: 404,
  invalid_currency: 400,
  insufficient_balance: 402,
  transaction_not_found: 404,
  bet_limit_exceeded: 400,
  unknown_session: 403,
};

const messages = {
  player_not_found: 'no player has this player_id',
  invalid_currency: 'the player has no account in this currency',
  insufficient_balance: 'the balance does not cover it',
  transaction_not_found: 'no transaction has this transaction_id',
  bet_limit_exceeded: 'the bet is above the limit of the house',
};

/** An answer that refuses the call. */
export class Refusal extends Error {
  constructor(code, message = messages[code], headers = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}

export function statusOf(code, choices) {
  const business = businessStatuses[code];
  if (business === undefined) return statuses[code];
  if (choices.has('status-500')) return 500;
  return choices.has('status-200') ? 200 : business;
}
