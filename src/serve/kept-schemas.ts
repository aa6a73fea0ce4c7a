import { z } from 'zod';
import type { AccountStatement } from '../formats/judgement.ts';
import { open } from '../formats/schema.ts';
import { keptGameSchema } from '../games/kept-game.ts';
import type { KeptKind } from '../journal/kept.ts';
import { demoSchema, gameSessionSchema, packSchema } from '../platform/kept-schemas.ts';
import { findingCodes, weights } from '../spec/finding.ts';
import type { KeptTally } from './judged-tally.ts';
import type { AgentStatement } from './kept-accounts.ts';

const text = z.string();

/** An account as it is kept; another version may have written it. It is as of its last point. */
const accountSchema = open({
  agentId: z.number(),
  statement: open({
    ...{ playerId: text, playerUsername: text, currency: text, opening: text },
    ...{ bets: text, wins: text, rollbacks: text, elsewhere: text, expected: text },
    runs: text.default('0'),
    ...{ actual: text.optional(), difference: text.optional() },
    since: open({ exchangeId: text, at: text, difference: text }).optional(),
    points: z
      .array(
        open({
          at: text,
          exchangeId: text,
          expected: text,
          kind: text,
          actual: text.optional(),
          isWrong: z.literal(true).optional(),
        }),
      )
      .min(1),
  }),
}).transform(({ agentId, statement }): AgentStatement => {
  const kept = statement as AccountStatement;
  return { agentId, statement: { ...kept, asOf: kept.points.at(-1)?.at } };
});

/** A session that only callbacks by hand know. Times: Unix milliseconds. */
export const handSessionSchema = open({
  agentId: z.number(),
  sessionId: z.string(),
  playerId: z.string(),
  playerUsername: z.string(),
  currency: z.string(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
});

/** What pages rely on. */
const findingSchema = open({
  code: z.enum(findingCodes),
  count: z.number(),
  ...{ firstAt: text, lastAt: text },
  card: open({
    code: z.enum(findingCodes),
    weight: z.enum(weights),
    ...{ title: text, message: text, change: text, leftOut: z.number() },
    requirements: z.array(open({ id: text, level: text, title: text, source: text, sentence: text.optional() })),
    calls: z.array(open({ exchangeId: text, kind: text, answered: text, startedAt: text })),
  }),
  sightings: z.array(open({ at: text, message: text, exchanges: z.array(text) })),
  ...{ scenarios: z.array(text), places: z.array(text) },
  lastPlay: z.enum(['shown', 'gone', 'unclear']).optional(),
});

const tallySchema: z.ZodType<KeptTally> = open({
  judged: open({
    ...{ right: z.number(), wrong: z.number(), risky: z.number(), consistent: z.number() },
    unjudged: z.number(),
  }),
  since: z.string().nullable(),
});

/** What a value of each kind has to be; the exchanges of cards are read where they lie. */
export const keptSchemas: Readonly<Partial<Record<KeptKind, z.ZodType>>> = {
  session: gameSessionSchema,
  demo: demoSchema,
  pack: packSchema,
  game: keptGameSchema,
  account: accountSchema,
  'hand-session': handSessionSchema,
  finding: findingSchema,
  judged: tallySchema,
};
