import { z } from 'zod';
import { defaultQuirks } from '../spec/quirks.ts';
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
  name: text.default('main'),
  id: text,
  /** Opened after so many restarts of the agent, which had forgotten those of before. */
  restarts: z.int().optional(),
});

export type RunSession = Made<typeof sessionSchema>;

/**
 * What a run was played with: enough to judge it again from what it stored. Never the token.
 * A run stored by a version that had no setup yet was played by the defaults.
 */
export const setupSchema = open({
  players: z.array(open({ id: text, username: text, currencies: texts, language: text })).default([]),
  gameId: z.int().default(101),
  timeoutMs: z.number().default(5000),
  dialect: text.optional(),
  quirks: open(quirkShape).default(defaultQuirks),
  strict: z.boolean().default(false),
  only: texts.default([]),
  skip: texts.default([]),
  /** Only what rests on it was judged; all where absent. */
  source: z.enum(sourceKinds).optional(),
  maxStake: text.optional(),
  /** Digits after the decimal point, where they are not the usual ones. */
  currencyScales: z.record(text, z.int()).default({}),
  /** How long the run waited for what an agent may forget; 0 before there was anything to wait for. */
  patienceMs: z.number().default(0),
  /** The agent says that it keeps its data from run to run. */
  keepsData: z.boolean().optional(),
  /** Beside the scenarios nothing was sent but getBalance, and what they moved stayed. */
  ownCalls: z.literal('balances').optional(),
  /** What was known of the agent, from earlier runs and the preflight. */
  known: open(knownAgentSchema.shape).default({}),
  /** Sessions that the agent knows; in every other, callbacks have ids of the run's own. */
  sessions: z.array(sessionSchema).default([]),
  /** Hooks that the run could call. */
  hooks: z.array(z.enum(['restart', 'launch'])).default([]),
});

export type RunSetup = Made<typeof setupSchema>;
