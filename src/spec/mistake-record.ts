/** A mistake in signing, as the doctor explains it. `{field}` stands for the field that it is about. */
export interface MistakeRecord {
  /** What the agent did, for any agent. */
  readonly sentence: string;
  /** The line to change. */
  readonly remedy: string;
}
