import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Amount, parseAmount } from '../base/money.ts';
import { closestWord, listWords } from './document/closest-word.ts';
import type { Cursor } from './document/cursor.ts';
import { type Hints, keysAt } from './document/hints.ts';
import { parseDocument } from './document/parse-document.ts';
import {
  type Mix,
  type MixActivity,
  type MixFault,
  type MixStep,
  mixFaults,
  noFaults,
  type Span,
  shareError,
  shareOf,
  tooMuch,
} from './load-mix.ts';
import { packagePath } from './package-files.ts';
import { decimalText } from './scenario/amount.ts';
import { jsonSchemaOf } from './schema.ts';

/** A YAML text; `file` is how errors name it. */
interface MixText {
  readonly text: string;
  readonly file: string;
}

/** A mix of activities. Throws a WalletproofError that points at whatever is wrong. */
export const parseMix = ({ text, file }: MixText): Mix =>
  parseDocument({
    text,
    file,
    code: 'configuration',
    expects: '`mix:`, a title, and `activities:`, a list of {title, weight, steps}',
    schema: mixSchema,
    hints: mixHints,
    convert: ({ mix, activities, faults }, root) => ({
      title: mix,
      activities: activities.map((activity, index) => toActivity(activity, root.at('activities', index))),
      faults: toFaults(faults, root.at('faults')),
    }),
  });

/** The mix that is played where no other is named. */
export const builtInMix = (): Mix => {
  const file = 'fixtures/mixes/casino.yaml';
  return parseMix({ text: readFileSync(packagePath(file), 'utf8'), file });
};

const toFaults = (raw: RawMix['faults'], cursor: Cursor): Mix['faults'] => {
  const faults: Record<MixFault, number> = { ...noFaults };
  for (const name of mixFaults) {
    if (raw[name] !== undefined) faults[name] = shareOf(String(raw[name])) ?? 0;
  }
  const told = tooMuch(faults);
  if (told !== undefined) cursor.complain(told, 'write smaller shares, 100% together at most');
  return faults;
};

const toActivity = (activity: RawMix['activities'][number], cursor: Cursor): MixActivity => ({
  title: activity.title,
  weight: activity.weight,
  steps: activity.steps.map((step, index) => toStep(step, cursor.at('steps', index))),
});

const toStep = (step: RawStep, cursor: Cursor): MixStep => {
  const { makeBet, pack } = step;
  if (makeBet !== undefined) {
    const at = cursor.at('makeBet');
    const [bet, win] = [toSpan(makeBet.bet, at.at('bet')), toSpan(makeBet.win, at.at('win'))];
    return { kind: 'makeBet', bet, win, times: toSpan(makeBet.times, at.at('times')) };
  }
  if (pack !== undefined) {
    const at = cursor.at('pack');
    const spins = toSpan(pack.spins, at.at('spins'));
    return { kind: 'pack', spins, win: toSpan(pack.win, at.at('win')) };
  }
  return step.session === undefined ? { kind: 'getBalance' } : { kind: 'new-session' };
};

/** The bounds with every digit as it is written. */
const toSpan = (raw: number | string, cursor: Cursor): Span => {
  const written = cursor.text() ?? String(raw);
  const [first = '', last = first] = written.split('..').map((bound) => bound.trim());
  const [from, to] = [toDecimal(first), toDecimal(last)];
  if (from === undefined || to === undefined) {
    cursor.complain(`\`${written}\` is no amount`, 'write a decimal of at most 40 digits');
    return { from: '0', to: '0' };
  }
  if (from.gt(to)) {
    cursor.complain(`\`${written}\` begins above its end`, `write ${last}..${first}`);
  }
  return { from: from.toFixed(), to: to.toFixed() };
};

const toDecimal = (written: string): Amount | undefined => {
  const text = decimalText(written);
  return text === undefined ? undefined : parseAmount(text);
};

const stepNames = ['getBalance', 'makeBet', 'pack', 'session'] as const;

/** What is written elsewhere in a mix, or by the names that scenarios have. */
const mixHints: Hints = {
  key: ({ key, path, root }) => {
    if (path.length === 1 && keysAt(root, []).includes('scenario') && key === 'scenario') {
      const others = keysAt(root, []).filter((each) => each !== key);
      const covers = ['mix', 'activities', ...others].map((each) => [each]);
      const remedy = 'name a file with `mix:` and `activities:`';
      return { message: 'this is a scenario, and a mix is expected here', remedy, covers };
    }
    if (path.at(-2) !== 'faults' || path.length !== 2) return undefined;
    const meant = closestWord(key, mixFaults);
    const remedy = meant === undefined ? `the faults are ${listWords(mixFaults, 'and')}` : `did you mean \`${meant}\`?`;
    return { message: `there is no fault \`${key}\``, remedy };
  },
  value: ({ path, written }) => {
    if (path.at(-2) !== 'steps') return undefined;
    const meant = closestWord(written.split(/[\s:]/)[0] ?? '', stepNames);
    if (meant === undefined) return undefined;
    const remedy = `write \`- ${meant}: ${meant === 'session' ? 'new' : '{}'}\``;
    return { message: `the step \`${written}\` has no colon`, remedy };
  },
};

const bound = String.raw`\d+(?:\.\d+)?`;

const spanOf = (error: string, pattern: string): z.ZodUnion<[z.ZodNumber, z.ZodString]> =>
  z.union(
    [
      z.number({ error }).min(0, { error }),
      z.string({ error }).regex(new RegExp(`^${pattern}(?:\\s*\\.\\.\\s*${pattern})?$`), { error }),
    ],
    { error },
  );

const amounts = spanOf('expected an amount such as 0.20, or a span such as 0.20..5', bound);

const most = 1000;

/** A whole number from 1 to 1000, or two of them. */
const numbers = (example: string): z.ZodType<number | string, number | string> => {
  const error = `expected a whole number from 1 to ${most} such as ${example.split('..')[0]}, or a span such as ${example}`;
  return z.union(
    [
      z.int({ error }).min(1, { error }).max(most, { error }),
      z.string({ error }).regex(/^(?:[1-9]\d{0,2}|1000)(?:\s*\.\.\s*(?:[1-9]\d{0,2}|1000))?$/, { error }),
    ],
    { error },
  );
};

const makeBetSchema = z
  .strictObject({
    bet: amounts.default(0).meta({ description: 'What it stakes: an amount, or a span such as 0.20..5.' }),
    win: amounts.default(0).meta({ description: 'What it wins: an amount, or a span such as 0..20.' }),
    times: numbers('2..4').default(1).meta({
      description: 'So many makeBets, one after another: a number, or a span such as 2..4.',
    }),
  })
  .refine(({ bet, win }) => bet !== 0 || win !== 0, {
    error: 'a makeBet has a `bet`, a `win` or both',
    params: { remedy: 'write such as `makeBet: { bet: 0.20..5 }`' },
  });

const packSchema = z.strictObject({
  spins: numbers('3..8').meta({
    description: 'How many free spins: a number, or a span such as 3..8.',
  }),
  win: amounts.default(0).meta({ description: 'What the pack wins, credited at its end in a makeBet.' }),
});

/** A step as it is written: one of its keys. */
const stepSchema = z
  .strictObject({
    getBalance: z.strictObject({}).optional().meta({ description: 'The balance is asked for.' }),
    makeBet: makeBetSchema.optional().meta({
      description: 'A bet, a win or both. All makeBets of an activity are one round; the last one finishes it.',
    }),
    pack: packSchema.optional().meta({
      description: 'A pack of free spins: a getBalance with its progress for each, then its win.',
    }),
    session: z
      .literal('new', { error: 'expected `new`' })
      .optional()
      .meta({ description: 'new: the session ends, and another one begins with a getBalance.' }),
  })
  .refine((step) => Object.keys(step).length === 1, {
    error: 'a step has exactly one action',
    params: { remedy: `write one of ${listWords(stepNames, 'or')}, each in a step of its own` },
  })
  .meta({ description: 'One action.' });

type RawStep = z.output<typeof stepSchema>;

const activitySchema = z.strictObject({
  title: z.string().min(1).meta({ description: 'What the player does; reports name it.' }),
  weight: z
    .number({ error: 'expected a number above 0' })
    .positive({ error: 'expected a number above 0' })
    .max(1_000_000)
    .default(1)
    .meta({ description: 'How often it is played, beside the weights of the others.' }),
  steps: z.array(stepSchema).min(1).max(100).meta({ description: 'One after another.' }),
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

const faultsSchema = z.strictObject(
  Object.fromEntries(
    mixFaults.map((name) => [
      name,
      share.optional().meta({ description: `Share of activities, such as 2%: ${faultMeanings[name]}.` }),
    ]),
  ) as unknown as Record<MixFault, z.ZodOptional<typeof share>>,
);

/** A mix as its writer writes it. */
const mixSchema = z.strictObject({
  mix: z.string().min(1).meta({ description: 'Its title; reports name it.' }),
  activities: z.array(activitySchema).min(1).meta({ description: 'What players do, drawn by weight.' }),
  faults: faultsSchema.default({}).meta({ description: 'What goes wrong on the way, by share.' }),
});

type RawMix = z.output<typeof mixSchema>;

/** The JSON Schema of a mix, for editors. */
export const mixJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(mixSchema, {
    title: 'walletproof mix',
    description: 'What the players of a load do, and what goes wrong on the way.',
  });
