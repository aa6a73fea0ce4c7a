import { z } from 'zod';
import { activeFaultSchema } from '../../../formats/fault.ts';
import { accountStatementSchema } from '../../../formats/judgement.ts';
import { fields } from '../../../formats/schema.ts';
import type { ClockView, PackView, SessionView } from '../../admin/views.ts';
import type { ShapeOf } from './fields.ts';

const { text, decimal, instant } = fields;

const session = z
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
    createdAt: instant,
    lastSeenAt: instant,
    state: z.enum(['active', 'expired']),
  } satisfies ShapeOf<SessionView>)
  .meta({ description: 'A game session.' });

const pack = z
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
  } satisfies ShapeOf<PackView>)
  .meta({ description: 'A pack of free spins.' });

const clock = z
  .object({ now: instant, shiftMs: z.int() } satisfies ShapeOf<ClockView>)
  .meta({ description: "The platform's time, and how far it is from the system's." });

/** Answers about accounts, and what moves them. */
export const accountAnswers = {
  AccountStatement: accountStatementSchema,
  AccountStatements: z.array(accountStatementSchema),
  Session: session,
  Sessions: z.array(session),
  Pack: pack,
  Packs: z.array(pack),
  Clock: clock,
  Fault: activeFaultSchema,
  Faults: z.array(activeFaultSchema),
};
