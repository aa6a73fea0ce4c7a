import type { Exchange } from '../spec/exchange.ts';
import type { CallVerdict } from '../spec/judgement.ts';

/** An HTTP status, a class of them, or `none`: no answer came. */
export type StatusQuery = number | '2xx' | '3xx' | '4xx' | '5xx' | 'none';

/** Which exchanges are wanted; every given field must match. */
export interface ExchangeQuery {
  readonly limit: number;
  /** Id of an exchange: only later ones, and the first of them rather than the last. */
  readonly after?: string | undefined;
  /** Id of an exchange: only earlier ones. */
  readonly before?: string | undefined;
  /** As `after`, by the place in the journal. */
  readonly afterSeq?: number | undefined;
  /** As `before`, by the place in the journal. */
  readonly beforeSeq?: number | undefined;
  readonly direction?: Exchange['direction'] | undefined;
  readonly kind?: Exchange['kind'] | undefined;
  readonly sessionId?: string | undefined;
  readonly playerId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Only those of that origin; operations have none. */
  readonly origin?: Exchange['origin'];
  /** All but those of that origin: `run` hides the calls of runs, and keeps operations. */
  readonly notOrigin?: Exchange['origin'];
  /** Only those that were judged so. */
  readonly verdict?: CallVerdict | undefined;
  readonly status?: StatusQuery | undefined;
  /** Somewhere in the ids, the URL, the bodies or the failure, in upper or lower case. */
  readonly text?: string | undefined;
}
