import { freespinsFieldNames } from './operation-answers.ts';

/**
 * How a value of a quirk is written: one of `values`, a duration such as `30s` (a `span` is more than
 * 0), a list of durations, a list of dialects, a whole number, an amount, or other names for fields.
 */
export type QuirkForm = 'word' | 'duration' | 'span' | 'durations' | 'dialects' | 'count' | 'amount' | 'names';

/** A setting for what the specification leaves open. */
export interface Quirk {
  /** The section that says nothing about it. */
  readonly section: string;
  readonly byDefault: string | number | readonly string[] | Readonly<Record<string, string>>;
  /** `word` when absent. */
  readonly form?: QuirkForm;
  /** The closed list of values; absent where any value of the form is taken. */
  readonly values?: readonly string[];
  /** Of the form `names`: the fields that may be called otherwise. */
  readonly fields?: readonly string[];
  readonly description: string;
  /** Why the default is what it is. */
  readonly why: string;
}

/** Every open point of the specification that has a setting of its own, with what we do by default. */
export const quirks = {
  accept: {
    section: '5',
    byDefault: ['any'],
    form: 'dialects',
    description:
      'The dialects of JSON in which signatures of requests are accepted: any known one, or a list of names.',
    why: 'Section 5 says "serialize to JSON" and no more, and languages differ; the dialect that matched is reported with each request.',
  },
  nestedOrder: {
    section: '5',
    byDefault: 'sorted',
    values: ['sorted', 'table'],
    description: 'Order of the keys inside freespins on the wire: alphabetical, or as in section 2.',
    why: 'An agent that sorts the top level only and one that sorts every level then sign the same text.',
  },
  checkOrder: {
    section: '5',
    byDefault: 'signature-first',
    values: ['signature-first', 'fields-first'],
    description:
      'Order of the checks of a request: the signature before freshness and fields, or the fields before the signature.',
    why: 'A client that cannot sign should learn nothing about the fields.',
  },
  futureTimestamp: {
    section: '5',
    byDefault: 'symmetric',
    values: ['symmetric', 'past-only'],
    description: 'Whether a timestamp more than 300 s in the future is expired too.',
    why: 'Section 5 speaks of the difference, without a direction.',
  },
  bodyLimit: {
    section: '8',
    byDefault: 1_048_576,
    form: 'count',
    description: 'The largest body of a request, in bytes.',
    why: 'The largest valid request is far smaller, and memory stays bounded.',
  },
  bodyLimitStatus: {
    section: '7',
    byDefault: '422',
    values: ['422', '413'],
    description: 'HTTP status of the validation_error that a larger body is answered with.',
    why: 'Section 7 has 422 for a wrong input, and no 413.',
  },
  validationDetails: {
    section: '7',
    byDefault: 'errors',
    values: ['errors', 'message'],
    description: 'A validation_error lists its fields in errors as well, or in message only.',
    why: 'Whoever develops an agent finds the field at once; the five fields of the envelope do not change.',
  },
  listFilters: {
    section: '4',
    byDefault: 'ignore',
    values: ['ignore', 'apply'],
    description: 'Fields demo and freespins in a list request: ignored, or used (true or false) to filter games.',
    why: 'Only the flow of section 1 mentions them; "all games available to the agent" is what section 4 promises.',
  },
  requestId: {
    section: '6',
    byDefault: 'keep',
    values: ['keep', 'new'],
    description: 'A retry carries the request_id of the first attempt, or a new one.',
    why: 'Section 6 speaks of "the same callback", and its request_id is part of it.',
  },
  retries: {
    section: '6',
    byDefault: ['1s', '2s', '4s'],
    form: 'durations',
    description: 'The pauses before a makeBet with an unclear outcome is sent again, one for each further attempt.',
    why: 'Short enough to watch, long enough for an agent to restart; a platform may well retry for longer.',
  },
  rollbackRetries: {
    section: '6',
    byDefault: ['1s', '2s', '4s', '8s'],
    form: 'durations',
    description: 'The pauses before a rollback with an unclear outcome is sent again, one for each further attempt.',
    why: 'A rollback that never arrives keeps the money of a player, so it is retried longer than a bet.',
  },
  agentErrorStatus: {
    section: '7',
    byDefault: 'below-500',
    values: ['below-500', '200-only', '4xx-only', 'any'],
    description: "HTTP status that an agent's error answer may have; any: ERR-04 judges none.",
    why: 'Section 7 shows no status; 5xx is what servers say when they have failed.',
  },
  unknownRollback: {
    section: '6',
    byDefault: 'either',
    values: ['either', 'balance', 'transaction_not_found'],
    description: 'What an agent may answer to the rollback of an unknown transaction.',
    why: 'Section 6 says the balance, section 7 has a code for it: both are legal.',
  },
  spentWinRollback: {
    section: '3',
    byDefault: 'below-zero',
    values: ['below-zero', 'refuse', 'clamp'],
    description:
      'What is named as expected when a rolled-back win is already spent. A balance below zero and a refusal are right with any value; stopping at zero is reported as a risk, unless clamp is set.',
    why: 'Section 3 says "win reverted" without a condition.',
  },
  sessionId: {
    section: '2',
    byDefault: 'platform',
    values: ['platform', 'agent-session-id'],
    description:
      "The session_id of callbacks in a session that the agent opened: the platform's own, or the agent_session_id that the agent gave.",
    why: 'Section 2 has two ids, session_id in callbacks and agent_session_id in the request.',
  },
  sessionIdle: {
    section: '3',
    byDefault: '4h',
    form: 'span',
    description: 'How long a game session lives without traffic; its link opens until then.',
    why: 'Long enough for an evening of play with a break.',
  },
  balanceInterval: {
    section: '6',
    byDefault: '30s',
    form: 'duration',
    description: 'How often getBalance is sent while a game is open; 0s sends none but at the launch.',
    why: 'Section 6 says "periodically": often enough to see a deposit, seldom enough to read the traffic.',
  },
  abandonedRound: {
    section: '6',
    byDefault: 'rollback',
    values: ['rollback', 'close'],
    description:
      'What becomes of an open round that its player has left: its bet is rolled back, or it is closed as lost by a makeBet of win 0.',
    why: 'Section 6 names the player leaving as a reason for a rollback.',
  },
  abandonAfter: {
    section: '6',
    byDefault: '30s',
    form: 'duration',
    description: 'How long a player may be gone before an open round counts as abandoned.',
    why: 'Reloading the page, or a phone without network for a moment, does not end a round.',
  },
  packWin: {
    section: '3',
    byDefault: 'after-finish',
    values: ['after-finish', 'before-finish', 'per-spin'],
    description: 'When the win of a free-spin pack is sent.',
    why: 'Section 3: "after the last getBalance with is_finish = true".',
  },
  packEnd: {
    section: '3',
    byDefault: 'settle',
    values: ['settle', 'forfeit'],
    description:
      'What becomes of the win of a pack that is deleted, expires, or whose session is closed before all is played: announced with is_finish and paid, or nothing.',
    why: 'A win that a player has seen must not disappear.',
  },
  deleteStartedPack: {
    section: '3',
    byDefault: 'allow',
    values: ['allow', 'reject'],
    description:
      'Whether freespins_delete removes a pack that was begun; reject answers a validation_error of freespins_id.',
    why: 'What was won is settled, so that nothing is lost by it.',
  },
  freespinsFields: {
    section: '4',
    byDefault: {},
    form: 'names',
    fields: freespinsFieldNames,
    description:
      'What the fields of freespins_grant and freespins_delete are called, where not as here: { freespins_id: bonus_id }; in answers alone with answer. before it: { answer.freespins_id: id }.',
    why: 'Section 4 shows none of these fields: the names are assumed, and another platform has its own.',
  },
  demoBalance: {
    section: '4',
    byDefault: '1000',
    form: 'amount',
    description: 'The virtual balance of a demo, in the currency of the request.',
    why: 'A hundred rounds at the usual stake.',
  },
} as const satisfies Record<string, Quirk>;

export type QuirkName = keyof typeof quirks;

type ValueOf<Q> = Q extends { readonly values: readonly (infer V)[] }
  ? V
  : Q extends { readonly form: 'durations' | 'dialects' }
    ? readonly string[]
    : Q extends { readonly form: 'count' }
      ? number
      : Q extends { readonly form: 'names' }
        ? Readonly<Record<string, string>>
        : string;

/** One value for each quirk. */
export type Quirks = { readonly [N in QuirkName]: ValueOf<(typeof quirks)[N]> };

export const defaultQuirks = Object.fromEntries(
  Object.entries(quirks).map(([name, { byDefault }]) => [name, byDefault]),
) as unknown as Quirks;
