import { z } from 'zod';
import type { PlatformFault } from '../scenario.ts';
import { platformFaults } from '../scenario.ts';
import { decimalSchema } from './amount.ts';
import { callShape } from './call.ts';
import { callOptionsShape } from './call-options.ts';
import { actions, callActions, checkGroup, checkPack, checkStep } from './check-step.ts';
import { durationSchema } from './duration.ts';

/** For editors: one of these keys, and no second one. */
const oneOf = (keys: readonly string[]) => keys.map((key) => ({ required: [key] }));

const callStepSchema = z
  .strictObject({ ...callShape, ...callOptionsShape })
  .superRefine(checkStep)
  .meta({ id: 'callStep', description: 'A call, options beside it.', oneOf: oneOf(callActions) });

const rawSchema = z
  .union([
    z.string(),
    z.strictObject({
      body: z.string().default(''),
      method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).default('POST'),
      content_type: z.string().min(1).default('application/json'),
      signed: z
        .boolean()
        .default(true)
        .meta({ description: 'The bytes are signed as they are; false: no header.' }),
    }),
  ])
  .meta({ description: 'A body that is no callback, byte for byte.' });

const togetherSchema = z
  .strictObject({
    count: z.int().min(1).max(200).default(1).meta({ description: 'How often each call is made.' }),
    step: callStepSchema.optional(),
    steps: z.array(callStepSchema).min(1).optional(),
  })
  .superRefine(checkGroup)
  .meta({ description: 'Calls that are all under way at the same time.' });

const packSchema = z
  .strictObject({
    id: z.string().min(1).optional().meta({ description: 'Names the makeBet that settles it.' }),
    total: z.int().min(1).max(1000),
    wins: z
      .array(decimalSchema)
      .default([])
      .meta({ description: 'Win of each spin; 0 for those not listed.' }),
    bets: z
      .array(decimalSchema)
      .default([])
      .meta({ description: 'An ordinary bet after each spin; 0: none.' }),
  })
  .superRefine(checkPack)
  .meta({ description: 'A pack of free spins, from its start to its settled win.' });

/** Several steps, some times in a row; written out because steps hold repeats, and repeats steps. */
export interface RawRepeat {
  readonly count: number;
  readonly step?: RawStep | undefined;
  readonly steps?: readonly RawStep[] | undefined;
}

const repeatSchema: z.ZodType<RawRepeat> = z
  .lazy(() =>
    z
      .strictObject({
        count: z.int().min(1).max(10_000),
        step: stepSchema.optional(),
        steps: z.array(stepSchema).min(1).optional(),
      })
      .superRefine(checkGroup),
  )
  .meta({ description: 'Steps that are done several times, one after another.' });

const faults = Object.keys(platformFaults) as PlatformFault[];
const faultList = Object.entries(platformFaults).map(([name, meaning]) => `${name}: ${meaning}`);

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
      .enum(faults)
      .optional()
      .meta({ description: `How the platform answers instead. ${faultList.join('; ')}.` }),
  })
  .meta({ description: 'The agent is made to ask for a launch link (hooks.launch).' });

const stepShape = {
  ...callShape,
  raw: rawSchema.optional(),
  together: togetherSchema.optional(),
  pack: packSchema.optional(),
  wait: durationSchema.optional(),
  repeat: repeatSchema.optional(),
  restart: restartSchema.optional(),
  launch: launchSchema.optional(),
  ...callOptionsShape,
};

/** A step as a scenario's writer writes it: one action, options beside it. */
export const stepSchema = z
  .strictObject(stepShape)
  .superRefine(checkStep)
  .meta({ id: 'step', description: 'One action, options beside it.', oneOf: oneOf(actions) });

export type RawStep = { readonly [K in keyof typeof stepShape]?: z.output<(typeof stepShape)[K]> };
