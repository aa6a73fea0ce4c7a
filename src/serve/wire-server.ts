import type { Express } from 'express';
import type { AdminPorts } from '../api/create-admin-api.ts';
import type { DashboardOptions } from '../api/create-dashboard.ts';
import { shownUrl } from '../base/shown.ts';
import type { Game } from '../formats/games.ts';
import type { SendCallback } from '../games/callbacks.ts';
import { Games } from '../games/games.ts';
import type { KeptStore } from '../journal/kept.ts';
import { refuseHosts } from '../platform/host-check.ts';
import { createAdminPorts } from './admin-ports.ts';
import { createLateDashboard, type LateDashboard } from './late-dashboard.ts';
import { createMutedFindings } from './muted-findings.ts';
import type { Recorder } from './open-recorder.ts';
import { publishPacks } from './packs-port.ts';
import { createRunHost, type RunHost } from './run-host.ts';
import { createScenarioStore, type ScenarioStore } from './scenario-store.ts';
import { createSendCallback } from './send-callback.ts';
import type { ServerOptions } from './server-options.ts';
import { publishSession } from './sessions-port.ts';
import { type ServedCore, wireCore } from './wire-core.ts';

/** Platform, games and dashboard on one app, all recording to the same journal. */
export interface WiredServer {
  readonly app: Express;
  readonly core: ServedCore;
  readonly sendCallback: SendCallback;
  readonly ports: AdminPorts;
  readonly runHost: RunHost;
  /** The platform has these games from now on; whether they are others than before. */
  replaceGames(games: readonly Game[]): boolean;
  /** Ends deliveries, runs and event streams. */
  close(): Promise<void>;
}

/** Wires them. `baseUrl` is known once the server listens. */
export const wireServer = async (
  given: ServerOptions,
  recorder: Recorder,
  baseUrl: () => string,
): Promise<WiredServer> => {
  const options = withOwnIds(given, recorder.journal.kept);
  const core = wireCore(options, recorder, baseUrl);
  const { clock, bus, tail, accounts, platform, connections, closing } = core;
  const { agents, agentId, baselineFile } = options;
  // Open pages read the agents anew.
  const forget = agents.onChange(() => bus.publish({ kind: 'agents' }));
  const scenarios = scenariosOf(options, bus);
  const host = { clock, scenarios, agentId, recorder, tail, bus, connections };
  const muted = baselineFile === undefined ? undefined : createMutedFindings(baselineFile);
  const runHost = createRunHost({
    ...{ ...host, platform: core.launches.platform, findings: core.findings },
    claimSession: claimingSession(core),
    baseline: async () => await muted?.load(),
  });
  const runs = await options.openRuns(runHost);
  const sendCallback = sendCallbackOf(options, core, recorder);
  const games = gamesOf(options, core, sendCallback, recorder.journal.kept);
  const keeping = games.keep(closing.signal);
  const ports = createAdminPorts({
    ...{ options, core, recorder, scenarios, runs, games, muted, baseUrl },
  });
  const dashboard = dashboardOf(options, recorder, { ports, baseUrl });
  platform.app.use(['/play', '/demo'], refuseHosts(platform.allowsHost));
  platform.app.use(games.router, dashboard.router);
  const close = async (): Promise<void> => {
    closing.abort();
    await keeping;
    forget();
    tail.close();
    core.waiting.close();
    dashboard.close();
    await runs.close();
    await connections.close();
    accounts.close();
    await core.findings.close();
  };
  const replaceGames = replacingGames(core);
  return { app: platform.app, core, sendCallback, ports, runHost, replaceGames, close };
};

const claimingSession =
  ({ bus, platform }: ServedCore) =>
  (sessionId: string): void => {
    const claimed = platform.sessions.claimForRun(sessionId);
    if (claimed !== undefined) publishSession(bus, platform, claimed);
  };

const scenariosOf = (
  { agents, agentId, suite, scenariosFolder: folder }: ServerOptions,
  bus: ServedCore['bus'],
): ScenarioStore =>
  createScenarioStore({
    ...{ suite, folder },
    playArguments: () => ['--callback-url', shownUrl(agents.now.get(agentId)?.callbackUrl ?? 'URL')],
    onChange: () => bus.publish({ kind: 'scenarios' }),
  });

const dashboardOf = (
  { about, clock, configuration, memory, onAnswer, onError }: ServerOptions,
  { secrets }: Recorder,
  { ports, baseUrl }: Pick<DashboardOptions, 'ports' | 'baseUrl'>,
): LateDashboard =>
  createLateDashboard({
    ports,
    baseUrl,
    version: about.version,
    startedAt: clock.now(),
    now: clock.now,
    admin: configuration.admin,
    secrets,
    onAnswer,
    onError,
    // The pages say in which dialect agents are called.
    ready: async () => await memory?.ready(),
  });

const replacingGames =
  ({ platform, bus }: ServedCore): WiredServer['replaceGames'] =>
  (games) => {
    const { catalogue } = platform;
    if (JSON.stringify(catalogue.games()) === JSON.stringify(games)) return false;
    catalogue.replace(games);
    bus.publish({ kind: 'agents' });
    return true;
  };

/** A fixed seed would draw the ids of the sessions that an earlier start has kept. */
const withOwnIds = (options: ServerOptions, { earlierStarts }: KeptStore): ServerOptions =>
  earlierStarts === 0 ? options : { ...options, dice: options.dice.fork(`start ${earlierStarts}`) };

/** Callbacks of the games: with the faults that are switched on. */
const sendCallbackOf = (
  { configuration, callbacks, dice }: ServerOptions,
  { connections, work, faults, live, waiting }: ServedCore,
  { mask }: Recorder,
): SendCallback => {
  const send = createSendCallback({
    connections,
    configuration,
    callbacks,
    clock: work.clock,
    dice: dice.fork('games'),
    deviate: faults.takeCallback,
    judgementOf: live.judgementOf,
    onWait: waiting.begin,
    mask,
  });
  return async (callback, options) => await work.run(async () => await send(callback, options));
};

const gamesOf = (
  { configuration, dice, onError }: ServerOptions,
  { platform, bus, connections }: ServedCore,
  sendCallback: SendCallback,
  kept: KeptStore,
): Games =>
  new Games({
    platform,
    kept,
    hasAddress: connections.hasAddress,
    quirks: configuration.quirks,
    dice: dice.fork('games'),
    sendCallback,
    onEvent: {
      packs: () => publishPacks(bus, platform),
      session: (session) => publishSession(bus, platform, session),
    },
    onError,
  });
