import { systemClock } from '../../src/base/clock.ts';
import { createDice } from '../../src/base/dice.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { createAccountBook } from '../../src/run/account-book.ts';
import { type ComposedCall, createCauseBook, type RunContext, type RunOrder } from '../../src/run/run-context.ts';
import { runPlayersOf } from '../../src/run/run-players.ts';
import { createSessionBook } from '../../src/run/session-book.ts';
import { createTransactionLog } from '../../src/run/transaction-log.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';

/** What an agent in this process says to a call. */
export type Say = (text: string, signature: string | undefined, call: ComposedCall) => Answer;

export const token = 'test-token';

export const jsonAnswer = (status: number, body: unknown): Answer => ({
  kind: 'answered',
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

export const balanceAnswer = (balance = 1000): Answer => jsonAnswer(200, { content: { balance } });

export const badSignature: Answer = jsonAnswer(403, {
  error: 'invalid_signature',
  message: 'The signature is wrong',
});

/** A context whose calls are answered in this process. */
export const contextFor = (say: Say, dialect?: string): RunContext => {
  let count = 0;
  return {
    agent: { id: 1001, token, callbackUrl: 'http://127.0.0.1:1/callback', dialect },
    otherToken: 'other-token',
    players: runPlayersOf(defaultConfiguration.agents[0]?.players ?? [], 'n1'),
    gameId: 101,
    quirks: defaultQuirks,
    hooks: {},
    timeoutMs: 1000,
    known: {},
    patienceMs: 2000,
    book: createAccountBook(),
    sessions: createSessionBook({ players: [], given: [], ids: 'platform' }),
    transactions: createTransactionLog(),
    causes: createCauseBook(),
    nonce: 'n1',
    dice: createDice('7/n1'),
    clock: systemClock,
    send: async (call) => {
      count += 1;
      const { body, headers, kind, method, subject, dialect: signedIn } = call;
      return {
        id: `n1-${count}`,
        direction: 'callback',
        kind,
        subject,
        request: { method, url: 'http://127.0.0.1:1/callback', headers, body },
        answer: say(Buffer.from(body).toString('utf8'), headers['x-signature'], call),
        startedAt: 0,
        durationMs: 1,
        dialect: signedIn,
      };
    },
    catalogue: [],
    signal: new AbortController().signal,
  };
};

/** A run that plays no scenario. */
export const emptyOrder: RunOrder = {
  scenarios: [],
  selection: { only: [], skip: [] },
  policy: { strict: false },
  bail: false,
  seed: 7,
  tool: { name: 'walletproof', version: '0.0.0' },
  tell: () => undefined,
};
