import { describe, expect, it } from '@jest/globals';
import type { KnownAgent } from '../../src/formats/known-agent.ts';
import { triggerCallback } from '../../src/runner/trigger-callback.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import type { Say } from './run-against.ts';
import { badSignature, balanceAnswer, contextFor, token } from './run-against.ts';

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

const trigger = async (say: Say, known: KnownAgent = {}, dialect?: string) => {
  const context = contextFor(say, dialect);
  return await triggerCallback({ ...context, known, catalogue: requirements }, bet);
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
    expect([verdict, findings.map(({ requirement }) => requirement)]).toEqual([
      'wrong',
      ['SIG-01'],
    ]);
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
