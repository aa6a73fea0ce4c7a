/**
 * The agent has answered a signed callback with a balance: it has the token, and writes the JSON as
 * we do. Until then a refused signature may as well be a dialect that was not configured.
 */
export const provenSignature = 'signature';
