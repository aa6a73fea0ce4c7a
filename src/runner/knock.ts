/** How the agent answered a plain getBalance that was signed as `minimal`. */
export interface Knock {
  readonly said: 'accepted' | 'refused';
  /** The body as it went over the wire. */
  readonly text: string;
}
