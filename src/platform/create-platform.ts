import type { Express } from 'express';
import express from 'express';
import type { OperationDeviation } from '../faults/operation-deviation.ts';
import type { AgentConfiguration } from '../spec/configuration.ts';
import { durationOf } from '../spec/duration.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import type { Game } from '../spec/game.ts';
import type { OperationName } from '../spec/operation.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';
import { createCatalogue } from './create-catalogue.ts';
import { createDemos } from './create-demos.ts';
import { createDoctor } from './create-doctor.ts';
import { createPacks } from './create-packs.ts';
import type { GameSession } from './create-sessions.ts';
import { createSessions } from './create-sessions.ts';
import type { Explaining, PlatformState } from './platform-state.ts';
import { serveOperations } from './serve-operations.ts';

export interface PlatformOptions {
  readonly agents: readonly AgentConfiguration[];
  readonly games: readonly Game[];
  readonly quirks: Quirks;
  readonly clock: Clock;
  readonly dice: Dice;
  /** Where players reach the platform, such as `http://127.0.0.1:4600`. */
  readonly baseUrl: () => string;
  /** How a right request is answered just now instead of rightly; rightly when absent. */
  readonly operationFault?: (name: OperationName) => OperationDeviation | undefined;
  /** Told of every game session that is created. */
  readonly onSession?: (session: GameSession) => void;
  /** When it is looked into why a signature was refused; never when absent. */
  readonly explain?: Explaining | undefined;
  readonly record: RecordExchange;
  /** Told about every exception that answering caused. */
  readonly onError: (error: unknown) => void;
}

/** The platform side of the request API, and what it keeps. */
export interface Platform extends PlatformState {
  /** Answers /api/ alone; add routers for the rest, then hand it to createHttpServer. */
  readonly app: Express;
}

const createApp = (): Express =>
  express().disable('x-powered-by').disable('etag').set('query parser', false);

/** A platform for these agents. Time and chance are the clock's and the dice's. */
export const createPlatform = (options: PlatformOptions): Platform => {
  const { clock, dice, quirks, record, onError } = options;
  const common = { clock, idleMs: durationOf(quirks.sessionIdle) };
  const onCreated = tellingSafely(options);
  const agents = new Map(options.agents.map((agent) => [agent.id, agent]));
  const state: PlatformState = {
    agents,
    catalogue: createCatalogue(options.games),
    sessions: createSessions({ ...common, dice: dice.fork('sessions'), onCreated }),
    demos: createDemos({ ...common, dice: dice.fork('demos') }),
    packs: createPacks({ clock, dice: dice.fork('packs') }),
    quirks,
    clock,
    baseUrl: options.baseUrl,
    operationFault: options.operationFault ?? (() => undefined),
    doctor: doctorOf(options, agents),
  };
  const app = createApp();
  app.use(serveOperations({ state, dice: dice.fork('requests'), record, onError }));
  return { ...state, app };
};

/** A session is created, whatever becomes of those who are told. */
const tellingSafely =
  ({ onSession, onError }: PlatformOptions) =>
  (session: GameSession): void => {
    try {
      onSession?.(session);
    } catch (error) {
      onError(error);
    }
  };

const doctorOf = (
  { explain, quirks }: PlatformOptions,
  agents: PlatformState['agents'],
): PlatformState['doctor'] =>
  explain === undefined
    ? undefined
    : { see: createDoctor({ agents, accept: quirks.dialect }), when: explain };
