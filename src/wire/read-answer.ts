import { type JsonNode, type JsonObject, memberOf } from '../base/json.ts';
import { readBody } from '../base/read-body.ts';
import type { AmountText } from '../spec/callback.ts';
import type { Answer, Failure } from '../spec/exchange.ts';

/** What an agent said to a callback, read strictly by sections 2 and 6. */
export type AgentAnswer =
  /** The exact text of the JSON number, such as `100.50` or `1e2`. */
  | { readonly kind: 'balance'; readonly balance: AmountText }
  /** A body with `error`, or any status that is not 2xx; the texts where they are strings. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly error?: string;
      readonly message?: string;
    }
  /** A 2xx answer that is neither; or one that is both. `detail` is a sentence. */
  | { readonly kind: 'odd'; readonly problem: OddProblem; readonly detail: string }
  /** There was no answer, or it could not be taken whole. */
  | { readonly kind: 'none'; readonly failure: Failure; readonly message: string };

type OddProblem = 'not-json' | 'not-an-object' | 'balance-missing' | 'balance-not-a-number' | 'error-with-balance';

/** Never throws, whatever the bytes. What several judges ask of one answer is read once. */
export const readAnswer = (answer: Answer): AgentAnswer => {
  const known = answersRead.get(answer);
  if (known !== undefined) return known;
  const read = readOnce(answer);
  answersRead.set(answer, read);
  return read;
};

const answersRead = new WeakMap<Answer, AgentAnswer>();

const readOnce = (answer: Answer): AgentAnswer => {
  if (answer.kind === 'failed') {
    return { kind: 'none', failure: answer.failure, message: answer.message };
  }
  const body = objectOf(answer.body);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (body.kind === 'odd') return isSuccess ? body : { kind: 'error', status: answer.status };
  if (isErrorBody(body)) return readError(answer.status, body);
  return isSuccess ? readBalance(body) : { kind: 'error', status: answer.status, ...textsOf(body) };
};

type OddAnswer = Extract<AgentAnswer, { kind: 'odd' }>;

const odd = (problem: OddProblem, detail: string): OddAnswer => ({ kind: 'odd', problem, detail });

/** The JSON object of a body. */
const objectOf = (bytes: Uint8Array): JsonObject | OddAnswer => {
  if (bytes.length === 0) return odd('not-json', 'The body of the answer is empty.');
  const body = readBody(bytes);
  switch (body.kind) {
    case 'bytes':
      return odd('not-json', 'The body of the answer is not UTF-8.');
    case 'text':
      return odd('not-json', notJson(body.text, body.problem));
    case 'json':
      return body.node.kind === 'object'
        ? body.node
        : odd('not-an-object', `The answer is not a JSON object: ${quote(body.text)}.`);
  }
};

const notJson = (text: string, problem: string): string =>
  text.startsWith('\uFEFF')
    ? 'The body of the answer begins with a byte order mark, which is not JSON.'
    : `${notJsonStart}${problem}, in ${quote(text)}.`;

const notJsonStart = 'The body of the answer is not JSON: ';

/** For the end of "answered with": what came, and in brackets what is odd about it. */
export const oddPhrase = ({ problem, detail }: OddAnswer): string => {
  const what = detail.startsWith(notJsonStart) ? detail.slice(notJsonStart.length) : detail;
  return `${oddNouns[problem]} (${what.replace(/^The /, 'the ').replace(/\.$/, '')})`;
};

const oddNouns: Readonly<Record<OddProblem, string>> = {
  'not-json': 'a body that is not JSON',
  'not-an-object': 'JSON that is not an object',
  'balance-missing': 'neither a balance nor an error',
  'balance-not-a-number': 'a balance that is not a number',
  'error-with-balance': 'both an error and a balance',
};

/** `"error": null` says that there was none, as many envelopes do. */
const isErrorBody = (body: JsonObject): boolean => (memberOf(body, 'error') ?? none).kind !== 'null';

const none: JsonNode = { kind: 'null' };

const contentBalance = (body: JsonObject): JsonNode | undefined => {
  const content = memberOf(body, 'content');
  return content === undefined ? undefined : memberOf(content, 'balance');
};

const readError = (status: number, body: JsonObject): AgentAnswer => {
  const balance = contentBalance(body) ?? none;
  if (balance.kind === 'null') return { kind: 'error', status, ...textsOf(body) };
  return odd('error-with-balance', `The answer carries both error and content.balance (${describe(balance)}).`);
};

const textsOf = (body: JsonObject): { error?: string; message?: string } => {
  const [error, message] = [memberOf(body, 'error'), memberOf(body, 'message')];
  return {
    ...(error?.kind === 'string' ? { error: shortened(error.value, longestCode) } : {}),
    ...(message?.kind === 'string' ? { message: shortened(message.value, longestMessage) } : {}),
  };
};

/** Every sentence about a refusal repeats them: an agent may answer a MiB. */
const longestCode = 200;
const longestMessage = 2000;

const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;

const readBalance = (body: JsonObject): AgentAnswer => {
  const balance = contentBalance(body);
  if (balance === undefined) {
    return odd('balance-missing', 'The answer has no content.balance, and no error either.');
  }
  if (balance.kind === 'number') return { kind: 'balance', balance: balance.text };
  return odd('balance-not-a-number', `content.balance is ${describe(balance)}; it must be a JSON number.`);
};

const describe = (node: JsonNode): string => {
  switch (node.kind) {
    case 'string':
      return `the string ${quote(node.value)}`;
    case 'number':
      return node.text.slice(0, longestQuote);
    case 'boolean':
      return String(node.value);
    case 'null':
      return 'null';
    case 'array':
      return 'an array';
    case 'object':
      return 'an object';
  }
};

const longestQuote = 80;

const quote = (text: string): string => JSON.stringify(shortened(text, longestQuote));

/** An answer of an agent that says that something is wrong. */
export type ErrorAnswer = Extract<AgentAnswer, { kind: 'error' }>;

/** Whether the error is about the signature: by its code, or by a bare 401. */
export const isSignatureRefusal = ({ error, status }: ErrorAnswer): boolean =>
  error === undefined ? status === 401 : /signature/i.test(error);

/** The same, where nothing else can be meant: a bare 403 is the reference answer of section 5. */
export const isAboutSignature = (answer: ErrorAnswer): boolean =>
  isSignatureRefusal(answer) || (answer.status === 403 && answer.error === undefined);

/** Whether the agent says that it does not know the session. */
export const isAboutSession = ({ error = '', message = '' }: ErrorAnswer): boolean =>
  /session/i.test(`${error} ${message}`);

/** `HTTP 403 invalid_signature ("Invalid signature")`. */
export const describeError = ({ status, error, message }: ErrorAnswer): string => {
  const told = message === undefined ? '' : ` ("${message.slice(0, 200)}")`;
  return `HTTP ${status} ${error ?? 'without an error code'}${told}`;
};
