import { z } from 'zod';
import type { FindingCode } from '../finding.ts';
import { findings } from '../finding.ts';
import { requirements } from '../requirements/catalogue.ts';

const ids = requirements.map(({ id }) => id);
/** A note fails no run: there is nothing to excuse. */
const codes = (Object.keys(findings) as FindingCode[]).filter(
  (code) => findings[code].weight !== 'note',
);

const entrySchema = z.strictObject({
  requirement: z
    .enum(ids, { error: 'expected the id of a requirement (walletproof list requirements)' })
    .meta({ description: 'The requirement that is broken.' }),
  code: z
    .enum(codes, { error: 'expected the code of a breach (walletproof list findings)' })
    .meta({ description: 'The finding, as reports name it.' }),
  reason: z
    .string()
    .regex(/\S/, { error: 'expected why the breach is known, such as a ticket' })
    .meta({ description: 'Why it is known: told with the breach.' }),
  expires: z.iso
    .date({ error: 'expected a day such as 2026-12-31' })
    .optional()
    .meta({ description: 'The last day, UTC, on which the entry counts.' }),
});

/** A baseline file as its writer writes it. */
export const baselineSchema = z.strictObject({
  known: z.array(entrySchema).meta({ description: 'Breaches that are known and fail no run.' }),
});
