import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { amountOf, parseAmount, renderAmount } from '../base/money.ts';
import { listWords, suggest } from './document/closest-word.ts';
import type { Hints } from './document/explain.ts';
import { parseDocument } from './document/parse-document.ts';
import {
  type Mix,
  type MixFault,
  type MixStep,
  mixFaults,
  type Span,
  shareError,
  shareOf,
  tooMuch,
} from './load-mix.ts';
import { packagePath } from './package-files.ts';
import { decimalText, exactNumber } from './scenario/amount.ts';
import { jsonSchemaOf } from './schema.ts';

/** A mix of activities, from a YAML text. Throws a WalletproofError that points at whatever is wrong. */
export const parseMix = ({ text, file }: { readonly text: string; readonly file: string }): Mix =>
  parseDocument({
    text,
    file,
    code: 'configuration',
    expects: '`mix:`, a title, and `activities:`, a list of {title, weight, steps}',
    number: exactNumber,
    schema: mixSchema,
    hints: mixHints,
    convert: ({ mix, activities, faults }) => ({ title: mix, activities, faults: sharesOf(faults) }),
  });

/** The mix that is played where no other is named. */
export const builtInMix = (): Mix => {
  const file = 'fixtures/mixes/casino.yaml';
  return parseMix({ text: readFileSync(packagePath(file), 'utf8'), file });
};

const stepNames = ['getBalance', 'makeBet', 'pack', 'session'] as const;

const mixHints: Hints = {
  instead: {
    keys: ['scenario'],
    message: 'this is a scenario, and a mix is expected here',
    remedy: 'name a file with `mix:` and `activities:`',
  },
  examples: { session: 'new' },
  key: ({ key, path, known }) => {
    if (path[0] !== 'faults' || path.length !== 2) return undefined;
    const remedy = suggest(key, known, `the faults are ${listWords(mixFaults, 'and')}`);
    return { message: `there is no fault \`${key}\``, remedy };
  },
};

const most = 1000;

/** The bounds of a span with every digit: a number of an amount comes as text, see `exactNumber`. */
const toSpan = (written: number | string): Span => {
  const [from = '0', to = from] = String(written)
    .split('..')
    .map((bound) => renderAmount(amountOf(decimalText(bound.trim()) ?? '0')));
  return { from, to };
};

/** Tells of bounds that are too long, or the wrong way round. */
const checkSpan = (written: number | string, context: z.core.$RefinementCtx): void => {
  const bounds = String(written)
    .split('..')
    .map((bound) => bound.trim());
  const [from, to = from] = bounds.map((bound) => parseAmount(decimalText(bound) ?? ''));
  const complain = (message: string, remedy: string): void =>
    context.addIssue({ code: 'custom', message, params: { remedy } });
  if (from === undefined || to === undefined)
    complain('`{value}` is no amount', 'write a decimal of at most 40 digits');
  else if (from.gt(to)) complain('`{value}` begins above its end', `write ${bounds[1]}..${bounds[0]}`);
};

const spanOf = (number: z.ZodNumber, bound: string, error: string) =>
  z
    .union([number, z.string({ error }).regex(new RegExp(`^${bound}(?:\\s*\\.\\.\\s*${bound})?$`), { error })], {
      error,
    })
    .superRefine(checkSpan);

const amountError = 'expected an amount such as 0.20, or a span such as 0.20..5';

const amounts = spanOf(
  z.number({ error: amountError }).min(0, { error: amountError }),
  String.raw`\d+(?:\.\d+)?`,
  amountError,
);

/** A whole number from 1 to 1000, or two of them. */
const numbers = (example: string) => {
  const error = `expected a whole number from 1 to ${most} such as ${example.split('..')[0]}, or a span such as ${example}`;
  const number = z.int({ error }).min(1, { error }).max(most, { error });
  return spanOf(number, '(?:[1-9]\\d{0,2}|1000)', error);
};

const makeBetSchema = z
  .strictObject({
    bet: amounts.default(0).describe('What it stakes: an amount, or a span such as 0.20..5.'),
    win: amounts.default(0).describe('What it wins: an amount, or a span such as 0..20.'),
    times: numbers('2..4')
      .default(1)
      .describe('So many makeBets, one after another: a number, or a span such as 2..4.'),
  })
  .refine(({ bet, win }) => String(bet) !== '0' || String(win) !== '0', {
    error: 'a makeBet has a `bet`, a `win` or both',
    params: { remedy: 'write such as `makeBet: { bet: 0.20..5 }`' },
  });

const packSchema = z.strictObject({
  spins: numbers('3..8').describe('How many free spins: a number, or a span such as 3..8.'),
  win: amounts.default(0).describe('What the pack wins, credited at its end in a makeBet.'),
});

/** A step: one of these keys. */
const stepSchema = z
  .strictObject({
    getBalance: z.strictObject({}).optional().describe('The balance is asked for.'),
    makeBet: makeBetSchema
      .optional()
      .describe('A bet, a win or both. All makeBets of an activity are one round; the last one finishes it.'),
    pack: packSchema
      .optional()
      .describe('A pack of free spins: a getBalance with its progress for each, then its win.'),
    session: z
      .literal('new', { error: 'expected `new`' })
      .optional()
      .describe('new: the session ends, and another one begins with a getBalance.'),
  })
  .refine((step) => Object.keys(step).length === 1, {
    error: 'a step has exactly one action',
    params: { remedy: `write one of ${listWords(stepNames, 'or')}, each in a step of its own` },
  })
  .describe('One action.')
  .transform(({ makeBet, pack, session }): MixStep => {
    if (makeBet !== undefined) {
      const [bet, win] = [toSpan(makeBet.bet), toSpan(makeBet.win)];
      return { kind: 'makeBet', bet, win, times: toSpan(makeBet.times) };
    }
    if (pack !== undefined) return { kind: 'pack', spins: toSpan(pack.spins), win: toSpan(pack.win) };
    return { kind: session === undefined ? 'getBalance' : 'new-session' };
  });

const activitySchema = z.strictObject({
  title: z.string().min(1).describe('What the player does; reports name it.'),
  weight: z
    .number({ error: 'expected a number above 0' })
    .positive({ error: 'expected a number above 0' })
    .max(1_000_000)
    .default(1)
    .describe('How often it is played, beside the weights of the others.'),
  steps: z.array(stepSchema).min(1).max(100).describe('One after another.'),
});

const share = z.union(
  [
    z.number({ error: shareError }).min(0, { error: shareError }).max(1, { error: shareError }),
    z.string({ error: shareError }).regex(/^(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)\s*%$/, { error: shareError }),
  ],
  { error: shareError },
);

/** Of each fault, what becomes of an activity that it strikes. */
const faultMeanings: Readonly<Record<MixFault, string>> = {
  duplicates: 'a makeBet is sent again as it was',
  races: 'several calls of the player are under way at the same time',
  'lost-answers': 'the answer is lost on its way, and the call sent again',
  rollbacks: 'a makeBet is rolled back',
  'late-rollbacks': 'a makeBet is rolled back after others, and once more',
  overspends: 'a makeBet stakes more than the account has',
};

type Shares = { readonly [Fault in MixFault]?: number | string };

const sharesOf = (written: Shares): Mix['faults'] =>
  Object.fromEntries(
    mixFaults.map((name) => [name, shareOf(String(written[name] ?? 0)) ?? 0]),
  ) as unknown as Mix['faults'];

const faultsSchema = z
  .strictObject(
    Object.fromEntries(
      mixFaults.map((name) => [
        name,
        share.optional().describe(`Share of activities, such as 2%: ${faultMeanings[name]}.`),
      ]),
    ) as unknown as Record<MixFault, z.ZodOptional<typeof share>>,
  )
  .superRefine((written, context) => {
    const message = tooMuch(sharesOf(written));
    const params = { remedy: 'write smaller shares, 100% together at most' };
    if (message !== undefined) context.addIssue({ code: 'custom', message, params });
  });

/** A mix as its writer writes it. */
const mixSchema = z.strictObject({
  mix: z.string().min(1).describe('Its title; reports name it.'),
  activities: z.array(activitySchema).min(1).describe('What players do, drawn by weight.'),
  faults: faultsSchema.default({}).describe('What goes wrong on the way, by share.'),
});

/** The JSON Schema of a mix, for editors. */
export const mixJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(mixSchema, {
    title: 'walletproof mix',
    description: 'What the players of a load do, and what goes wrong on the way.',
  });
