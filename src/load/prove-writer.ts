import { dialects } from '../signing/dialects.ts';
import type { Callback } from '../spec/callback.ts';
import type { Recipient } from '../wire/compose-message.ts';
import { compose, createCallbackWriter } from './callback-writer.ts';

/**
 * Holds a writer against `composeMessage`: every dialect with every callback below, and with the other
 * order of nested keys. Throws an error of ours, no mistake of a user, where a byte or a signature differs.
 */
export const proveWriter = (create: typeof createCallbackWriter = createCallbackWriter): void => {
  for (const { name: dialect } of dialects) {
    prove(create, { ...anyRecipient, dialect }, trials);
    prove(create, { ...anyRecipient, dialect, nestedOrder: 'table' }, nestedTrials);
  }
};

const prove = (create: typeof createCallbackWriter, recipient: Recipient, callbacks: readonly Callback[]): void => {
  const writer = create({ recipient });
  for (const callback of callbacks) {
    const [written, due] = [writer.write(callback), compose(callback, recipient)];
    if (written.body !== due.body || written.signature !== due.signature) {
      throw new Error(
        `The template of a ${callback.type} in the dialect ${recipient.dialect} writes ` +
          `${written.body} (${written.signature}), and ${due.body} (${due.signature}) is due.`,
      );
    }
  }
};

const anyRecipient: Recipient = {
  agentId: 1001,
  url: 'http://127.0.0.1/callback',
  token: 'a-token-for-trials',
  timeoutMs: 1_000,
};

const common = {
  agentId: 1001,
  sessionId: '00000011-7c1e-4b0d-a3f9-5d2b8e6c1f04',
  playerId: 'load-1',
  playerUsername: 'Player One',
  currency: 'USD',
  language: 'en',
  requestId: 'load-1.request-1',
} as const;

const makeBet = {
  ...common,
  type: 'makeBet',
  transactionId: 'load-1.t-1',
  gameRoundId: 'load-1.r-1',
  roundFinished: true,
} as const;

/** Everything that dialects write differently: scales and sizes of amounts, and characters. */
const trials: readonly Callback[] = [
  { ...common, type: 'getBalance', gameId: 101, playerUsername: 'Иван "Łódź" \\ a/b 🎰' },
  { ...makeBet, bet: '0.01', win: '123456789.12', playerUsername: '<b>&\u2028\u2029' },
  { ...makeBet, currency: 'JPY', bet: '1500', win: '9007199254740993', roundFinished: false },
  {
    ...makeBet,
    ...{ currency: 'KWD', bet: '0.001', win: '10.50' },
    playerUsername: '\u0001\b\f\n\r\t\u007f',
  },
  {
    ...makeBet,
    ...{ currency: 'BTC', bet: '0.00000001', win: '123456789.12345678', roundFinished: false },
    ...{ sessionId: "s/'+`=1", playerUsername: '\ud800 \u00a0\u00ad\ue000' },
  },
  { ...common, type: 'rollback', transactionId: 'load-1/t-1', playerUsername: '' },
];

const nestedTrials: readonly Callback[] = [
  {
    ...common,
    type: 'getBalance',
    gameId: 101,
    freespins: { played: 3, total: 10, isFinish: false, accumulatedWin: '1.25' },
  },
  { ...makeBet, bet: '0', win: '100000000000000000000' },
];
