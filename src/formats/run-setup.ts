import { z } from 'zod';
import { sourceKinds } from '../spec/requirement.ts';
import { knownAgentSchema } from './known-agent.ts';
import { quirkShape } from './quirks.ts';
import { fields, type Made, open } from './schema.ts';

const { text, texts } = fields;

/** A session that callbacks were sent in: one that the agent knows. */
const sessionSchema = open({
  player: text,
  /** Any where absent: it was named by hand. */
  currency: text.optional(),
  game: z.int().optional(),
  /** `main`, or as scenarios name it. */
  name: text,
  id: text,
  /** Opened after so many restarts of the agent, which had forgotten those of before. */
  restarts: z.int().optional(),
});

export type RunSession = Made<typeof sessionSchema>;

/**
 * What a run was played with: enough to judge it again from what it stored. Never the token.
 */
export const setupSchema = open({
  players: z.array(open({ id: text, username: text, currencies: texts, language: text })),
  gameId: z.int(),
  timeoutMs: z.number(),
  dialect: text.optional(),
  quirks: open(quirkShape),
  strict: z.boolean(),
  only: texts,
  skip: texts,
  /** Only what rests on it was judged; all where absent. */
  source: z.enum(sourceKinds).optional(),
  maxStake: text.optional(),
  /** Digits after the decimal point, where they are not the usual ones. */
  currencyScales: z.record(text, z.int()),
  /** How long the run waited for what an agent may forget. */
  patienceMs: z.number(),
  /** Every row of every matrix was played; a draw where absent. */
  thorough: z.literal(true).optional(),
  /** The agent says that it keeps its data from run to run. */
  keepsData: z.boolean().optional(),
  /** Beside the scenarios nothing was sent but getBalance, and what they moved stayed. */
  ownCalls: z.literal('balances').optional(),
  /** What was known of the agent, from earlier runs and the preflight. */
  known: open(knownAgentSchema.shape),
  /** Sessions that the agent knows; in every other, callbacks have ids of the run's own. */
  sessions: z.array(sessionSchema),
  /** Hooks that the run could call. */
  hooks: z.array(z.enum(['restart', 'kill', 'launch'])),
});

export type RunSetup = Made<typeof setupSchema>;
