import { describe, expect, it } from '@jest/globals';
import { amountOf } from '../../src/money/amount.ts';
import { createAccountBook } from '../../src/runner/account-book.ts';
import type { AnswerLog } from '../../src/runner/answer-log.ts';
import { playScenario } from '../../src/runner/play-scenario.ts';
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

/** What a bet breaks whose answer is the odd balance; what the account has had before. */
const brokenBy = async (...had: readonly number[]): Promise<string[]> => {
  const say = (text: string) => balanceAnswer(/"makeBet"/.test(text) ? odd : 1000);
  const book = createAccountBook();
  for (const balance of had) book.noteHad(account, amountOf(String(balance)));
  const context = { ...contextFor(say), catalogue: requirements, book, answers };
  const bet = scenario({ requirements: ['BET-01'] }, [makeBetStep({ bet: exactly('10') })]);
  const { judgements } = await playScenario(context, bet, { position: 1 });
  return judgements.flatMap(({ findings }) => findings.map(({ code }) => code));
};

describe('a balance that another player was answered with at the same time', () => {
  it("is named as that player's", async () => {
    expect(await brokenBy()).toContain('another-players-balance');
  });

  it('is nobody else’s where the account has had it before: like amounts are chance', async () => {
    expect(await brokenBy(985, odd)).not.toContain('another-players-balance');
  });
});
