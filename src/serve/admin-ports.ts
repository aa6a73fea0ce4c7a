import type { AdminPorts } from '../api/create-admin-api.ts';
import type { Setup } from '../api/schemas/platform.ts';
import { shownUrl } from '../base/shown.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Games } from '../games/games.ts';
import { createIds } from '../platform/create-ids.ts';
import type { RecordedCall } from '../recording/recorded-call.ts';
import type { Exchange } from '../spec/exchange.ts';
import { readIntent } from '../wire/message.ts';
import { createAgentsPort } from './agents-port.ts';
import { createClockPort } from './clock-port.ts';
import { endAgent } from './end-agent.ts';
import { createFindingsPort } from './findings-port.ts';
import { createHandCallbacks } from './hand-callbacks.ts';
import { withJournalsBeside } from './journals-beside.ts';
import type { MutedFindings } from './muted-findings.ts';
import type { Recorder } from './open-recorder.ts';
import { createPacksPort, publishPacks } from './packs-port.ts';
import { recordSession } from './record-session.ts';
import { createRequestSender } from './request-by-hand.ts';
import type { OpenRuns } from './run-host.ts';
import type { ScenarioStore } from './scenario-store.ts';
import type { ServerOptions } from './server-options.ts';
import { createSessionsPort } from './sessions-port.ts';
import { watchLag } from './watch-lag.ts';
import type { ServedCore } from './wire-core.ts';

interface AdminPortsOptions {
  readonly options: ServerOptions;
  readonly core: ServedCore;
  readonly recorder: Pick<Recorder, 'journal'>;
  readonly scenarios: ScenarioStore;
  readonly runs: OpenRuns;
  readonly games: Pick<Games, 'clear' | 'forgetAgent'>;
  readonly muted: MutedFindings | undefined;
  readonly baseUrl: () => string;
}

/** What the admin API shows and does, each wired to what does the work. */
export const createAdminPorts = (parts: AdminPortsOptions): AdminPorts => {
  const { options, core, recorder, scenarios, runs, games, muted, baseUrl } = parts;
  const { clock, bus, tail, accounts, handSessions: byHand, faults, platform } = core;
  const { agentId, agents } = options;
  const agent = (): AgentConfiguration => mainAgent(options);
  const { journal } = recorder;
  const newId = createIds(options.dice.fork('hand').fork('sessions'));
  const startedAt = clock.now();
  const record: AdminPorts['scenarios']['record'] = async (order) =>
    await recordSession(order, {
      journal,
      standingOf: (exchange) => standingOf(exchange, options),
    });
  return {
    setup: () => setupOf(parts, startedAt),
    journal: withJournalsBeside(journal, runs.journals ?? new Map(), core.findings.evidence),
    lagMs: watchLag(core.closing.signal),
    accounts: accounts.statements,
    findings: createFindingsPort({
      ...{ desk: core.findings, muted, runs, scenarios, record },
      onMuted: () => bus.publish({ kind: 'findings' }),
      now: clock.now,
      onError: options.onError,
    }),
    sessions: createSessionsPort({
      ...{ platform, agent, agents: agents.now, baseUrl, newId, byHand, bus },
    }),
    callbacks: handCallbacksOf(parts),
    deliveries: core.waiting.list,
    faults,
    clock: createClockPort(clock, bus),
    packs: createPacksPort({
      platform,
      agentId,
      agents: agents.now,
      onChange: () => publishPacks(bus, platform),
    }),
    agents: agentsPortOf(parts),
    runs,
    scenarios: { ...scenarios, record },
    reset: () => resetAll(core, games, journal),
    listen: (hear) => {
      tail.begin();
      accounts.begin();
      return bus.listen(hear);
    },
  };
};

const agentsPortOf = ({ options, core, recorder, games, baseUrl }: AdminPortsOptions) => {
  const { clock, connections, platform } = core;
  const { agents, agentId, allowPublicTarget, newToken } = options;
  return createAgentsPort({
    ...{ agents, allowPublicTarget, newToken, baseUrl, connections, clock },
    mainAgentId: agentId,
    games: () => platform.catalogue.games(),
    dialectOf: connections.dialectOf,
    journal: recorder.journal,
    end: async (ended) => await endAgent({ ...core, games }, ended),
  });
};

/** Callbacks by hand: the clock is moved on when they have been answered. */
const handCallbacksOf = ({ options, core, recorder }: AdminPortsOptions): AdminPorts['callbacks'] => {
  const { agentId, agents, otherToken, dice } = options;
  const { work, faults, platform, connections } = core;
  const hand = createHandCallbacks({
    connections,
    agentId,
    agents: agents.now,
    games: () => platform.catalogue.games(),
    otherToken,
    sessions: platform.sessions,
    packs: platform.packs,
    quirks: options.configuration.quirks,
    journal: recorder.journal,
    sendRequest: createRequestSender({
      ...{ platform, agentId, clock: work.clock, signal: core.closing.signal },
      tokenOf: (id) => agents.now.get(id)?.token,
    }),
    deviate: faults.takeCallback,
    clock: work.clock,
    dice: dice.fork('hand'),
  });
  return {
    trigger: (order) => work.run(() => hand.trigger(order)),
    resend: (exchangeId, order) => work.run(() => hand.resend(exchangeId, order)),
    rollback: (exchangeId) => work.run(() => hand.rollback(exchangeId)),
  };
};

const standingOf = (
  { request, subject, dialect }: Exchange,
  { agents, agentId }: ServerOptions,
): RecordedCall['signature'] => {
  // What was signed before the token was regenerated was signed correctly.
  const tokens = [...agents.tokensOf(subject.agentId ?? agentId), undefined];
  const intents = tokens.map((token) => readIntent(request, { token, dialect }));
  if (intents.some(({ kind }) => kind !== 'badly-signed')) return 'valid';
  return (request.headers['x-signature'] ?? '') === '' ? 'none' : 'wrong';
};

/** How the platform was started, for pages that fill it in. Without any secret. */
const setupOf = ({ options, core, baseUrl }: AdminPortsOptions, startedAt: number): Setup => {
  const { about, journalFile, scenariosFolder } = options;
  const agent = mainAgent(options);
  const { delivery, timeout } = options.callbacks();
  return {
    ...about,
    baseUrl: baseUrl(),
    agentId: agent.id,
    callbackUrl: agent.callbackUrl && shownUrl(agent.callbackUrl),
    dialect: core.connections.dialectOf(agent.id),
    players: agent.players,
    games: core.platform.catalogue.games(),
    journal: journalFile,
    scenariosFolder,
    delivery,
    timeout,
    startedAt: toInstant(startedAt),
  };
};

/** The agent that the dashboard is about. It may leave the configuration, but not the platform. */
const mainAgent = ({ agents, agentId }: ServerOptions): AgentConfiguration => {
  const agent = agents.now.get(agentId);
  if (agent === undefined) throw new Error(`Agent ${agentId} is gone.`);
  return agent;
};

const resetAll = (
  { faults, clock, platform, accounts, handSessions, findings, connections, bus }: ServedCore,
  games: Pick<Games, 'clear'>,
  { kept }: Recorder['journal'],
): void => {
  faults.clear();
  clock.shift(0);
  games.clear();
  for (const each of [platform.sessions, platform.demos, platform.packs, kept]) each.clear();
  for (const { judge } of connections.open()) judge.reset();
  for (const { clear } of [accounts, handSessions, findings]) clear();
  bus.publish({ kind: 'reset' });
};
