import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Express } from 'express';
import express from 'express';

/** What is wrong with a wallet on purpose. */
export type Defect =
  | 'double-debit'
  | 'kept-win'
  | 'race'
  | 'wrong-arithmetic'
  | 'text-balance'
  | 'takes-any-signature';

export interface WalletOptions {
  readonly token?: string;
  readonly defect?: Defect;
  /** Cents, by player and currency. */
  readonly accounts?: Record<string, number>;
}

interface Transaction {
  readonly account: string;
  readonly bet: number;
  readonly win: number;
  isRolledBack: boolean;
}

/** A wallet that a stranger wrote after the specification, in whole cents, in Express. */
export const createWallet = ({
  token = 'test-token',
  defect,
  accounts = { 'alice USD': 100_000, 'alice EUR': 50_000, 'bob USD': 100_000 },
}: WalletOptions = {}): Express & { readonly cents: Record<string, number> } => {
  const transactions = new Map<string, Transaction>();
  const cents = { ...accounts };
  const app = express();
  app.use(express.text({ type: '*/*' }));
  app.post('/callback', async (request, response) => {
    const text = String(request.body);
    const refuse = (status: number, error: string) =>
      response.status(status).json({ error, message: error.replaceAll('_', ' ') });
    if (defect !== 'takes-any-signature' && !isSigned(text, request.get('x-signature'), token)) {
      return refuse(403, 'invalid_signature');
    }
    const call = JSON.parse(text);
    const account = `${call.player_id} ${call.currency}`;
    const had = cents[account];
    if (had === undefined) return refuse(404, 'player_not_found');
    const answer = () => {
      const balance = (cents[account] ?? 0) / 100;
      response.json({ content: { balance: defect === 'text-balance' ? String(balance) : balance } });
    };
    const known = transactions.get(call.transaction_id);
    if (call.type === 'getBalance') return answer();
    if (call.type === 'makeBet') {
      const [bet, win] = [Math.round(call.bet * 100), Math.round(call.win * 100)];
      if (defect === 'race') await new Promise((resolve) => setTimeout(resolve, 5));
      if (known !== undefined) {
        if (defect === 'double-debit') cents[account] = had - bet + win;
        return answer();
      }
      if (bet > (cents[account] ?? 0)) return refuse(400, 'insufficient_balance');
      const wrong = defect === 'wrong-arithmetic' ? 3 : 0;
      cents[account] = (cents[account] ?? 0) - bet + win - wrong;
      transactions.set(call.transaction_id, { account, bet, win, isRolledBack: false });
      return answer();
    }
    if (known !== undefined && !known.isRolledBack && known.account === account) {
      known.isRolledBack = true;
      cents[account] = had + known.bet - (defect === 'kept-win' ? 0 : known.win);
    }
    return answer();
  });
  return Object.assign(app, { cents });
};

const isSigned = (text: string, given: string | undefined, token: string): boolean => {
  const sorted = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)]),
        );
  const wanted = createHmac('sha256', token).update(JSON.stringify(sorted(JSON.parse(text)))).digest('hex');
  return (
    given !== undefined &&
    given.length === wanted.length &&
    timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
  );
};
