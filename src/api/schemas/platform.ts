import { z } from 'zod';
import { clockOrderShape, isOneClockOrder, offsetInstant } from '../../formats/clock-order.ts';
import type { PlayerConfiguration } from '../../formats/configuration.ts';
import { activeFaultSchema, faultOrderSchema } from '../../formats/fault.ts';
import type { Game } from '../../formats/games.ts';
import { fields, type Made } from '../../formats/schema.ts';
import { gameKinds } from '../../spec/game-page.ts';

const { text, texts, instant, count } = fields;

const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded']).meta({ description: 'degraded: the journal does less than it should.' }),
    version: text,
    startedAt: instant,
    exchanges: count.meta({ description: 'How many the journal has.' }),
    lost: count.meta({ description: 'How much could not be written to the journal, and is gone.' }),
    degraded: texts.exactOptional().meta({ description: 'Why it is degraded, a sentence each.' }),
    lagMs: count.meta({
      description:
        'The longest time of the last minute in which the platform could do nothing, in milliseconds. Above 100 it was held up, or the machine was.',
    }),
  })
  .meta({
    description: 'That the platform is there, and how its journal and its event loop fare.',
    examples: [
      {
        ...{ status: 'ok', version: '1.0.0', startedAt: '2026-03-01T12:00:00.000Z' },
        ...{ exchanges: 42, lost: 0, lagMs: 3 },
      },
    ],
  });

/** A schema for each field of `T`: a field that is forgotten does not compile. */
type ShapeOf<T> = { readonly [K in keyof T]-?: z.ZodType };

const player = z.object({
  id: text,
  username: text,
  currencies: texts,
  language: text,
} satisfies ShapeOf<PlayerConfiguration>);

const game = z.object({
  id: z.int(),
  title: text,
  brand: text,
  image_url: text,
  demo: z.boolean(),
  freespins: z.boolean().exactOptional(),
  kind: z.enum(gameKinds).exactOptional(),
} satisfies ShapeOf<Game>);

/** What `serve` was started with: empty pages fill it in. */
export const setupSchema = z
  .object({
    version: text,
    baseUrl: text.meta({ description: 'Where the platform listens.' }),
    agentId: z.int(),
    callbackUrl: text.exactOptional(),
    /** Name of the bundled agent's defect, or `none`, where that one is played against. */
    exampleAgent: text.exactOptional(),
    dialect: text.exactOptional(),
    players: z.array(player),
    games: z.array(game),
    unavailableGames: z.array(z.int()).meta({ description: 'Ids of games that the agent cannot offer.' }),
    journal: text,
    /** Where `save as scenario` writes. */
    scenariosFolder: text,
    delivery: text,
    timeout: text,
    seed: z.number(),
    startedAt: instant,
  })
  .meta({ description: 'What `walletproof serve` was started with. Never the token.' });

export type Setup = Made<typeof setupSchema>;

/** A century either way, in milliseconds: further away, dates are no dates. */
const farthest = 3_155_760_000_000;

const clockOrderSchema = z
  .strictObject({
    shiftMs: z.int().min(-farthest).max(farthest).exactOptional().meta({
      description: "How far from the system's time, which it goes with then; 0 is the system's time again.",
    }),
    ...clockOrderShape,
    now: offsetInstant.exactOptional().meta({ description: 'The same as set.' }),
  })
  .refine(isOneClockOrder, {
    error: 'Say one of shiftMs, set, freeze, resume and advance; freeze may stand beside set.',
  })
  .meta({
    description: "Freezes, sets or advances the platform's time: one of them, or freeze beside set.",
    examples: [{ shiftMs: 301_000 }, { advance: '24h' }, { set: '2026-03-01T12:00:00Z', freeze: true }],
  });

const clockSchema = z
  .object({
    now: instant,
    shiftMs: z.int().meta({ description: "How far it is ahead of the system's time." }),
    frozen: z.boolean().meta({ description: 'Whether it stands still.' }),
  })
  .meta({
    description: "The platform's time, how far it is from the system's, and whether it is frozen.",
  });

export type ClockView = Made<typeof clockSchema>;

const loginSchema = z
  .strictObject({
    token: z.string().min(1).max(1000).meta({ description: 'The admin token.' }),
  })
  .meta({
    description: 'The admin token, for a cookie.',
    examples: [{ token: 'my-long-admin-token' }],
  });

const documentSchema = z
  .looseObject({ openapi: text, info: z.looseObject({ title: text, version: text }) })
  .meta({ description: 'An OpenAPI 3.1 document.' });

const errorSchema = z
  .object({
    error: text,
    message: text,
    remedy: text.exactOptional(),
  })
  .meta({
    description: 'What failed, with which value, and what to do.',
    examples: [
      {
        error: 'not_found',
        message: 'No exchange has this id.',
        remedy: 'GET /__admin/exchanges lists them; the oldest leave the journal.',
      },
    ],
  });

export type AdminError = Made<typeof errorSchema>;

/** Where nothing is to be said. */
export const nothingSchema = z.strictObject({});

/** What may be asked of the platform as a whole. */
export const platformRequests = {
  FaultOrder: faultOrderSchema,
  ClockOrder: clockOrderSchema,
  Login: loginSchema,
  Nothing: nothingSchema,
};

/** Answers about the platform as a whole. */
export const platformAnswers = {
  Health: healthSchema,
  Setup: setupSchema,
  Clock: clockSchema,
  Fault: activeFaultSchema,
  Faults: z.array(activeFaultSchema),
  Document: documentSchema,
  Error: errorSchema,
};
