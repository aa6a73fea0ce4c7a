import { z } from 'zod';
import { meaningsOf, namesOf } from '../../spec/closed-list.ts';
import { forgeries, losses, resendModeOf, signatureVariants, writtenResends } from '../../spec/fault.ts';
import { httpForms } from '../../spec/http-form.ts';
import { type Alike, likenesses, playerLikenesses } from '../../spec/likeness.ts';
import { agentErrorCodes } from '../../spec/refusal.ts';
import { decimalText } from './amount.ts';
import { checkFields, toFields } from './field-values.ts';

const name = z.string().min(1);

const definedName = name.describe('Names the call for later steps.');

const earlierName = name.describe('The id of an earlier call.');

const spins = z.int().min(0).max(1000);

const decimal = String.raw`\d+(?:\.\d+)?`;

/** What the schema of a number refuses, and what a text may be. A number comes as text: see `exactNumber`. */
const writtenAs = (pattern: string, error: string) =>
  z.union(
    [
      z
        .number()
        .min(0)
        .refine((number) => isExact(String(number))),
      z
        .string()
        .regex(new RegExp(pattern), { error, abort: true })
        .refine(isExact, { error: 'expected a decimal of at most 100 digits' }),
    ],
    { error },
  );

const isExact = (written: string): boolean =>
  decimalText(written.replace(/^balance\s*[+-]?\s*/, '') || '0') !== undefined;

/** A decimal, where the balance is not known. */
export const decimalSchema = writtenAs(`^${decimal}$`, 'expected a decimal such as 10.5');

export const toDecimal = (written: number | string): string => decimalText(String(written)) ?? '0';

const amountText =
  'A decimal, `balance` (what the ledger expects at that moment), or `balance` plus or minus a decimal.';

const amountSchema = writtenAs(
  String.raw`^(?:${decimal}|balance(?:\s*[+-]\s*${decimal})?)$`,
  'expected an amount such as 10.5, `balance`, `balance + 0.01` or `balance - 5`',
).describe(amountText);

/** A decimal, or the balance that the ledger expects at that moment plus or minus a decimal, which has no sign. */
const toAmount = (written: number | string) => {
  const [, sign, offset = '0'] = /^balance(?:\s*([+-])\s*(\S+))?$/.exec(String(written)) ?? [];
  if (!String(written).startsWith('balance')) return { kind: 'exact' as const, text: toDecimal(written) };
  return { kind: 'balance' as const, sign: sign === '-' ? (-1 as const) : (1 as const), text: toDecimal(offset) };
};

const freespinsSchema = z
  .strictObject({
    played: spins.describe('Spins that are played already.'),
    total: spins.describe('Spins of the pack.'),
    is_finish: z.boolean().optional().describe('played >= total when left out.'),
    accumulated_win: decimalSchema.default(0).describe('Won so far.'),
  })
  .describe('Progress of a pack of free spins.');

const getBalanceSchema = z
  .strictObject({ freespins: freespinsSchema.optional() })
  .describe('Asks for the balance, with free-spin progress if wanted.');

/** Those that a word says; the others say besides what the ids have in common. */
const { prefix: _, after: __, ...plainLikenesses } = likenesses;

const alikeSchema = z
  .union([
    z.enum(namesOf(plainLikenesses)),
    z.strictObject({ prefix: z.int().min(8).max(1024).describe('So many characters are equal.') }),
    z.strictObject({
      after: z.string().min(1).max(8).describe('They are equal up to this text, and differ after it.'),
    }),
  ])
  .optional()
  .describe(
    `Beside an earlier call: not its transaction_id, but one that looks like it. ${meaningsOf(plainLikenesses)}. { prefix: 64 }: 64 characters are equal, and the last is not. { after: ":" }: what comes after the colon differs.`,
  );

const toAlike = (written: z.output<typeof alikeSchema>): Alike | undefined => {
  if (written === undefined) return undefined;
  if (typeof written === 'string') return { as: written };
  return 'prefix' in written
    ? { as: 'prefix', detail: String(written.prefix) }
    : { as: 'after', detail: written.after };
};

/** `key`: where an earlier call is named. */
const likeWhich = (key: string) => (call: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx) => {
  if (call['alike'] === undefined || call[key] !== undefined) return;
  const params = { remedy: `name an earlier one: \`${key}: first\`` };
  context.addIssue({ code: 'custom', path: ['alike'], message: '`alike` to which call?', params });
};

const makeBetSchema = z
  .strictObject({
    id: definedName.optional(),
    bet: amountSchema.meta({
      description: `What is debited. ${amountText}`,
      examples: [10.5, 'balance'],
    }),
    win: amountSchema.default(0).describe(`What is credited. ${amountText}`),
    round: name.optional().describe('A name; a round of its own when left out.'),
    round_finished: z.boolean().default(true).describe('Whether the round ends with this call.'),
    transaction_of: earlierName.optional().describe('Uses the transaction_id of that earlier call.'),
    alike: alikeSchema,
  })
  .superRefine(likeWhich('transaction_of'))
  .meta({
    description: 'Reports a bet and a win.',
    examples: [{ bet: 10 }, { bet: 10, win: 25.5 }],
  });

const rollbackSchema = z
  .strictObject({
    of: earlierName.optional().describe('The call to cancel; a transaction that never was when left out.'),
    id: definedName.optional(),
    alike: alikeSchema,
  })
  .superRefine(likeWhich('of'))
  .meta({ description: 'Cancels the transaction of an earlier call.', examples: [{ of: 'first' }] });

const resendSchema = z
  .union([
    earlierName,
    z
      .strictObject({
        call: earlierName,
        as: z
          .enum(namesOf(writtenResends))
          .default('exact')
          .describe(`${meaningsOf(writtenResends)}.`),
        bet: amountSchema.optional().describe('For conflict: the other bet.'),
        win: amountSchema.optional().describe('For conflict: the other win.'),
      })
      .superRefine(({ as, ...amounts }, context) => {
        for (const key of as === 'conflict' ? [] : (['bet', 'win'] as const)) {
          if (amounts[key] === undefined) continue;
          const params = { remedy: 'other ones: `as: conflict`', at: 'key' };
          context.addIssue({ code: 'custom', path: [key], message: `\`as: ${as}\` keeps the amounts`, params });
        }
      }),
  ])
  .describe('Sends an earlier call once more.');

/** The calls of a scenario, by the key that says which one it is. */
export const callShape = {
  getBalance: getBalanceSchema.optional(),
  makeBet: makeBetSchema.optional(),
  rollback: rollbackSchema.optional(),
  resend: resendSchema.optional(),
};

const fieldName = z.string().regex(/^[^.]+(?:\.[^.]+)*$/, { error: 'expected a field name, dots between nested ones' });

const fieldsSchema = z.record(fieldName, z.unknown()).superRefine((fields, context) => checkFields(fields, context));

const playerNumber = z.int().min(1).max(100);

const playerError = 'expected a number from 1, `unknown`, or such as { alike: case, of: 1 }';

const likePlayerSchema = z.strictObject({
  alike: z.enum(namesOf(playerLikenesses)).describe(`${meaningsOf(playerLikenesses)}.`),
  of: playerNumber.default(1).describe('The player whom the id is like.'),
});

const forgedSchema = z
  .strictObject({
    forged: z.enum(namesOf(forgeries)).describe(`${meaningsOf(forgeries)}.`),
    of: earlierName.optional().describe('For reused and known-request-id.'),
  })
  .superRefine(({ forged, of }, context) => {
    const needsCall = forged === 'reused' || forged === 'known-request-id';
    if (needsCall === (of !== undefined)) return;
    const wrong = needsCall
      ? {
          path: ['forged'],
          message: `\`${forged}\` of which call?`,
          params: { remedy: 'name an earlier one: `of: first`' },
        }
      : {
          path: ['of'],
          message: `\`${forged}\` takes nothing of another call`,
          params: { remedy: 'leave it out', at: 'key' },
        };
    context.addIssue({ code: 'custom', ...wrong });
  });

/** A duplicate is one whatever else it says: these are what else. */
const changedSchema = z
  .strictObject({
    game_round_id: name.describe('Another round.'),
    round_finished: z.boolean().describe('The round ends, or goes on.'),
    session_id: name.describe('The name of a session.'),
    game_id: z.int().min(1).describe('Another game.'),
    language: name.describe('Another language.'),
    player_username: z.string().describe('Another username.'),
    bet: decimalSchema.describe('Another bet, of a makeBet.'),
    win: decimalSchema.describe('Another win, of a makeBet.'),
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
      own: name.describe("A code of the agent's own, which section 7 does not have."),
    }),
  ])
  .describe('The code that the refusal must have; section 7 recommends these.');

/** What a call step can say besides its call; all of it can be left out. */
export const callOptionsShape = {
  expect: z
    .union([z.enum(['refused', 'any']), z.strictObject({ refused: refusedSchema })])
    .optional()
    .describe(
      'What must come of it: refused (or refused with a code), or any answer. The ledger decides when left out.',
    ),
  signature: z
    .union([z.enum(namesOf(signatureVariants)), forgedSchema])
    .optional()
    .meta({
      description: `How the call is signed. ${meaningsOf(signatureVariants)}. Forged: ${meaningsOf(forgeries)}.`,
      default: 'valid',
    }),
  tamper: fieldsSchema.optional().describe('Fields altered after signing, by dotted name.'),
  fields: fieldsSchema
    .optional()
    .describe(
      'Fields set before signing, by dotted name. { json: text } puts that very JSON text there, { raw: text } one that is no JSON, { characters: 4096 } a text of that length.',
    ),
  changed: changedSchema
    .optional()
    .describe(
      'Beside `resend`: the one field that is not what it was, signed again. The request_id is the same, unless it is `as: new-request-id`.',
    ),
  without: z.array(fieldName).optional().describe('Fields left out before signing.'),
  wire: z
    .enum(['table', 'shuffled', 'sorted'])
    .optional()
    .meta({ description: 'Order of the top-level keys on the wire.', default: 'table' }),
  lose: z
    .enum(namesOf(losses))
    .optional()
    .describe(`What is lost on the way. ${meaningsOf(losses)}.`),
  twice: fieldsSchema
    .optional()
    .describe('Keys written twice on the wire: with this value first, then with the one that is signed.'),
  player: z
    .union([playerNumber, z.literal('unknown'), likePlayerSchema], { error: playerError })
    .optional()
    .describe(
      `Which of the scenario's players, from 1; unknown: one the agent does not have; { alike: case }: a player_id like theirs. ${meaningsOf(playerLikenesses)}.`,
    ),
  session: z.string().min(1).optional().describe('A name; each name is a session of its own.'),
  game: z.literal('other').optional().describe('Another game of the built-in list, where the run plays one of them.'),
  currency: z
    .string()
    .regex(/^(?:[A-Z][A-Z0-9]{1,9}|main|second)$/, {
      error: 'expected a currency code in capitals, `main` or `second`',
    })
    .optional()
    .describe("A code; main or second: the player's first or second currency."),
  http: z
    .enum(namesOf(httpForms))
    .optional()
    .describe(`How the call is put on the wire. ${meaningsOf(httpForms)}.`),
  about: z.string().min(1).optional().describe('What is particular to the call: reports name it by that.'),
};

export type OptionName = keyof typeof callOptionsShape;

export const optionNames = namesOf(callOptionsShape);

export type Options = z.output<z.ZodObject<typeof callOptionsShape>>;

/** Nobody changes it, and what may be undefined may be left out. */
export type Sparse<T> = T extends unknown
  ? { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
      readonly [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
    }
  : never;

type Calls = z.output<z.ZodObject<typeof callShape>>;

/** A call as it is played but for its place, of what is written and the options beside it. */
export const madeCalls = {
  getBalance: ({ freespins }: NonNullable<Calls['getBalance']>, said: Options) => ({
    kind: 'getBalance' as const,
    freespins: toProgress(freespins),
    options: toOptions(said),
  }),
  makeBet: ({ bet, win, alike, ...written }: NonNullable<Calls['makeBet']>, said: Options) => ({
    kind: 'makeBet' as const,
    id: written.id,
    bet: toAmount(bet),
    win: toAmount(win),
    round: written.round,
    roundFinished: written.round_finished,
    transactionOf: written.transaction_of,
    alike: toAlike(alike),
    options: toOptions(said),
  }),
  rollback: ({ id, of, alike }: NonNullable<Calls['rollback']>, said: Options) => ({
    kind: 'rollback' as const,
    id,
    of,
    alike: toAlike(alike),
    options: toOptions(said),
  }),
  resend: (written: NonNullable<Calls['resend']>, said: Options) => {
    const { call, as, bet, win } = typeof written === 'string' ? { call: written, as: 'exact' as const } : written;
    return {
      kind: 'resend' as const,
      call,
      as: resendModeOf(as),
      bet: bet === undefined ? undefined : toAmount(bet),
      win: win === undefined ? undefined : toAmount(win),
      changed: Object.keys(said.changed ?? {})[0],
      options: toOptions(said),
    };
  },
};

type Makers = Readonly<Record<string, (written: never, said: Options) => unknown>>;

/** Makes a step of its one action, which its schema has seen to. */
export const stepOf =
  <M extends Makers>(makers: M) =>
  (read: Options & { readonly [Action in keyof M]?: unknown }): ReturnType<M[keyof M]> => {
    const action = Object.keys(makers).find((name) => read[name as keyof M] !== undefined) as keyof M;
    return makers[action]?.(read[action] as never, read) as ReturnType<M[keyof M]>;
  };

const toProgress = (written: z.output<typeof getBalanceSchema>['freespins']) => {
  if (written === undefined) return undefined;
  const { played, total, is_finish: isFinish = played >= total, accumulated_win: won } = written;
  return { played, total, isFinish, accumulatedWin: toDecimal(won) };
};

/** The options beside a call, with their defaults; who and where only when they are written. */
const readOptions = ({ changed = {}, signature = 'valid', ...said }: Options) => {
  const { forged, of } = typeof signature === 'string' ? { forged: signature, of: undefined } : signature;
  // A session is named, and its id is the runner's to know; every other field is set.
  const { session_id: session = said.session, bet, win, ...fields } = changed;
  const amounts = Object.entries({ bet, win }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, numberOf(text)]],
  );
  const { lose, player, game, currency, http, about } = said;
  return {
    signature: forged,
    forgedFrom: of,
    tamper: toFields(said.tamper),
    fields: { ...toFields(said.fields), ...fields, ...Object.fromEntries(amounts) },
    without: said.without ?? [],
    wire: said.wire ?? 'table',
    twice: toFields(said.twice),
    expect: toExpectation(said.expect),
    ...{ lose, player, session, game, currency, http, about },
  };
};

/** What every call step can say besides its call. */
export type CallOptions = Sparse<ReturnType<typeof readOptions>>;

export const toOptions: (said: Options) => CallOptions = readOptions;

/** The number of an amount as the value of a field. */
const numberOf = (amount: number | string): unknown => {
  const text = toDecimal(amount);
  return String(Number(text)) === text ? Number(text) : { json: text };
};

/** What a step says of its answer; `ledger` when it says nothing. */
export type Expectation = { readonly kind: 'ledger' | 'any' } | { readonly kind: 'refused'; readonly code?: string };

export const toExpectation = (written: Options['expect']): Expectation => {
  if (written === undefined) return { kind: 'ledger' };
  if (written === 'refused' || written === 'any') return { kind: written };
  const { refused } = written;
  return { kind: 'refused', code: typeof refused === 'string' ? refused : refused.own };
};
