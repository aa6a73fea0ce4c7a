import type { ExchangeJudgement } from '../../formats/judgement.ts';
import type { AmountText, FreespinsProgress } from '../callback.ts';
import type { Exchange, ExchangeExplanation, ExchangeSubject } from '../exchange.ts';
import type { CallVerdict } from '../verdict.ts';

/** An exchange as a list shows it. */
export interface ExchangeRow extends ExchangeSubject {
  /** Its place in the journal: counts on without gaps. */
  readonly seq: number;
  readonly id: string;
  readonly direction: Exchange['direction'];
  readonly kind: Exchange['kind'];
  readonly origin?: Exchange['origin'];
  readonly currency?: string;
  readonly gameRoundId?: string;
  readonly roundFinished?: boolean;
  readonly bet?: AmountText;
  readonly win?: AmountText;
  readonly freespins?: FreespinsProgress;
  /** The balance that the agent answered. */
  readonly balance?: AmountText;
  /** The error code of the answer: the agent's, or ours. */
  readonly error?: string;
  /** HTTP status; null when no answer came, `failure` says why. */
  readonly status: number | null;
  readonly failure?: string;
  readonly attempt?: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict?: CallVerdict;
}

/** Bytes as text; `base64` where they are no UTF-8. */
export interface MessageBody {
  readonly text: string;
  readonly base64?: string;
}

/** Everything about one exchange. The token is in none of it. */
export interface ExchangeDetail extends ExchangeRow {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: MessageBody;
  };
  readonly answer:
    | {
        readonly kind: 'answered';
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        readonly body: MessageBody;
      }
    | { readonly kind: 'failed'; readonly failure: string; readonly message: string };
  /** The value of X-Signature, and the text that it covers in `dialect`. */
  readonly signature?: string;
  readonly dialect?: string;
  readonly canonical?: string;
  /** The doctor's word on a signature that was refused. */
  readonly explanation?: ExchangeExplanation;
  readonly judgement?: ExchangeJudgement;
  /** A shell command that sends the same request. */
  readonly curl: string;
  /** Other sendings and the rollbacks of its transaction, oldest first. */
  readonly related: readonly ExchangeRow[];
}

/** A page of the list, oldest first, and where the journal begins and ends. */
export interface ExchangePage {
  readonly rows: readonly ExchangeRow[];
  /** Seq of the first and last exchange of the journal; 1 and 0 when it is empty. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Whether the search has more in its direction. */
  readonly more: boolean;
  /** The last place that was looked at: the search goes on from there, also where it found nothing. */
  readonly searchedTo?: number;
}
