import { z } from 'zod';
import { callbackTypes } from '../../callback.ts';
import type { CallbackFault, FaultOrder, OperationFault } from '../../fault.ts';
import { callbackFaults, operationFaults } from '../../fault.ts';
import { operationNames } from '../../operation.ts';
import type { RefusalCode } from '../../refusal.ts';
import { refusals } from '../../refusal.ts';
import type { ShapeOf } from './fields.ts';
import { fields } from './fields.ts';

const faultNames = [...Object.keys(callbackFaults), ...Object.keys(operationFaults)] as (
  | CallbackFault
  | OperationFault
)[];

const listOf = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([name, meaning]) => `${name}: ${meaning}`)
    .join(' ');

const faultSchema = z
  .strictObject({
    direction: fields.direction,
    fault: z.enum([...new Set(faultNames)]).meta({
      description: `Of a callback: ${listOf(callbackFaults)} Of an operation: ${listOf(operationFaults)}`,
    }),
    on: z
      .enum([...callbackTypes, ...operationNames])
      .exactOptional()
      .meta({ description: 'Only these; all when left out.' }),
    code: z
      .enum(Object.keys(refusals) as RefusalCode[])
      .exactOptional()
      .meta({ description: 'For refused: invalid_signature when left out.' }),
    delayMs: z
      .int()
      .min(0)
      .max(60_000)
      .exactOptional()
      .meta({ description: 'For delayed, milliseconds; 1,000 when left out.' }),
    times: z
      .int()
      .min(1)
      .max(1_000_000)
      .exactOptional()
      .meta({ description: 'How often; until it is switched off when left out.' }),
  } satisfies ShapeOf<FaultOrder>)
  .meta({
    description: 'A fault to switch on.',
    examples: [{ direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 1 }],
  });

/** A century either way, in milliseconds: further away, dates are no dates. */
const farthest = 3_155_760_000_000;

const clockSchema = z
  .strictObject({
    shiftMs: z
      .int()
      .min(-farthest)
      .max(farthest)
      .exactOptional()
      .meta({ description: "How far from the system's time; 0 takes the shift away." }),
    now: z.iso
      .datetime({
        offset: true,
        error: 'an instant with its offset, such as "2026-03-01T12:00:00Z"',
      })
      .exactOptional()
      .meta({ description: 'What the time shall be.' }),
  })
  .refine(({ shiftMs, now }) => (shiftMs === undefined) !== (now === undefined), {
    error: 'Say either shiftMs or now.',
  })
  .meta({
    description: "Moves the platform's time: by shiftMs or to now, one of them.",
    examples: [{ shiftMs: 301_000 }],
  });

const scenarioTextSchema = z
  .strictObject({
    yaml: z.string().min(1).max(500_000).meta({ description: 'A scenario that play takes.' }),
  })
  .meta({
    description: 'The text of a scenario.',
    examples: [{ yaml: 'scenario: A bet is debited\nsteps:\n  - makeBet: { bet: 1 }\n' }],
  });

const loginSchema = z
  .strictObject({
    token: z.string().min(1).max(1000).meta({ description: 'The admin token.' }),
  })
  .meta({ description: 'The admin token, for a cookie.', examples: [{ token: '…' }] });

/** Bodies that set the platform's own switches. */
export const controlSchemas = {
  FaultOrder: faultSchema,
  ClockOrder: clockSchema,
  ScenarioText: scenarioTextSchema,
  Login: loginSchema,
};
