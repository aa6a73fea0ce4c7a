import type { ActiveFault } from '../../formats/fault.ts';
import type { AccountStatement, ExchangeJudgement } from '../../formats/judgement.ts';
import type { ExchangeRow } from './exchanges.ts';
import type { ClockView } from './platform.ts';
import type { RunView } from './runs.ts';
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
  | { readonly kind: 'scenarios' }
  /** Agents, or the games of the platform, are others: read them anew. */
  | { readonly kind: 'agents' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'gap' };
