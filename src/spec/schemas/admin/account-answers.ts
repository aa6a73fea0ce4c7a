import { z } from 'zod';
import type { AccountPoint, AccountStatement } from '../../../formats/judgement.ts';
import type { ClockView, PackView, SessionView } from '../../admin/views.ts';
import type { ActiveFault } from '../../fault.ts';
import { controlSchemas } from './control-schemas.ts';
import type { ShapeOf } from './fields.ts';
import { fields } from './fields.ts';

const { text, decimal, instant } = fields;

const point = z.object({
  at: instant,
  exchangeId: text,
  kind: text,
  expected: decimal,
  actual: decimal.exactOptional(),
} satisfies ShapeOf<AccountPoint>);

const account = z
  .object({
    playerId: text,
    playerUsername: text,
    currency: text,
    opening: decimal,
    bets: decimal,
    wins: decimal,
    rollbacks: decimal,
    elsewhere: decimal,
    expected: decimal,
    actual: decimal.exactOptional(),
    difference: decimal.exactOptional(),
    points: z.array(point).meta({ description: 'Oldest first; the last 500.' }),
  } satisfies ShapeOf<AccountStatement>)
  .meta({
    description:
      'An account as the ledger follows it: opening − bets + wins + rollbacks + elsewhere = expected.',
  });

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

const fault = z
  .object({ ...controlSchemas.FaultOrder.shape, id: text } satisfies ShapeOf<ActiveFault>)
  .meta({ description: 'A fault that is switched on. times: how many are left.' });

/** Answers about accounts, and what moves them. */
export const accountAnswers = {
  AccountStatement: account,
  AccountStatements: z.array(account),
  Session: session,
  Sessions: z.array(session),
  Pack: pack,
  Packs: z.array(pack),
  Clock: clock,
  Fault: fault,
  Faults: z.array(fault),
};
