import { z } from 'zod';
import { decimalSchema } from './amount.ts';
import { stepSchema } from './step.ts';

/** A scenario file as its writer writes it. What a schema cannot check: see the room `scenario`. */
export const scenarioSchema = z.strictObject({
  scenario: z.string().min(1).meta({ description: 'Its title: a fact about the agent.' }),
  description: z.string().optional(),
  requirements: z
    .array(z.string().regex(/^[A-Z]+-\d\d$/, { error: 'expected an id such as IDEM-01' }))
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
  fund: decimalSchema
    .default(100)
    .meta({ description: 'Have at least this much in each account before the first step.' }),
  steps: z.array(stepSchema).min(1),
});

export type RawScenario = z.output<typeof scenarioSchema>;
