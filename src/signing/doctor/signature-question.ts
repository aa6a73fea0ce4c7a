import type { SearchBudget } from './search-budget.ts';

/** A signature that was refused, or is to be looked at. */
export interface SignatureQuestion {
  /** As it went over the wire. */
  readonly body: string | Uint8Array;
  /** The header X-Signature, or what the agent computed for a callback. */
  readonly header: string;
  readonly token: string;
  /** Tokens of other agents: one of them may have been used by mistake. */
  readonly otherTokens?: readonly string[];
  /** A request is trimmed before it is signed, a callback is not. Default: request. */
  readonly direction?: 'request' | 'callback';
  readonly budget?: SearchBudget;
}
