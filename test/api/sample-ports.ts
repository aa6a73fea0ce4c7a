import type { AdminPorts } from '../../src/api/create-admin-api.ts';
import type { AdminEvent } from '../../src/api/schemas/admin-event.ts';
import type { AgentVerdict, AgentView } from '../../src/api/schemas/agents.ts';
import type { FindingsView } from '../../src/api/schemas/findings.ts';
import type { RunView } from '../../src/api/schemas/runs.ts';
import type { SessionView } from '../../src/api/schemas/sessions.ts';
import { PlatformClock } from '../../src/base/platform-clock.ts';
import type { ActiveFault } from '../../src/formats/fault.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { createReportView } from '../../src/report/report-view.ts';
import { createClockPort } from '../../src/serve/clock-port.ts';
import { createEventBus } from '../../src/serve/event-bus.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { aRun } from '../report/run-builder.ts';

const instant = '2026-03-01T12:00:00.000Z';

export const account = {
  ...{ playerId: 'player-1', playerUsername: 'Player One', currency: 'USD' },
  ...{ opening: '100.00', bets: '10.00', wins: '0.00', rollbacks: '0.00', elsewhere: '0.00' },
  ...{ expected: '90.00', actual: '80.00', difference: '-10.00' },
  points: [{ at: instant, exchangeId: 'x-1', kind: 'makeBet', expected: '90.00', actual: '80.00' }],
};

export const session: SessionView = {
  ...{ sessionId: 's-1', playerId: 'player-1', playerUsername: 'Player One', currency: 'USD' },
  ...{ gameId: 101, game: 'Lanterns', link: '/play/key', createdAt: instant },
  ...{ lastSeenAt: instant, state: 'active' },
};

export const run: RunView = {
  ...{ id: 'run-1', state: 'finished', title: 'the whole suite', startedAt: instant },
  ...{ total: 1, done: 1, durationMs: 12, verdict: 'conformant', failing: [] },
  scenarios: [{ file: 'a.yaml', title: 'A bet is debited', verdict: 'passed' }],
};

const pack = {
  ...{ freespinsId: 'f-1', playerId: 'player-1', gameId: 101, currency: 'USD' },
  ...{ bet: '1', total: 10, played: 0, accumulatedWin: '0', status: 'active' as const },
};

const setup = {
  ...{ version: '1.2.3', baseUrl: 'http://127.0.0.1:4600', agentId: 1001, seed: 7 },
  ...{ callbackUrl: 'http://127.0.0.1:8080/callback', journal: ':memory:' },
  ...{ scenariosFolder: 'scenarios', delivery: 'retry-then-rollback', timeout: '5s' },
  players: [{ id: 'player-1', username: 'Player One', currencies: ['USD'], language: 'en' }],
  games: [{ id: 101, title: 'Lanterns', brand: 'North', image_url: 'https://g/1', demo: true }],
  startedAt: instant,
};

const summary = {
  ...{ passed: 1, failed: 0, warned: 0, observed: 0, skipped: 0, blocked: 0, inconclusive: 0 },
};
const tool = { name: 'walletproof', version: '1.2.3' };
const agent = { id: 1001, callbackUrl: 'http://127.0.0.1:8080/callback' };
const stored = {
  ...{ tool, agent, summary, verdict: 'conformant', seed: 7, nonce: 'n', startedAt: instant },
  ...{ durationMs: 12, requirements: [], scenarios: [], exchanges: [], setup: {} },
};
const compared = {
  ...{ verdict: 'conformant' as const, startedAt: instant, agent, tool, seed: 7, nonce: 'n' },
};

const comparison = {
  ...{ before: compared, now: compared, newlyFailing: [], fixed: [], changed: [] },
  ...{ appeared: [], disappeared: [], unchanged: 1, stillFailing: [] },
};

const findings: FindingsView = {
  findings: [
    {
      ...{ id: 'win-not-reverted', code: 'win-not-reverted', weight: 'breach' },
      title: 'The rollback gave the bet back, but the win was kept.',
      requirements: [
        {
          ...{ id: 'RB-02', level: 'must', source: 'section 3' },
          title: 'A rollback reverts bet and win of the transaction',
        },
      ],
      message: 'rollback: the balance is 1005.00, it must be 1000.00.',
      ...{ expected: '1000.00', actual: '1005.00', arithmetic: '1005.00 = 1000.00 + 5.00' },
      ...{ cause: 'the win of tx-1 was not reverted', leftOut: 0 },
      change: 'Revert the win of the transaction, too.',
      calls: [
        {
          ...{
            number: 1,
            exchangeId: 'x-1',
            direction: 'callback',
            kind: 'rollback',
            isWrong: true,
          },
          ...{ transactionId: 'tx-1', currency: 'USD', answered: '1005.00', due: '1000.00' },
          ...{ startedAt: instant, durationMs: 3, status: 200 },
        },
      ],
      ...{ count: 1, firstAt: instant, lastAt: instant, scenarios: [] },
      sightings: [{ at: instant, message: 'rollback: 1005.00', exchanges: ['x-1'] }],
    },
  ],
  judged: { right: 3, wrong: 1, risky: 0, consistent: 0, unjudged: 0 },
  ...{ judgedSince: instant, untried: ['duplicate'], baselineFile: 'walletproof.baseline.yaml' },
};

type Ask = <T>(name: string, order: unknown, answer: T) => T;

/** Ports that remember what they were asked for, over a journal. */
export const samplePorts = (journal: Journal) => {
  const asked: unknown[] = [];
  const hearers = new Set<(event: AdminEvent) => void>();
  const ask: Ask = (name, order, answer) => {
    asked.push([name, order]);
    return answer;
  };
  const ports: AdminPorts = {
    setup: () => setup,
    journal,
    lagMs: () => 3,
    accounts: () => [account],
    findings: findingPorts(ask),
    ...playPorts(ask),
    callbacks: callbackPorts(ask),
    deliveries: () => [],
    faults: faultPorts(),
    clock: clockPorts(),
    agents: agentPorts(ask),
    runs: runPorts(ask),
    scenarios: scenarioPorts(ask),
    reset: () => asked.push(['reset']),
    listen: (hear) => {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
  const tell = (event: AdminEvent): void => {
    for (const hear of hearers) hear(event);
  };
  return { ports, asked, hearers, tell };
};

const findingPorts = (ask: Ask): AdminPorts['findings'] => {
  const ofOne = <T>(id: string, name: string, order: unknown, answer: T): T | undefined =>
    id === 'win-not-reverted' ? ask(name, order, answer) : undefined;
  return {
    view: async () => findings,
    mute: async (id, order) => ofOne(id, 'mute', order, findings),
    unmute: async (id) => ofOne(id, 'unmute', id, findings),
    play: async (id) => ofOne(id, 'play', id, run),
  };
};

const playPorts = (ask: Ask): Pick<AdminPorts, 'sessions' | 'packs'> => ({
  sessions: {
    list: () => [session],
    launch: (order) => {
      if (order.gameId === 101) return ask('launch', order, session);
      throw new WalletproofError('usage', 'No game 999.', 'Choose game 101.');
    },
    close: (id) => (id === session.sessionId ? { ...session, state: 'expired' } : undefined),
  },
  packs: {
    list: () => [pack],
    grant: (order) => ask('grant', order, pack),
    remove: (id) => (id === 'f-1' ? { ...pack, status: 'deleted' } : undefined),
  },
});

const callbackPorts = (ask: Ask): AdminPorts['callbacks'] => {
  const callback = {
    ...{ exchangeId: 'x-9', kind: 'makeBet' as const, status: 200, balance: '90.00' },
    ...{ verdict: 'right' as const, sentence: '100.00 - 10.00 = 90.00.', findings: [] },
  };
  const sent = { exchangeIds: ['x-9'], callbacks: [callback] };
  return {
    trigger: async (order) => ask('trigger', order, sent),
    resend: async (id, order) => (id === 'x-1' ? ask('resend', order, sent) : undefined),
    rollback: async (id) => (id === 'x-1' ? ask('rollback', id, sent) : undefined),
  };
};

const faultPorts = (): AdminPorts['faults'] => {
  let faults: ActiveFault[] = [];
  return {
    list: () => faults,
    add: (order) => {
      const fault = { ...order, id: `f${faults.length + 1}` };
      faults = [...faults, fault];
      return fault;
    },
    remove: (id) => {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    clear: () => {
      faults = [];
    },
  };
};

const clockPorts = (): AdminPorts['clock'] => {
  const base = createManualClock(Date.parse(instant));
  const clock = new PlatformClock({ base });
  return createClockPort({ clock, bus: createEventBus(() => undefined) });
};

const agentView: AgentView = {
  ...{ id: 1003, hasToken: true, callbackUrl: 'http://127.0.0.1:8080/callback' },
  ...{ unavailableGames: [104], players: setup.players, source: 'admin', changed: [] },
  isMain: false,
};

const agentVerdict: AgentVerdict = {
  ...{ agentId: 1003, verdict: 'conformant', idle: true, findings: [], accounts: [], more: false },
  judged: { right: 1, wrong: 0, risky: 0, consistent: 0, unjudged: 0 },
  text: 'CONFORMANT (1 right, 0 wrong, 0 risky, 0 consistent, 0 unjudged)',
};

const agentPorts = (ask: Ask): AdminPorts['agents'] => {
  const note = 'It is shown this once.';
  const issued = { agent: agentView, baseUrl: 'http://127.0.0.1:4600', note };
  const ofOne = <T>(id: number, name: string, order: unknown, answer: T): T | undefined =>
    id === 1003 ? ask(name, order, answer) : undefined;
  return {
    list: () => [agentView],
    open: async (order) => ask('open', order, { ...issued, token: 'fresh-token' }),
    change: async (id, order) => ofOne(id, 'change', order, agentView),
    renewToken: (id, { token = 'fresh-token' }) => ofOne(id, 'renew', token, { ...issued, token }),
    dropToken: (id) => ofOne(id, 'drop', id, { ...agentView, hasToken: false }),
    verdict: async (id, wait) => ofOne(id, 'verdict', wait, agentVerdict),
    close: async (id) => ofOne(id, 'close', id, agentView),
  };
};

const runPorts = (ask: Ask): AdminPorts['runs'] => ({
  list: () => [run],
  start: async (order) => ask('start', order, run),
  one: async (id) => (id === 'run-1' ? (stored as never) : undefined),
  view: async (id) => (id === 'run-1' ? createReportView(aRun()) : undefined),
  report: async (id) => (id === 'run-1' ? '<!doctype html><script>parent.x()</script>' : undefined),
  compare: async (before, now) => ask('compare', [before, now], comparison),
  interrupt: () => ask('interrupt', undefined, true),
  watch: {
    view: () => ({ state: 'off' }),
    begin: (order) => ask('watch', order, { state: 'on', ...order }),
    end: () => ask('unwatch', undefined, true),
  },
});

const scenarioPorts = (ask: Ask): AdminPorts['scenarios'] => ({
  list: async () => [{ file: 'a.yaml', title: 'A bet is debited', requirements: ['BET-01'], home: 'suite' }],
  source: async (file) => (file === 'a.yaml' ? 'scenario: A bet is debited\n' : undefined),
  record: async (order) => ask('record', order, { title: 'By hand', yaml: 'x', notes: [] }),
  save: async (name, yaml) => ask('save', [name, yaml], { file: `${name}.yaml`, command: `walletproof play ${name}` }),
});
