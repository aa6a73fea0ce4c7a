import { z } from 'zod';
import { callVerdictSchema, exchangeJudgementSchema } from '../../formats/judgement.ts';
import { fields, type Made } from '../../formats/schema.ts';
import { callbackTypes } from '../../spec/callback.ts';
import { meaningsOf, namesOf } from '../../spec/closed-list.ts';
import { resendModes, signatureVariants } from '../../spec/fault.ts';
import { freespinsSchema, messageBodySchema } from './exchanges.ts';

const { id, amount, currency } = fields;

const triggerSchema = z
  .strictObject({
    type: z.enum(callbackTypes).meta({ description: 'Type of the callback (section 6).' }),
    agentId: z.int().exactOptional().meta({
      description: "Agent that it goes to; when left out, the session's agent, or else the main one.",
    }),
    sessionId: id.exactOptional().meta({ description: 'Session of the callback.' }),
    playerId: id.exactOptional().meta({ description: 'Player of the callback; needed without a session.' }),
    currency: currency.exactOptional().meta({
      description: "Currency code; that of the session, or else the player's first, when left out.",
    }),
    bet: amount.exactOptional().meta({ description: 'For makeBet: amount to debit, as text.' }),
    win: amount.exactOptional().meta({ description: 'For makeBet: amount to credit, as text.' }),
    transactionId: id.exactOptional().meta({ description: 'A new one when left out.' }),
    gameRoundId: id.exactOptional().meta({ description: 'A new one when left out.' }),
    roundFinished: z.boolean().exactOptional().meta({ description: 'true when left out.' }),
    freespins: freespinsSchema
      .exactOptional()
      .meta({ description: 'The progress of the active pack, if any, when left out.' }),
    signature: z
      .enum(namesOf(signatureVariants))
      .exactOptional()
      .meta({ description: `${meaningsOf(signatureVariants)}.` }),
    count: z.int().min(1).max(50).exactOptional().meta({
      description:
        'How many are sent at once, each with ids of its own where they are left out, and a getBalance behind them; 1 when left out.',
    }),
  })
  .meta({
    description: 'A callback by hand. What is left out is taken from the session or the player; ids are new.',
    examples: [{ type: 'makeBet', playerId: 'player-1', bet: '5', win: '0' }],
  });

export type TriggerOrder = Made<typeof triggerSchema>;

const resendSchema = z
  .strictObject({
    as: z
      .enum([...namesOf(resendModes), 'edited'])
      .meta({ description: `${meaningsOf(resendModes)}; edited: another body, signed again.` }),
    bet: amount.exactOptional().meta({ description: 'For conflict: amount to debit, as text.' }),
    win: amount.exactOptional().meta({ description: 'For conflict: amount to credit, as text.' }),
    afterMs: z
      .int()
      .min(0)
      .max(60_000)
      .exactOptional()
      .meta({ description: 'For stale, milliseconds; 3,000 when left out.' }),
    body: z.string().exactOptional().meta({
      description: 'For edited: the text that is sent, byte for byte; it need be no JSON.',
    }),
  })
  .refine((order) => (order.as === 'edited') === (order.body !== undefined), {
    error: 'body belongs to edited, and edited needs it.',
  })
  .meta({
    description:
      "How a callback, or a request of the agent, is sent again; bet and win are for conflict. The agent's own requests know exact, resigned and edited.",
    examples: [{ as: 'exact' }],
  });

export type ResendOrder = Made<typeof resendSchema>;

const { text, decimal } = fields;

const sentCallback = z
  .object({
    exchangeId: text,
    kind: fields.kind,
    transactionId: text.exactOptional(),
    currency: text.exactOptional(),
    status: z.int().nullable().meta({ description: 'HTTP status; null when no answer came.' }),
    failure: text.exactOptional().meta({ description: 'Why no answer came.' }),
    balance: decimal.exactOptional().meta({ description: 'That the agent answered, without trailing zeros.' }),
    actual: decimal.exactOptional().meta({ description: 'The same at the scale of the currency, as expected is.' }),
    error: text.exactOptional().meta({ description: 'The error code that the agent answered.' }),
    verdict: callVerdictSchema.exactOptional(),
    expected: decimal.exactOptional().meta({ description: 'The balance that the ledger knows.' }),
    sentence: text.exactOptional().meta({ description: 'The judgement, for people.' }),
    findings: exchangeJudgementSchema.shape.findings,
    answer: messageBodySchema
      .exactOptional()
      .meta({ description: "What the platform answered to a request of the agent's." }),
  })
  .meta({ description: 'What was sent, its answer and its judgement.' });

const sentSchema = z
  .object({
    exchangeIds: fields.texts.meta({ description: 'Of what was sent, oldest first.' }),
    callbacks: z.array(sentCallback).meta({ description: 'What came of each.' }),
  })
  .meta({ description: 'What was sent by hand, oldest first, and what came of it.' });

export type SentByHand = Made<typeof sentSchema>;

/** What is asked for by hand. */
export const handRequests = { TriggerOrder: triggerSchema, ResendOrder: resendSchema };

/** What came of it. */
export const handAnswers = { SentByHand: sentSchema };
