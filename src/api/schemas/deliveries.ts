import { z } from 'zod';
import { fields, type Made } from '../../formats/schema.ts';
import { callbackTypes } from '../../spec/callback.ts';

const { text, instant, count } = fields;

const delivery = z
  .object({
    exchangeId: text
      .exactOptional()
      .meta({ description: 'The last sending; absent where an earlier process sent it.' }),
    agentId: z.int(),
    playerId: text,
    currency: text,
    sessionId: text,
    transactionId: text,
    gameRoundId: text.exactOptional(),
    kind: z.enum(callbackTypes).meta({ description: 'What is sent next.' }),
    attempt: z.int().min(1).meta({
      description: 'Which sending of it that is: 1 for the first, 2 for its first retry.',
    }),
    attemptsLeft: count.meta({ description: 'How often it is sent again after that.' }),
    nextAt: instant.meta({ description: "When it is sent, by the platform's clock." }),
    nextAtReal: instant.exactOptional().meta({ description: 'In real time; absent while the clock stands still.' }),
    // biome-ignore lint/suspicious/noThenProperty: it is data, and no method
    then: z.enum(['rollback', 'later', 'given-up']).meta({
      description:
        'What comes when none of these is answered clearly: the bet is rolled back, the game sends it again later, or nothing.',
    }),
  })
  .meta({ description: 'A callback without a clear answer, and when it is sent again.' });

/** A callback that waits to be sent again. */
export type DeliveryView = Made<typeof delivery>;

/** Answers about callbacks that wait. */
export const deliveryAnswers = { Deliveries: z.array(delivery) };
