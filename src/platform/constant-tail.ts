/** The end of an answer that never changes. */
export interface ConstantTail {
  readonly text: string;
  readonly bytes: Buffer;
}
