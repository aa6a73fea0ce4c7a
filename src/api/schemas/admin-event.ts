import type { ActiveFault } from '../../formats/fault.ts';
import type { AccountStatement, ExchangeJudgement } from '../../formats/judgement.ts';
import { namesOf } from '../../spec/closed-list.ts';
import type { AgentHealthView } from './agents.ts';
import type { DeliveryView } from './deliveries.ts';
import type { ExchangeRow } from './exchanges.ts';
import type { ClockView } from './platform.ts';
import type { RunView, WatchView } from './runs.ts';
import type { PackView, SessionView } from './sessions.ts';

/**
 * What `GET /__admin/events` tells, each message an array of these.
 * `gap`: events were missed; read everything anew.
 */
export type AdminEvent =
  | { readonly kind: 'exchange'; readonly row: ExchangeRow }
  | { readonly kind: 'judgement'; readonly judgement: ExchangeJudgement }
  /** With its new points alone. */
  | { readonly kind: 'account'; readonly account: AccountStatement }
  | { readonly kind: 'session'; readonly session: SessionView }
  | { readonly kind: 'faults'; readonly faults: readonly ActiveFault[] }
  | { readonly kind: 'clock'; readonly clock: ClockView }
  | { readonly kind: 'packs'; readonly packs: readonly PackView[] }
  | { readonly kind: 'run'; readonly run: RunView }
  /** Callbacks that wait to be sent again; those that are not there any more are settled. */
  | { readonly kind: 'deliveries'; readonly deliveries: readonly DeliveryView[] }
  | { readonly kind: 'watch'; readonly watch: WatchView }
  /** Twice a second at most. */
  | { readonly kind: 'agent-health'; readonly health: AgentHealthView }
  | { readonly kind: 'scenarios' }
  /** What was found is other than it was: read it again. */
  | { readonly kind: 'findings' }
  /** Agents, or the games of the platform, are others: read them anew. */
  | { readonly kind: 'agents' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'gap' };

const kinds: Readonly<Record<AdminEvent['kind'], true>> = {
  ...{ exchange: true, judgement: true, account: true, session: true, faults: true, clock: true },
  ...{ packs: true, deliveries: true, run: true, watch: true, scenarios: true, findings: true },
  ...{ agents: true, 'agent-health': true, reset: true, gap: true },
};

/** What an event may be about: all of them, as the document names them. */
export const adminEventKinds = namesOf(kinds);
