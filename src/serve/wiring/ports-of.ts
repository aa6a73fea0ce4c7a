import type { AdminPorts } from '../../api/admin-ports.ts';
import { createIds } from '../../platform/create-ids.ts';
import type { Platform } from '../../platform/create-platform.ts';
import type { RecordedCall } from '../../recording/recorded-call.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { createHandCallbacks } from '../by-hand/create-hand-callbacks.ts';
import { intentOfLetter } from '../lines/intent-of-letter.ts';
import { createAdminPorts } from '../ports/create-admin-ports.ts';
import { createPacksPort } from '../ports/create-packs-port.ts';
import type { ScenarioDesk } from '../ports/create-scenario-desk.ts';
import { createSessionsPort } from '../ports/create-sessions-port.ts';
import { recordSession } from '../ports/record-session.ts';
import { tellPacks } from '../ports/tell-packs.ts';
import type { OpenRuns } from '../stage-options.ts';
import type { House } from './house.ts';
import type { ServedLines } from './open-served-lines.ts';
import { setupOf } from './setup-of.ts';

/** What the dashboard looks into. */
export interface Rooms {
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
