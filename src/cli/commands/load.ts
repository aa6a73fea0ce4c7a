import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { LoadReport } from '../../formats/load-report.ts';
import { writeBreachFiles } from '../../load/breach-files.ts';
import { loadExitCode } from '../../load/conclude-load.ts';
import { runLoad } from '../../load/run-load.ts';
import { type AgentClient, openAgentClient, openRunRecorder } from '../../run/agent-client.ts';
import type { AgentMemory } from '../../serve/agent-memory.ts';
import type { LaunchPlatform } from '../../serve/launch-platform.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { openExampleAgent } from '../example-agent.ts';
import { openHooks, openPlatform } from '../open-hooks.ts';
import { openMemory } from '../open-memory.ts';
import type { LoadFlags } from '../options.ts';
import { type OrderedLoad, orderLoad } from '../order-load.ts';
import { openLoadReports } from '../report-load.ts';
import { demandCallbackUrl } from '../resolve-settings.ts';
import { type LoadTeller, openLoadTeller } from '../tell-load.ts';
import { watchInterrupt } from '../watch-interrupt.ts';

/** Many players at once, with the money checked. */
export const load = async (url: string | undefined, flags: LoadFlags): Promise<ExitCode> => {
  if (flags.settle !== undefined) {
    return await (await import('../settle-load.ts')).settleLoad(flags.settle, url, flags);
  }
  const order = await orderLoad(url, flags);
  const teller = await openLoadTeller(order.asked);
  const interrupt = watchInterrupt({ onHaste: teller.tellLeft });
  try {
    const surroundings = { signal: interrupt.signal, teller };
    return order.isExample
      ? await playExample(order, surroundings)
      : await playAndReport(order, { ...surroundings, memory: await openMemory() });
  } catch (error) {
    // What an agent did not answer since the call was cut short says nothing of the agent.
    const isCut = interrupt.signal.aborted && error instanceof WalletproofError;
    if (isCut && error.code === 'target') return exitCodes.interrupted;
    throw error;
  } finally {
    teller.close();
    interrupt.close();
  }
};

interface Surroundings {
  readonly signal: AbortSignal;
  readonly teller: LoadTeller;
  /** Absent where the agent is on another port each time. */
  readonly memory?: AgentMemory;
  readonly platform?: LaunchPlatform;
}

/** With the example agent, which is started with the players of the load. */
const playExample = async (order: OrderedLoad, surroundings: Surroundings): Promise<ExitCode> => {
  const { flags, settings } = order;
  // Some variants take only sessions that they were made to open: the others are spared thousands of launches.
  const platform =
    flags.variant === undefined ? undefined : await openPlatform(settings, { host: '127.0.0.1', port: 0 });
  try {
    const agent = await openExampleAgent(settings, flags, platform);
    try {
      const { callbackUrl } = agent;
      const started = platform === undefined ? { ...settings, callbackUrl } : agent.settings;
      return await playAndReport({ ...order, settings: started }, { ...surroundings, platform });
    } finally {
      await agent.close();
    }
  } finally {
    await platform?.close();
  }
};

const playAndReport = async (order: OrderedLoad, surroundings: Surroundings): Promise<ExitCode> => {
  const { flags, settings } = order;
  const reports = await openLoadReports(flags);
  const callbackUrl = demandCallbackUrl(settings);
  const allowPublicTarget = flags.allowPublicTarget === true;
  const client = await openAgentClient({
    settings,
    callbackUrl,
    recorder: await openRunRecorder(settings),
    allowPublicTarget,
    known: surroundings.memory?.of({ callbackUrl, agentId: settings.agent.id }),
    signal: surroundings.signal,
  });
  try {
    const played = await play(order, client, surroundings);
    const folder = flags.scenarios ?? join(ownFolder, `load-${settings.nonce}`);
    const report = await writeBreachFiles(played, folder);
    surroundings.teller.clear();
    await reports.write(report);
    return surroundings.signal.aborted ? exitCodes.interrupted : loadExitCode(report);
  } finally {
    await client.close();
  }
};

const ownFolder = '.walletproof';

/** hooks.launch: where the agent finds the platform. */
const platformAddress = { host: '127.0.0.1', port: 4600 };

const play = async (
  { flags, settings, asked, players, mix, taken, nonce }: OrderedLoad,
  client: AgentClient,
  { signal, teller, memory, platform }: Surroundings,
): Promise<LoadReport> => {
  const allowPublicTarget = flags.allowPublicTarget === true;
  const opened = await openHooks({
    settings,
    openPlatform: async () => platform ?? (await openPlatform(settings, platformAddress)),
    isPlatformNeeded: false,
    watchMs: 0,
    allowPublicTarget,
    record: client.record,
    signal,
  });
  try {
    return await runLoad({
      client,
      hooks: opened.hooks,
      allowPublicTarget,
      ...{ asked, players, mix, slice: taken.slice, nonce: nonce.nonce },
      ...{ fund: flags.fund ?? usualFund, startAt: flags.startAt, workers: flags.workers },
      cores: availableParallelism(),
      folder: ownFolder,
      tell: (event) => {
        teller.tell(event);
        if (event.kind === 'met') remember(client, event.dialect, memory);
      },
    });
  } finally {
    await opened.close();
  }
};

const usualFund = '100';

const remember = (
  { known, callbackUrl, settings }: AgentClient,
  dialect: string | undefined,
  memory: AgentMemory | undefined,
): void => {
  if (dialect === undefined || dialect === known.dialect) return;
  memory?.keep({ callbackUrl, agentId: settings.agent.id }, { ...known, dialect });
};
