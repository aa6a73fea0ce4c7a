import { z } from 'zod';
import { type Amount, amountOf, parseAmount } from '../base/money.ts';
import { open } from '../formats/schema.ts';
import { type ForcedOutcome, forcedOutcomes } from '../spec/game-page.ts';

const text = z.string();
const yes = z.literal(true);
const amountText = text.refine((written) => parseAmount(written) !== undefined);
const amount = amountText.transform((written): Amount => amountOf(written));

const player = { agentId: z.number(), playerId: text, playerUsername: text, currency: text, language: text };

const sessionSchema = open({
  sessionId: text,
  linkKey: text,
  launch: open({ ...player, agentSessionId: text, gameId: z.number(), homeUrl: text, ip: text }),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  closedAt: z.number().optional(),
  openedBy: z.literal('run').optional(),
});

const makeBetSchema = open({
  ...player,
  type: z.literal('makeBet'),
  sessionId: text,
  requestId: text,
  bet: amountText,
  win: amountText,
  transactionId: text,
  gameRoundId: text,
  roundFinished: z.boolean(),
});

const roundSchema = open({
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

const orderSchema = open({
  outcome: z.enum(Object.keys(forcedOutcomes) as ForcedOutcome[]),
  amount: amountText.optional(),
});

/** What is kept of a game over a restart; what another version wrote may not fit. */
export const keptGameSchema = open({
  session: sessionSchema,
  forced: orderSchema.nullable(),
  history: z.array(roundSchema).readonly(),
});

export type KeptGame = Readonly<z.output<typeof keptGameSchema>>;

/** A round as it is kept. */
export type RoundRecord = Readonly<z.output<typeof roundSchema>>;
