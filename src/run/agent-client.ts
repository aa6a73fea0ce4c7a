import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import { openRecorder, type Recorder } from '../serve/open-recorder.ts';
import { createTokenMask } from '../signing/mask-tokens.ts';
import { secretsOfUrl } from '../signing/secret-mask.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import type { WalletproofError } from '../spec/walletproof-error.ts';
import { checkTarget } from '../wire/check-target.ts';
import { createCourier } from '../wire/create-courier.ts';
import { createPace, createSteadyPace, type Pace } from '../wire/pace.ts';
import { createAccountBook } from './account-book.ts';
import { createAnswerLog } from './answer-log.ts';
import { createCauseBook, type RunContext, type RunHooks, type SendCall } from './run-context.ts';
import { runPlayersOf } from './run-players.ts';
import type { RunSettings } from './run-settings.ts';
import { createSessionBook } from './session-book.ts';
import { createTransactionLog } from './transaction-log.ts';

interface AgentClientOptions {
  readonly settings: RunSettings;
  readonly callbackUrl: string;
  /** Where the exchanges go; closed with the client. */
  readonly recorder: Pick<Recorder, 'record' | 'close'>;
  readonly allowPublicTarget: boolean;
  /** Remembered from earlier runs; nothing when absent. */
  readonly known?: KnownAgent;
  readonly signal: AbortSignal;
  /** Id of the run that the calls belong to, where the journal is to know it. */
  readonly runId?: string;
  /** `steady`: what the agent refuses for the rate is not sent again. It is found when absent. */
  readonly pace?: 'steady';
}

/** Calls one agent; what it sends goes to the journal. */
export interface AgentClient extends Pick<AgentClientOptions, 'settings' | 'callbackUrl' | 'signal'> {
  readonly send: SendCall;
  readonly known: KnownAgent;
  readonly refusals: Pace['refusals'];
  /** Takes what else belongs to the run into its journal. */
  readonly record: RecordExchange;
  close(): Promise<void>;
}

/** Opens the client; a WalletproofError where the target may not be used. */
export const openAgentClient = async (options: AgentClientOptions): Promise<AgentClient> => {
  const { settings, callbackUrl, recorder, allowPublicTarget, runId, signal } = options;
  const { ratePerSecond = options.known?.ratePerSecond } = settings;
  const known = { ...options.known, ratePerSecond };
  const forbidden = await checkTarget(callbackUrl, { allowPublicTarget });
  if (forbidden !== undefined) {
    await recorder.close();
    throw forbidden;
  }
  const courier = createCourier({
    record: recorder.record,
    // Reports show what the agent answered: one that answers a secret is no reason to show it.
    mask: createTokenMask([...secretsOf(settings), ...secretsOfUrl(callbackUrl)]),
    allowPublicTarget,
    clock: systemClock,
    newId: countingIds(settings.nonce),
    ca: settings.ca,
  });
  const pace = (options.pace === 'steady' ? createSteadyPace : createPace)({
    send: courier.send,
    clock: systemClock,
    ratePerSecond,
  });
  return {
    settings,
    callbackUrl,
    signal,
    send: async (message, scenario) => {
      const { line, label } = message;
      const run = runId === undefined ? undefined : { id: runId, scenario, line, label };
      return await pace.send({ ...message, signal, run });
    },
    known,
    refusals: pace.refusals,
    record: recorder.record,
    close: async () => {
      courier.close();
      await recorder.close();
    },
  };
};

/** `nonce-1`, `nonce-2`, ...: the ids of a run's exchanges, in order. */
const countingIds = (nonce: string): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    return `${nonce}-${count}`;
  };
};

/** What nobody may see in anything that a run shows or keeps. */
export const secretsOf = ({
  agent,
  otherToken,
  callbackUrl,
  configuration,
}: Pick<RunSettings, 'agent' | 'otherToken' | 'callbackUrl' | 'configuration'>): readonly string[] => [
  agent.token,
  otherToken,
  ...secretsOfUrl(callbackUrl),
  ...secretsOfUrl(configuration.hooks.launch?.url),
];

/**
 * The journal of a run: a file, or in memory. Rejects with a WalletproofError where it may not be used; what goes wrong with
 * it later goes to `onError`.
 */
export const openRunRecorder = async (
  settings: RunSettings,
  journal: string = ':memory:',
  onError?: (error: WalletproofError) => void,
): Promise<Recorder> => {
  const secrets = secretsOf(settings);
  return await openRecorder({
    ...{ file: journal, ...settings.configuration.journal },
    ...{ secrets: () => secrets, onError },
  });
};

/** How long is waited for what an agent may forget: by who looks on, and by `test` on its own. */
export const shortPatienceMs = 2000;
export const usualPatienceMs = 8000;

/** What scenarios are played with, as the settings say. */
export const runContextOf = (
  { settings, callbackUrl, send, known, refusals, signal }: AgentClient,
  hooks: RunHooks = {},
  {
    maxStake,
    patienceMs = shortPatienceMs,
    isThorough,
  }: Partial<Pick<RunContext, 'maxStake' | 'patienceMs' | 'isThorough'>> = {},
): RunContext => ({
  agent: { ...settings.agent, callbackUrl },
  otherToken: settings.otherToken,
  players: runPlayersOf(settings.players, settings.nonce),
  gameId: settings.gameId,
  quirks: settings.configuration.quirks,
  hooks,
  timeoutMs: settings.timeoutMs,
  maxStake,
  patienceMs,
  isThorough,
  known,
  book: createAccountBook(),
  sessions: createSessionBook({
    players: settings.players,
    given: settings.sessions,
    ids: settings.configuration.quirks.sessionId,
    launch: hooks.launch,
  }),
  answers: createAnswerLog(),
  transactions: createTransactionLog(),
  causes: createCauseBook(),
  nonce: settings.nonce,
  dice: createDice(`${settings.seed}/${settings.nonce}`),
  clock: systemClock,
  send,
  refusals,
  catalogue: requirements,
  signal,
});
