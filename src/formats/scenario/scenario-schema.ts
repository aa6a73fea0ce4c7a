import { z } from 'zod';
import { meaningsOf, namesOf } from '../../spec/closed-list.ts';
import { platformFaults } from '../../spec/fault.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { clockOrderSchema } from '../clock-order.ts';
import { fields, jsonSchemaOf } from '../schema.ts';
import { callOptionsShape, callShape, decimalSchema, type OptionName, optionNames } from './call-schema.ts';

const rawSchema = z
  .union([
    z.string(),
    z.strictObject({
      body: z.string().default('').meta({ description: 'The bytes that are sent.' }),
      method: z
        .enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
        .default('POST')
        .meta({ description: 'The method of HTTP.' }),
      content_type: z.string().min(1).default('application/json').meta({ description: 'The header Content-Type.' }),
      signed: z.boolean().default(true).meta({ description: 'The bytes are signed as they are; false: no header.' }),
    }),
  ])
  .meta({ description: 'A body that is no callback, byte for byte.' });

type GivenStep = Readonly<Record<string, unknown>>;
type Context = z.core.$RefinementCtx<unknown>;

/** A step has exactly one action, and beside it only options that the action takes. */
const checkStep = (step: GivenStep, context: Context): void => {
  const [action, second] = actions.filter((name) => step[name] !== undefined);
  if (action === undefined) {
    // An unknown key is told of already: it is the action, misspelt.
    if (context.issues.some(({ code }) => code === 'unrecognized_keys')) return;
    const remedy = `one of ${actions.join(', ')}`;
    context.addIssue({ code: 'custom', message: 'a step needs an action', params: { remedy } });
    return;
  }
  if (second !== undefined) {
    complain(context, second, {
      message: `one action for each step: this one is a \`${action}\` already`,
      remedy: 'make it a step of its own',
    });
  }
  checkOptions(step, action, context);
};

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
  others: ['player', 'session', 'currency'],
  earlier: [],
  wait: [],
  restart: [],
  launch: [],
  clock: [],
} as const satisfies Record<string, readonly OptionName[]>;

type Action = keyof typeof optionsOf;

export const actions = namesOf(optionsOf);

const complain = (
  context: Context,
  key: string,
  { message, remedy }: { readonly message: string; readonly remedy: string },
): void => {
  context.addIssue({ code: 'custom', path: [key], message, params: { remedy, at: 'key' } });
};

const checkOptions = (step: GivenStep, action: Action, context: Context): void => {
  const taken: readonly OptionName[] = optionsOf[action];
  for (const option of optionNames) {
    if (step[option] === undefined || taken.includes(option)) continue;
    const remedy = taken.length === 0 ? 'put it beside a call' : `it takes ${taken.join(', ')}`;
    complain(context, option, { message: `\`${option}\` does not go with \`${action}\``, remedy });
  }
  if (step['changed'] === undefined || action === 'resend') return;
  const message = `\`changed\` does not go with \`${action}\``;
  complain(context, 'changed', { message, remedy: 'it stands beside `resend`' });
};

/** For editors: one of these keys, and no second one. */
const oneOf = (keys: readonly string[]) => keys.map((key) => ({ required: [key] }));

/** Those that are one call, and take every option. */
const callActions = actions.filter((action) => optionsOf[action] === optionNames);

const callStepSchema = z
  .strictObject({ ...callShape, ...callOptionsShape })
  .superRefine(checkStep)
  .meta({ id: 'callStep', description: 'A call, options beside it.', oneOf: oneOf(callActions) });

/** A group of steps is written as `step` or as `steps`. */
const checkGroup = ({ step, steps }: { readonly step?: unknown; readonly steps?: unknown }, context: Context): void => {
  if (step === undefined && steps === undefined) {
    context.addIssue({
      code: 'custom',
      message: 'nothing to do in this group',
      params: { remedy: 'give it `step` or `steps`' },
    });
  }
  if (step === undefined || steps === undefined) return;
  complain(context, 'steps', {
    message: 'a group has `step` or `steps`, not both',
    remedy: 'make them one list',
  });
};

const callGroupShape = {
  count: z.int().min(1).max(200).default(1).meta({ description: 'How often each call is made.' }),
  step: callStepSchema.optional().meta({ description: 'The one call of the group.' }),
  steps: z.array(callStepSchema).min(1).optional().meta({ description: 'The calls of the group.' }),
};

const besideSchema = z.record(z.string().min(1), z.strictObject(callGroupShape).superRefine(checkGroup)).meta({
  description: 'Rows: the calls are made once for each, beside those of the row. A breach names the row.',
});

const togetherSchema = z
  .strictObject({ ...callGroupShape, beside: besideSchema.optional() })
  .superRefine(checkGroup)
  .meta({ description: 'Calls that are all under way at the same time.' });

/** No spin of a pack may have a win, or a bet after it, beyond the pack's total. */
const checkPack = (
  pack: {
    readonly total: number;
    readonly wins: readonly unknown[];
    readonly bets: readonly unknown[];
  },
  context: Context,
): void => {
  for (const list of ['wins', 'bets'] as const) {
    if (pack[list].length <= pack.total) continue;
    const message = `${pack[list].length} ${list} for ${pack.total} spins`;
    complain(context, list, { message, remedy: 'raise `total` or shorten the list' });
  }
};

const packSchema = z
  .strictObject({
    id: z.string().min(1).optional().meta({ description: 'Names the makeBet that settles it.' }),
    total: z.int().min(1).max(1000).meta({ description: 'How many spins it has.' }),
    wins: z.array(decimalSchema).default([]).meta({ description: 'Win of each spin; 0 for those not listed.' }),
    bets: z.array(decimalSchema).default([]).meta({ description: 'An ordinary bet after each spin; 0: none.' }),
  })
  .superRefine(checkPack)
  .meta({ description: 'A pack of free spins, from its start to its settled win.' });

const repeatSchema: z.ZodType<RawRepeat> = z
  .lazy(() =>
    z
      .strictObject({
        count: z.int().min(1).max(10_000).meta({ description: 'How often.' }),
        step: stepSchema.optional().meta({ description: 'The one step.' }),
        steps: z.array(stepSchema).min(1).optional().meta({ description: 'The steps.' }),
      })
      .superRefine(checkGroup),
  )
  .meta({ description: 'Steps that are done several times, one after another.' });

const restartSchema = z
  .strictObject({})
  .meta({ description: 'The agent is restarted (hooks.restart), and waited for.' });

const launchSchema = z
  .strictObject({
    username: z
      .string()
      .optional()
      .meta({ description: 'The username that the launch names; spaces around it are kept.' }),
    fault: z
      .enum(namesOf(platformFaults))
      .optional()
      .meta({ description: `How the platform answers instead. ${meaningsOf(platformFaults)}.` }),
  })
  .meta({ description: 'The agent is made to ask for a launch link (hooks.launch).' });

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
    .meta({ description: 'So many other transactions, which leave the balance as it was.' }),
  earlier: z
    .strictObject({})
    .optional()
    .meta({ description: 'A makeBet of an earlier run against the same agent, sent again.' }),
  wait: z
    .union([z.literal('patience'), fields.duration], { error: waitError })
    .optional()
    .meta({ description: 'A duration; patience: as long as --patience says.' }),
  repeat: repeatSchema.optional(),
  restart: restartSchema.optional(),
  launch: launchSchema.optional(),
  clock: clockOrderSchema.optional(),
  ...callOptionsShape,
};

/** A step as a scenario's writer writes it: one action, options beside it. */
const stepSchema = z
  .strictObject(stepShape)
  .superRefine(checkStep)
  .meta({ id: 'step', description: 'One action, options beside it.', oneOf: oneOf(actions) });

/** What an account has at least where a scenario does not say it. */
export const defaultFund = 100;

/** A scenario file as its writer writes it. What a schema cannot check: parse-scenario.ts. */
export const scenarioSchema = z.strictObject({
  scenario: z.string().min(1).meta({ description: 'Its title: a fact about the agent.' }),
  description: z.string().optional().meta({ description: 'Why it is played; reports show it.' }),
  requirements: z
    .array(z.string().meta({ enum: requirements.map(({ id }) => id) }))
    .default([])
    .meta({ description: 'The requirements that it shows.' }),
  players: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'How many it needs; the highest one used when left out.' }),
  currencies: z
    .int()
    .min(1)
    .max(2)
    .optional()
    .meta({ description: 'How many of player one it needs: 2 where `second` is used.' }),
  patience: fields.duration.optional().meta({
    description: 'Skipped where --patience is shorter: it waits longer than anybody does every day.',
  }),
  fund: decimalSchema.optional().meta({
    default: defaultFund,
    description:
      'Have at least this much in each account before the first step. `play` funds nothing where it is left out.',
  }),
  steps: z.array(stepSchema).min(1).meta({ description: 'What is done, one after another.' }),
});

export type RawScenario = z.output<typeof scenarioSchema>;

/** Several steps, some times in a row; written out because steps hold repeats, and repeats steps. */
export interface RawRepeat {
  readonly count: number;
  readonly step?: RawStep;
  readonly steps?: readonly RawStep[];
}

export type RawStep = { readonly [K in keyof typeof stepShape]?: z.output<(typeof stepShape)[K]> };

/** The JSON Schema of a scenario file, for editors. */
export const scenarioJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(scenarioSchema, {
    title: 'walletproof scenario',
    description: 'Calls to an agent; the ledger says what must come of them.',
  });
