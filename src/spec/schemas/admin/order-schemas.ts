import { z } from 'zod';
import { fields } from '../../../formats/schema.ts';
import type {
  LaunchOrder,
  PackOrder,
  RecordOrder,
  ResendOrder,
  RunOrderOfPage,
  TriggerOrder,
} from '../../admin/orders.ts';
import { callbackTypes } from '../../callback.ts';
import { meaningsOf, namesOf } from '../../closed-list.ts';
import { resendModes, signatureVariants } from '../../fault.ts';
import type { ShapeOf } from './fields.ts';
import { freespinsSchema } from './freespins.ts';

const { id, amount, currency, gameId } = fields;

const triggerSchema = z
  .strictObject({
    type: z.enum(callbackTypes).meta({ description: 'Type of the callback (section 6).' }),
    sessionId: id.exactOptional().meta({ description: 'A session of the platform.' }),
    playerId: id.exactOptional().meta({ description: 'Enough without a session.' }),
    currency: currency.exactOptional(),
    bet: amount.exactOptional(),
    win: amount.exactOptional(),
    transactionId: id.exactOptional().meta({ description: 'A fresh one when left out.' }),
    gameRoundId: id.exactOptional().meta({ description: 'A fresh one when left out.' }),
    roundFinished: z.boolean().exactOptional().meta({ description: 'true when left out.' }),
    freespins: freespinsSchema.exactOptional(),
    signature: z
      .enum(namesOf(signatureVariants))
      .exactOptional()
      .meta({ description: `${meaningsOf(signatureVariants)}.` }),
  } satisfies ShapeOf<TriggerOrder>)
  .meta({
    description:
      'A callback by hand. What is left out is taken from the session, the player or fresh ids.',
    examples: [{ type: 'makeBet', playerId: 'player-1', bet: '5', win: '0' }],
  });

const resendSchema = z
  .strictObject({
    as: z.enum(namesOf(resendModes)).meta({ description: `${meaningsOf(resendModes)}.` }),
    bet: amount.exactOptional(),
    win: amount.exactOptional(),
    afterMs: z
      .int()
      .min(0)
      .max(60_000)
      .exactOptional()
      .meta({ description: 'For stale, milliseconds; 3,000 when left out.' }),
  } satisfies ShapeOf<ResendOrder>)
  .meta({
    description: 'How a callback is sent again; bet and win are for conflict.',
    examples: [{ as: 'exact' }],
  });

const launchSchema = z
  .strictObject({
    playerId: id,
    gameId,
    currency: currency.exactOptional(),
    mode: z.enum(['real', 'demo']).exactOptional().meta({ description: 'real when left out.' }),
  } satisfies ShapeOf<LaunchOrder>)
  .meta({
    description: 'A game session, opened as if the agent had asked for it; or a demo.',
    examples: [{ playerId: 'player-1', gameId: 101 }],
  });

const packSchema = z
  .strictObject({
    playerId: id,
    gameId,
    currency,
    total: z.int().min(1).max(1000).meta({ description: 'How many free spins.' }),
    bet: amount,
  } satisfies ShapeOf<PackOrder>)
  .meta({
    description: 'A pack of free spins, as freespins_grant would grant it.',
    examples: [{ playerId: 'player-1', gameId: 101, currency: 'USD', total: 10, bet: '1' }],
  });

const runSchema = z
  .strictObject({
    scenarios: z
      .array(id)
      .min(1)
      .max(1000)
      .exactOptional()
      .meta({ description: 'Files as GET /scenarios lists them; the whole suite when left out.' }),
  } satisfies ShapeOf<RunOrderOfPage>)
  .meta({ description: 'Which scenarios are run.', examples: [{}] });

const recordSchema = z
  .strictObject({
    sessionId: id.exactOptional().meta({ description: 'Everything of this session.' }),
    exchangeIds: z
      .array(id)
      .min(1)
      .max(1000)
      .exactOptional()
      .meta({ description: 'Only these exchanges.' }),
    title: z.string().min(1).max(200).exactOptional(),
  } satisfies ShapeOf<RecordOrder>)
  .refine(({ sessionId, exchangeIds }) => sessionId !== undefined || exchangeIds !== undefined, {
    error: 'Say what becomes a scenario: sessionId or exchangeIds.',
  })
  .meta({
    description: 'What becomes a scenario: everything of a session, or these exchanges.',
    examples: [{ sessionId: 's-1' }],
  });

/** The orders of the admin API, as `contract/admin/orders.ts` has them. */
export const orderSchemas = {
  TriggerOrder: triggerSchema,
  ResendOrder: resendSchema,
  LaunchOrder: launchSchema,
  PackOrder: packSchema,
  RunOrder: runSchema,
  RecordOrder: recordSchema,
};
