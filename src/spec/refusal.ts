import { namesOf } from './closed-list.ts';
import { boundText } from './platform-bounds.ts';

/** An error code that the platform answers with. */
export interface RefusalRecord {
  /** HTTP status. */
  readonly status: number;
  readonly meaning: string;
  /** A `message` as the platform answers it. */
  readonly example: string;
  /** When exactly it is answered here. */
  readonly when: string;
  /** What the agent's developer does. */
  readonly remedy: string;
}

/** Section 7: the platform's error codes, their HTTP status and meaning. */
export const refusals = {
  signature_required: {
    status: 401,
    meaning: 'The header X-Signature is missing.',
    example: 'The header X-Signature is missing or empty.',
    when: 'The header is missing or empty; checked before the body is parsed as JSON.',
    remedy: 'Send the signature of the body in the header X-Signature.',
  },
  invalid_signature: {
    status: 403,
    meaning: 'The signature does not match the body.',
    example: 'X-Signature does not match the body; `walletproof explain` names the likely mistake.',
    when: "No accepted dialect of JSON (quirks.accept) gives this signature with the agent's token.",
    remedy:
      'Trim every string, sort the keys, serialise once, sign that string, send that string; walletproof explain with the body and its signature names the mistake.',
  },
  agent_not_found: {
    status: 404,
    meaning: 'No agent has this agent_id.',
    example: 'No agent has the id 1009.',
    when: "agent_id is an integer that no configured agent has; checked before the signature, which needs the agent's token.",
    remedy: 'Send the agent_id that the platform gave you.',
  },
  api_token_not_found: {
    status: 404,
    meaning: 'The agent has no API token configured.',
    example: 'Agent 1002 has no API token configured.',
    when: 'The agent is configured without a token, as agent 1002 is by default.',
    remedy: 'Have the manager of the platform issue a token; here: agents[].token.',
  },
  game_not_found: {
    status: 404,
    meaning: 'No game has this game_id.',
    example: 'No game has the id 999.',
    when: 'The request is valid otherwise, but the catalogue has no such game.',
    remedy: 'Take game_id from the ids of list, and refresh the list every few hours.',
  },
  game_not_available: {
    status: 403,
    meaning: 'The game is not available for this agent.',
    example: 'Game 104 (Orbit Roulette) is not available for agent 1001.',
    when: 'The game exists, and is among agents[].unavailableGames; such games are not in list. Or free spins are granted for a game that has none.',
    remedy: 'Offer only games that list names.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The HTTP method is not supported; use POST.',
    example: 'Every operation uses POST, not GET.',
    when: 'An HTTP method other than POST at the path of an operation; the answer has the header Allow. Or what is no method of HTTP, such as post in lower case, at any path; and CONNECT.',
    remedy: 'Use POST for every operation.',
  },
  validation_error: {
    status: 422,
    meaning: 'The request is not valid.',
    example: 'agent_id: expected an integer, got the string "1001"',
    when: 'The body is not a JSON object in UTF-8 of at most quirks.bodyLimit bytes, or a field is missing, empty, of the wrong type or out of range.',
    remedy: 'Fix what message names; errors lists every invalid field.',
  },
  request_expired: {
    status: 400,
    meaning: 'The timestamp is too far from the current time.',
    example: "timestamp 1763632400 is 400 s in the past, more than 300 s; the platform's time is 1763632800.",
    when: 'timestamp is more than 300 seconds from the current time, in either direction (quirks.futureTimestamp); exactly 300 is fresh.',
    remedy: 'Check the clock of your server; send Unix seconds, not milliseconds.',
  },
  game_provider_not_found: {
    status: 404,
    meaning: 'No provider with demo support exists for this game.',
    example: 'No provider has a demo of game 103 (High Table Blackjack).',
    when: 'get_game_link_demo for a game whose demo is false.',
    remedy: 'Offer demos only of games whose demo is true in list.',
  },
} as const satisfies Record<string, RefusalRecord>;

/** The ten refusals of section 7. */
export type SpecifiedRefusal = keyof typeof refusals;

/** Answers of ours where the specification is silent. */
export const ownRefusals = {
  not_found: {
    status: 404,
    meaning: 'This path is not part of the API.',
    example: 'No operation at /api/games/List: use /api/games/list.',
    when: 'A path of /api that is exactly none of the five: another case or a trailing slash is another path. Or any other path where nothing is, as where the base URL lacks /api; a GET or HEAD there that has no X-Signature, and names no operation, is not recorded.',
    remedy: 'Use the path that message names.',
  },
  bad_request: {
    status: 400,
    meaning: 'This request cannot be parsed as HTTP/1.1.',
    example: 'The header Host is missing, which HTTP/1.1 requires: send the host of the base URL in it.',
    when: 'The request line, a header, Content-Length, the chunks of the body or the path cannot be read, Host is missing, or the connection ended too early. Status 413 where the extensions of a chunk have no end.',
    remedy: 'Fix what message names; better, let a library write the HTTP.',
  },
  wrong_protocol: {
    status: 400,
    meaning: 'The client speaks another protocol than this port.',
    example: 'Your client speaks plain http to an https address: write https:// in the base URL.',
    when: 'TLS comes to a port of plain http, plain http to a port of TLS, or HTTP/2 without TLS. The answer is plain HTTP/1.1 in each case.',
    remedy: 'Begin the base URL with http:// or https://, as message says, and speak HTTP/1.1.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The request line and the headers are too large.',
    example: 'The headers are larger than 16 KiB: send data in the body, as JSON, and fewer cookies.',
    when: 'The request line and all headers together have more than 16 KiB.',
    remedy: 'Send the fields in the body alone, and no cookies.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request did not come in time.',
    example: 'The body did not come in time: send every byte that Content-Length counts.',
    when: 'The headers take longer than 10 seconds, or the whole request longer than 30.',
    remedy: 'Compare Content-Length with the bytes that are sent, and send the request as a whole.',
  },
  expectation_failed: {
    status: 417,
    meaning: 'What the header Expect asks for is not supported.',
    example: 'The header Expect may only be 100-continue: leave it out.',
    when: 'The header Expect has a value other than 100-continue.',
    remedy: 'Leave the header Expect out.',
  },
  freespins_not_found: {
    status: 404,
    meaning: "No such pack of free spins (assumed: walletproof's own code).",
    example: 'No such pack: unknown, over or already deleted.',
    when: 'freespins_delete of a pack that is unknown, already deleted, or over: played to its end, expired, or ended with its session.',
    remedy: 'Take it for deleted, or name the pack by the freespins_id of its grant.',
  },
  too_many_freespins: {
    status: 409,
    meaning: "No more packs of free spins can be granted at the moment (assumed: walletproof's own code).",
    example: `${boundText('packs')} packs are unfinished on this platform: play, delete or let some of them expire first.`,
    when: `freespins_grant while ${boundText('packs')} packs, of all agents together, are not over or wait for a win to be confirmed. Such packs are never forgotten; those that are over are, the oldest first.`,
    remedy: 'Delete packs that nobody will play, give others an expires_at, and grant again.',
  },
  host_not_allowed: {
    status: 403,
    meaning: 'The platform does not answer under this host name.',
    example:
      'This platform does not answer as "casino.example": add the name to hosts in the configuration of walletproof, or use one that is there.',
    when: 'Only where hosts is configured, and before anything else: the Host of the request is none of them, no name of this machine, none of admin.hosts and not that of --public-url.',
    remedy: 'Use the base URL that you were given, or have its host added to hosts.',
  },
  internal_error: {
    status: 500,
    meaning: 'The platform failed.',
    example: 'The platform failed to answer this request.',
    when: 'Never on purpose: an internal error of walletproof; its log has the details.',
    remedy: 'Treat the outcome as unknown, and ask again later.',
  },
} as const satisfies Record<string, RefusalRecord>;

export type RefusalCode = SpecifiedRefusal | keyof typeof ownRefusals;

/** An error code that an agent answers with. */
export interface AgentErrorRecord {
  readonly meaning: string;
  readonly when: string;
  /** What the agent does, and with which HTTP status. */
  readonly remedy: string;
}

/** Section 7: the codes recommended for an agent's error answers. */
export const agentErrors = {
  invalid_signature: {
    meaning: 'The signature of the callback is wrong.',
    when: 'X-Signature is missing, or differs from the one that the agent computes; checked before anything else.',
    remedy: 'Answer 403, as the reference handler does, and process nothing.',
  },
  insufficient_balance: {
    meaning: 'There is not enough money for the bet.',
    when: 'A new makeBet whose bet is above the balance; its win does not help to cover it.',
    remedy: 'Answer a 4xx status, move nothing, and store nothing as processed.',
  },
  transaction_not_found: {
    meaning: 'The transaction of a rollback is unknown.',
    when: 'A rollback of a transaction_id that was never processed; answering the balance is right as well (quirks.unknownRollback).',
    remedy:
      'Better answer the current balance, as section 6 says, or this code with a status below 500: with 500 or more the rollback is sent again. Move nothing either way, and do not apply a makeBet of that transaction_id later.',
  },
  player_not_found: {
    meaning: 'The player is unknown.',
    when: 'No player of the agent has exactly this player_id.',
    remedy: 'Answer a 4xx status; do not create the player.',
  },
  invalid_currency: {
    meaning: 'The currency is not valid.',
    when: 'The player has no balance in this currency.',
    remedy: 'Answer a 4xx status; never take the money from another currency.',
  },
  internal_error: {
    meaning: 'The agent failed.',
    when: 'The agent cannot tell what became of the callback.',
    remedy:
      'Answer 5xx: the platform then sends a makeBet again, and later its rollback; a rollback again; a getBalance not, as the next one asks again.',
  },
} as const satisfies Record<string, AgentErrorRecord>;

export type AgentErrorCode = keyof typeof agentErrors;

export const agentErrorCodes = namesOf(agentErrors);
