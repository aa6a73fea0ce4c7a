/** A row of `exchanges`, as schema.ts lists its columns; `answer_body` is already looked up. */
export interface Row {
  readonly id: string;
  readonly direction: string;
  readonly kind: string;
  readonly agent_id: number | null;
  readonly session_id: string | null;
  readonly player_id: string | null;
  readonly transaction_id: string | null;
  readonly request_id: string | null;
  readonly method: string;
  readonly url: string;
  readonly request_headers: string;
  readonly request_body: Uint8Array;
  readonly status: number | null;
  readonly answer_headers: string | null;
  readonly answer_body: Uint8Array | null;
  readonly failure: string | null;
  readonly failure_message: string | null;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly attempt: number | null;
  readonly dialect: string | null;
  readonly refusal: string | null;
  /** As JSON. */
  readonly explanation: string | null;
  readonly origin: string | null;
  readonly fault: string | null;
}
