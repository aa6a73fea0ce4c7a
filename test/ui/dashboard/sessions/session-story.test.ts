import {
  type RoundStory,
  roundTitle,
  roundVerdict,
  sessionStory,
  transactionState,
} from '../../../../src/ui/dashboard/sessions/session-story.ts';
import { bet, lost, rollback, row, sessionStart, withoutBalance } from './rows.ts';

const calls = (transactionId: string, ...seqs: number[]) => ({ transactionId, seqs });

const outline = (rows: Parameters<typeof sessionStory>[0]) =>
  sessionStory(rows).map((entry) =>
    entry.kind === 'call'
      ? entry.call.seq
      : {
          round: entry.roundId,
          transactions: entry.transactions.map(({ transactionId, calls: own }) =>
            calls(transactionId, ...own.map(({ seq }) => seq)),
          ),
        },
  );

test('retries and the rollback stand under their transaction, in its round', () => {
  const rows = [
    row(1, 0),
    withoutBalance(bet(2, 100, { transactionId: 't-1', ...lost })),
    withoutBalance(bet(3, 1_100, { transactionId: 't-1', attempt: 2, ...lost })),
    row(4, 1_200),
    rollback(5, 2_000, 't-1'),
  ];
  expect(outline(rows)).toEqual([1, { round: 'round-1', transactions: [calls('t-1', 2, 3, 5)] }, 4]);
});

test('a round of two makeBets is one round that ends with the last', () => {
  const [round] = sessionStory([
    bet(1, 0, { transactionId: 'bet', roundFinished: false }),
    bet(2, 4_000, { transactionId: 'win', bet: '0', win: '5' }),
  ]);
  expect(round).toMatchObject({
    kind: 'round',
    roundId: 'round-1',
    finished: true,
    startedAt: sessionStart,
    endedAt: sessionStart + 4_010,
  });
});

test('a round whose last makeBet is still to come is not finished', () => {
  const [round] = sessionStory([bet(1, 0, { transactionId: 'bet', roundFinished: false })]);
  expect(round).toMatchObject({ finished: false });
});

test('a rollback of an unknown transaction is a round without an id', () => {
  expect(outline([rollback(1, 0, 'nobody')])).toEqual([{ round: undefined, transactions: [calls('nobody', 1)] }]);
});

test('rows may come in any order', () => {
  const rows = [rollback(2, 50, 't-1'), bet(1, 0, { transactionId: 't-1' })];
  expect(outline(rows)).toEqual([{ round: 'round-1', transactions: [calls('t-1', 1, 2)] }]);
});

test('ids that are names of objects are ids like others', () => {
  const rows = [
    bet(1, 0, { transactionId: '__proto__', gameRoundId: 'constructor' }),
    bet(2, 1, { transactionId: 'toString', gameRoundId: '__proto__' }),
  ];
  expect(outline(rows)).toEqual([
    { round: 'constructor', transactions: [calls('__proto__', 1)] },
    { round: '__proto__', transactions: [calls('toString', 2)] },
  ]);
});

const answered = bet(1, 0, { transactionId: 't' });

const unanswered = withoutBalance(bet(1, 0, { transactionId: 't', ...lost }));

const refused = withoutBalance(bet(1, 0, { transactionId: 't', status: 402, error: 'insufficient_balance' }));

test.each([
  ['a balance settles it', [answered], { kind: 'settled' }],
  ['a retry that is answered settles it', [unanswered, answered], { kind: 'settled' }],
  ['a rollback that is answered cancels it', [answered, rollback(2, 9, 't')], { kind: 'rolled-back' }],
  [
    'a rollback that is not answered leaves it as it was',
    [answered, withoutBalance(rollback(2, 9, 't', lost))],
    { kind: 'settled' },
  ],
  ['an error answer refuses it, by its code', [refused], { kind: 'refused', code: 'insufficient_balance' }],
  ['no answer leaves it unclear', [unanswered], { kind: 'unclear' }],
] as const)('%s', (_, calls, state) => {
  expect(transactionState(calls)).toEqual(state);
});

const round = (...rows: Parameters<typeof sessionStory>[0]): RoundStory => {
  const [first] = sessionStory(rows);
  if (first?.kind !== 'round') throw new Error('A round is needed.');
  return first;
};

test.each([
  ['a loss', [bet(1, 0, { transactionId: 't', bet: '1.00', win: '0.00' })], 'Round 3 · bet 1.00'],
  [
    'a win that was rolled back',
    [bet(1, 0, { transactionId: 't', bet: '1.00', win: '1500.00' }), rollback(2, 9, 't')],
    'Round 3 · bet 1.00 · win 1,500.00 · rolled back',
  ],
  [
    'a bet and a win of their own',
    [
      bet(1, 0, { transactionId: 'b', bet: '1.00', win: '0.00', roundFinished: false }),
      bet(2, 9, { transactionId: 'w', bet: '0.00', win: '5.00' }),
    ],
    'Round 3 · bet 1.00 · win 5.00',
  ],
  [
    'a round that goes on',
    [bet(1, 0, { transactionId: 'b', bet: '0.00', win: '0.00', roundFinished: false })],
    'Round 3 · bet 0.00 · not finished yet',
  ],
])('a round is named by what happened in it: %s', (_, rows, title) => {
  expect(roundTitle(round(...rows), 3)).toBe(title);
});

test('a rollback alone has no number', () => {
  expect(roundTitle(round(rollback(1, 0, 'nobody')), undefined)).toBe('Without a round · rolled back');
});

test('the verdict of a round is the heaviest of its calls', () => {
  const first = bet(1, 0, { transactionId: 't', verdict: 'right' });
  expect(roundVerdict(round(first))).toBe('right');
  expect(roundVerdict(round(first, rollback(2, 9, 't', { verdict: 'wrong' })))).toBe('wrong');
});
