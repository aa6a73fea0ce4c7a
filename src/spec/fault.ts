/** Faults of the platform's own making in what it sends to the agent. */
export const callbackFaults = {
  'answer-lost':
    'The connection is dropped once the agent has worked: its answer is never seen, and the callback is delivered again.',
  duplicated: 'Every callback is sent once more, the same bytes, when the first was answered.',
  'sent-together': 'Every callback is sent twice at the same time, the same bytes.',
  delayed: 'Every callback waits before it is sent.',
  'wrong-signature': 'X-Signature is random hex of the right length.',
} as const;
export type CallbackFault = keyof typeof callbackFaults;

/** Faults in how the platform answers the agent's own requests. */
export const operationFaults = {
  refused: 'A right request is refused with an error code of section 7.',
  'error-like-success': 'HTTP 500 with a body that looks like success.',
  delayed: 'The answer waits.',
  dropped: 'The connection is closed without an answer.',
} as const;
export type OperationFault = keyof typeof operationFaults;

/** What somebody switches on. */
export interface FaultOrder {
  readonly direction: 'callback' | 'operation';
  readonly fault: CallbackFault | OperationFault;
  /** `makeBet`, `get_game_link`, …: only these; all when absent. */
  readonly on?: string;
  /** For `refused`: a code of section 7; `invalid_signature` when absent. */
  readonly code?: string;
  /** For `delayed`, milliseconds; 1,000 when absent. */
  readonly delayMs?: number;
  /** How many times it happens; until it is switched off when absent. */
  readonly times?: number;
}

/** A fault that is switched on. `times`: how many are left. */
export interface ActiveFault extends FaultOrder {
  readonly id: string;
}
