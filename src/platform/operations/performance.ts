import type { AgentConfiguration } from '../../contract/configuration.ts';
import type { Fields } from '../check-fields.ts';
import type { PlatformState } from '../platform-state.ts';
import type { Refused } from '../refused.ts';

/** What an operation leads to: `content` as JSON text, and the session it created. */
export type Performance =
  | { readonly kind: 'content'; readonly content: string; readonly sessionId?: string }
  | Refused;

/** Performs an operation for an agent whose request passed every check up to its fields. */
export type Perform = (
  state: PlatformState,
  agent: AgentConfiguration,
  fields: Fields,
) => Performance;
