/** A request that somebody pasted: what was sent, and what it was signed with. */
export interface PastedRequest {
  readonly body: string | Uint8Array;
  /** X-Signature; absent where the text has none. */
  readonly signature?: string;
}
