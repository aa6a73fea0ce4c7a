import type { CallbackResult } from './results.ts';

/** What the matchers add to an expectation. */
export interface WalletMatchers<R> {
  /** The answer is right, or breaks a `should` at most. */
  toConform(): R;
  /** The agent refused it, with that error code where one is given, and was right to. */
  toBeRefused(code?: string): R;
  /** The agent answered that balance: `994.5` and `994.50` are one. */
  toHaveBalance(balance: string | number): R;
}

/** What a matcher of Jest or Vitest gives back. */
export interface MatcherOutcome {
  readonly pass: boolean;
  readonly message: () => string;
}

/** What a matcher takes: a result by its form, whichever copy of the library made it. */
type ResultLike = Pick<CallbackResult, 'verdict' | 'ok' | 'balance' | 'error' | 'status' | 'explain'> & {
  readonly exchange?: CallbackResult['exchange'];
};

const isResult = (value: unknown): value is ResultLike =>
  typeof value === 'object' && value !== null && 'verdict' in value && 'explain' in value;

const demandResult = (value: unknown, matcher: string): ResultLike => {
  if (isResult(value)) return value;
  throw new TypeError(
    `${matcher}() takes the result of a callback, such as expect(await session.makeBet({ bet: 5 })): it was given ${value instanceof Promise ? 'a promise that is not awaited' : typeof value}.`,
  );
};

const outcome = (pass: boolean, message: () => string): MatcherOutcome => ({ pass, message });

/** The answer in words: `HTTP 400 insufficient_balance`, `the balance 994.50`. */
const answered = ({ balance, error, status }: ResultLike): string => {
  if (balance !== undefined) return `the balance ${balance}`;
  if (status === undefined) return 'no answer';
  return `HTTP ${status}${error === undefined ? '' : ` ${error}`}`;
};

/** What was expected and what came, and what is wrong with that. */
const missed = (wanted: string, result: ResultLike): string =>
  `Expected ${wanted}, got ${answered(result)}.${result.ok ? '' : `\n\n${result.explain()}`}`;

/** The matchers of `walletproof/jest` and `walletproof/vitest`. */
export const matchers = {
  /** The answer is right, or breaks a `should` at most. */
  toConform: (received: unknown): MatcherOutcome => {
    const result = demandResult(received, 'toConform');
    return outcome(result.ok, result.explain);
  },
  /** The agent refused it, with that error code where one is given, and was right to. */
  toBeRefused: (received: unknown, code?: string): MatcherOutcome => {
    const result = demandResult(received, 'toBeRefused');
    const isRefused = result.balance === undefined && (result.status ?? 0) >= 100;
    const isMeant = isRefused && (code === undefined || result.error === code);
    const wanted = `a refusal${code === undefined ? '' : ` with ${code}`}`;
    return outcome(isMeant && result.ok, () => missed(wanted, result));
  },
  /** The agent answered that balance, a decimal: `994.5` and `994.50` are one. */
  toHaveBalance: (received: unknown, balance: string | number): MatcherOutcome => {
    const result = demandResult(received, 'toHaveBalance');
    const pass = result.balance !== undefined && isSame(result.balance, String(balance));
    return outcome(pass, () => missed(`the balance ${balance}`, result));
  },
};

/** Decimals without the zeros that say nothing. */
const isSame = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === '') return text;
  const digits = fraction === '' ? whole : `${whole}.${fraction}`;
  return digits === '0' ? digits : sign + digits;
};
