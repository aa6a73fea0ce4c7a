import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { type Express } from 'express';

/** What is wrong with a wallet on purpose. */
export type Defect = 'double-debit' | 'kept-win' | 'race' | 'wrong-arithmetic' | 'text-balance' | 'takes-any-signature';

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

/** What a call is answered with: a balance in cents, or an error. */
type Answer = { readonly cents: number } | { readonly status: number; readonly error: string };

/** A wallet that a stranger wrote after the specification, in whole cents, in Express. */
export const createWallet = ({
  token = 'test-token',
  defect,
  accounts = { 'alice USD': 100_000, 'alice EUR': 50_000, 'bob USD': 100_000 },
}: WalletOptions = {}): Express & { readonly cents: Record<string, number> } => {
  const books: Books = {
    cents: { ...accounts },
    transactions: new Map(),
    defect,
    lookups: new Map(),
  };
  const app = express();
  app.use(express.text({ type: '*/*' }));
  app.post('/callback', async (request, response) => {
    const text = String(request.body);
    const isTrusted = defect === 'takes-any-signature';
    const isGenuine = isTrusted || isSigned(text, request.get('x-signature'), token);
    const answer = isGenuine ? await handle(books, read(text)) : { status: 403, error: 'invalid_signature' };
    if ('error' in answer) {
      const { status, error } = answer;
      return response.status(status).json({ error, message: error.replaceAll('_', ' ') });
    }
    const balance = answer.cents / 100;
    return response.json({
      content: { balance: defect === 'text-balance' ? String(balance) : balance },
    });
  });
  return Object.assign(app, { cents: books.cents });
};

interface Books {
  readonly cents: Record<string, number>;
  readonly transactions: Map<string, Transaction>;
  readonly defect: Defect | undefined;
  /** Ends the first lookup of a transaction. */
  readonly lookups: Map<string, () => void>;
}

const handle = async (books: Books, call: WalletCall | undefined): Promise<Answer> => {
  if (call === undefined) return { status: 400, error: 'validation_error' };
  const account = `${call.player_id} ${call.currency}`;
  if (books.cents[account] === undefined) return { status: 404, error: 'player_not_found' };
  if (call.type === 'makeBet') return await makeBet(books, account, call);
  if (call.type === 'rollback') rollBack(books, account, call);
  return { cents: books.cents[account] };
};

const makeBet = async (books: Books, account: string, call: WalletCall): Promise<Answer> => {
  const { cents, transactions, defect } = books;
  const [bet, win] = [Math.round(call.bet * 100), Math.round(call.win * 100)];
  const known = transactions.get(call.transaction_id);
  if (defect === 'race') await twin(books, call.transaction_id);
  const had = cents[account] ?? 0;
  if (known !== undefined) {
    if (defect === 'double-debit') cents[account] = had - bet + win;
    return { cents: cents[account] ?? 0 };
  }
  if (bet > had) return { status: 400, error: 'insufficient_balance' };
  cents[account] = had - bet + win - (defect === 'wrong-arithmetic' ? 3 : 0);
  transactions.set(call.transaction_id, { account, bet, win, isRolledBack: false });
  return { cents: cents[account] };
};

/** Beyond this nobody else comes: a lookup that is alone goes on. */
const longestAloneMs = 2_000;

/** The lookup of a transaction ends when another one of it has begun: neither sees the other. */
const twin = async ({ lookups }: Books, transactionId: string): Promise<void> => {
  const begun = lookups.get(transactionId);
  begun?.();
  if (begun !== undefined) return;
  await new Promise<void>((resolve) => {
    lookups.set(transactionId, resolve);
    setTimeout(resolve, longestAloneMs);
  });
};

const rollBack = ({ cents, transactions, defect }: Books, account: string, call: WalletCall) => {
  const known = transactions.get(call.transaction_id);
  if (known === undefined || known.isRolledBack || known.account !== account) return;
  known.isRolledBack = true;
  cents[account] = (cents[account] ?? 0) + known.bet - (defect === 'kept-win' ? 0 : known.win);
};

interface WalletCall {
  readonly type: 'getBalance' | 'makeBet' | 'rollback';
  readonly player_id: string;
  readonly currency: string;
  readonly transaction_id: string;
  readonly bet: number;
  readonly win: number;
}

/** A body of section 6; undefined for anything else. */
const read = (text: string): WalletCall | undefined => {
  const call = parsed(text) as Partial<WalletCall> | null | undefined;
  const isPlayer = typeof call?.player_id === 'string' && typeof call.currency === 'string';
  return isPlayer && hasItsFields(call) ? (call as WalletCall) : undefined;
};

const hasItsFields = ({ type, transaction_id, bet, win }: Partial<WalletCall>): boolean => {
  const isNamed = typeof transaction_id === 'string' && transaction_id !== '';
  const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
  if (type === 'makeBet') return isNamed && isAmount(bet) && isAmount(win);
  return type === 'rollback' ? isNamed : type === 'getBalance';
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
  const wanted = createHmac('sha256', token)
    .update(JSON.stringify(sorted(parsed(text))) ?? '')
    .digest('hex');
  return (
    given !== undefined && given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
  );
};
