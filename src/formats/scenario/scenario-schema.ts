import { z } from 'zod';
import { meaningsOf, namesOf } from '../../spec/closed-list.ts';
import { platformFaults } from '../../spec/fault.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { clockOrderSchema } from '../clock-order.ts';
import type { Path } from '../document/problem.ts';
import { fields, jsonSchemaOf } from '../schema.ts';
import { durationOf } from '../written-time.ts';
import {
  callOptionsShape,
  callShape,
  decimalSchema,
  madeCalls,
  type OptionName,
  type Options,
  optionNames,
  stepOf,
  toDecimal,
  toExpectation,
  toOptions,
} from './call-schema.ts';
import { matrixSchema, type Row } from './matrix.ts';

const rawSchema = z
  .union([
    z.string(),
    z.strictObject({
      body: z.string().default('').describe('The bytes that are sent.'),
      method: z
        .enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
        .default('POST')
        .describe('The method of HTTP.'),
      content_type: z.string().min(1).default('application/json').describe('The header Content-Type.'),
      signed: z.boolean().default(true).describe('The bytes are signed as they are; false: no header.'),
    }),
  ])
  .describe('A body that is no callback, byte for byte.');

/** The options that each action takes beside it. */
export const optionsOf = {
  getBalance: optionNames,
  makeBet: optionNames,
  rollback: optionNames,
  resend: optionNames,
  raw: ['expect'],
  pack: ['player', 'session', 'currency', 'wire'],
  together: [],
  repeat: [],
  matrix: [],
  others: ['player', 'session', 'currency'],
  earlier: [],
  audit: ['player', 'currency'],
  wait: [],
  restart: [],
  kill: [],
  launch: [],
  clock: [],
} as const satisfies Record<string, readonly OptionName[]>;

export const actions = namesOf(optionsOf);

type Context = z.core.$RefinementCtx<unknown>;

const complain = (context: Context, key: string, message: string, remedy: string): void =>
  context.addIssue({ code: 'custom', path: [key], message, params: { remedy, at: 'key' } });

/** A step has exactly one action, and beside it only options that the action takes. */
const checkStep = (step: Readonly<Record<string, unknown>>, context: Context): void => {
  const [action, second] = actions.filter((name) => step[name] !== undefined);
  if (action === undefined) {
    // An unknown key is told of already: it is the action, misspelt.
    if (context.issues.some(({ code }) => code === 'unrecognized_keys')) return;
    const params = { remedy: `one of ${actions.join(', ')}` };
    context.addIssue({ code: 'custom', message: 'a step needs an action', params });
    return;
  }
  if (second !== undefined) {
    const message = `one action for each step: this one is a \`${action}\` already`;
    complain(context, second, message, 'make it a step of its own');
  }
  const taken: readonly OptionName[] = optionsOf[action];
  for (const option of optionNames) {
    const isTaken = taken.includes(option) && (option !== 'changed' || action === 'resend');
    if (step[option] === undefined || isTaken) continue;
    const usual = taken.length === 0 ? 'put it beside a call' : `it takes ${taken.join(', ')}`;
    const remedy = option === 'changed' ? 'it stands beside `resend`' : usual;
    complain(context, option, `\`${option}\` does not go with \`${action}\``, remedy);
  }
};

/** For editors: one of these keys, and no second one. */
const oneOf = (keys: readonly string[]) => keys.map((key) => ({ required: [key] }));

/** Those that are one call, and take every option. */
const callActions = actions.filter((action) => optionsOf[action] === optionNames);

const callStepSchema = z
  .strictObject({ ...callShape, ...callOptionsShape })
  .superRefine(checkStep)
  .meta({ description: 'A call, options beside it.', oneOf: oneOf(callActions) })
  .transform(stepOf(madeCalls))
  .meta({ id: 'callStep' });

/** A step of a group, and where in the group it stands. */
interface Inner<Step> {
  readonly at: Path;
  readonly step: Step;
}

const innerOf = <Step>({ step, steps = [] }: { step?: Step; steps?: readonly Step[] }): readonly Inner<Step>[] =>
  step === undefined ? steps.map((each, index) => ({ at: ['steps', index], step: each })) : [{ at: ['step'], step }];

/** A group of steps is written as `step` or as `steps`. */
const checkGroup = ({ step, steps }: { readonly step?: unknown; readonly steps?: unknown }, context: Context): void => {
  if (step !== undefined && steps !== undefined) {
    complain(context, 'steps', 'a group has `step` or `steps`, not both', 'make them one list');
  }
  if (step !== undefined || steps !== undefined) return;
  const params = { remedy: 'give it `step` or `steps`' };
  context.addIssue({ code: 'custom', message: 'nothing to do in this group', params });
};

const callGroupShape = {
  count: z.int().min(1).max(200).default(1).describe('How often each call is made.'),
  step: callStepSchema.optional().describe('The one call of the group.'),
  steps: z.array(callStepSchema).min(1).optional().describe('The calls of the group.'),
};

const besideSchema = z
  .record(z.string().min(1), z.strictObject(callGroupShape).superRefine(checkGroup))
  .describe('Rows: the calls are made once for each, beside those of the row. A breach names the row.');

const togetherSchema = z
  .strictObject({ ...callGroupShape, beside: besideSchema.optional() })
  .superRefine(checkGroup)
  .describe('Calls that are all under way at the same time.');

const killSchema = z
  .strictObject({
    ...callGroupShape,
    count: z
      .int()
      .min(1)
      .max(2000)
      .default(500)
      .describe('How often each call is made at most: until the agent is gone.'),
  })
  .superRefine(checkGroup)
  .describe(
    'The agent is killed amid these calls (hooks.kill, or --start), which are made over and over until then, and started again; what it has not answered comes again.',
  );

const toGroup = ({ count, ...group }: Omit<z.output<typeof togetherSchema>, 'beside'>) => ({
  count,
  steps: innerOf(group),
});

const packSchema = z
  .strictObject({
    id: z.string().min(1).optional().describe('Names the makeBet that settles it.'),
    total: z.int().min(1).max(1000).describe('How many spins it has.'),
    wins: z.array(decimalSchema).default([]).describe('Win of each spin; 0 for those not listed.'),
    bets: z.array(decimalSchema).default([]).describe('An ordinary bet after each spin; 0: none.'),
  })
  .superRefine((pack, context) => {
    for (const list of ['wins', 'bets'] as const) {
      const message = `${pack[list].length} ${list} for ${pack.total} spins`;
      if (pack[list].length > pack.total) complain(context, list, message, 'raise `total` or shorten the list');
    }
  })
  .describe('A pack of free spins, from its start to its settled win.');

/** One decimal for each spin; 0 for those not listed. */
const fill = (written: readonly (number | string)[], total: number): string[] =>
  Array.from({ length: total }, (_, spin) => toDecimal(written[spin] ?? 0));

/** Written out because steps hold repeats, and repeats steps. */
interface Repeat {
  readonly count: number;
  readonly step?: WrittenStep;
  readonly steps?: readonly WrittenStep[];
}

const repeatSchema: z.ZodType<Repeat> = z
  .lazy(() =>
    z
      .strictObject({
        count: z.int().min(1).max(10_000).describe('How often.'),
        step: stepSchema.optional().describe('The one step.'),
        steps: z.array(stepSchema).min(1).optional().describe('The steps.'),
      })
      .superRefine(checkGroup),
  )
  .describe('Steps that are done several times, one after another.');

/** Written out because steps hold matrices, and matrices steps. */
interface Matrix {
  readonly rows: readonly Row<WrittenStep>[];
}

const rowsSchema: z.ZodType<Matrix> = z.lazy(() => matrixSchema(() => stepSchema));

const restartSchema = z.strictObject({}).describe('The agent is restarted (hooks.restart), and waited for.');

const launchSchema = z
  .strictObject({
    username: z.string().optional().describe('The username that the launch names; spaces around it are kept.'),
    fault: z
      .enum(namesOf(platformFaults))
      .optional()
      .describe(`How the platform answers instead. ${meaningsOf(platformFaults)}.`),
  })
  .describe('The agent is made to ask for a launch link (hooks.launch).');

const waitError = 'expected a duration such as 500ms, 5s or 1m, or `patience`';

const stepShape = {
  ...callShape,
  raw: rawSchema.optional(),
  together: togetherSchema.optional(),
  pack: packSchema.optional(),
  others: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('So many other transactions, which leave the balance as it was.'),
  earlier: z
    .strictObject({})
    .optional()
    .describe('Bets of earlier runs against the same agent, sent again; the last is rolled back.'),
  audit: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe('So many transactions of all scenarios of the run: each makeBet is sent again, some are rolled back.'),
  wait: z
    .union([z.literal('patience'), fields.duration], { error: waitError })
    .optional()
    .describe('A duration; patience: as long as --patience says.'),
  repeat: repeatSchema.optional(),
  matrix: rowsSchema.optional(),
  restart: restartSchema.optional(),
  kill: killSchema.optional(),
  launch: launchSchema.optional(),
  clock: clockOrderSchema.optional(),
  ...callOptionsShape,
};

type Read = z.output<z.ZodObject<typeof stepShape>>;

type Of<Key extends keyof Read> = NonNullable<Read[Key]>;

/**
 * A step as it is played, but for its place, of what is written after its action and the options beside it.
 * Groups are written out later, where places are known.
 */
const madeSteps = {
  ...madeCalls,
  raw: (raw: Of<'raw'>, { expect }: Options) => {
    const { content_type: contentType, ...read } = typeof raw === 'string' ? { ...usualRaw, body: raw } : raw;
    return { kind: 'raw' as const, ...read, method: String(read.method), contentType, expect: toExpectation(expect) };
  },
  pack: ({ id, total, wins, bets }: Of<'pack'>, said: Options) => ({
    kind: 'pack' as const,
    id,
    total,
    wins: fill(wins, total),
    bets: fill(bets, total),
    options: toOptions(said),
  }),
  together: ({ beside = {}, ...group }: Of<'together'>) => ({
    kind: 'together' as const,
    ...toGroup(group),
    beside: Object.entries(beside).map(([row, each]) => ({ row, ...toGroup(each) })),
  }),
  repeat: (repeat: Of<'repeat'>): WrittenRepeat => ({ kind: 'repeat', count: repeat.count, steps: innerOf(repeat) }),
  matrix: (matrix: Of<'matrix'>): WrittenMatrix => ({ kind: 'matrix', rows: matrix.rows }),
  others: (count: Of<'others'>, said: Options) => ({ kind: 'others' as const, count, options: toOptions(said) }),
  earlier: (_: Of<'earlier'>, said: Options) => ({ kind: 'earlier' as const, options: toOptions(said) }),
  audit: (count: Of<'audit'>, said: Options) => ({ kind: 'audit' as const, count, options: toOptions(said) }),
  wait: (wait: Of<'wait'>): Wait =>
    wait === 'patience' ? { kind: 'patience' } : { kind: 'wait', durationMs: durationOf(wait) },
  restart: () => ({ kind: 'restart' as const }),
  kill: (group: Of<'kill'>) => ({ kind: 'kill' as const, ...toGroup(group) }),
  launch: ({ fault, username }: Of<'launch'>) => ({ kind: 'launch' as const, fault, username }),
  clock: (order: Of<'clock'>) => ({ kind: 'clock' as const, order }),
};

const usualRaw = { method: 'POST', content_type: 'application/json', signed: true } as const;

type Wait = { readonly kind: 'patience' } | { readonly kind: 'wait'; readonly durationMs: number };

export interface WrittenRepeat {
  readonly kind: 'repeat';
  readonly count: number;
  readonly steps: readonly Inner<WrittenStep>[];
}

export interface WrittenMatrix extends Matrix {
  readonly kind: 'matrix';
}

/** A step that its schema has made, alone or of a group. */
export type WrittenStep = ReturnType<(typeof madeSteps)[keyof typeof madeSteps]>;

/** A step as a scenario's writer writes it: one action, options beside it. */
const stepSchema = z
  .strictObject(stepShape)
  .superRefine(checkStep)
  .meta({ description: 'One action, options beside it.', oneOf: oneOf(actions) })
  .transform((read): WrittenStep => stepOf(madeSteps)(read))
  .meta({ id: 'step' });

/** What an account has at least where a scenario does not say it. */
const defaultFund = 100;

const headShape = {
  scenario: z.string().min(1).describe('Its title: a fact about the agent.'),
  description: z.string().optional().describe('Why it is played; reports show it.'),
  requirements: z
    .array(z.string().meta({ enum: requirements.map(({ id }) => id) }))
    .default([])
    .describe('The requirements that it shows.'),
  players: z.int().min(1).max(100).optional().describe('How many it needs; the highest one used when left out.'),
  currencies: z.int().min(1).max(2).optional().describe('How many of player one it needs: 2 where `second` is used.'),
  thorough: z.literal(true).optional().describe('Played with --thorough alone.'),
  patience: fields.duration
    .optional()
    .describe('Skipped where --patience is shorter: it waits longer than anybody does every day.'),
  fund: decimalSchema.optional().meta({
    default: defaultFund,
    description:
      'Have at least this much in each account before the first step. `play` funds nothing where it is left out.',
  }),
};

/** A scenario file as its writer writes it. What a schema cannot check: check-scenario.ts. */
const writtenSchema = z.strictObject({
  ...headShape,
  steps: z.array(stepSchema).min(1).describe('What is done, one after another.'),
});

export const scenarioSchema = writtenSchema.transform(({ scenario, patience, fund, steps, ...head }) => ({
  ...head,
  title: scenario,
  patienceMs: patience === undefined ? undefined : durationOf(patience),
  fund: toDecimal(fund ?? defaultFund),
  // The file says it: it is no default.
  isFundSaid: fund === undefined ? undefined : (true as const),
  steps: innerOf({ steps }),
}));

/** What the steps of a file say of each other, and need. */
export type CheckedScenario = Pick<
  z.output<typeof scenarioSchema>,
  'requirements' | 'players' | 'currencies' | 'steps'
>;

/** A broken scenario as far as it goes: in place of a wrong step there are calls with its ids, which later ones may name. */
export const brokenSchema = z.object({
  requirements: headShape.requirements.catch([]),
  players: headShape.players.catch(undefined),
  currencies: headShape.currencies.catch(undefined),
  steps: z
    .array(stepSchema.catch(({ value }) => standIn(value)))
    .catch([])
    .transform((steps) => innerOf({ steps })),
});

const standIn = (step: unknown): WrittenStep => {
  const nothing = { bet: 0, win: 0, round_finished: true };
  const steps = [...new Set(idsIn(step))].map((id) => madeCalls.makeBet({ ...nothing, id }, {}));
  return { kind: 'repeat', count: 1, steps: innerOf({ steps }) };
};

const idsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value).flatMap(([key, id]) =>
    key === 'id' && typeof id !== 'object' ? [String(id)] : [],
  );
  return [...own.filter((id) => id !== ''), ...Object.values(value).flatMap(idsIn)];
};

/** The JSON Schema of a scenario file, for editors. */
export const scenarioJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(writtenSchema, {
    title: 'walletproof scenario',
    description: 'Calls to an agent; the ledger says what must come of them.',
  });
