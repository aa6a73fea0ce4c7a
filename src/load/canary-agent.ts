import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callbackOfBody } from '../callbacks/parse-callback.ts';
import { sameSignature, signBody } from '../signing/sign.ts';
import type { Callback } from '../spec/callback.ts';
import type { LoadTransaction } from './account.ts';
import { fixedUnits, toUnits } from './units.ts';

/** A mistake that the canary's agent makes once, with the next call that it can be made with. */
export type PlantedMistake = 'double debit' | 'lost update';

/** An agent of one account, which is right but for what is planted. */
export interface CanaryAgent {
  readonly url: string;
  plant(mistake: PlantedMistake): void;
  close(): void;
}

interface CanaryTerms {
  readonly token: string;
  readonly dialect: string | undefined;
  readonly scale: number;
  /** What the account has, in units. */
  readonly balance: bigint;
}

/** Opens the agent on a port of this machine alone. */
export const openCanaryAgent = async (terms: CanaryTerms): Promise<CanaryAgent> => {
  const account = createAccount(terms.balance);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const signature = signBody(body.toString('utf8'), terms.dialect, terms.token);
      const isSigned = sameSignature(String(request.headers['x-signature']), signature);
      const callback = isSigned ? callbackOfBody(body) : undefined;
      void answerOf(account, callback, terms.scale).then(({ status, text }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    plant: account.plant,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const answerOf = async (
  account: CanaryAccount,
  callback: Callback | undefined,
  scale: number,
): Promise<{ readonly status: number; readonly text: string }> => {
  if (callback === undefined) {
    return { status: 403, text: '{"error":"invalid_signature","message":"not signed so"}' };
  }
  const balance = await account.answer(callback, scale);
  return balance === undefined
    ? { status: 400, text: '{"error":"insufficient_balance","message":"not enough money"}' }
    : { status: 200, text: `{"content":{"balance":${fixedUnits(balance, scale)}}}` };
};

interface CanaryAccount {
  /** The balance after the call; undefined where it does not cover the bet. */
  answer(callback: Callback, scale: number): Promise<bigint | undefined>;
  plant(mistake: PlantedMistake): void;
}

type CanaryTransaction = Omit<LoadTransaction, 'callback'>;

const createAccount = (opening: bigint): CanaryAccount => {
  const known = new Map<string, CanaryTransaction>();
  const planted = new Set<PlantedMistake>();
  let balance = opening;
  let tellApplied: () => void = () => undefined;
  const apply = (transaction: CanaryTransaction): void => {
    known.set(transaction.id, transaction);
    balance += transaction.win - transaction.bet;
    tellApplied();
  };
  const bet = async (transaction: CanaryTransaction): Promise<bigint | undefined> => {
    if (known.has(transaction.id)) {
      if (planted.delete('double debit')) balance -= transaction.bet;
      return balance;
    }
    if (transaction.bet > balance) return undefined;
    if (!planted.delete('lost update')) {
      apply(transaction);
      return balance;
    }
    // What it has read is old once another bet was applied, and is written all the same.
    const read = balance;
    known.set(transaction.id, transaction);
    await new Promise<void>((resolve) => {
      tellApplied = resolve;
    });
    balance = read - transaction.bet + transaction.win;
    return balance;
  };
  const rollBack = (id: string): bigint => {
    const transaction = known.get(id);
    if (transaction?.state !== 'processed') return balance;
    known.set(id, { ...transaction, state: 'rolled-back' });
    balance += transaction.bet - transaction.win;
    return balance;
  };
  return {
    plant: (mistake) => {
      planted.add(mistake);
    },
    answer: async (callback, scale) => {
      if (callback.type === 'getBalance') return balance;
      if (callback.type === 'rollback') return rollBack(callback.transactionId);
      const [betUnits, winUnits] = [callback.bet, callback.win].map((each) => toUnits(each, scale));
      const amounts = { bet: betUnits ?? 0n, win: winUnits ?? 0n };
      return await bet({ id: callback.transactionId, ...amounts, state: 'processed' });
    },
  };
};
