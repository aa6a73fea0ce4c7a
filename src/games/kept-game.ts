import { z } from 'zod';
import { amountOf } from '../base/money.ts';
import { open } from '../formats/schema.ts';
import { gameSessionSchema, keptAmount, makeBetSchema } from '../platform/kept-schemas.ts';
import { namesOf } from '../spec/closed-list.ts';
import { forcedOutcomes } from '../spec/game-page.ts';

const text = z.string();
const yes = z.literal(true);
/** JSON has amounts as text. */
const amount = keptAmount.transform(amountOf);

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
  outcome: z.enum(namesOf(forcedOutcomes)),
  amount: keptAmount.optional(),
});

/** What is kept of a game over a restart; what another version wrote may not fit. */
export const keptGameSchema = open({
  session: gameSessionSchema,
  forced: orderSchema.nullable(),
  history: z.array(roundSchema).readonly(),
});

export type KeptGame = Readonly<z.output<typeof keptGameSchema>>;

/** A round as it is kept. */
export type RoundRecord = Readonly<z.output<typeof roundSchema>>;
