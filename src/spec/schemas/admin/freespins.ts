import { z } from 'zod';
import { fields } from '../../../formats/schema.ts';
import type { FreespinsProgress } from '../../callback.ts';
import type { ShapeOf } from './fields.ts';

const spins = z.int().min(0).max(1_000_000);

/** Progress of a free-spin pack, as getBalance carries it (section 2). */
export const freespinsSchema = z
  .strictObject({
    played: spins.meta({ description: 'Free spins played already.' }),
    total: spins.meta({ description: 'Free spins in the pack.' }),
    isFinish: z.boolean().meta({ description: 'Whether all are played.' }),
    accumulatedWin: fields.amount,
  } satisfies ShapeOf<FreespinsProgress>)
  .meta({
    description: 'Progress of a free-spin pack (section 2).',
    examples: [{ played: 1, total: 10, isFinish: false, accumulatedWin: '2.5' }],
  });
