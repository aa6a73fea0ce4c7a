/** A setting for what the specification leaves open. */
export interface Quirk {
  readonly byDefault: string;
  /** The closed list of values; absent where any value of the described form is taken. */
  readonly values?: readonly string[];
  readonly description: string;
}

/** Every open point of the specification that has a setting, with what we do by default. */
export const quirks = {
  dialect: {
    byDefault: 'any',
    description:
      'Serialisation of the signed JSON of requests: any known dialect, or the name of the only one accepted.',
  },
  nestedOrder: {
    byDefault: 'sorted',
    values: ['sorted', 'table'],
    description:
      'Order of the keys inside freespins on the wire: alphabetical, or as in section 2.',
  },
  futureTimestamp: {
    byDefault: 'symmetric',
    values: ['symmetric', 'past-only'],
    description: 'Whether a timestamp more than 300 s in the future is expired too.',
  },
  validationDetails: {
    byDefault: 'errors',
    values: ['errors', 'message'],
    description: 'A validation_error lists its fields in errors as well, or in message only.',
  },
  requestId: {
    byDefault: 'keep',
    values: ['keep', 'new'],
    description: 'A retry carries the request_id of the first attempt, or a new one.',
  },
  agentErrorStatus: {
    byDefault: 'below-500',
    values: ['below-500', '200-only', '4xx-only', 'any'],
    description: "HTTP status that an agent's error answer may have; any: ERR-04 judges none.",
  },
  unknownRollback: {
    byDefault: 'either',
    values: ['either', 'balance', 'transaction_not_found'],
    description: 'What an agent may answer to the rollback of an unknown transaction.',
  },
  spentWinRollback: {
    byDefault: 'below-zero',
    values: ['below-zero', 'refuse', 'clamp'],
    description: 'What is expected when a rolled-back win is already spent.',
  },
  sessionId: {
    byDefault: 'platform',
    values: ['platform', 'agent-session-id'],
    description:
      "The session_id of callbacks in a session that the agent opened: the platform's own, or the agent_session_id that the agent gave.",
  },
  sessionIdle: {
    byDefault: '4h',
    description: 'How long a game session lives without traffic: a duration.',
  },
  packWin: {
    byDefault: 'after-finish',
    values: ['after-finish', 'before-finish', 'per-spin'],
    description: 'When the win of a free-spin pack is sent.',
  },
  deleteStartedPack: {
    byDefault: 'allow',
    values: ['allow', 'reject'],
    description: 'Whether freespins_delete removes a pack that was begun.',
  },
} as const satisfies Record<string, Quirk>;

export type QuirkName = keyof typeof quirks;

type ValueOf<Q> = Q extends { readonly values: readonly (infer V)[] } ? V : string;

/** One value for each quirk. */
export type Quirks = { readonly [N in QuirkName]: ValueOf<(typeof quirks)[N]> };

export const defaultQuirks = Object.fromEntries(
  Object.entries(quirks).map(([name, { byDefault }]) => [name, byDefault]),
) as unknown as Quirks;
