import { beforeEach, expect, it } from '@jest/globals';
import type { ExchangeJudgement } from '../../src/formats/judgement.ts';
import { createSpeaking } from '../../src/serve/speak-dialect.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import type { CallbackMessage } from '../../src/wire/message.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { exchangeNumber } from '../journal/sample-exchanges.ts';
import { badSignature, balanceAnswer } from '../run/run-against.ts';
import { makeBet, messageFor } from '../wire/sample-callbacks.ts';

const token = 'test-token';
const message = messageFor(makeBet);

let sent: CallbackMessage[];
let kept: ExchangeJudgement[];
let searches: number;
const clock = createManualClock();
beforeEach(() => {
  [sent, kept, searches] = [[], [], 0];
});

/** Over it speaks to an agent that verifies that dialect, and is found to verify another perhaps. */
const speakTo = (dialect: string, found = dialect) =>
  createSpeaking({
    courier: {
      send: async (one): Promise<Exchange> => {
        sent.push(one);
        const text = Buffer.from(one.body).toString('utf8');
        const isRight = one.headers['x-signature'] === sign(canonicalText(text, dialect), token);
        const answer = isRight ? balanceAnswer() : badSignature;
        return { ...exchangeNumber(sent.length), answer };
      },
    },
    token,
    clock,
    search: async () => {
      searches += 1;
      return found;
    },
    keep: (judgement) => kept.push(judgement),
  });

const statusOf = ({ answer }: Exchange) => (answer.kind === 'answered' ? answer.status : 0);

it('sends once where the signature is accepted, and asks nobody', async () => {
  const exchange = await speakTo('minimal').send(message);
  expect([statusOf(exchange), sent.length, searches]).toEqual([200, 1, 0]);
});

it('signs the same bytes as the agent verifies them, and says so of the first', async () => {
  const exchange = await speakTo('python').send(message);
  expect(statusOf(exchange)).toBe(200);
  expect(sent.map(({ body }) => Buffer.from(body))).toEqual(Array(2).fill(Buffer.from(message.body)));
  expect(sent[1]?.dialect).toBe('python');
  expect(kept).toMatchObject([{ exchangeId: 'x-1', verdict: 'unjudged', findings: [] }]);
  expect(kept[0]?.sentence).toContain('the agent was then found to verify python');
});

it('asks once for all that is refused meanwhile, and again after a while', async () => {
  const speaking = speakTo('python', 'minimal');
  await Promise.all([speaking.send(message), speaking.send(message)]);
  await speaking.send(message);
  expect([searches, sent.length, kept.length]).toEqual([1, 3, 0]);
  await clock.advance(10_001);
  await speaking.send(message);
  expect(searches).toBe(2);
});

it('leaves a signature alone that is wrong on purpose', async () => {
  await speakTo('python').send({ ...message, intent: { kind: 'badly-signed', variant: 'wrong' } });
  expect([searches, sent.length]).toEqual([0, 1]);
});
