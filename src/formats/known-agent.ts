import { z } from 'zod';
import type { Made } from './schema.ts';
import { fields } from './schema.ts';

const { text, decimal } = fields;

/**
 * What is known of an agent before its money is moved: found by the preflight, remembered from
 * earlier runs. A hint only: the first getBalance of a run checks it. Never the token.
 */
export const knownAgentSchema = z.object({
  /** The dialect in which it verifies signatures. */
  dialect: text.optional(),
  /** Median of its answers to calls sent one at a time, milliseconds. */
  latencyMs: z.number().optional(),
  /** `fresh`: a kept connection is slower than a new one for each call. */
  connections: z.enum(['kept', 'fresh']).optional(),
  /** How much later the body of its answers comes than the headers, on a kept connection, milliseconds. */
  splitMs: z.number().optional(),
  /** How many calls a second it takes without refusing any. */
  ratePerSecond: z.number().optional(),
  /** The smallest bet that it refused for its size, and the largest that it took. */
  stakeLimit: z.object({ refused: decimal, taken: decimal, said: text }).optional(),
});

export type KnownAgent = Made<typeof knownAgentSchema>;
