import { z } from 'zod';
import { fields } from './schema.ts';

/** An instant that no time zone can change. */
export const offsetInstant = z.iso.datetime({
  offset: true,
  error: 'expected an instant with its offset, such as "2026-03-01T12:00:00Z"',
});

/** What may be ordered of the platform's clock, in a scenario and over the admin API. */
export const clockOrderShape = {
  set: offsetInstant.exactOptional().meta({
    description: 'What the time is from now on. A frozen clock stays frozen.',
  }),
  freeze: z
    .literal(true, { error: 'expected true (resume lets the time go on)' })
    .exactOptional()
    .meta({ description: 'The time stands still: here, or at set.' }),
  resume: z
    .literal(true, { error: 'expected true (freeze lets the time stand still)' })
    .exactOptional()
    .meta({ description: 'The time goes on from where it stands.' }),
  advance: fields.duration.exactOptional().meta({
    description:
      'The time moves on by that duration, and does what is due on the way, in order. Answers when all is quiet.',
    examples: ['24h'],
  }),
};

/** One order, or `freeze` beside one that sets the time. */
export const isOneClockOrder = (order: object): boolean => {
  const named = Object.keys(order);
  const isSet = named.includes('set') || named.includes('now');
  return named.length === 1 || (named.length === 2 && named.includes('freeze') && isSet);
};

const ordersError = 'expected one of set, freeze, resume and advance';

/** As a scenario writes it. */
export const clockOrderSchema = z
  .strictObject(clockOrderShape, { error: ordersError })
  .refine(isOneClockOrder, {
    error: ordersError,
    params: {
      remedy: 'write a step for each, such as `advance: 24h`; freeze may stand beside set',
    },
  })
  .meta({
    description:
      "The platform's clock is frozen, set, advanced or let go on, and is the system's again after the scenario. The agent, and `wait`, go by real time.",
  });
