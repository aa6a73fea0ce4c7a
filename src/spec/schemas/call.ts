import { z } from 'zod';
import type { ResendMode } from '../scenario.ts';
import { resendModes } from '../scenario.ts';
import { amountSchema, decimalSchema } from './amount.ts';

const name = z.string().min(1);
const definedName = name.meta({ description: 'Names the call for later steps.' });
const earlierName = name.meta({ description: 'The id of an earlier call.' });
const spins = z.int().min(0).max(1000);

const freespinsSchema = z.strictObject({
  played: spins,
  total: spins,
  is_finish: z.boolean().optional().meta({ description: 'played >= total when left out.' }),
  accumulated_win: decimalSchema.default(0),
});

const getBalanceSchema = z
  .strictObject({ freespins: freespinsSchema.optional() })
  .meta({ description: 'Asks for the balance, with free-spin progress if wanted.' });

const makeBetSchema = z
  .strictObject({
    id: definedName.optional(),
    bet: amountSchema,
    win: amountSchema.default(0),
    round: name.optional().meta({ description: 'A name; a round of its own when left out.' }),
    round_finished: z.boolean().default(true),
    transaction_of: earlierName
      .optional()
      .meta({ description: 'Uses the transaction_id of that earlier call.' }),
  })
  .meta({ description: 'Reports a bet and a win.' });

const rollbackSchema = z
  .strictObject({
    of: earlierName
      .optional()
      .meta({ description: 'The call to cancel; a transaction that never was when left out.' }),
    id: definedName.optional(),
  })
  .meta({ description: 'Cancels the transaction of an earlier call.' });

const modes = Object.keys(resendModes) as ResendMode[];
const modeList = Object.entries(resendModes).map(([mode, meaning]) => `${mode}: ${meaning}`);

const resendSchema = z
  .union([
    earlierName,
    z.strictObject({
      call: earlierName,
      as: z
        .enum(modes)
        .default('exact')
        .meta({ description: `${modeList.join('; ')}.` }),
      bet: amountSchema.optional().meta({ description: 'For conflict: the other bet.' }),
      win: amountSchema.optional().meta({ description: 'For conflict: the other win.' }),
    }),
  ])
  .meta({ description: 'Sends an earlier call once more.' });

/** The calls of a scenario, by the key that says which one it is. */
export const callShape = {
  getBalance: getBalanceSchema.optional(),
  makeBet: makeBetSchema.optional(),
  rollback: rollbackSchema.optional(),
  resend: resendSchema.optional(),
};
