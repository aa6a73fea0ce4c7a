import { z } from 'zod';
import { accountStatementSchema } from '../../formats/judgement.ts';
import { fields, type Made } from '../../formats/schema.ts';

const { id, amount, currency, gameId, text, decimal, instant } = fields;

const agentId = z.int().exactOptional().meta({ description: 'Agent of the player; the main agent when left out.' });

export const launchSchema = z
  .strictObject({
    agentId,
    playerId: id.meta({ description: 'Player of the session.' }),
    gameId,
    currency: currency
      .exactOptional()
      .meta({ description: "Currency code; the player's first currency when left out." }),
    mode: z.enum(['real', 'demo']).exactOptional().meta({ description: 'Real money or a demo; real when left out.' }),
  })
  .meta({
    description: 'A game session, opened as if the agent had asked for it; or a demo.',
    examples: [{ playerId: 'player-1', gameId: 101 }],
  });

export type LaunchOrder = Made<typeof launchSchema>;

/** A game session of the platform, or one that only callbacks by hand know. */
const sessionSchema = z
  .object({
    sessionId: text,
    agentSessionId: text.exactOptional(),
    playerId: text,
    playerUsername: text,
    gameId: z.int().exactOptional(),
    game: text.exactOptional(),
    currency: text,
    language: text.exactOptional(),
    link: text.exactOptional().meta({ description: 'Path of the launch link, while it opens.' }),
    openedBy: z
      .literal('run')
      .exactOptional()
      .meta({ description: 'A run of scenarios had it opened; absent for all others.' }),
    createdAt: instant,
    lastSeenAt: instant,
    state: z.enum(['active', 'expired', 'by-hand']).meta({
      description: 'by-hand: only callbacks by hand know it, so that it neither opens nor ends.',
    }),
  })
  .meta({ description: 'A game session.' });

export type SessionView = Made<typeof sessionSchema>;

const packOrderSchema = z
  .strictObject({
    agentId,
    playerId: id.meta({ description: 'Player who gets the free spins.' }),
    gameId,
    currency,
    total: z.int().min(1).max(1000).meta({ description: 'Number of free spins, 1 to 1000.' }),
    bet: amount.meta({ description: 'Bet of each free spin, as text.' }),
  })
  .meta({
    description: 'A pack of free spins, as freespins_grant would grant it.',
    examples: [{ playerId: 'player-1', gameId: 101, currency: 'USD', total: 10, bet: '1' }],
  });

export type PackOrder = Made<typeof packOrderSchema>;

export const packSchema = z
  .object({
    freespinsId: text,
    playerId: text,
    gameId: z.int(),
    currency: text,
    bet: decimal,
    total: z.int(),
    played: z.int(),
    accumulatedWin: decimal,
    status: z.enum(['active', 'finished', 'deleted']),
  })
  .meta({ description: 'A pack of free spins.' });

export type PackView = Made<typeof packSchema>;

/** What may be asked for players, their sessions and packs. */
export const sessionRequests = { LaunchOrder: launchSchema, PackOrder: packOrderSchema };

/** Answers about players, their sessions and packs. */
export const sessionAnswers = {
  AccountStatement: accountStatementSchema,
  AccountStatements: z.array(accountStatementSchema),
  Session: sessionSchema,
  Sessions: z.array(sessionSchema),
  Pack: packSchema,
  Packs: z.array(packSchema),
};
