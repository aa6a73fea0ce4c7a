import { openAgent } from '../open-agent.js';

/** Cents of an amount in JSON, exactly: its digits are read, not its number. */
const centsOf = (text) => {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`An amount that this agent cannot read: ${text}`);
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
};

const amountOf = (cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

const fieldOf = (text, name) => {
  const [, quoted, bare] = new RegExp(`"${name}":(?:"([^"]*)"|([^,}]+))`).exec(text) ?? [];
  return quoted ?? bare;
};

/** Sections 3 and 6: a duplicate moves nothing, a rollback gives back once, a bet must be covered. */
const createWallet = (opening) => {
  const accounts = new Map();
  const accountOf = (text) => {
    const key = `${fieldOf(text, 'player_id')} ${fieldOf(text, 'currency')}`;
    const known = accounts.get(key) ?? { balance: opening, transactions: new Map() };
    accounts.set(key, known);
    return known;
  };

  const bet = (account, text) => {
    const id = fieldOf(text, 'transaction_id');
    if (account.transactions.has(id)) return account.balance;
    const [stake, win] = ['bet', 'win'].map((name) => centsOf(fieldOf(text, name) ?? '0'));
    if (stake > account.balance) return undefined;
    account.transactions.set(id, { moved: win - stake });
    account.balance += win - stake;
    return account.balance;
  };

  const rollBack = (account, text) => {
    const known = account.transactions.get(fieldOf(text, 'transaction_id'));
    account.balance -= known?.moved ?? 0n;
    if (known !== undefined) known.moved = 0n;
    return account.balance;
  };

  return {
    /** The balance after a callback, cents; undefined for a refusal. */
    apply: (text) => {
      const account = accountOf(text);
      const type = fieldOf(text, 'type');
      if (type === 'getBalance') return account.balance;
      return type === 'makeBet' ? bet(account, text) : rollBack(account, text);
    },
    balances: () => [...accounts.values()].map(({ balance }) => balance),
  };
};

const refusal = '{"error":"insufficient_balance","message":"The balance does not cover the bet."}';

const send = (response, status, body) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
};

const answer = (response, balance) =>
  balance === undefined
    ? send(response, 402, refusal)
    : send(response, 200, `{"content":{"balance":${amountOf(balance)}}}`);

/** What may befall a callback before a right wallet sees it, or its answer behind it. */
const troubles = {
  'busy before it is applied': ({ response }) => send(response, 503, 'busy'),
  'too many calls': ({ response }) => send(response, 429, ''),
  'the gateway gave up, and it is applied': ({ response, apply }) => {
    apply();
    send(response, 502, '<html>bad gateway</html>');
  },
  'the connection breaks, and it is applied': ({ response, apply }) => {
    apply();
    response.destroy();
  },
  'the connection breaks before it is applied': ({ response }) => response.destroy(),
  'the answer comes too late': ({ response, apply, lateMs }) => {
    const balance = apply();
    setTimeout(() => response.destroyed || answer(response, balance), lateMs);
  },
  'the connection is closed behind the answer': ({ response, apply }) => {
    response.setHeader('connection', 'close');
    answer(response, apply());
  },
};

const kinds = Object.values(troubles);

/** Stands still, as a process does that collects garbage. */
const freeze = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * A right agent of any player on a bad network, in this process. `troubledPerMille`: of so many callbacks in a
 * thousand something befalls their way; it stands still for `freezeMs` every `everyMs`.
 */
export const openTroubledAgent = async ({ dice, troubledPerMille, lateMs, freezeMs, everyMs }) => {
  const opening = 100_000n;
  const wallet = createWallet(opening);

  const handle = (text, response) => {
    const apply = () => wallet.apply(text);
    if (dice.integer(1, 1000) > troubledPerMille) return answer(response, apply());
    const befall = kinds[dice.integer(0, kinds.length - 1)];
    befall({ response, apply, lateMs });
  };

  const agent = await openAgent(handle);
  const freezing = setInterval(freeze, everyMs, freezeMs);
  return {
    url: agent.url,
    /** Accounts that have another balance than they opened with. */
    changed: () => wallet.balances().filter((balance) => balance !== opening).length,
    close: async () => {
      clearInterval(freezing);
      await agent.close();
    },
  };
};
