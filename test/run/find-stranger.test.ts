import { describe, expect, it } from '@jest/globals';
import { amountOf } from '../../src/base/money.ts';
import { createAccountBook } from '../../src/run/account-book.ts';
import type { AnswerLog } from '../../src/run/answer-log.ts';
import { playScenario } from '../../src/run/play-scenario.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { balanceAnswer, contextFor } from './run-against.ts';
import { exactly, makeBetStep, scenario } from './steps.ts';

const account = { playerId: 'player-1', currency: 'USD' };
const odd = 973.21;

/** Another player was answered with that balance at the same time. */
const answers: AnswerLog = {
  note: () => undefined,
  around: () => [
    {
      playerId: 'player-2',
      currency: 'USD',
      exchangeId: 'n1-9',
      label: 'makeBet',
      balance: amountOf(String(odd)),
    },
  ],
};

interface Answered {
  /** What the account has had before. */
  readonly had?: readonly number[];
  /** What a getBalance says once the bet was answered. */
  readonly left?: number;
}

/** What a bet breaks whose answer is the odd balance. */
const brokenBy = async ({ had = [], left = 1000 }: Answered = {}): Promise<string[]> => {
  let now = 1000;
  const say = (text: string) => {
    if (!/"makeBet"/.test(text)) return balanceAnswer(now);
    now = left;
    return balanceAnswer(odd);
  };
  const book = createAccountBook();
  for (const balance of had) book.noteHad(account, amountOf(String(balance)));
  const context = { ...contextFor(say), catalogue: requirements, book, answers };
  const bet = scenario({ requirements: ['BET-01'] }, [makeBetStep({ bet: exactly('10') })]);
  const { judgements } = await playScenario(context, bet, { position: 1 });
  return judgements.flatMap(({ findings }) => findings.map(({ code }) => code));
};

describe('a balance that another player was answered with at the same time', () => {
  it("is named as that player's where the account itself has what it had", async () => {
    expect(await brokenBy({ left: 1000 })).toContain('another-players-balance');
  });

  it.each([
    ['has it too', odd],
    ['has something else', 980.11],
  ])('is nobody else’s where the account itself %s: its own money was moved', async (_, left) => {
    expect(await brokenBy({ left })).toEqual(['wrong-balance']);
  });

  it('is nobody else’s where the account has had it before: like amounts are chance', async () => {
    expect(await brokenBy({ had: [985, odd] })).not.toContain('another-players-balance');
  });
});
