import { describe, expect, it } from '@jest/globals';
import type { KnownAgent } from '../../src/formats/known-agent.ts';
import { type OneCall, triggerCallback } from '../../src/run/trigger-callback.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { badSignature, balanceAnswer, contextFor, jsonAnswer, type Say, token } from './run-against.ts';

/** A wallet of 1000.00 that verifies that dialect. */
const walletOf = (dialect: string): Say => {
  let balance = 1000;
  return (text, signature) => {
    if (signature !== sign(canonicalText(text, dialect), token)) return badSignature;
    const { type, bet = 0, win = 0 } = JSON.parse(text) as Record<string, never>;
    if (type === 'makeBet') balance += win - bet;
    return balanceAnswer(balance);
  };
};

const bet = { type: 'makeBet', bet: '5', win: '0' } as const;

const trigger = async (say: Say, known: KnownAgent = {}, dialect?: string, more: Partial<OneCall> = {}) => {
  const clock = { now: () => 0, sleep: async () => undefined };
  const context = { ...contextFor(say, dialect), known, catalogue: requirements, clock };
  return await triggerCallback(context, { ...bet, ...more });
};

describe('a callback by hand to an agent of another dialect', () => {
  it.each([
    ['that nobody knows', {}],
    ['that is remembered', { dialect: 'python' }],
    ['that is remembered wrongly', { dialect: 'php' }],
  ])('is signed as the agent verifies it: one %s', async (_, known) => {
    const { verdict, dialect, expected, findings } = await trigger(walletOf('python'), known);
    expect({ verdict, dialect, expected, findings }).toEqual({
      verdict: 'right',
      dialect: 'python',
      expected: '995.00',
      findings: [],
    });
  });

  it('is wrong where the dialect is configured, and is not that', async () => {
    const { verdict, findings } = await trigger(walletOf('python'), {}, 'php');
    expect([verdict, findings.map(({ requirement }) => requirement)]).toEqual(['wrong', ['SIG-01']]);
  });
});

it('cannot be judged where the agent accepts no signature, and says what a run says', async () => {
  const { verdict, reason, findings } = await trigger(() => badSignature);
  expect([verdict, findings]).toEqual(['unjudged', []]);
  expect(reason).toContain('in every dialect');
});

it('names --ca where the certificate is refused', async () => {
  const message = 'The certificate of here is refused: it has expired.';
  const { verdict, reason } = await trigger(() => ({
    kind: 'failed',
    failure: 'certificate',
    message,
  }));
  expect([verdict, reason]).toEqual(['unjudged', expect.stringContaining('--ca FILE')]);
});

/** A wallet of 1000.00, and what is different about its answers: the balance before a call and after it. */
const oddWallet = (answer: (call: OddCall) => ReturnType<Say>): Say => {
  let balance = 1000;
  return (text) => {
    const { type, bet: stake, win } = JSON.parse(text) as Sent;
    const before = balance;
    if (type === 'makeBet') balance += win - stake;
    return answer({ type, before, after: balance });
  };
};

interface Sent {
  readonly type: string;
  readonly bet: number;
  readonly win: number;
}

interface OddCall {
  readonly type: string;
  readonly before: number;
  readonly after: number;
}

const isBet = ({ type, before, after }: OddCall): boolean => type === 'makeBet' && before !== after;

describe('one more call tells', () => {
  it.each<[string, (call: OddCall) => ReturnType<Say>, string]>([
    [
      'that an answer was read too early',
      (call) => balanceAnswer(isBet(call) ? call.before : call.after),
      'BET-12 answer-lags',
    ],
    [
      'that a refused bet was applied',
      (call) => (isBet(call) ? jsonAnswer(409, { error: 'failed', message: 'no' }) : balanceAnswer(call.after)),
      'BET-12 refused-and-applied',
    ],
    [
      'that getBalance shows an old balance',
      ({ type, after }) => balanceAnswer(type === 'getBalance' ? 1007 : after),
      'BAL-03 outdated-balance',
    ],
  ])('%s', async (_, answer, said) => {
    const { verdict, findings } = await trigger(oddWallet(answer), {}, 'minimal');
    expect([verdict, findings.map(({ requirement, code }) => `${requirement} ${code}`)]).toEqual([
      ...['wrong', [said]],
    ]);
  });
});

it('warns of a broken should, as a run does', async () => {
  const asHtml: Say = () => ({ ...balanceAnswer(), headers: { 'content-type': 'text/html' } });
  const { verdict, findings } = await trigger(asHtml, {}, 'minimal', { type: 'getBalance' });
  expect([verdict, findings.map(({ requirement }) => requirement)]).toEqual(['warned', ['BAL-06']]);
});

it('does not judge an id by hand that is wrong as a new one, and as a known one, otherwise', async () => {
  const half = oddWallet(({ before, after }) => balanceAnswer((before + after) / 2));
  const { verdict, reason } = await trigger(half, {}, 'minimal', { transactionId: 't1' });
  expect([verdict, reason]).toEqual(['unjudged', expect.stringContaining('t1')]);
});
