import { z } from 'zod';
import type { SignatureVariant } from '../scenario.ts';
import { signatureVariants } from '../scenario.ts';

const signatures = Object.keys(signatureVariants) as SignatureVariant[];
const signatureList = Object.entries(signatureVariants)
  .map(([name, meaning]) => `${name}: ${meaning}`)
  .join('; ');

const fieldName = z
  .string()
  .regex(/^[^.]+(?:\.[^.]+)*$/, { error: 'expected a field name, dots between nested ones' });
const playerError = 'expected a number from 1, or `unknown`';

/** What a call step can say besides its call; all of it can be left out. */
export const callOptionsShape = {
  expect: z
    .union([z.enum(['refused', 'any']), z.strictObject({ refused: z.string().min(1) })])
    .optional()
    .meta({
      description:
        'What must come of it: refused (or refused with a code), or any answer. The ledger decides when left out.',
    }),
  signature: z
    .enum(signatures)
    .optional()
    .meta({ description: `How the call is signed. ${signatureList}.`, default: 'valid' }),
  tamper: z
    .record(fieldName, z.unknown())
    .optional()
    .meta({ description: 'Fields altered after signing, by dotted name.' }),
  fields: z.record(fieldName, z.unknown()).optional().meta({
    description:
      'Fields set before signing, by dotted name. { json: text } puts that very JSON text there.',
  }),
  without: z.array(fieldName).optional().meta({ description: 'Fields left out before signing.' }),
  wire: z
    .enum(['table', 'shuffled', 'sorted'])
    .optional()
    .meta({ description: 'Order of the top-level keys on the wire.', default: 'table' }),
  lose: z.literal('answer').optional().meta({
    description:
      'answer: the connection is dropped once the agent has worked; its answer is never seen.',
  }),
  twice: z.record(fieldName, z.unknown()).optional().meta({
    description:
      'Keys written twice on the wire: with this value first, then with the one that is signed.',
  }),
  player: z
    .union([z.int().min(1).max(100), z.literal('unknown')], { error: playerError })
    .optional()
    .meta({
      description: "Which of the scenario's players, from 1; unknown: one the agent does not have.",
    }),
  session: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'A name; each name is a session of its own.' }),
  currency: z
    .string()
    .regex(/^(?:[A-Z][A-Z0-9]{1,9}|second)$/, {
      error: 'expected a currency code in capitals, or `second`',
    })
    .optional()
    .meta({ description: "A code, or second: the player's second currency." }),
};

export type OptionName = keyof typeof callOptionsShape;

export const optionNames = Object.keys(callOptionsShape) as OptionName[];
