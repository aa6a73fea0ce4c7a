import type { SpecifiedRefusal } from '../spec/refusal.ts';

/** What a right request is answered with. `dropped`: nothing, the connection is closed. */
export type FaultyAnswer =
  | { readonly kind: 'right' }
  | { readonly kind: 'refused'; readonly code: SpecifiedRefusal }
  | { readonly kind: 'error-like-success' }
  | { readonly kind: 'dropped' };

/** How the platform answers a right request otherwise than it should. */
export interface OperationDeviation {
  /** Waits so long before it answers. */
  readonly delayMs: number;
  readonly answer: FaultyAnswer;
}
