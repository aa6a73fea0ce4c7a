import { parseAmount } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { ShownBalance } from '../spec/game-page.ts';
import type { CallbackOutcome } from './callback-outcome.ts';

const wordsOf: Readonly<Record<string, string>> = {
  insufficient_balance: 'There is not enough money for this stake.',
  player_not_found: 'The casino does not know this player.',
  invalid_currency: 'The casino has no account in this currency for this player.',
  invalid_signature: 'The casino did not accept that this request came from the game.',
  transaction_not_found: 'The casino does not know this round.',
};

const longestDetail = 300;

const problem = (message: string, code: string, detail: string): ShownBalance => ({
  kind: 'problem',
  message,
  code: code.slice(0, longestDetail),
  detail: detail.slice(0, longestDetail),
});

const describeRefusal = (code: string, detail: string): ShownBalance =>
  problem(
    Object.hasOwn(wordsOf, code) ? (wordsOf[code] ?? '') : 'The casino reports an error.',
    code,
    detail,
  );

const describeBalance = (text: string, currency: string): ShownBalance => {
  const balance = parseAmount(text);
  return balance === undefined
    ? problem('The casino sent a balance that makes no sense.', 'balance', text)
    : { kind: 'balance', amount: renderAtScale(balance, currency) };
};

/** What a callback's outcome means to the one who plays. */
export const describeOutcome = (outcome: CallbackOutcome, currency: string): ShownBalance => {
  switch (outcome.kind) {
    case 'balance':
      return describeBalance(outcome.balance, currency);
    case 'refused':
      return describeRefusal(outcome.code, outcome.message);
    case 'rolled-back':
      return problem('The bet was cancelled.', 'rolled-back', outcome.reason);
    case 'unclear':
      return problem(
        'The casino did not answer as it should. Your balance may have changed.',
        'unclear',
        outcome.reason,
      );
  }
};
