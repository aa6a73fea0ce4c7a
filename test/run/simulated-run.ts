import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgent } from '../../fixtures/agents/example/index.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Run } from '../../src/formats/run.ts';
import type { ComposedCall, RunContext, RunOrder, SendCall } from '../../src/run/run-context.ts';
import { runPlayersOf } from '../../src/run/run-players.ts';
import { runScenarios } from '../../src/run/run-scenarios.ts';
import type { Answer, Exchange } from '../../src/spec/exchange.ts';
import type { Loss } from '../../src/spec/fault.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { balanceAnswer, contextFor, emptyOrder, token } from './run-against.ts';

/** A clock that goes straight to whatever is waited for next. */
export interface SimulatedClock extends Clock {
  /** Calls back every so many milliseconds, as long as anything else is waited for. */
  every(intervalMs: number, call: () => void): void;
}

interface Wait {
  readonly dueAt: number;
  readonly call: () => void;
  /** It goes on by itself: nobody waits for it. */
  readonly isBackground: boolean;
}

const createSimulatedClock = (): SimulatedClock => {
  let time = 1_700_000_000_000;
  let isGoing = false;
  let waits: readonly Wait[] = [];
  const add = (wait: Wait): void => {
    const at = waits.findIndex(({ dueAt }) => dueAt > wait.dueAt);
    waits = waits.toSpliced(at === -1 ? waits.length : at, 0, wait);
    if (isGoing) return;
    isGoing = true;
    setImmediate(goOn);
  };
  // By then all that follows from the last wait has happened: promises come before immediates.
  const goOn = (): void => {
    const [next, ...others] = waits;
    isGoing = next !== undefined && waits.some(({ isBackground }) => !isBackground);
    if (!isGoing || next === undefined) return;
    waits = others;
    time = Math.max(time, next.dueAt);
    next.call();
    setImmediate(goOn);
  };
  const every = (intervalMs: number, call: () => void): void => {
    const again = (): void => {
      call();
      every(intervalMs, call);
    };
    add({ dueAt: time + intervalMs, call: again, isBackground: true });
  };
  const sleep = (durationMs: number): Promise<void> =>
    new Promise((resolve) => {
      add({ dueAt: time + durationMs, call: resolve, isBackground: false });
    });
  return { now: () => time, sleep, every };
};

type Agent = ReturnType<typeof createAgent>;

/** The example agent, and what is different about it. */
export interface SimulatedAgent {
  readonly latencyMs?: number;
  /** What each player has in each currency; two players with 1000.00 USD and EUR as in `demo`. */
  readonly purses?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly defect?: string;
  readonly variant?: string;
  /** Answers in place of the agent, or lets things happen by the clock. */
  readonly alter?: (agent: Agent, clock: SimulatedClock) => Agent['answer'];
}

const usual = { USD: '1000.00', EUR: '1000.00' };

export interface SimulatedRun {
  readonly run: Run;
  /** Balances at the end, in cents: `player-1 USD`. */
  readonly balances: Readonly<Record<string, bigint>>;
}

/** Plays scenarios against the example agent in this process, in simulated time. */
export const runSimulated = async (
  simulated: SimulatedAgent,
  order: Pick<RunOrder, 'scenarios'> & Partial<RunOrder>,
  given: Partial<RunContext> = {},
): Promise<SimulatedRun> =>
  await withSimulated(simulated, async (context, balances) => {
    const run = await runScenarios({ ...context, ...given }, { ...emptyOrder, ...order });
    return { run, balances: balances() };
  });

/** Plays whatever it is against the example agent in this process, in simulated time. */
export const withSimulated = async <T>(
  simulated: SimulatedAgent,
  play: (context: RunContext, balances: () => SimulatedRun['balances']) => Promise<T>,
): Promise<T> => {
  const { purses = { 'player-1': usual, 'player-2': usual }, latencyMs = 1, alter } = simulated;
  const clock = createSimulatedClock();
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-simulated-'));
  const agent = createAgent({
    agentId: 1001,
    token,
    players: Object.entries(purses).map(([id, own]) => ({ id, purses: own })),
    database: join(folder, 'wallet.db'),
    defect: simulated.defect,
    variant: simulated.variant,
  });
  try {
    const send = sendTo(alter?.(agent, clock) ?? agent.answer, clock, latencyMs);
    return await play({ ...contextOf(purses, clock), send }, () => balancesOf(agent, purses));
  } finally {
    agent.close();
    await rm(folder, { recursive: true });
  }
};

const balancesOf = ({ wallet }: Agent, purses: object): Record<string, bigint> =>
  Object.fromEntries(
    Object.entries(purses).flatMap(([playerId, own]) =>
      Object.keys(own as object).map((currency) => [
        `${playerId} ${currency}`,
        wallet.readBalance({ playerId, currency }),
      ]),
    ),
  );

const contextOf = (purses: object, clock: Clock): RunContext => {
  const players = Object.entries(purses).map(([id, own]) => ({
    id,
    username: id,
    currencies: Object.keys(own as object),
    language: 'en',
  }));
  return {
    ...contextFor(() => balanceAnswer(), 'minimal'),
    players: runPlayersOf(players, 'n1'),
    hooks: { restart: async () => undefined, kill: async () => undefined },
    timeoutMs: 5000,
    clock,
    catalogue: requirements,
  };
};

/** Hands every call to the agent, which takes so long; ids of exchanges begin with the nonce. */
export const sendTo = (answer: Agent['answer'], clock: Clock, latencyMs: number, nonce = 'n1'): SendCall => {
  let count = 0;
  return async (call) => {
    count += 1;
    const id = `${nonce}-${count}`;
    const startedAt = clock.now();
    await clock.sleep(latencyMs / 2);
    const lost = lostIn(call);
    if (lost?.failure === 'cut-off') return exchangeOf(call, lost, { id, startedAt, durationMs: latencyMs / 2 });
    const text = Buffer.from(call.body).toString('utf8');
    const signature = call.headers['x-signature']?.trim();
    const answering = answer({ method: call.method, text, signature });
    // Whatever it makes of it: nobody waits for its answer.
    if (lost?.failure === 'hung-up') return exchangeOf(call, lost, { id, startedAt, durationMs: latencyMs / 2 });
    const { status, contentType, body } = await answering;
    await clock.sleep(latencyMs / 2);
    const headers = { 'content-type': contentType };
    const said: Answer = { kind: 'answered', status, headers, body: Buffer.from(body) };
    const durationMs = clock.now() - startedAt;
    return exchangeOf(call, lost ?? said, { id, startedAt, durationMs });
  };
};

/** What the platform hears of a call that is lost on the way; undefined where the agent answers it. */
const lostIn = ({ lose }: ComposedCall) => {
  const failure = lose && failureOf[lose.what];
  return failure && ({ kind: 'failed', failure, message: `The call was lost: ${lose.what}.` } as const);
};

const failureOf: Readonly<Record<Loss, 'dropped' | 'hung-up' | 'cut-off' | undefined>> = {
  answer: 'dropped',
  'proxied-answer': 'dropped',
  connection: 'hung-up',
  'sending-side': undefined,
  body: 'cut-off',
  'half-body': 'cut-off',
  'end-of-body': 'cut-off',
};

const exchangeOf = (
  { kind, subject, method, headers, body, dialect }: ComposedCall,
  answer: Answer,
  when: Pick<Exchange, 'id' | 'startedAt' | 'durationMs'>,
): Exchange => ({
  ...when,
  direction: 'callback',
  kind,
  subject,
  request: { method, url: 'http://127.0.0.1:1/callback', headers, body },
  answer,
  dialect,
});
