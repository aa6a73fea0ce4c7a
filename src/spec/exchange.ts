import type { CallbackType } from './callback.ts';
import type { OperationFault } from './fault.ts';
import type { OperationName } from './operation.ts';
import type { RefusalCode } from './refusal.ts';
import type { MistakeCode } from './signature-mistakes.ts';

/**
 * Why no answer came. `too-large` and `unreadable`: an answer began, but could not be taken whole. Faults of ours:
 * `dropped`, once the agent was through; `hung-up`, where it may be at work still; `cut-off`, before it had the call whole.
 */
export const failures = [
  'refused',
  'unreachable',
  'certificate',
  'closed',
  'timeout',
  'too-large',
  'unreadable',
  'forbidden-target',
  'dropped',
  'hung-up',
  'cut-off',
  'interrupted',
] as const;

export type Failure = (typeof failures)[number];

/** In words, behind `no answer: ` or `silent since 02:51: `. */
export const failureWords: Readonly<Record<Failure, string>> = {
  refused: 'connection refused',
  unreachable: 'host not reachable',
  certificate: 'certificate not trusted',
  closed: 'connection closed',
  timeout: 'no answer in time',
  'too-large': 'answer too large',
  unreadable: 'answer not readable',
  'forbidden-target': 'address not allowed',
  dropped: 'answer dropped on purpose',
  'hung-up': 'connection dropped on purpose while the agent worked',
  'cut-off': 'request cut off on purpose',
  interrupted: 'interrupted by the platform',
};

/** Header names in lower case; a repeated header is joined with `, `. */
export type Headers = Readonly<Record<string, string>>;

export interface HttpRequest {
  readonly method: string;
  /** The whole URL of a callback; path and query of an operation. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What came back: an HTTP answer with its exact bytes (content coding undone), or no answer. */
export type Answer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Absent: 1.1. */
      readonly httpVersion?: '1.0';
      readonly headers: Headers;
      readonly body: Uint8Array;
    }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly message: string;
      /** It was `closed` before a byte of the answer, over a connection that had carried others. */
      readonly wasKept?: true;
    };

/** What the exchange is about, for finding it again. */
export interface ExchangeSubject {
  readonly agentId?: number;
  readonly sessionId?: string;
  readonly playerId?: string;
  readonly transactionId?: string;
  readonly requestId?: string;
  readonly gameRoundId?: string;
}

/** The run that a call belongs to, and its place in it. */
export interface ExchangeRun {
  readonly id: string;
  /** As a report names it: a file, or `preflight`, `dialect`, `launch`. */
  readonly scenario: string;
  /** Line of the step; absent for the runner's own calls. */
  readonly line?: number;
  /** How a person would name the call: `makeBet first`. */
  readonly label?: string;
}

/** One request and its answer, either way; the unit of evidence. Times: Unix milliseconds. */
export interface Exchange {
  readonly id: string;
  readonly direction: 'operation' | 'callback';
  /** What it was, as far as could be told; `other` for anything outside the contract. */
  readonly kind: OperationName | CallbackType | 'other';
  readonly subject: ExchangeSubject;
  readonly request: HttpRequest;
  readonly answer: Answer;
  readonly startedAt: number;
  /** Real time. */
  readonly durationMs: number;
  /** How far the platform's clock was ahead of the real time then; absent where nobody had moved it. */
  readonly shiftMs?: number;
  readonly timing?: CallbackTiming;
  /** Sendings of the same bytes before it whose answers do not count; oldest first. */
  readonly earlier?: readonly Exchange[];
  /** Who made the platform send it: a player at a game, somebody by hand, or a run of scenarios. */
  readonly origin?: 'game' | 'hand' | 'run';
  /** Present where a run that is kept sent it. */
  readonly run?: ExchangeRun;
  /** 1 for the first sending of a callback, 2 for its first retry. */
  readonly attempt?: number;
  /** The dialect whose canonical string the signature matched, or was made in. */
  readonly dialect?: string;
  /** The refusal that the platform answered with. */
  readonly refusal?: RefusalCode;
  /** The fault that a right request was answered with on purpose. */
  readonly fault?: OperationFault;
  /** Why its signature was refused, where that was looked into. */
  readonly explanation?: ExchangeExplanation;
}

/** As the real clock saw it: what an agent did is judged by the time that it lives in. */
export const inRealTime = (exchange: Exchange): Exchange => {
  // Nearly always: then nothing is copied.
  if (exchange.shiftMs === undefined) return exchange;
  const { shiftMs, ...moved } = exchange;
  return { ...moved, startedAt: exchange.startedAt - shiftMs };
};

/** What was measured beside the duration of a callback. */
export interface CallbackTiming {
  /** From the sending to the headers of the answer, milliseconds; absent where none came. */
  readonly headersMs?: number;
  /** How many callbacks were under way at once at most, this one included; absent where it was alone. */
  readonly together?: number;
  /** The size of the burst of ours that it was part of; absent where it was none. */
  readonly burst?: number;
  /** For how long walletproof itself could do nothing meanwhile, milliseconds; absent below 50. */
  readonly lagMs?: number;
}

/** Takes an exchange into the journal. Must not throw and must not wait. */
export type RecordExchange = (exchange: Exchange) => void;

/**
 * What is known of a signature that was refused: the mistake by name and the line to change.
 * `other-dialect`: signed right, but not in the one dialect that the platform takes
 * (`quirks.accept`). Holds no token.
 */
export interface ExchangeExplanation {
  readonly mistake: MistakeCode | 'other-dialect';
  /** The field of the body that it is about, where there is one. */
  readonly field?: string;
  /** What differs, for this body. */
  readonly sentence: string;
  /** What to change. */
  readonly remedy: string;
  /** The first place where what was signed differs from what is expected; bytes from 1. */
  readonly difference?: {
    readonly byte: number;
    readonly signed: string;
    readonly expected: string;
  };
}

/** Whether the call is one that may move money. */
export const isMoving = ({ kind }: { readonly kind: string }): boolean => kind === 'makeBet' || kind === 'rollback';
