import type { CallbackType } from './callback.ts';
import {
  amount,
  boolean,
  type ExampleValue,
  exampleOf,
  type Field,
  fieldsOf,
  integer,
  nested,
  optional,
  string,
} from './field.ts';
import type { AgentErrorCode } from './refusal.ts';

/** A callback as section 6 shows it: its fields in the order of its table, and what is made of it. */
export interface CallbackRecord {
  readonly summary: string;
  /** When the platform sends it. */
  readonly when: string;
  readonly fields: readonly Field[];
  /** What the agent does, step by step. */
  readonly handling: readonly string[];
  /** The codes of section 7 that fit it. */
  readonly errors: readonly AgentErrorCode[];
}

/** Section 2, free spins progress, in the order of its table. */
const freespinsFields = fieldsOf({
  played: integer('free spins already played', 3),
  total: integer('total free spins in the pack', 10),
  is_finish: boolean('true when all are played: played >= total', false),
  accumulated_win: {
    ...amount('accumulated win of the pack; never to be credited from here', 1.25),
    least: 0,
  },
});

const sessionId = '00000011-7c1e-4b0d-a3f9-5d2b8e6c1f04';
const transactionId = '00000031-7c1e-4b0d-a3f9-5d2b8e6c1f04';

const player = {
  agent_id: integer('agent id', 1001),
  session_id: string('game session id', sessionId),
  player_id: string("player id in the agent's system", 'player-1'),
  player_username: string('display name', 'Player One'),
};

/** A field whose only value is the kind of the callback. */
const typeOf = (type: CallbackType) => ({
  ...string('kind of the callback', type),
  values: [type],
});

const codes = {
  currency: string('currency code', 'USD'),
  language: string('language code', 'en'),
};

const requestIdOf = (example: string) =>
  string('unique id of this request on the platform, to find it in logs', example);

const verifies =
  'Verify the signature, with a comparison in constant time (section 5); refuse the callback when it is missing or wrong.';

/** The callbacks of section 6. */
export const callbacks: Readonly<Record<CallbackType, CallbackRecord>> = {
  getBalance: {
    summary: 'Asks for the balance of a player.',
    when: 'When a game is opened, and periodically while it is open; with the progress of the free spins while the player has an active pack for the game and currency.',
    fields: fieldsOf({
      ...player,
      type: typeOf('getBalance'),
      game_id: integer('game id', 101),
      ...codes,
      request_id: requestIdOf('00000030-7c1e-4b0d-a3f9-5d2b8e6c1f04'),
      freespins: optional(
        nested('object', 'Freespins', {
          description: 'progress of the free spins; absent where none are active',
          fields: freespinsFields,
        }),
      ),
    }),
    handling: [
      verifies,
      'Return the current balance in the given currency. Nothing is credited, whatever `freespins` says.',
    ],
    errors: ['invalid_signature', 'player_not_found', 'invalid_currency', 'internal_error'],
  },
  makeBet: {
    summary: 'Reports a bet and a win.',
    when: 'When a round is played: once with bet and win, or first with the bet and later, in the same game_round_id, with the win. The win of a free-spin pack comes with bet 0.',
    fields: fieldsOf({
      ...player,
      type: typeOf('makeBet'),
      ...codes,
      bet: { ...amount('amount to debit; 0 where only a win is reported', 10), least: 0 },
      win: { ...amount('amount to credit; 0 where nothing is won', 2.5), least: 0 },
      transaction_id: string('unique transaction id', transactionId),
      game_round_id: string('round id', '00000012-7c1e-4b0d-a3f9-5d2b8e6c1f04'),
      round_finished: boolean('whether the round is finished', true),
      request_id: requestIdOf('00000032-7c1e-4b0d-a3f9-5d2b8e6c1f04'),
    }),
    handling: [
      verifies,
      'Look the transaction up by transaction_id; when it is already processed, return the current balance, and debit and credit nothing.',
      'When it is new: check that the balance covers the bet, debit the bet, credit the win, store the transaction, return the new balance.',
    ],
    errors: ['invalid_signature', 'insufficient_balance', 'player_not_found', 'invalid_currency', 'internal_error'],
  },
  rollback: {
    summary: 'Cancels an earlier transaction.',
    when: 'When the outcome of a bet stays unclear, when the player leaves or cancels an open round, or when somebody at the page rolls a round back.',
    fields: fieldsOf({
      ...player,
      type: typeOf('rollback'),
      ...codes,
      transaction_id: string('transaction to cancel', transactionId),
      request_id: requestIdOf('00000033-7c1e-4b0d-a3f9-5d2b8e6c1f04'),
    }),
    handling: [
      verifies,
      'Find the transaction by transaction_id.',
      'When it is not found or already rolled back, return the current balance and change nothing.',
      'When it is found: refund the bet, take the win back, mark the transaction rolled back, return the new balance.',
    ],
    errors: ['invalid_signature', 'transaction_not_found', 'player_not_found', 'invalid_currency', 'internal_error'],
  },
};

/** A callback as it goes over the wire: keys inside freespins in alphabetical order. */
export const exampleCallback = (type: CallbackType): { readonly [name: string]: ExampleValue } => {
  const { freespins, ...example } = exampleOf(callbacks[type].fields);
  const inside = exampleOf(freespinsFields.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  return freespins === undefined ? example : { ...example, freespins: inside };
};

const namesIn = (type: CallbackType): readonly string[] => callbacks[type].fields.map(({ name }) => name);

/** The order of the parameter tables of section 6: our order on the wire. */
export const wireOrder: Readonly<Record<CallbackType, readonly string[]>> = {
  getBalance: namesIn('getBalance'),
  makeBet: namesIn('makeBet'),
  rollback: namesIn('rollback'),
};

/** Section 2: the answer to every callback. */
export const balanceAnswer: readonly Field[] = fieldsOf({
  content: nested('object', 'Balance', {
    description: 'what is answered',
    fields: fieldsOf({
      balance: amount('balance of the player, after what was done, in the currency of the callback', 992.5),
    }),
  }),
});

/** Section 7: how the agent refuses a callback. */
export const agentErrorAnswer: readonly Field[] = fieldsOf({
  error: string('error code', 'insufficient_balance'),
  message: string('description', 'The balance does not cover the bet.'),
});
