import type { AgentConfiguration } from '../../contract/configuration.ts';
import type { Fields } from '../check-fields.ts';
import type { ConstantTail } from '../constant-tail.ts';
import type { PlatformState } from '../platform-state.ts';
import type { Refused } from '../refused.ts';

/**
 * What an operation leads to: `content` as JSON text, and the session it created. Or content that
 * never changes, `tail`: it and the brace that closes the envelope, the same object each time.
 */
export type Performance =
  | {
      readonly kind: 'content';
      readonly content: string;
      readonly sessionId?: string;
      /** Where a fault gives another HTTP status than 200. */
      readonly status?: number;
    }
  | { readonly kind: 'constant'; readonly tail: ConstantTail }
  | Refused;

/** Performs an operation for an agent whose request passed every check up to its fields. */
export type Perform = (
  state: PlatformState,
  agent: AgentConfiguration,
  fields: Fields,
) => Performance;
