import { expect, it } from '@jest/globals';
import { at, balance, bet, called, rollback } from './calls.ts';
import { stepsOf } from './recording.ts';

it('steps name a call only where a later one refers to it', () => {
  expect(
    stepsOf(
      called(balance()),
      called(bet('t1', '10', { win: '2.5' })),
      called(bet('t2', '5')),
      called(bet('w', '0', { win: '3', roundFinished: false })),
      called(rollback('t2')),
      called(rollback('w')),
    ),
  ).toEqual([
    '- getBalance: {}',
    '- makeBet: { bet: 10, win: 2.5 }',
    '- makeBet: { id: bet-1, bet: 5 }',
    '- makeBet: { id: win-1, bet: 0, win: 3, round_finished: false }',
    '- rollback: { of: bet-1 }',
    '- rollback: { of: win-1 }',
  ]);
});

it('steps send the same bytes again, or with a new request_id, other amounts, or after other calls', () => {
  const first = bet('t1', '10');
  expect(
    stepsOf(
      called(first, { lost: 'answer' }),
      called(first),
      called({ ...first, requestId: 'r2' }),
      called({ ...first, requestId: 'r3', bet: '11.25' }),
      called(bet('t2', '1')),
      called(first),
    ),
  ).toEqual([
    '- makeBet: { id: bet-1, bet: 10 }',
    '  lose: answer',
    '- resend: bet-1',
    '- resend: { call: bet-1, as: resigned }',
    '- resend: { call: bet-1, as: conflict, bet: 11.25, win: 0 }',
    '- makeBet: { bet: 1 }',
    '- resend: { call: bet-1, as: stale }',
  ]);
});

it('steps wait before a call that came again long after', () => {
  const first = bet('t1', '10');
  const from = 1_000_000;
  expect(stepsOf(called(first, at(from, 100)), called(first, at(from + 3_100)))).toEqual([
    '- makeBet: { id: bet-1, bet: 10 }',
    '- wait: 3s',
    '- resend: bet-1',
  ]);
});

it('steps name players, sessions and rounds where there are several', () => {
  const [own, other] = [{ gameRoundId: 'r' }, { sessionId: 's-2', gameRoundId: 'r' }];
  expect(
    stepsOf(
      called(bet('t1', '10', own)),
      called(bet('t2', '0', { ...other, win: '4' })),
      called(bet('t3', '1', { playerId: 'another', currency: 'EUR' })),
      called(rollback('t1', { sessionId: 's-2' })),
      called(balance({ currency: 'EUR' })),
    ),
  ).toEqual([
    '- makeBet: { id: bet-1, bet: 10, round: round-1 }',
    '  player: 1',
    '  session: session-1',
    '- makeBet: { bet: 0, win: 4, round: round-1 }',
    '  player: 1',
    '  session: session-2',
    '- makeBet: { bet: 1 }',
    '  player: 2',
    '- rollback: { of: bet-1 }',
    '  player: 1',
    '  session: session-2',
    '- getBalance: {}',
    '  player: 1',
    '  session: session-1',
    '  currency: second',
  ]);
});

it('steps are together where two transactions were under way at once', () => {
  const from = 1_000_000;
  expect(
    stepsOf(
      called(bet('t1', '1'), at(from, 50)),
      called(balance(), at(from + 10, 50)),
      called(bet('t2', '2'), at(from + 20, 50)),
      called(bet('t3', '3'), at(from + 100, 50)),
      called(balance(), at(from + 120, 50)),
    ),
  ).toEqual([
    '- together:',
    '    steps:',
    '      - makeBet: { bet: 1 }',
    '      - getBalance: {}',
    '      - makeBet: { bet: 2 }',
    '- makeBet: { bet: 3 }',
    '- getBalance: {}',
  ]);
});

it('steps expect bad signatures to be refused, and take the genuine call for another one', () => {
  expect(
    stepsOf(
      called(bet('t1', '1'), { signature: 'wrong' }),
      called(bet('t1', '1')),
      called(bet('t1', '1'), { signature: 'none' }),
      called(balance(), { signature: 'spaced' }),
    ),
  ).toEqual([
    '- makeBet: { id: forged-1, bet: 1, round: round-1 }',
    '  signature: wrong',
    '  expect: refused',
    '- makeBet: { id: bet-1, bet: 1, round: round-1, transaction_of: forged-1 }',
    '- resend: { call: bet-1, as: resigned }',
    '  signature: none',
    '  expect: refused',
    '- getBalance: {}',
    '  signature: spaced',
  ]);
});

it('steps tell the progress of free spins', () => {
  const freespins = { played: 1, total: 3, isFinish: false, accumulatedWin: '0.5' };
  expect(stepsOf(called(balance({ freespins })))).toEqual([
    '- getBalance:',
    '    freespins: { played: 1, total: 3, is_finish: false, accumulated_win: 0.5 }',
  ]);
});

it('steps send bytes that are no callback as they were', () => {
  const body = Buffer.from('{"type":"x",');
  expect(stepsOf(called(undefined, { body }), called(undefined, { body, signature: 'none' }))).toEqual([
    `- raw: '{"type":"x",'`,
    `- raw: { body: '{"type":"x",', signed: false }`,
  ]);
});

it('steps take unknown players and currencies where the agent said so each time', () => {
  expect(
    stepsOf(
      called(balance({ playerId: 'x' }), { refusedWith: 'player_not_found' }),
      called(balance({ currency: 'XTS' }), { refusedWith: 'invalid_currency' }),
      called(balance()),
    ).filter((line) => !line.includes('#')),
  ).toEqual(['- getBalance: {}', '  player: unknown', '- getBalance: {}', '  currency: XTS', '- getBalance: {}']);
});

it('steps keep a username, language, game and transaction_id that are unlike the others', () => {
  expect(
    stepsOf(
      called(balance()),
      called(balance({ playerUsername: 'x: #y', language: 'ru', gameId: 7 })),
      called(bet("it's", '1')),
    ),
  ).toEqual([
    '- getBalance: {}',
    '- getBalance: {}',
    '  fields: { player_username: "x: #y", language: ru, game_id: 7 }',
    '- makeBet: { bet: 1 }',
    "  fields: { transaction_id: it's }",
  ]);
});

it('steps carry what was said of their answers as comments of one line', () => {
  const startedAt = Date.UTC(2024, 0, 1, 12, 34, 56);
  const remark = 'Debited twice:\n- getBalance: {} # 980\u2028.';
  expect(stepsOf(called(bet('t1', '1'), { remark, startedAt }))).toEqual([
    '# 12:34:56 Debited twice: - getBalance: {} # 980 .',
    '- makeBet: { bet: 1 }',
  ]);
});

it('steps of a rollback say where it went, where that is not the account of its bet', () => {
  const calls = [bet('t1', '10'), bet('t2', '5', { currency: 'EUR' })];
  expect(stepsOf(...calls.map((call) => called(call)), called(rollback('t1', { currency: 'EUR' })))).toEqual([
    '- makeBet: { id: bet-1, bet: 10 }',
    '- makeBet: { bet: 5 }',
    '  currency: second',
    '- rollback: { of: bet-1 }',
    '  player: 1',
    '  currency: second',
  ]);
});

it('steps name an id that looks like an earlier one by what it differs in', () => {
  const long = 'x'.repeat(40);
  expect(
    stepsOf(
      called(bet('tx-a', '1')),
      called(bet('TX-A', '2')),
      called(bet('17', '1')),
      called(bet('0017', '2')),
      called(bet(`${long}1`, '1')),
      called(bet(`${long}2`, '2')),
      called(bet('tx-1', '1')),
      called(bet('tx-2', '2')),
    ),
  ).toEqual([
    '- makeBet: { id: bet-1, bet: 1 }',
    '- makeBet: { bet: 2, transaction_of: bet-1, alike: case }',
    '- makeBet: { id: bet-2, bet: 1 }',
    '- makeBet: { bet: 2, transaction_of: bet-2, alike: zeros }',
    '- makeBet: { id: bet-3, bet: 1 }',
    '- makeBet:',
    '    bet: 2',
    '    transaction_of: bet-3',
    '    alike: { prefix: 40 }',
    '- makeBet: { bet: 1 }',
    '- makeBet: { bet: 2 }',
  ]);
});

it('steps name the one thing that a duplicate has otherwise', () => {
  const first = bet('t1', '10');
  expect(stepsOf(called(first), called({ ...first, requestId: 'r2', gameRoundId: 'another' }))).toEqual([
    '- makeBet: { id: bet-1, bet: 10 }',
    '- resend: { call: bet-1, as: resigned }',
    '  changed: { game_round_id: another }',
  ]);
});
