import { z } from 'zod';
import type { Summary } from '../run.ts';

const count = z.int().min(0);

/** How many requirements got which verdict, as schemas name it. */
export const summaryShape = {
  passed: count,
  failed: count,
  warned: count,
  observed: count,
  skipped: count,
  blocked: count,
  inconclusive: count,
} satisfies Record<keyof Summary, z.ZodType>;
