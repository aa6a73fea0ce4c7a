/** A getBalance signed as some dialects sign it, and what the agent said. */
export interface ProbeAnswer {
  /** Name of the body that was sent. */
  readonly body: string;
  /** The body as it went over the wire. */
  readonly text: string;
  /** The string that its signature covers. */
  readonly signed: string;
  /**
   * `accepted`: a balance. `refused`: what a wrong signature is answered with. `unclear`: anything
   * else, which says nothing about the signature.
   */
  readonly said: 'accepted' | 'refused' | 'unclear';
}
