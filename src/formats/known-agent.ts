import { z } from 'zod';
import { fields, type Made } from './schema.ts';

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
  /** Bets of earlier runs that the agent still knew in the last one, and one of that: the oldest first. */
  earlier: z
    .array(
      z.object({
        at: fields.instant,
        transactionId: text,
        gameRoundId: text,
        playerId: text,
        currency: text,
        bet: decimal,
        win: decimal,
        /** Whether it was rolled back since; absent where nobody has looked. */
        rolledBack: z.boolean().optional(),
      }),
    )
    .optional(),
});

export type EarlierBet = NonNullable<KnownAgent['earlier']>[number];

export type KnownAgent = Made<typeof knownAgentSchema>;

/** What is remembered of agents: the shape of `.walletproof/agents.json`. The newest last. */
const rememberedSchema = z.array(z.object({ callbackUrl: text, agentId: z.int(), known: knownAgentSchema }));

export type RememberedAgents = Made<typeof rememberedSchema>;

/** What is remembered; undefined where the text is something else. */
export const parseRemembered = (text: string): RememberedAgents | undefined => {
  try {
    return rememberedSchema.parse(JSON.parse(text)) as RememberedAgents;
  } catch {
    return undefined;
  }
};
