import { z } from 'zod';
import { parseAmount } from '../base/money.ts';
import { open } from '../formats/schema.ts';
import type { MakeBet } from '../spec/callback.ts';

// Loaded where something is kept from an earlier start: zod takes as long as a third of a start.

/** An amount of money as text, as it is kept. */
export const keptAmount = z.string().refine((text) => parseAmount(text) !== undefined);

/** What an agent says of a launch (section 4, get_game_link). */
export const launchSchema = open({
  agentId: z.number(),
  agentSessionId: z.string(),
  gameId: z.number(),
  playerId: z.string(),
  playerUsername: z.string(),
  language: z.string(),
  currency: z.string(),
  homeUrl: z.string(),
  ip: z.string(),
});

/** A player in one game (section 2). Times: Unix milliseconds. */
export const gameSessionSchema = open({
  sessionId: z.string(),
  /** The secret part of its launch link. */
  linkKey: z.string(),
  launch: launchSchema,
  createdAt: z.number(),
  lastSeenAt: z.number(),
  /** By hand; absent while it lives. */
  closedAt: z.number().optional(),
  /** A run of scenarios had it opened. */
  openedBy: z.literal('run').optional(),
});

/** A demo (section 4, get_game_link_demo): no game session, and a virtual balance kept here. */
export const demoSchema = open({
  linkKey: z.string(),
  launch: launchSchema.omit({ agentSessionId: true }),
  balance: keptAmount,
  /** Unix milliseconds. */
  lastSeenAt: z.number(),
});

/** A makeBet as it is kept. */
export const makeBetSchema = open({
  type: z.literal('makeBet'),
  agentId: z.number(),
  sessionId: z.string(),
  playerId: z.string(),
  playerUsername: z.string(),
  currency: z.string(),
  language: z.string(),
  requestId: z.string(),
  bet: keptAmount,
  win: keptAmount,
  transactionId: z.string(),
  gameRoundId: z.string(),
  roundFinished: z.boolean(),
} satisfies Record<Exclude<keyof MakeBet, 'asWritten'>, z.ZodType>);

/** A win that the agent has to confirm. */
export const dueSchema = makeBetSchema.extend({
  /** A rollback of it was sent and is not confirmed: until it is, only that is sent. */
  cancelling: z.literal(true).optional(),
});

/** A pack of free spins: for one player, in one game and one currency. */
export const packSchema = open({
  agentId: z.number(),
  playerId: z.string(),
  gameId: z.number(),
  currency: z.string(),
  freespinsId: z.string(),
  bet: keptAmount,
  total: z.number(),
  played: z.number(),
  accumulatedWin: keptAmount,
  status: z.enum(['active', 'finished', 'deleted']),
  /** Unix milliseconds; never, when absent. */
  expiresAt: z.number().optional(),
  /** In which it was last played, as that was then; absent before the first spin. */
  session: gameSessionSchema.optional(),
  /**
   * It ended before all was played, and the agent has to hear of it. Then its win is `due`; `owed`: the
   * agent hears of the win first.
   */
  closing: z.enum(['due', 'owed']).optional(),
  /** Its wins that the agent has not confirmed; absent when there are none. */
  owed: z.array(dueSchema).optional(),
});
