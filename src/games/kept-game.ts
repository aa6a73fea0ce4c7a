import { z } from 'zod';
import { amountOf } from '../base/money.ts';
import { open } from '../formats/schema.ts';
import { keptAmount } from '../platform/kept-map.ts';
import { makeBetSchema } from '../platform/packs.ts';
import { gameSessionSchema } from '../platform/sessions.ts';
import { namesOf } from '../spec/closed-list.ts';
import { forcedOutcomes } from '../spec/game-page.ts';

/** JSON has amounts as text. */
const amount = keptAmount.transform(amountOf);

/** What an earlier process kept of a game. */
export const keptGameSchema = open({
  session: gameSessionSchema,
  forced: open({ outcome: z.enum(namesOf(forcedOutcomes)), amount: keptAmount.optional() }).nullable(),
  history: z.array(
    open({
      roundId: z.string(),
      state: z.enum(['settled', 'open', 'rolled-back', 'unclear']),
      stake: amount,
      win: amount,
      reels: z.array(z.string()).optional(),
      burst: amount.optional(),
      cashedOutAt: amount.optional(),
      decimals: amount.optional(),
      freeSpin: z.literal(true).optional(),
      transactions: z.array(z.string()),
      pending: makeBetSchema.optional(),
      cancelling: z.string().optional(),
      abandoned: z.literal(true).optional(),
    }),
  ),
});
