import { randomBytes } from 'node:crypto';
import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import { tool } from '../formats/package-files.ts';
import { createOperationJudge } from '../judge/requests/judge-requests.ts';
import { openServer, type PlatformServer } from '../serve/open-server.ts';
import type { OpenRuns } from '../serve/run-host.ts';
import { createServedAgents, type ServedAgents, servedBounds } from '../serve/served-agents.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { ReadOptions } from './platform-options.ts';
import { shippedCases } from './shipped-cases.ts';
import { usage } from './wrong-use.ts';

/** Who is told of what happens on the platform. */
export interface ServerHearers {
  /** Every exchange, after its answer. */
  readonly onExchange: (exchange: Exchange) => void;
  readonly onJudgement: (judgement: ExchangeJudgement) => void;
  /** What went wrong behind an answer. */
  readonly onError: (error: unknown) => void;
}

/** The platform of a test, and its one agent. */
export interface TestServer extends PlatformServer {
  readonly agents: ServedAgents;
}

/** The platform as `serve` opens it: on a free port, in memory, quiet, writing no files. */
export const openTestServer = async (
  { settings, games, allowPublicTarget }: ReadOptions,
  { onExchange, onJudgement, onError }: ServerHearers,
): Promise<TestServer> => {
  const { configuration, agent, otherToken, seed, nonce, timeoutMs } = settings;
  const agents = createServedAgents([agent], { ...servedBounds });
  const judge = () => createOperationJudge((agentId) => agents.now.get(agentId)?.token);
  let requests = judge();
  const callbacks = { ...configuration.callbacks, timeout: `${timeoutMs}ms` };
  const server = await openServer({
    ...{ configuration, agents, games, otherToken, allowPublicTarget, onError },
    ...{ host: '127.0.0.1', port: 0, journalFile: ':memory:', scenariosFolder: 'scenarios' },
    agentId: agent.id,
    callbacks: () => callbacks,
    explain: 'in-answer',
    about: { version: tool().version, seed, exampleAgent: 'none' },
    newToken: () => randomBytes(32).toString('hex'),
    suite: async () => shippedCases(),
    openRuns: async () => noRuns,
    clock: systemClock,
    dice: createDice(`${seed}/${nonce}`),
    watch: onExchange,
    judgeOperation: (exchange) => requests.judge(exchange),
  });
  server.context.bus.listen((event) => {
    if (event.kind === 'judgement') onJudgement(event.judgement);
  });
  const reset = (): void => {
    server.reset();
    // What one test asked is no repetition in the next one.
    requests = judge();
  };
  server.unref();
  return { ...server, agents, reset };
};

const noRun = (): never => {
  throw usage(
    'The platform of a test starts no runs from its dashboard.',
    'Use conformanceTests() in the test, or walletproof serve.',
  );
};

/** The suite is played by `conformanceTests`. */
const noRuns: OpenRuns = {
  list: () => [],
  start: async () => noRun(),
  one: async () => undefined,
  view: async () => undefined,
  report: async () => undefined,
  compare: async () => undefined,
  interrupt: () => false,
  watch: { view: () => ({ state: 'off' }), begin: () => noRun(), end: () => false },
  close: async () => undefined,
};
