import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { durationOf } from '../formats/written-time.ts';
import type { KeptStore } from '../journal/kept.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import type { OperationName } from '../spec/operation.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { OperationDeviation } from '../wire/faults.ts';
import { Catalogue } from './catalogue.ts';
import { Demos } from './demos.ts';
import { type Explaining, RefusalExplainer } from './explain-refusal.ts';
import type { HostCheck } from './host-check.ts';
import { Packs } from './packs.ts';
import { type GameSession, Sessions } from './sessions.ts';

export interface PlatformOptions {
  /** A list, or a map that others may change: it is looked into with each request. */
  readonly agents: readonly AgentConfiguration[] | ReadonlyMap<number, AgentConfiguration>;
  readonly games: readonly Game[];
  readonly quirks: Quirks;
  readonly clock: Clock;
  readonly dice: Dice;
  /** Where players reach the platform, such as `http://127.0.0.1:4600`. */
  readonly baseUrl: () => string;
  /** Whether a request is answered that came under this Host; any is when absent. */
  readonly allowsHost?: HostCheck;
  /** How a right request is answered just now instead of rightly, asked once for each; rightly when absent. */
  readonly operationFault?: (name: OperationName, agentId?: number) => OperationDeviation | undefined;
  /** Told of every game session that is created. */
  readonly onSession?: (session: GameSession) => void;
  /** Where sessions, demos and packs outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore;
  /** When it is looked into why a signature was refused; never when absent. */
  readonly explain?: Explaining | undefined;
  /** Tokens that an agent has or had: the reason of a refused signature may be an old one. */
  readonly tokensOf?: (agentId: number) => readonly string[];
  readonly record: RecordExchange;
  /** Told about every exception that answering caused. */
  readonly onError: (error: unknown) => void;
}

/** What the operations of a platform work on. */
export type PlatformState = ReturnType<typeof createState>;

export const createState = (options: PlatformOptions) => {
  const { quirks, clock, dice, kept, baseUrl, explain: when, tokensOf: formerTokensOf } = options;
  const agents = 'get' in options.agents ? options.agents : new Map(options.agents.map((agent) => [agent.id, agent]));
  const common = { clock, kept, idleMs: durationOf(quirks.sessionIdle) };
  /** A session is created, whatever becomes of those who are told. */
  const onCreated = (session: GameSession): void => {
    try {
      options.onSession?.(session);
    } catch (error) {
      options.onError(error);
    }
  };
  return {
    agents,
    catalogue: new Catalogue(options.games),
    sessions: new Sessions({ ...common, dice: dice.fork('sessions'), onCreated }),
    demos: new Demos({ ...common, dice: dice.fork('demos'), balance: quirks.demoBalance }),
    packs: new Packs({ clock, kept, dice: dice.fork('packs'), packEnd: quirks.packEnd }),
    quirks,
    clock,
    baseUrl,
    allowsHost: options.allowsHost ?? (() => true),
    operationFault: options.operationFault ?? (() => undefined),
    /** Says why a signature was refused; nobody does where it was not asked for. */
    explainer:
      when === undefined ? undefined : new RefusalExplainer({ agents, when, formerTokensOf, accept: quirks.accept }),
  };
};
