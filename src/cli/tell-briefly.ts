/** An unexpected error for a log: with its stack where it has one. */
export const tellBriefly = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
