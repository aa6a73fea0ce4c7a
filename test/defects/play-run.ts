import type { AnswerCall } from '../../fixtures/agents/example/index.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openHooks, openPlatform } from '../../src/cli/open-hooks.ts';
import { selectionOf } from '../../src/cli/options.ts';
import { resolveSettings, type Settings } from '../../src/cli/resolve-settings.ts';
import { runAndReport } from '../../src/cli/run-and-report.ts';
import type { Finding } from '../../src/formats/judgement.ts';
import { tool } from '../../src/formats/package-files.ts';
import type { Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { runContextOf, usualPatienceMs } from '../../src/run/agent-client.ts';
import { learning } from '../../src/run/prepare-run.ts';
import type { RunHooks, SendCall } from '../../src/run/run-context.ts';
import { runScenarios } from '../../src/run/run-scenarios.ts';
import type { LaunchPlatform } from '../../src/serve/launch-platform.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { sendTo } from '../run/simulated-run.ts';
import { openExampleInProcess } from './example-in-process.ts';
import type { Deviation } from './open-player.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The token that every run of the example agent is signed with. */
export const exampleToken = 'example-token';

/** Where defects are shown soon whose requirement any answer may show. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  'balance-as-text': ['balance/balance-of-now'],
  'html-content-type': ['balance/balance-of-now'],
  'float-sums': ['bets/tenths'],
  'unknown-rollback-crashes': ['rollback/unknown-transaction'],
  'body-left-unread': ['balance/strangers'],
  'error-without-message': ['bets/above-balance'],
  'error-with-balance': ['bets/above-balance'],
  'unknown-player-code': ['balance/unknown-player'],
  'errors-as-500': ['bets/above-balance'],
  'equal-refund-swallowed': ['idempotency/twins'],
  'last-five-hundred-ids': [
    'bets/large-amounts',
    'concurrency/beside-other-movements',
    'concurrency/beside-what-moves-nothing',
    'concurrency/bursts',
    'concurrency/fifty-bets',
    'concurrency/two-players-under-load',
    'concurrency/who-waits',
    'idempotency/ids-that-look-alike',
  ],
  'slow-archive': ['rollback/another-session'],
  'audit-awaited': ['rollback/another-session', 'bets/tenths', 'bets/bet-and-win'],
};

/** The scenarios that show a requirement, and those that show the defect. */
export const scenariosFor = (
  suite: readonly Scenario[],
  requirement: string,
  { defect = '' }: Deviation,
): readonly Scenario[] => {
  const files = (shownBy[defect] ?? []).map((name) => `scenarios/conformance/${name}.yaml`);
  return suite.filter(({ requirements, file }) => requirements.includes(requirement) || files.includes(file));
};

type CallableSettings = Settings & { readonly callbackUrl: string };

interface RunOptions {
  /** Makes its ids the same each time. */
  readonly dice?: { readonly seed: number; readonly nonce: string };
  /** `direct`: the agent is called in this process, where what it alters has nothing to do with HTTP: half the time. */
  readonly way?: 'by HTTP' | 'direct';
  /** Told of what is HTTP in a direct run as well: `hooks.launch` and the request that the agent makes for it. */
  readonly byHttp?: VirtualTime['byHttp'];
}

/** Plays scenarios as `demo --strict` does, with the agent in this process. */
export const playRun = async (
  deviation: Deviation,
  scenarios: readonly Scenario[],
  { dice, way = 'by HTTP', byHttp = async (work) => await work() }: RunOptions = {},
): Promise<Run> => {
  const given = await resolveSettings({ token: exampleToken, color: false, ...dice });
  const platform = await openPlatform(given, { host: '127.0.0.1', port: 0 });
  try {
    const agent = await openExampleInProcess(given, { ...deviation, platformUrl: platform.url });
    const settings = launchedByHook({ ...given, callbackUrl: agent.callbackUrl });
    const restart = async (): Promise<undefined> => {
      await agent.restart();
    };
    try {
      if (way === 'direct') {
        return await playDirect(settings, { platform, scenarios, restart, answer: agent.answer, byHttp });
      }
      return await runAndReport({
        settings,
        platform,
        options: { color: false, strict: true, reporter: [], patience: usualPatienceMs },
        scenarios,
        rerun: [],
        hooks: { restart, kill: restart },
      });
    } finally {
      await agent.close();
    }
  } finally {
    await platform.close();
  }
};

interface Direct {
  readonly platform: LaunchPlatform;
  readonly scenarios: readonly Scenario[];
  readonly restart: () => Promise<undefined>;
  readonly answer: AnswerCall;
  readonly byHttp: VirtualTime['byHttp'];
}

/** What `runAndReport` does, with every callback handed to the agent. */
const playDirect = async (
  settings: CallableSettings,
  { platform, scenarios, restart, answer, byHttp }: Direct,
): Promise<Run> => {
  const { signal } = new AbortController();
  const record = (): void => undefined;
  const opened = await openHooks({
    ...{ settings, record, signal },
    openPlatform: async () => platform,
    isPlatformNeeded: true,
    watchMs: 40,
    allowPublicTarget: false,
  });
  const { callbackUrl } = settings;
  const toAgent = sendTo(answer, systemClock, 1, settings.nonce);
  let lives = 0;
  /** What is under way when the agent is killed is not answered. */
  const send: SendCall = async (call, options) => {
    const life = lives;
    const exchange = await toAgent(call, options);
    return life === lives ? exchange : { ...exchange, answer: killed };
  };
  const close = async (): Promise<void> => undefined;
  const client = { settings, callbackUrl, send, record, signal, close, known: {}, refusals: () => undefined };
  const { launch, clock } = opened.hooks;
  if (launch === undefined) throw new TypeError('The example agent is played with hooks.launch.');
  const hooks = {
    restart,
    kill: async () => {
      lives += 1;
      return await restart();
    },
    clock,
    launch: async (order) => await byHttp(async () => await launch(order)),
  } satisfies RunHooks;
  const certain: Finding[] = [];
  try {
    const run = await runScenarios(runContextOf(client, hooks, { patienceMs: usualPatienceMs }), {
      scenarios,
      selection: selectionOf({ color: false }),
      policy: { strict: true },
      bail: false,
      ...learning,
      seed: settings.seed,
      tool: tool(),
      tell: (event) => {
        if (event.kind === 'scenario-finished') certain.push(...(event.certain?.findings ?? []));
      },
    });
    demandAll(run, certain);
    return run;
  } finally {
    await opened.close();
  }
};

const killed: Answer = { kind: 'failed', failure: 'closed', message: 'The agent was killed.' };

/** What a run tells for certain while it goes on, its end must tell as well. */
const demandAll = ({ requirements }: Run, certain: readonly Finding[]): void => {
  const codes = new Set(requirements.flatMap(({ findings }) => findings).map(({ code }) => code));
  const missing = certain.filter(({ code }) => !codes.has(code));
  if (missing.length > 0) throw new Error(`Told while the run went on, and not at its end: ${JSON.stringify(missing)}`);
};

const launchedByHook = (settings: CallableSettings): CallableSettings => {
  const names = ['player_id', 'player_username', 'game_id', 'currency', 'language'];
  const launch = {
    method: 'POST',
    url: new URL('/launch', settings.callbackUrl).href,
    body: Object.fromEntries(names.map((name) => [name, `{${name}}`])),
  };
  return { ...settings, configuration: { ...settings.configuration, hooks: { launch } } };
};
