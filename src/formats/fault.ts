import { z } from 'zod';
import { callbackTypes } from '../spec/callback.ts';
import { meaningsOf, namesOf } from '../spec/closed-list.ts';
import { callbackFaults, faultLimits, operationFaults } from '../spec/fault.ts';
import { operationNames } from '../spec/operation.ts';
import { refusals } from '../spec/refusal.ts';
import { fields, type Made } from './schema.ts';

const { delayMs, times, code } = faultLimits;

/** What somebody switches on. */
export const faultOrderSchema = z
  .strictObject({
    direction: fields.direction,
    fault: z.enum([...new Set([...namesOf(callbackFaults), ...namesOf(operationFaults)])]).meta({
      description: `Of a callback: ${meaningsOf(callbackFaults, ' ')} Of an operation: ${meaningsOf(operationFaults, ' ')}`,
    }),
    agentId: z.int().optional().meta({ description: 'Only for this agent; for all agents when left out.' }),
    on: z
      .enum([...callbackTypes, ...operationNames])
      .optional()
      .meta({ description: 'Only for this kind of call; for all kinds when left out.' }),
    code: z
      .enum(namesOf(refusals))
      .optional()
      .meta({ description: `For refused: ${code.byDefault} when left out.` }),
    delayMs: z
      .int()
      .min(delayMs.least)
      .max(delayMs.most)
      .optional()
      .meta({ description: 'For delayed, milliseconds; 1,000 when left out.' }),
    times: z
      .int()
      .min(times.least)
      .max(times.most)
      .optional()
      .meta({ description: 'How many times; until it is switched off when left out.' }),
  })
  .meta({
    description: 'A fault to switch on.',
    examples: [{ direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 1 }],
  });

export type FaultOrder = Made<typeof faultOrderSchema>;

export const activeFaultSchema = z
  .object({ ...faultOrderSchema.shape, id: fields.text })
  .meta({ description: 'A fault that is switched on. times: how many are left.' });

export type ActiveFault = Made<typeof activeFaultSchema>;
