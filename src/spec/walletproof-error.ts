/** Exit codes of the executable; design contract, relied on by scripts. */
export const exitCodes = {
  passed: 0,
  nonconformant: 1,
  usage: 2,
  notJudged: 3,
  internal: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What went wrong, so that the edge can choose an exit code. */
export type ErrorCode = 'usage' | 'configuration' | 'scenario' | 'environment' | 'target';

/** An error a user can act on: `message` says what failed and with which value, `remedy` what to do. */
export class WalletproofError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;

  constructor(code: ErrorCode, message: string, remedy: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'WalletproofError';
    this.code = code;
    this.remedy = remedy;
    // Jest prints nothing but the stack.
    if (remedy !== '') this.stack = this.stack?.replace(message, () => `${message}\n${remedy}`);
  }
}

/** A wrong use: of an option, an argument, a value that somebody gave. */
export const usageError = (message: string, remedy: string, options?: { cause?: unknown }): WalletproofError =>
  new WalletproofError('usage', message, remedy, options);

/** Throws a usage error unless that holds. */
export const demand: (holds: boolean, message: string, remedy: string) => asserts holds = (holds, message, remedy) => {
  if (!holds) throw usageError(message, remedy);
};

/** Something wrong in a file, for editors and scripts; line and column (in characters) from 1. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** May be empty. */
  readonly remedy: string;
}

/** One whose message has lines on purpose: it points into a text. Names in it are shown as a line each. */
export class PointingError extends WalletproofError {
  /** Everything that is wrong; the message may have less. */
  readonly problems: readonly FileProblem[];

  constructor(
    code: ErrorCode,
    message: string,
    remedy: string,
    { problems = [], ...options }: { cause?: unknown; problems?: readonly FileProblem[] } = {},
  ) {
    super(code, message, remedy, options);
    this.problems = problems;
  }
}
