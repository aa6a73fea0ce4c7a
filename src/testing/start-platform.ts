import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlatformClock } from '../base/platform-clock.ts';
import type { ActiveFault, FaultOrder } from '../formats/fault.ts';
import type { Finding } from '../formats/judgement.ts';
import { tool } from '../formats/package-files.ts';
import type { Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { learning, type Prepared, prepareRun } from '../run/prepare-run.ts';
import type { RunOrder } from '../run/run-context.ts';
import { runPrepared } from '../run/run-scenarios.ts';
import type { Selection } from '../run/select.ts';
import type { OperationName } from '../spec/operation.ts';
import { failsRun } from '../spec/verdict.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { type OpenAgent, openAgent } from './open-agent.ts';
import { demandOpen, type PlatformHooks, type PlatformOptions, type ReadOptions, readOptions } from './options.ts';
import { freshBooks } from './play-calls.ts';
import { ConformanceError, errorOf, explainRun } from './results.ts';
import { openSession, type PlatformSession, type SessionOrder } from './sessions.ts';
import type { RequestWait, TestExchange } from './traffic.ts';

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
  let opened = 0;
  let resets = 0;
  if (options.isManual) clock.freeze();
  const close = async (): Promise<void> => {
    if (agent.signal.aborted) return;
    await agent.close();
    complain(options, agent);
  };
  const platform: TestPlatform = {
    url: server.url,
    waitForAgent: async (wait) => {
      demandOpen(agent.signal);
      await agent.waitForAgent(wait);
    },
    openSession: async (order) => {
      demandOpen(agent.signal);
      opened += 1;
      return await openSession({ options, agent }, order, `s${resets}-${opened}`);
    },
    waitForRequest: async (operation, wait = {}) => {
      demandOpen(agent.signal);
      return await traffic.waitForRequest(operation, wait);
    },
    requests: (operation) => traffic.requests(operation),
    exchanges: () => traffic.exchanges(),
    findings: () => findings.look().flatMap((each) => each.findings),
    assertConforms: () => {
      const broken = findings.look().filter((each) => each.findings.some(({ weight }) => weight === 'breach'));
      if (broken.length > 0) throw errorOf(broken);
    },
    faults: { list: faults.list, add: faults.add, remove: faults.remove, clear: faults.clear },
    clock,
    reset: () => {
      demandOpen(agent.signal);
      server.reset();
      if (options.isManual) clock.freeze();
      traffic.reset();
      desk.reset();
      resets += 1;
      complain(options, agent);
    },
    waitForIdle: async () => {
      await desk.idle();
      await work.quiet();
      await nextTurn();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return Object.assign(platform, {
    [playCaseKey]: createPlayCase(options, agent),
    [fuzzKey]: createFuzzing(options, agent),
  });
};

/** Findings that nobody looked at fail the test, all of them in one error. */
const complain = ({ throwsFindings }: ReadOptions, agent: OpenAgent): void => {
  const unseen = agent.findings.takeUnseen();
  const [error] = agent.takeErrors();
  if (error !== undefined) throw internal(error);
  if (!throwsFindings || unseen.length === 0) return;
  throw errorOf(unseen, "The agent broke what no assertion looked at (onFinding: 'ignore' leaves that out):\n\n");
};

const internal = (cause: unknown): Error =>
  cause instanceof WalletproofError
    ? cause
    : new Error(`internal error (please report it): ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });

/** A scenario to be played against the agent of a platform. */
export interface CaseOrder {
  readonly scenario: Scenario;
  readonly selection: Selection;
  /** A `should` fails as well. */
  readonly strict: boolean;
  /** Before those of the platform. */
  readonly hooks: PlatformHooks;
}

/** What came of a case that did not fail. `skipped`: nothing, or not all of it, could be judged. */
export type CaseOutcome = { readonly kind: 'passed' } | { readonly kind: 'skipped'; readonly reason: string };

/** Plays cases on a platform; rejects with a ConformanceError where one fails. */
export type PlayCase = (order: CaseOrder) => Promise<CaseOutcome>;

/** How a case finds the player in a platform, whichever copy of the library made that. */
export const playCaseKey = Symbol.for('walletproof.playCase');

const createPlayCase = (options: ReadOptions, agent: OpenAgent): PlayCase => {
  let prepared: Promise<Prepared> | undefined;
  let count = 0;
  return async (order) => {
    return await besideNothing(agent, async () => {
      count += 1;
      const context = agent.contextWith(order.hooks);
      const run = orderOf(options, order);
      prepared ??= prepareRun(context, run);
      const before = await prepared;
      // An agent that is not there yet may be there for the next case.
      if (before.root !== undefined) prepared = undefined;
      // What sessions of the test moved meanwhile is no drift.
      const own = { ...freshBooks(), hooks: context.hooks, nonce: `${context.nonce}k${count}` };
      const played = await runPrepared(
        { ...before, context: { ...before.context, ...own }, findings: [], exchanges: [] },
        run,
        { startedAt: context.clock.now(), players: context.players.known },
      );
      return outcomeOf(played, order.strict, agent.shownUrl);
    });
  };
};

/** Calls of the test wait meanwhile, and nobody else judges what is sent. */
const besideNothing = async <T>({ signal, desk, server }: OpenAgent, work: () => Promise<T>): Promise<T> => {
  demandOpen(signal);
  return await desk.inTurn(async () => {
    const resumptions = server.context.connections.open().map(({ judge }) => judge.standAside());
    try {
      return await work();
    } finally {
      for (const resume of resumptions) resume();
    }
  });
};

/** Sequences to be drawn against the agent of a platform. */
export interface FuzzingOrder {
  readonly budgetMs: number;
  readonly runs: number | undefined;
  /** As the platform's when absent. */
  readonly seed: number | undefined;
  readonly strict: boolean;
}

/** Draws sequences on a platform; rejects with a ConformanceError where one breaks something. */
export type Fuzzing = (order: FuzzingOrder) => Promise<FuzzOutcome>;

/** What came of sequences of which none broke anything. */
export interface FuzzOutcome {
  readonly sequences: number;
  readonly calls: number;
  /** That draws the same ones. */
  readonly seed: number;
}

/** How sequences find the agent of a platform, whichever copy of the library made that. */
export const fuzzKey = Symbol.for('walletproof.fuzz');

const createFuzzing = ({ settings }: ReadOptions, agent: OpenAgent): Fuzzing => {
  let count = 0;
  return async ({ seed = settings.seed, ...order }) =>
    await besideNothing(agent, async () => {
      count += 1;
      const context = agent.contextWith();
      const { runFuzz } = await import('../fuzz/fuzz.ts');
      const { found, root, judged, runs, calls } = await runFuzz(
        { ...context, ...freshBooks(), nonce: `${context.nonce}z${count}` },
        { ...order, ...learning, seed, tool: tool(), file: 'fuzz.yaml', tell: () => undefined },
      );
      if (found !== undefined) {
        const { run, finding, text } = found;
        const told = run === undefined ? finding.message : explainRun(run, agent.shownUrl);
        throw new ConformanceError(`${told}\n\nThe sequence as a scenario (seed ${seed}):\n\n${text}`, [finding]);
      }
      if (root !== undefined) throw new ConformanceError(`Nothing could be judged. ${root.reason}\n${root.remedy}`);
      if (judged === 0) throw new ConformanceError('Nothing could be judged: no sequence was played to its end.');
      return { sequences: runs, calls, seed };
    });
};

const orderOf = ({ settings }: ReadOptions, { scenario, selection, strict }: CaseOrder): RunOrder => ({
  scenarios: [scenario],
  selection,
  policy: { strict },
  bail: false,
  ...learning,
  seed: settings.seed,
  tool: tool(),
  tell: () => undefined,
});

const outcomeOf = (run: Run, isStrict: boolean, url: string | undefined): CaseOutcome => {
  const failed = run.requirements.filter((result) => failsRun(result, isStrict));
  if (failed.length > 0) {
    throw new ConformanceError(
      explainRun({ ...run, requirements: failed }, url),
      failed.flatMap(({ findings }) => findings),
    );
  }
  if (run.root !== undefined) {
    throw new ConformanceError(`Nothing could be judged. ${run.root.reason}\n${run.root.remedy}`);
  }
  const [scenario] = run.scenarios;
  if (scenario === undefined) return { kind: 'skipped', reason: 'It was not played.' };
  const { verdict, reason = `It is ${verdict}.` } = scenario;
  const isJudged = verdict === 'passed' || verdict === 'observed' || verdict === 'warned';
  return isJudged ? { kind: 'passed' } : { kind: 'skipped', reason };
};
