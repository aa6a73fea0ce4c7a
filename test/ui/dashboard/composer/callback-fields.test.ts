import { adminJsonSchemas } from '../../../../src/api/schemas/all-schemas.ts';
import type { ExchangeRow } from '../../../../src/api/schemas/exchanges.ts';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import type { SessionView } from '../../../../src/api/schemas/sessions.ts';
import {
  type CallbackDraft,
  callbackFields,
  emptyCallback,
  rollbackOf,
  signatureHelp,
} from '../../../../src/ui/dashboard/composer/callback-fields.ts';
import { orderOf } from '../../../../src/ui/parts/order-schema.ts';
import { store } from '../../../../src/ui/parts/store.ts';

afterEach(() => {
  store.setup.value = undefined;
  store.sessions.value = [];
});

const bet = {
  transactionId: 't-1',
  playerId: 'p',
  currency: 'EUR',
  bet: '1.00',
  win: '2.00',
} as unknown as ExchangeRow;

const orderFrom = (given: CallbackDraft) => {
  const draft = { ...emptyCallback, ...given };
  const { fields, folded } = callbackFields(draft, [bet]);
  return orderOf(adminJsonSchemas()['TriggerOrder'] ?? {}, [...fields, ...folded], draft);
};

test('a makeBet has its amounts, its round, its signature and its fault', () => {
  const folded = { gameRoundId: 'r', signature: 'none', fault: 'answer-lost' };
  expect(orderFrom({ bet: '1.10', count: '10', roundFinished: 'false', ...folded })).toEqual({
    ...{ type: 'makeBet', bet: '1.10', win: '2', count: 10, roundFinished: false, ...folded },
  });
});

test('a rollback has no amounts and no round, a getBalance no transaction', () => {
  const draft = { transactionId: 't', gameRoundId: 'r' };
  expect(orderFrom({ ...draft, type: 'rollback' })).toEqual({ type: 'rollback', transactionId: 't' });
  expect(orderFrom({ ...draft, type: 'getBalance' })).toEqual({ type: 'getBalance' });
});

test('a getBalance may carry the progress of a pack', () => {
  expect(orderFrom({ type: 'getBalance', freespins: 'with' })['freespins']).toEqual({
    ...{ played: 1, total: 10, isFinish: false, accumulatedWin: '0' },
  });
});

test('what nobody chose is of the first player, or of the session', () => {
  store.setup.value = { players: [{ id: 'player-1', currencies: ['USD', 'EUR'] }] } as unknown as Setup;
  store.sessions.value = [{ sessionId: 's', playerId: 'player-2', currency: 'JPY' } as unknown as SessionView];
  const whose = (draft: CallbackDraft) => {
    const { playerId, currency } = orderFrom(draft);
    return [playerId, currency];
  };
  expect(whose({})).toEqual(['player-1', 'USD']);
  expect(whose({ sessionId: 's' })).toEqual(['player-2', 'JPY']);
  expect(whose({ playerId: 'stranger' })).toEqual(['stranger', undefined]);
});

test('another player has another currency and another session', () => {
  const [, player, currency] = callbackFields(emptyCallback, []).fields;
  expect([player?.also?.('p'), currency?.also?.('EUR')]).toEqual([{ currency: '', sessionId: '' }, { sessionId: '' }]);
});

test('a bet is chosen by what it was, and brings its account along', () => {
  const transaction = callbackFields({ ...emptyCallback, type: 'rollback' }, [bet]).fields.at(-1);
  expect(transaction?.options).toEqual(['t-1']);
  expect(transaction?.nameOf?.('t-1')).toContain('bet 1.00, win 2.00 EUR');
  expect(transaction?.also?.('t-1')).toEqual({ transactionId: 't-1', playerId: 'p', currency: 'EUR', sessionId: '' });
  expect(rollbackOf(undefined)).toEqual({});
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
