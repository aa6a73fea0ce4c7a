import { renderToString } from 'preact-render-to-string';
import { adminJsonSchemas } from '../../../../src/api/schemas/all-schemas.ts';
import type { SentByHand } from '../../../../src/api/schemas/hand-callbacks.ts';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import { emptyCallback } from '../../../../src/ui/dashboard/composer/callback-fields.ts';
import { Composer } from '../../../../src/ui/dashboard/composer/composer.tsx';
import {
  addAnswer,
  closeComposer,
  composerAnswers,
  composerFields,
  openComposer,
} from '../../../../src/ui/dashboard/composer/open-composer.ts';
import { tallyText } from '../../../../src/ui/dashboard/composer/sent-answers.tsx';
import { orderSchemas } from '../../../../src/ui/parts/order-schema.ts';
import { store } from '../../../../src/ui/parts/store.ts';

const setup = {
  players: [{ id: 'player-1', username: 'One', currencies: ['EUR', 'USD'], language: 'en' }],
} as unknown as Setup;

beforeEach(() => {
  orderSchemas.value = { schemas: adminJsonSchemas() };
});
afterEach(() => {
  orderSchemas.value = {};
  closeComposer();
  composerAnswers.value = [];
  composerFields.value = emptyCallback;
  store.setup.value = undefined;
});

const shown = (): string => renderToString(<Composer />);

test('who is chosen anyway is shown as chosen, also when it is named', () => {
  store.setup.value = setup;
  openComposer({ kind: 'callback', fields: { playerId: 'player-1', currency: 'EUR' } });
  for (const name of ['player-1', 'EUR']) {
    expect(shown().match(new RegExp(`<option[^>]*>${name}</option>`, 'g'))).toEqual([
      `<option selected value="${name}">${name}</option>`,
    ]);
  }
});

const callback = {
  exchangeId: 'ex-2',
  kind: 'rollback',
  transactionId: 'tx-1',
  currency: 'USD',
  status: 200,
  balance: '1005',
  actual: '1005.00',
  expected: '1000.00',
  verdict: 'wrong',
  sentence: 'The balance must be 1000.00.',
  findings: [],
} as const satisfies SentByHand['callbacks'][number];

test('nothing stands there until it is opened', () => {
  expect(shown()).toBe('');
});

test('nothing is sent before it is known whose it would be', () => {
  openComposer();
  expect(shown()).toMatch(/<button type="submit"[^>]*aria-disabled="true"/);
  store.setup.value = setup;
  expect(shown()).not.toContain('aria-disabled="true"');
});

test('it opens filled in, and keeps what was filled in while it is closed', () => {
  openComposer({ kind: 'callback', fields: { playerId: 'player-9', currency: 'JPY', bet: '7' } });
  closeComposer();
  openComposer();
  for (const value of ['player-9', 'JPY']) {
    expect(shown()).toContain(`<option selected value="${value}">`);
  }
  expect(shown()).toContain('value="7"');
});

test('what it is filled in with leaves nothing of an earlier signature or fault', () => {
  composerFields.value = { ...emptyCallback, signature: 'none', fault: 'answer-lost' };
  openComposer({ kind: 'callback', fields: { playerId: 'player-1' } });
  expect(composerFields.value).toEqual({ ...emptyCallback, playerId: 'player-1' });
});

test('the body of an exchange is edited as it is', () => {
  openComposer({ kind: 'edited', exchangeId: 'ex-1', name: 'makeBet', body: '{"bet": 1.0}' });
  expect(shown()).toContain('{&quot;bet&quot;: 1.0}');
});

test('a judged answer stands there: verdict, what was said and due, and what comes next', () => {
  openComposer();
  addAnswer({ exchangeIds: ['ex-2'], callbacks: [callback] });
  const markup = shown();
  for (const text of ['wrong', '1,000.00 USD', '1,005.00 USD', '+5.00']) {
    expect(markup).toContain(text);
  }
  expect(markup).toContain('href="#/exchanges/ex-2"');
  expect(markup).toContain('Send it again');
  expect(markup).not.toContain('Roll it back');
});

test('of many at once it is told how many were taken, refused, and not answered', () => {
  const refused = {
    ...callback,
    balance: undefined,
    actual: undefined,
    status: 402,
    error: 'insufficient_balance',
  };
  const lost = { ...callback, balance: undefined, actual: undefined, status: null };
  expect(tallyText([callback, callback, refused, lost])).toBe('2 taken, 1 refused, 1 without an answer');
});
