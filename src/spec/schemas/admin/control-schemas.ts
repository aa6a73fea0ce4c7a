import { z } from 'zod';
import { faultOrderSchema } from '../../../formats/fault.ts';

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
  FaultOrder: faultOrderSchema,
  ClockOrder: clockSchema,
  ScenarioText: scenarioTextSchema,
  Login: loginSchema,
};
