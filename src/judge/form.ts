import type { JsonNode } from '../base/json.ts';
import { type Amount, isFinerThanScale, parseAmount, scaleOf } from '../base/money.ts';
import { readBody } from '../base/read-body.ts';
import type { Answer } from '../spec/exchange.ts';
import type { FindingCode } from '../spec/finding.ts';
import { type HttpForm, httpForms } from '../spec/http-form.ts';
import { type AgentAnswer, describeError } from '../wire/read-answer.ts';
import type { Call } from './call.ts';
import { type Case, withFindings, withShown } from './case.ts';
import { find } from './find.ts';
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

/** What an answer to a getBalance with free-spin progress has besides the fields of one without: `plain`. */
export const lintProgress = ({ label, exchange }: Call, plain: Answer | undefined): readonly Lint[] => {
  const usual = new Set(fieldsIn(plain));
  const more = fieldsIn(exchange.answer).filter((name) => !usual.has(name));
  if (usual.size === 0 || more.length === 0) return [];
  return [
    { code: 'fields-with-freespins', message: `${label}: only with freespins the answer has ${more.join(', ')}.` },
  ];
};

/** The names of the fields of an answer: `content.balance`. */
const fieldsIn = (answer: Answer | undefined): string[] => {
  const body = answer?.kind === 'answered' ? readBody(answer.body) : undefined;
  return body?.kind === 'json' ? namesIn(body.node, '') : [];
};

const namesIn = (node: JsonNode, path: string): string[] =>
  node.kind === 'object'
    ? node.members.flatMap(({ name, value }) => [`${path}${name}`, ...namesIn(value, `${path}${name}.`)])
    : [];

/**
 * A getBalance that the agent answers when it comes plainly, put on the wire in another valid way,
 * and answered otherwise than with the balance. Undefined where the call itself is what is judged.
 */
export const judgeHttpForm = (state: Case, call: Call, answer: AgentAnswer): Case | undefined => {
  const { http: form, intent, exchange } = call;
  const isAsked = 'callback' in intent && intent.callback.type === 'getBalance';
  if (form === undefined || !isAsked || answer.kind === 'balance') return undefined;
  // Nothing is said of the way where nobody was there.
  if (answer.kind === 'none' && !['closed', 'timeout', 'unreadable'].includes(answer.failure)) return undefined;
  const said =
    answer.kind === 'error'
      ? `refused with ${describeError(answer)}`
      : (answer.kind === 'odd' ? answer.detail : answer.message).replace(/\.$/, '');
  const declined = declinedBecause(form, exchange, answer);
  const message = `${call.label}: ${said}${declined === undefined ? '' : `; ${declined}`}.`;
  const code = declined === undefined ? 'http-form-refused' : 'observed';
  const shown = withShown(state, 'balance');
  return withFindings(shown, find(shown, { code, situation: 'balance', call, message, actual: said }));
};

/** HTTP lets a server decline some ways, by a status of their own, or because it speaks HTTP/1.0. */
const declinedBecause = (form: HttpForm, exchange: Call['exchange'], answer: AgentAnswer): string | undefined => {
  if (answer.kind === 'error' && httpForms[form].declinedWith.includes(answer.status)) {
    return 'HTTP lets a server decline that';
  }
  const isOld = exchange.answer.kind === 'answered' && exchange.answer.httpVersion === '1.0';
  return isOld && ofVersion11.has(form) ? 'HTTP/1.0, which the agent speaks, does not have it' : undefined;
};

const ofVersion11: ReadonlySet<HttpForm> = new Set(['chunked', 'expect-continue']);
