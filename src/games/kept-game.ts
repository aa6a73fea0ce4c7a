import { z } from 'zod';
import { type Amount, amountOf, parseAmount } from '../base/money.ts';
import { type ForcedOutcome, forcedOutcomes } from '../spec/game-page.ts';

const text = z.string();
const yes = z.literal(true);
const amountText = text.refine((written) => parseAmount(written) !== undefined);
const amount = amountText.transform((written): Amount => amountOf(written));

const launchSchema = z.object({
  agentId: z.number(),
  agentSessionId: text,
  gameId: z.number(),
  playerId: text,
  playerUsername: text,
  language: text,
  currency: text,
  homeUrl: text,
  ip: text,
});

const sessionSchema = z.object({
  sessionId: text,
  linkKey: text,
  launch: launchSchema,
  createdAt: z.number(),
  lastSeenAt: z.number(),
  closedAt: z.number().optional(),
  openedBy: z.literal('run').optional(),
});

const makeBetSchema = z.object({
  type: z.literal('makeBet'),
  agentId: z.number(),
  sessionId: text,
  playerId: text,
  playerUsername: text,
  currency: text,
  language: text,
  requestId: text,
  bet: amountText,
  win: amountText,
  transactionId: text,
  gameRoundId: text,
  roundFinished: z.boolean(),
});

const roundSchema = z.object({
  roundId: text,
  /** As the page is told; what the round waits for says `stageOf`. */
  state: z.enum(['settled', 'open', 'rolled-back', 'unclear']),
  stake: amount,
  win: amount,
  /** Slot: the symbols. */
  reels: z.array(text).readonly().optional(),
  /** Crash: where it bursts, and where the player got out in time. */
  burst: amount.optional(),
  cashedOutAt: amount.optional(),
  /** Crash: what a forced outcome adds to a win, so that it has every decimal. */
  decimals: amount.optional(),
  freeSpin: yes.optional(),
  /** transaction_ids of its makeBets that may have been processed, oldest first. */
  transactions: z.array(text).readonly(),
  /** The makeBet that is on its way, or is to be sent again since its outcome is not known. */
  pending: makeBetSchema.optional(),
  /** transaction_id whose rollback was sent and is not confirmed: only that is sent until it is. */
  cancelling: text.optional(),
  /** Its player was gone, so that the platform ended it. */
  abandoned: yes.optional(),
});

const keptGameSchema = z.object({
  session: sessionSchema,
  forced: z
    .object({ outcome: z.enum(Object.keys(forcedOutcomes) as ForcedOutcome[]), amount: amountText.optional() })
    .nullable(),
  history: z.array(roundSchema).readonly(),
});

/** A round as it is kept. */
export type RoundRecord = Readonly<z.output<typeof roundSchema>>;

/** What is kept of a game over a restart. */
export type KeptGame = Readonly<z.output<typeof keptGameSchema>>;

/** What an earlier process kept of a game; undefined where it is of no use. */
export const readKeptGame = (value: unknown): KeptGame | undefined => keptGameSchema.safeParse(value).data;
