/** Lines that belong together, under a title where they need one; nothing is shown of an empty one. */
export interface Part {
  readonly title?: string;
  readonly lines: readonly string[];
}
