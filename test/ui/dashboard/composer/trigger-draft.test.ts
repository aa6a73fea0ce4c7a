import type { Setup } from '../../../../src/api/schemas/platform.ts';
import {
  emptyTriggerDraft,
  faultOrderOf,
  signatureHelp,
  triggerOrderOf,
  withPlayer,
} from '../../../../src/ui/dashboard/composer/trigger-draft.ts';

test('what is left empty is not in the order', () => {
  expect(triggerOrderOf({ ...emptyTriggerDraft, type: 'getBalance', playerId: 'player-1' })).toEqual({
    type: 'getBalance',
    playerId: 'player-1',
  });
});

test('amounts are sent as they were written', () => {
  const order = triggerOrderOf({ ...emptyTriggerDraft, type: 'makeBet', bet: '1.10', win: '0.00' });
  expect(order).toEqual({ type: 'makeBet', bet: '1.10', win: '0.00' });
});

test('spaces in an id are kept: somebody may want to send them', () => {
  expect(triggerOrderOf({ ...emptyTriggerDraft, playerId: ' player-1 ' }).playerId).toBe(' player-1 ');
});

test('a rollback has no amounts and no round', () => {
  const draft = { ...emptyTriggerDraft, type: 'rollback', transactionId: 't', gameRoundId: 'r' };
  expect(triggerOrderOf({ ...draft, type: 'rollback' })).toEqual({
    type: 'rollback',
    transactionId: 't',
  });
});

test('a makeBet says its round, its signature and that it goes on', () => {
  const order = triggerOrderOf({
    ...emptyTriggerDraft,
    type: 'makeBet',
    gameRoundId: 'r',
    roundFinished: 'no',
    signature: 'none',
  });
  expect(order).toMatchObject({ gameRoundId: 'r', roundFinished: false, signature: 'none' });
});

test('a getBalance may carry the progress of a pack', () => {
  const order = triggerOrderOf({
    ...emptyTriggerDraft,
    type: 'getBalance',
    freespins: 'with',
    isFinish: 'yes',
  });
  expect(order.freespins).toEqual({ played: 1, total: 10, isFinish: true, accumulatedWin: '0' });
});

test('what nobody chose is the first player, unless a session says whose it is', () => {
  const setup = { players: [{ id: 'player-1' }] } as unknown as Setup;
  const given = (draft: Partial<typeof emptyTriggerDraft>) =>
    withPlayer({ ...emptyTriggerDraft, ...draft }, setup).playerId;
  expect([given({}), given({ sessionId: 's-1' }), given({ playerId: 'p' })]).toEqual(['player-1', '', 'p']);
});

test('how many at once is said of a makeBet, and where it is more than one', () => {
  const order = (more: Partial<typeof emptyTriggerDraft>) => triggerOrderOf({ ...emptyTriggerDraft, ...more }).count;
  expect([order({}), order({ count: '10' }), order({ type: 'rollback', count: '10' })]).toEqual([
    undefined,
    10,
    undefined,
  ]);
});

test('a fault for this call is switched on for one callback of its type', () => {
  expect(faultOrderOf(emptyTriggerDraft)).toBeUndefined();
  expect(faultOrderOf({ ...emptyTriggerDraft, fault: 'answer-lost' })).toEqual({
    direction: 'callback',
    fault: 'answer-lost',
    on: 'makeBet',
    times: 1,
  });
});

test.each([
  ['valid', 'the agent must take it'],
  ['upper-case', 'leaves open'],
  ['spaced', 'leaves open'],
  ['none', 'must refuse with 403 invalid_signature'],
  ['other-agent', 'must refuse'],
] as const)('a signature that is %s says what the agent must do: %s', (variant, words) => {
  expect(signatureHelp(variant)).toContain(words);
});
