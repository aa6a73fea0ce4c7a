import type { AdminPorts } from '../api/create-admin-api.ts';
import type { Setup } from '../api/schemas/platform.ts';
import { shownUrl } from '../base/shown.ts';
import { toInstant } from '../formats/written-time.ts';
import type { RecordedCall } from '../recording/recorded-call.ts';
import type { Exchange } from '../spec/exchange.ts';
import { readIntent } from '../wire/message.ts';
import { createAgentsPort } from './agents-port.ts';
import { createClockPort } from './clock-port.ts';
import { beginAnew, type Context } from './context.ts';
import { createFindingsPort } from './findings-port.ts';
import { createHandCallbacks } from './hand-callbacks.ts';
import { withJournalsBeside } from './journals-beside.ts';
import { createPacksPort } from './packs-port.ts';
import { recordSession } from './record-session.ts';
import { createRequestSender } from './request-by-hand.ts';
import { createSessionsPort, demandAgent } from './sessions-port.ts';
import { watchLag } from './watch-lag.ts';

/** What the admin API shows and does, each wired to what does the work. */
export const createAdminPorts = (context: Context): AdminPorts => {
  const { recorder, bus, tail, accounts, findings, runs, scenarios } = context;
  const startedAt = context.clock.now();
  const record: AdminPorts['scenarios']['record'] = async (order) =>
    await recordSession(order, {
      journal: recorder.journal,
      standingOf: (exchange) => standingOf(exchange, context),
    });
  return {
    setup: () => setupOf(context, startedAt),
    journal: withJournalsBeside(recorder.journal, runs.journals ?? new Map(), findings.evidence),
    lagMs: watchLag(context.closing.signal),
    accounts: accounts.statements,
    findings: createFindingsPort(context, record),
    sessions: createSessionsPort(context),
    callbacks: handCallbacksOf(context),
    deliveries: context.waiting.list,
    faults: context.faults,
    clock: createClockPort(context),
    packs: createPacksPort(context),
    agents: createAgentsPort(context),
    runs,
    scenarios: { ...scenarios, record },
    reset: () => beginAnew(context),
    listen: (hear) => {
      tail.begin();
      accounts.begin();
      return bus.listen(hear);
    },
  };
};

/** Callbacks by hand: the clock is moved on when they have been answered. */
const handCallbacksOf = (context: Context): AdminPorts['callbacks'] => {
  const { options, work, faults, platform, connections } = context;
  const { agentId, agents, otherToken, dice } = options;
  const hand = createHandCallbacks({
    connections,
    agentId,
    agents: agents.now,
    games: () => platform.catalogue.games(),
    otherToken,
    sessions: platform.sessions,
    packs: platform.packs,
    quirks: options.configuration.quirks,
    journal: context.recorder.journal,
    sendRequest: createRequestSender({
      ...{ platform, agentId, clock: work.clock, signal: context.closing.signal },
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
  { options: { agents, agentId } }: Context,
): RecordedCall['signature'] => {
  // What was signed before the token was regenerated was signed correctly.
  const tokens = [...agents.tokensOf(subject.agentId ?? agentId), undefined];
  const intents = tokens.map((token) => readIntent(request, { token, dialect }));
  if (intents.some(({ kind }) => kind !== 'badly-signed')) return 'valid';
  return (request.headers['x-signature'] ?? '') === '' ? 'none' : 'wrong';
};

/** How the platform was started, for pages that fill it in. Without any secret. */
const setupOf = ({ options, platform, connections, baseUrl }: Context, startedAt: number): Setup => {
  const { about, journalFile, scenariosFolder } = options;
  // It may leave the configuration, but not the platform.
  const agent = demandAgent(options);
  const { delivery, timeout } = options.callbacks();
  return {
    ...about,
    baseUrl: baseUrl(),
    agentId: agent.id,
    callbackUrl: agent.callbackUrl && shownUrl(agent.callbackUrl),
    dialect: connections.dialectOf(agent.id),
    players: agent.players,
    games: platform.catalogue.games(),
    journal: journalFile,
    scenariosFolder,
    delivery,
    timeout,
    startedAt: toInstant(startedAt),
  };
};
