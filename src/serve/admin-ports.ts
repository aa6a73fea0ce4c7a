import type { AdminPorts } from '../api/admin-ports.ts';
import type { FaultBoard } from '../faults/fault-board.ts';
import { toInstant } from '../formats/written-time.ts';
import { createIds } from '../platform/create-ids.ts';
import type { Platform } from '../platform/create-platform.ts';
import type { RecordedCall } from '../recording/recorded-call.ts';
import type { ClockView, Setup } from '../spec/admin/views.ts';
import type { Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { ShiftedClock } from '../world/clock.ts';
import type { AgentLines } from './agent-lines.ts';
import type { ScenarioDesk } from './create-scenario-desk.ts';
import type { EventHub } from './event-bus.ts';
import { createHandCallbacks } from './hand-callbacks.ts';
import { intentOfLetter } from './intent-of-letter.ts';
import type { ServedLines } from './open-served-lines.ts';
import { createPacksPort, tellPacks } from './packs-port.ts';
import { recordSession } from './record-session.ts';
import type { OpenRuns } from './serve-options.ts';
import { createSessionsPort } from './sessions-port.ts';
import type { House } from './wire-serve.ts';

/** What the dashboard looks into. */
interface Rooms {
  readonly platform: Platform;
  readonly lines: ServedLines;
  readonly scenarios: ScenarioDesk;
  readonly runs: OpenRuns;
}

/** The ports of the admin API, each wired to what does the work. */
export const portsOf = (house: House, { platform, lines, scenarios, runs }: Rooms): AdminPorts => {
  const { recorder, hub, clock, faults, agent, baseUrl, closing } = house;
  const { journal } = recorder;
  const dice = house.dice.fork('hand');
  const newId = createIds(dice.fork('sessions'));
  const findSession = platform.sessions.find;
  const startedAt = clock.now();
  return createAdminPorts({
    accounts: lines.statements,
    ...{ hub, platform, lines, faults, clock, journal, runs },
    setup: () => setupOf(house, { startedAt, dialect: lines.dialectOf(agent.id) }),
    listen: (hear) => {
      house.tail.begin();
      return hub.listen(hear);
    },
    sessions: createSessionsPort({ platform, agent, baseUrl, newId }),
    packs: createPacksPort({
      platform,
      agentId: agent.id,
      onChange: () => tellPacks(hub, platform),
    }),
    callbacks: createHandCallbacks({
      ...{ ...house, lines, journal, dice, findSession },
      deviate: faults.takeCallback,
      signal: closing.signal,
    }),
    scenarios: {
      ...scenarios,
      record: async (order) =>
        await recordSession(order, {
          journal,
          standingOf: (exchange) => standingOf(exchange, house),
        }),
    },
  });
};

const standingOf = (
  { request, subject, dialect }: Exchange,
  { configuration, agent }: House,
): RecordedCall['signature'] => {
  const { token } = configuration.agents.find(({ id }) => id === subject.agentId) ?? agent;
  const intent = intentOfLetter(request, { token, dialect });
  if (intent.kind !== 'badly-signed') return 'valid';
  return intent.variant === 'none' ? 'none' : 'wrong';
};

interface Facts {
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** The dialect that callbacks are signed in; undefined for the one of most agents. */
  readonly dialect: string | undefined;
}

/** How the platform was started, for pages that fill it in. Without any token. */
const setupOf = (
  { about, agent, configuration, ...house }: House,
  { startedAt, dialect }: Facts,
): Setup => {
  const callbackUrl = house.callbackUrl();
  return {
    ...about,
    baseUrl: house.baseUrl(),
    agentId: agent.id,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
    ...(dialect === undefined ? {} : { dialect }),
    players: agent.players,
    games: house.games,
    journal: house.journalFile,
    scenariosFolder: house.scenariosFolder,
    delivery: configuration.callbacks.delivery,
    timeout: configuration.callbacks.timeout,
    startedAt: toInstant(startedAt),
  };
};

/** Ports that are made elsewhere. */
type Given = Pick<
  AdminPorts,
  | 'setup'
  | 'journal'
  | 'accounts'
  | 'callbacks'
  | 'sessions'
  | 'packs'
  | 'runs'
  | 'scenarios'
  | 'listen'
>;

interface AdminPortsOptions extends Given {
  readonly hub: Pick<EventHub, 'tell'>;
  readonly platform: Pick<Platform, 'sessions' | 'demos' | 'packs'>;
  readonly lines: AgentLines;
  readonly faults: FaultBoard;
  readonly clock: ShiftedClock;
}

/** What the admin API shows and does. */
const createAdminPorts = (options: AdminPortsOptions): AdminPorts => {
  const { hub, platform, lines, faults, clock, ...given } = options;
  return {
    ...given,
    faults,
    clock: {
      view: () => clockView(clock),
      shift: (shiftMs) => {
        shiftBy(clock, shiftMs);
        const view = clockView(clock);
        hub.tell({ kind: 'clock', clock: view });
        return view;
      },
    },
    reset: () => {
      faults.clear();
      clock.shift(0);
      for (const kept of [platform.sessions, platform.demos, platform.packs]) kept.clear();
      for (const { judge } of lines.open()) judge.reset();
      hub.tell({ kind: 'reset' });
    },
  };
};

const clockView = (clock: ShiftedClock): ClockView => ({
  now: toInstant(clock.now()),
  shiftMs: clock.shiftMs(),
});

const shiftBy = (clock: ShiftedClock, shiftMs: number): void => {
  try {
    clock.shift(shiftMs);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new WalletproofError('usage', cause.message, 'Ten years either way are the most.', {
      cause,
    });
  }
};
