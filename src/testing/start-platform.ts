import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlatformClock } from '../base/platform-clock.ts';
import type { ActiveFault, FaultOrder } from '../formats/fault.ts';
import type { Finding } from '../formats/judgement.ts';
import type { OperationName } from '../spec/operation.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { createPlayCase, playCaseKey } from './conformance-case.ts';
import { ConformanceError } from './conformance-error.ts';
import type { FindingRecord } from './findings-book.ts';
import { type OpenAgent, openAgent } from './open-agent.ts';
import { createSessions, type SessionOrder } from './open-sessions.ts';
import { type PlatformOptions, type ReadOptions, readOptions } from './platform-options.ts';
import type { PlatformSession } from './session.ts';
import type { RequestWait, TestExchange } from './traffic.ts';
import { demandOpen } from './wrong-use.ts';

/** A platform for tests: it answers the agent's requests, and calls the agent. */
export interface TestPlatform {
  /** The agent's base URL of /api/games/*, such as `http://127.0.0.1:40123`; its dashboard is there as well. */
  readonly url: string;
  /** Resolves once the agent answers below 500; rejects after the timeout, 30 s when absent. */
  waitForAgent(options?: { readonly timeout?: string | number }): Promise<void>;
  /** By `hooks.launch` where the agent can be made to ask for a link; else the platform's own. */
  openSession(order?: SessionOrder): Promise<PlatformSession>;
  /** Resolves with the newest request of that operation since the last reset, which may have come already. */
  waitForRequest(operation: OperationName, options?: RequestWait): Promise<TestExchange>;
  /** What the agent asked since the last reset, oldest first. */
  requests(operation?: OperationName): readonly TestExchange[];
  /** Everything that went either way since the last reset, oldest first. */
  exchanges(): readonly TestExchange[];
  /** What the agent broke since the last reset. Who reads it has looked at it. */
  findings(): readonly Finding[];
  /** Throws where the agent has broken anything since the last reset. */
  assertConforms(): void;
  readonly faults: Faults;
  readonly clock: PlatformClock;
  /**
   * Forgets exchanges, findings, faults, sessions, packs, requests and the clock. Throws afterwards
   * where there was a finding that no assertion had looked at.
   */
  reset(): void;
  /** Resolves when everything that is due has been sent and answered. */
  waitForIdle(): Promise<void>;
  /** Closes the platform and the application that it was given. Throws afterwards as `reset` does. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Deliberate deviations of the platform, either way. */
export interface Faults {
  list(): readonly ActiveFault[];
  /** Switches one on: `{ direction: 'callback', fault: 'duplicated', on: 'makeBet', times: 1 }`. */
  add(order: FaultOrder): ActiveFault;
  remove(id: string): boolean;
  clear(): void;
}

/** Starts a platform on a free port: in memory, quiet. A WalletproofError where an option is wrong. */
export const startPlatform = async (options: PlatformOptions): Promise<TestPlatform> => {
  const read = await readOptions(options);
  return createPlatform(read, await openAgent(read));
};

const createPlatform = (options: ReadOptions, agent: OpenAgent): TestPlatform => {
  const { server, traffic, findings, desk } = agent;
  const { clock, faults, work } = server.context;
  const sessions = createSessions(options, agent);
  if (options.isManual) clock.freeze();
  const close = async (): Promise<void> => {
    if (agent.isClosed()) return;
    await agent.close();
    complain(options, [...findings.takeUnseen()], agent.takeErrors());
  };
  const platform: TestPlatform = {
    url: server.url,
    waitForAgent: async (wait) => {
      demandOpen(agent.isClosed());
      await agent.waitForAgent(wait);
    },
    openSession: async (order) => {
      demandOpen(agent.isClosed());
      return await sessions.open(order);
    },
    waitForRequest: async (operation, wait = {}) => {
      demandOpen(agent.isClosed());
      return await traffic.waitForRequest(operation, wait);
    },
    requests: traffic.requests,
    exchanges: traffic.exchanges,
    findings: () => findings.look().flatMap((each) => each.findings),
    assertConforms: () => complainOf(findings.look()),
    faults: { list: faults.list, add: faults.add, remove: faults.remove, clear: faults.clear },
    clock,
    reset: () => {
      demandOpen(agent.isClosed());
      server.reset();
      if (options.isManual) clock.freeze();
      traffic.reset();
      desk.reset();
      sessions.reset();
      complain(options, findings.takeUnseen(), agent.takeErrors());
    },
    waitForIdle: async () => {
      await desk.idle();
      await work.quiet();
      await nextTurn();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return Object.assign(platform, { [playCaseKey]: createPlayCase(options, agent) });
};

const complainOf = (records: readonly FindingRecord[]): void => {
  const broken = records.filter(({ findings }) => findings.some(({ weight }) => weight === 'breach'));
  if (broken.length > 0) throw errorOf(broken, '');
};

/** Findings that nobody looked at fail the test, all of them in one error. */
const complain = (
  { throwsFindings }: ReadOptions,
  unseen: readonly FindingRecord[],
  errors: readonly unknown[],
): void => {
  const [error] = errors;
  if (error !== undefined) throw internal(error);
  if (!throwsFindings || unseen.length === 0) return;
  throw errorOf(unseen, "The agent broke what no assertion looked at (onFinding: 'ignore' leaves that out):\n\n");
};

const errorOf = (records: readonly FindingRecord[], head: string): ConformanceError => {
  const texts = new Set(records.map(({ explain }) => explain()));
  const findings = new Set(records.flatMap((each) => each.findings));
  return new ConformanceError(`${head}${[...texts].join('\n\n')}`, [...findings]);
};

const internal = (cause: unknown): Error =>
  cause instanceof WalletproofError
    ? cause
    : new Error(`internal error (please report it): ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
