import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { plural } from '../../base/quantities.ts';
import { visibleLine } from '../../base/visible-text.ts';
import type { LoadReport } from '../../formats/load-report.ts';
import { writeBreachFiles } from '../../load/breaches.ts';
import { loadExitCode } from '../../load/conclude-load.ts';
import type { LoadEvent } from '../../load/plan.ts';
import { runLoad } from '../../load/run-load.ts';
import { liveLine } from '../../report/load/live-line.ts';
import { type AgentClient, openAgentClient, openRunRecorder } from '../../run/agent-client.ts';
import type { AgentMemory } from '../../serve/agent-memory.ts';
import type { LaunchPlatform } from '../../serve/launch-platform.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { openExampleAgent } from '../example-agent.ts';
import { type OpenHooks, openHooks, openPlatform } from '../open-hooks.ts';
import { openMemory } from '../open-memory.ts';
import type { OptionsOf } from '../options.ts';
import { type OrderedLoad, orderLoad } from '../order-load.ts';
import { log, openLiveLine } from '../output.ts';
import { openLoadReports } from '../report-load.ts';
import { demandCallbackUrl } from '../resolve-settings.ts';
import { watchInterrupt } from '../watch-interrupt.ts';

/** Many players at once, with the money checked. */
export const load = async (url: string | undefined, flags: OptionsOf<'load'>): Promise<ExitCode> => {
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
    teller.clear();
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
    const { callbackUrl } = agent;
    const started = platform === undefined ? { ...settings, callbackUrl } : agent.settings;
    return await playAndReport({ ...order, settings: started }, { ...surroundings, platform }).finally(agent.close);
  } finally {
    await platform?.close();
  }
};

const ownFolder = '.walletproof';

const playAndReport = async (
  { flags, settings, ...order }: OrderedLoad,
  { signal, teller, memory, platform }: Surroundings,
): Promise<ExitCode> => {
  const reports = await openLoadReports(flags);
  const callbackUrl = demandCallbackUrl(settings);
  const allowPublicTarget = flags.allowPublicTarget === true;
  const client = await openAgentClient({
    ...{ settings, callbackUrl, allowPublicTarget, signal },
    recorder: await openRunRecorder(settings),
    known: memory?.of({ callbackUrl, agentId: settings.agent.id }),
  });
  let opened: OpenHooks | undefined;
  try {
    opened = await openHooks({
      ...{ settings, allowPublicTarget, record: client.record, signal },
      openPlatform: async () => platform ?? (await openPlatform(settings)),
    });
    const { asked, players, mix, slice, nonce } = order;
    const played = await runLoad({
      ...{ client, hooks: opened.hooks, allowPublicTarget, asked, players, mix, slice, nonce },
      ...{ fund: flags.fund ?? '100', startAt: flags.startAt, workers: flags.workers },
      ...{ cores: availableParallelism(), folder: ownFolder },
      tell: (event) => {
        teller.tell(event);
        if (event.kind === 'met') remember(client, event.dialect, memory);
      },
    });
    const report = await writeBreachFiles(played, flags.scenarios ?? join(ownFolder, `load-${settings.nonce}`));
    teller.clear();
    await reports.write(report);
    return signal.aborted ? exitCodes.interrupted : loadExitCode(report);
  } finally {
    await opened?.close();
    await client.close();
  }
};

const remember = (
  { known, callbackUrl, settings }: AgentClient,
  dialect: string | undefined,
  memory: AgentMemory | undefined,
): void => {
  if (dialect === undefined || dialect === known.dialect) return;
  memory?.keep({ callbackUrl, agentId: settings.agent.id }, { ...known, dialect });
};

/** Tells on stderr how a load goes on. */
export type LoadTeller = Awaited<ReturnType<typeof openLoadTeller>>;

/** A log has a line of progress so often. */
const secondsInLog = 10;

/** Rates are told over so many seconds. */
const secondsInMean = 3;

export const openLoadTeller = async ({ rampMs, holdMs }: LoadReport['asked']) => {
  const line = await openLiveLine();
  let last: readonly LoadReport['seconds'][number][] = [];
  let [breaches, errors] = [0, 0];
  let balances: string | undefined;
  const say = (sentence: string): void => {
    line?.clear();
    log(`walletproof: ${visibleLine(sentence)}\n`);
  };
  /** How money is given back that is still moved at this moment. Where all is given back, the file is gone. */
  const tellLeft = (): void => {
    if (balances === undefined || !existsSync(balances)) return;
    say(`give back what is left, with the token of this load: walletproof load --settle ${balances}`);
  };
  const tellSecond = (second: LoadReport['seconds'][number]): void => {
    last = [...last, second].slice(-secondsInMean);
    breaches += second.breaches;
    errors += second.errors;
    const leftMs = rampMs + holdMs - (second.second + 1) * 1000;
    const text = liveLine({ seconds: last, breaches, errors, leftMs }, line?.columns());
    if (line !== undefined) line.show(text);
    else if (second.second % secondsInLog === secondsInLog - 1) say(text);
  };
  return {
    tell: (event: LoadEvent): void => {
      if (event.kind === 'second') tellSecond(event.second);
      if (event.kind === 'opening') {
        balances = event.balances;
        say(`${plural(event.players, 'player')}; their opening balances: ${balances}`);
      }
      if (event.kind === 'settling') say('the callbacks are over; giving back what was moved');
      if (event.kind === 'left') tellLeft();
    },
    tellLeft,
    /** Makes room for the report. */
    clear: () => line?.clear(),
  };
};
