import { transactionState } from '../../../../src/ui/dashboard/sessions/transaction-state.ts';
import { bet, lost, rollback, withoutBalance } from './rows.ts';

const answered = bet(1, 0, { transactionId: 't' });
const unanswered = withoutBalance(bet(1, 0, { transactionId: 't', ...lost }));
const refused = withoutBalance(
  bet(1, 0, { transactionId: 't', status: 402, error: 'insufficient_balance' }),
);

test.each([
  ['a balance settles it', [answered], { kind: 'settled' }],
  ['a retry that is answered settles it', [unanswered, answered], { kind: 'settled' }],
  [
    'a rollback that is answered cancels it',
    [answered, rollback(2, 9, 't')],
    { kind: 'rolled-back' },
  ],
  [
    'a rollback that is not answered leaves it as it was',
    [answered, withoutBalance(rollback(2, 9, 't', lost))],
    { kind: 'settled' },
  ],
  [
    'an error answer refuses it, by its code',
    [refused],
    { kind: 'refused', code: 'insufficient_balance' },
  ],
  ['no answer leaves it unclear', [unanswered], { kind: 'unclear' }],
] as const)('%s', (_, calls, state) => {
  expect(transactionState(calls)).toEqual(state);
});
