import { type Amount, parseAmount } from '../money/amount.ts';
import { isFinerThanScale, scaleOf } from '../money/currency-scale.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { AgentAnswer } from '../wire/read-answer.ts';
import type { Call } from './call.ts';

/** Something wrong with the form of one answer, whatever the money. */
export interface Lint {
  readonly code: FindingCode;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

export interface Linted {
  readonly call: Call;
  readonly answer: AgentAnswer;
  readonly currency?: string;
  /** Balances of more digits that amounts of the platform's own lead to. */
  readonly fineBalances?: () => readonly Amount[];
}

/** Sections 2, 6 and 7: the form of an answer to a callback that can be read. */
export const lintAnswer = (linted: Linted): readonly Lint[] => [...lintContentType(linted), ...lintForm(linted)];

const lintForm = ({ call, answer, currency, fineBalances }: Linted): Lint[] => {
  switch (answer.kind) {
    case 'balance':
      return currency === undefined ? [] : lintDigits(call, answer.balance, { currency, fineBalances });
    case 'error':
      return lintError(call, answer);
    case 'odd':
      return [{ code: oddCodes[answer.problem], message: `${call.label}: ${answer.detail}` }];
    case 'none':
      return [];
  }
};

type Odd = Extract<AgentAnswer, { kind: 'odd' }>;

const oddCodes: Readonly<Record<Odd['problem'], FindingCode>> = {
  'not-json': 'answer-not-json',
  'not-an-object': 'answer-not-json',
  'balance-missing': 'balance-missing',
  'balance-not-a-number': 'balance-not-a-number',
  'error-with-balance': 'error-with-balance',
};

const lintContentType = ({ call, answer }: Linted): Lint[] => {
  const { exchange } = call;
  if (exchange.answer.kind !== 'answered' || !isJsonAnswer(answer)) return [];
  const type = exchange.answer.headers['content-type'] ?? '';
  if (/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim())) return [];
  const actual = type === '' ? 'no Content-Type' : type;
  return [
    {
      code: 'not-json-content-type',
      message: `${call.label}: the JSON answer comes with ${actual}.`,
      expected: 'application/json',
      actual,
    },
  ];
};

const isJsonAnswer = (answer: AgentAnswer): boolean =>
  answer.kind === 'balance' || (answer.kind === 'error' && answer.error !== undefined);

const lintDigits = (
  call: Call,
  balance: string,
  { currency, fineBalances }: Pick<Linted, 'fineBalances'> & { readonly currency: string },
): Lint[] => {
  const amount = parseAmount(balance);
  if (amount === undefined || !isFinerThanScale(amount, currency)) return [];
  // Whether an agent keeps the digits that were sent to it is BET-16's.
  if (fineBalances?.().some((each) => each.eq(amount)) === true) return [];
  return [
    {
      code: 'too-many-digits',
      message: `${call.label}: the balance ${balance} has more than the ${scaleOf(currency)} decimals of ${currency}.`,
      expected: `${scaleOf(currency)} decimals`,
      actual: balance,
    },
  ];
};

const lintError = (call: Call, answer: Extract<AgentAnswer, { kind: 'error' }>): Lint[] => {
  const missing = (['error', 'message'] as const).filter((name) => answer[name] === undefined);
  if (missing.length === 0) return [];
  return [
    {
      code: 'error-body-incomplete',
      message: `${call.label}: the error answer (HTTP ${answer.status}) has no string ${missing.join(' and no string ')}.`,
      expected: '{"error":"code","message":"text"}',
    },
  ];
};
