import { z } from 'zod';
import { meaningsOf, namesOf } from '../../spec/closed-list.ts';
import { forgeries, resendModes, signatureVariants } from '../../spec/fault.ts';
import { httpForms } from '../../spec/http-form.ts';
import { likenesses, playerLikenesses } from '../../spec/likeness.ts';
import { agentErrorCodes } from '../../spec/refusal.ts';

const name = z.string().min(1);

const definedName = name.meta({ description: 'Names the call for later steps.' });

const earlierName = name.meta({ description: 'The id of an earlier call.' });

const spins = z.int().min(0).max(1000);

const negativeError = 'expected no negative amount (`fields: { bet: -5 }` sends one)';

const decimal = String.raw`\d+(?:\.\d+)?`;

const decimalError = 'expected a decimal such as 10.5';

/** A decimal of a scenario, where the balance is not known. */
export const decimalSchema = z.union(
  [z.number().min(0, { error: negativeError }), z.string().regex(new RegExp(`^${decimal}$`), { error: decimalError })],
  { error: decimalError },
);

const freespinsSchema = z
  .strictObject({
    played: spins.meta({ description: 'Spins that are played already.' }),
    total: spins.meta({ description: 'Spins of the pack.' }),
    is_finish: z.boolean().optional().meta({ description: 'played >= total when left out.' }),
    accumulated_win: decimalSchema.default(0).meta({ description: 'Won so far.' }),
  })
  .meta({ description: 'Progress of a pack of free spins.' });

const getBalanceSchema = z
  .strictObject({ freespins: freespinsSchema.optional() })
  .meta({ description: 'Asks for the balance, with free-spin progress if wanted.' });

const offset = String.raw`(?:\s*[+-]\s*${decimal})?`;

const amountError = 'expected an amount such as 10.5, `balance`, `balance + 0.01` or `balance - 5`';

/** An amount of a scenario: a decimal, `balance`, or `balance` plus or minus a decimal. */
const amountText =
  'A decimal, `balance` (what the ledger expects at that moment), or `balance` plus or minus a decimal.';

const amountSchema = z
  .union(
    [
      z.number().min(0, { error: negativeError }),
      z.string().regex(new RegExp(`^(?:${decimal}|balance${offset})$`), { error: amountError }),
    ],
    { error: amountError },
  )
  .meta({ description: amountText });

const meanings = (list: Readonly<Record<string, { readonly meaning: string }>>): string =>
  Object.entries(list)
    .map(([name, { meaning }]) => `${name}: ${meaning}`)
    .join('; ');

const alikeSchema = z
  .union([
    z.enum(namesOf(likenesses)),
    z.strictObject({
      prefix: z.int().min(8).max(1024).meta({ description: 'So many characters are equal.' }),
    }),
  ])
  .optional()
  .meta({
    description: `Beside an earlier call: not its transaction_id, but one that looks like it. ${meanings(likenesses)}. { prefix: 64 }: 64 characters are equal, and the last is not.`,
  });

const makeBetSchema = z
  .strictObject({
    id: definedName.optional(),
    bet: amountSchema.meta({
      description: `What is debited. ${amountText}`,
      examples: [10.5, 'balance'],
    }),
    win: amountSchema.default(0).meta({ description: `What is credited. ${amountText}` }),
    round: name.optional().meta({ description: 'A name; a round of its own when left out.' }),
    round_finished: z.boolean().default(true).meta({ description: 'Whether the round ends with this call.' }),
    transaction_of: earlierName.optional().meta({ description: 'Uses the transaction_id of that earlier call.' }),
    alike: alikeSchema,
  })
  .meta({
    description: 'Reports a bet and a win.',
    examples: [{ bet: 10 }, { bet: 10, win: 25.5 }],
  });

const rollbackSchema = z
  .strictObject({
    of: earlierName.optional().meta({ description: 'The call to cancel; a transaction that never was when left out.' }),
    id: definedName.optional(),
    alike: alikeSchema,
  })
  .meta({
    description: 'Cancels the transaction of an earlier call.',
    examples: [{ of: 'first' }],
  });

const resendSchema = z
  .union([
    earlierName,
    z.strictObject({
      call: earlierName,
      as: z
        .enum(namesOf(resendModes))
        .default('exact')
        .meta({ description: `${meaningsOf(resendModes)}.` }),
      bet: amountSchema.optional().meta({ description: 'For conflict: the other bet.' }),
      win: amountSchema.optional().meta({ description: 'For conflict: the other win.' }),
    }),
  ])
  .meta({ description: 'Sends an earlier call once more.' });

/** The calls of a scenario, by the key that says which one it is. */
export const callShape = {
  getBalance: getBalanceSchema.optional(),
  makeBet: makeBetSchema.optional(),
  rollback: rollbackSchema.optional(),
  resend: resendSchema.optional(),
};

const fieldName = z.string().regex(/^[^.]+(?:\.[^.]+)*$/, { error: 'expected a field name, dots between nested ones' });

const playerNumber = z.int().min(1).max(100);

const playerError = 'expected a number from 1, `unknown`, or such as { alike: case, of: 1 }';

const likePlayerSchema = z.strictObject({
  alike: z.enum(namesOf(playerLikenesses)).meta({ description: `${meaningsOf(playerLikenesses)}.` }),
  of: playerNumber.default(1).meta({ description: 'The player whom the id is like.' }),
});

const forgedSchema = z.strictObject({
  forged: z.enum(namesOf(forgeries)).meta({ description: `${meaningsOf(forgeries)}.` }),
  of: earlierName.optional().meta({ description: 'For reused and known-request-id.' }),
});

/** A duplicate is one whatever else it says: these are what else. */
const changedSchema = z
  .strictObject({
    game_round_id: name.meta({ description: 'Another round.' }),
    round_finished: z.boolean().meta({ description: 'The round ends, or goes on.' }),
    session_id: name.meta({ description: 'The name of a session.' }),
    game_id: z.int().min(1).meta({ description: 'Another game.' }),
    language: name.meta({ description: 'Another language.' }),
    player_username: z.string().meta({ description: 'Another username.' }),
    bet: decimalSchema.meta({ description: 'Another bet, of a makeBet.' }),
    win: decimalSchema.meta({ description: 'Another win, of a makeBet.' }),
  })
  .partial()
  .refine((fields) => Object.keys(fields).length === 1, {
    error: '`changed` takes exactly one field',
    params: { remedy: 'make each other one a step of its own' },
  });

/** The code of a refusal: one that section 7 recommends, or one of the agent's own. */
const refusedSchema = z
  .union([
    z.enum(agentErrorCodes),
    z.strictObject({
      own: name.meta({ description: "A code of the agent's own, which section 7 does not have." }),
    }),
  ])
  .meta({ description: 'The code that the refusal must have; section 7 recommends these.' });

/** What a call step can say besides its call; all of it can be left out. */
export const callOptionsShape = {
  expect: z
    .union([z.enum(['refused', 'any']), z.strictObject({ refused: refusedSchema })])
    .optional()
    .meta({
      description:
        'What must come of it: refused (or refused with a code), or any answer. The ledger decides when left out.',
    }),
  signature: z
    .union([z.enum(namesOf(signatureVariants)), forgedSchema])
    .optional()
    .meta({
      description: `How the call is signed. ${meaningsOf(signatureVariants)}. Forged: ${meaningsOf(forgeries)}.`,
      default: 'valid',
    }),
  tamper: z
    .record(fieldName, z.unknown())
    .optional()
    .meta({ description: 'Fields altered after signing, by dotted name.' }),
  fields: z.record(fieldName, z.unknown()).optional().meta({
    description:
      'Fields set before signing, by dotted name. { json: text } puts that very JSON text there, { raw: text } one that is no JSON, { characters: 4096 } a text of that length.',
  }),
  changed: changedSchema.optional().meta({
    description:
      'Beside `resend`: the one field that is not what it was, signed again. The request_id is the same, unless it is `as: resigned`.',
  }),
  without: z.array(fieldName).optional().meta({ description: 'Fields left out before signing.' }),
  wire: z
    .enum(['table', 'shuffled', 'sorted'])
    .optional()
    .meta({ description: 'Order of the top-level keys on the wire.', default: 'table' }),
  lose: z.literal('answer').optional().meta({
    description: 'answer: the connection is dropped once the agent has worked; its answer is never seen.',
  }),
  twice: z.record(fieldName, z.unknown()).optional().meta({
    description: 'Keys written twice on the wire: with this value first, then with the one that is signed.',
  }),
  player: z
    .union([playerNumber, z.literal('unknown'), likePlayerSchema], { error: playerError })
    .optional()
    .meta({
      description: `Which of the scenario's players, from 1; unknown: one the agent does not have; { alike: case }: a player_id like theirs. ${meaningsOf(playerLikenesses)}.`,
    }),
  session: z.string().min(1).optional().meta({ description: 'A name; each name is a session of its own.' }),
  game: z
    .literal('other')
    .optional()
    .meta({ description: 'Another game of the built-in list, where the run plays one of them.' }),
  currency: z
    .string()
    .regex(/^(?:[A-Z][A-Z0-9]{1,9}|main|second)$/, {
      error: 'expected a currency code in capitals, `main` or `second`',
    })
    .optional()
    .meta({ description: "A code; main or second: the player's first or second currency." }),
  http: z
    .enum(namesOf(httpForms))
    .optional()
    .meta({ description: `How the call is put on the wire. ${meanings(httpForms)}.` }),
  about: z.string().min(1).optional().meta({ description: 'What is particular to the call: reports name it by that.' }),
};

export type OptionName = keyof typeof callOptionsShape;

export const optionNames = namesOf(callOptionsShape);
