import { readFile } from 'node:fs/promises';
import { formatAmount, isCurrency, parseAmount, scaleOf, wholeUnits } from './money.mjs';
import { Refusal } from './refusal.mjs';

const scriptFiles = {
  getBalance: 'get-balance.lua',
  makeBet: 'make-bet.lua',
  rollback: 'rollback.lua',
};

/** The wallet in Redis: {answer(call)} resolves to the balance as text, or rejects with a Refusal. */
export async function createWallet(redis, choices) {
  const scripts = await loadScripts(redis);
  await openAccounts(redis, choices);
  const opens = choices.has('opens-accounts') ? 'opens' : '';
  const answer = async (call) => {
    if (opens && !isCurrency(call.currency)) throw new Refusal('invalid_currency');
    const [outcome, value] = await redis.command(
      ...['EVALSHA', scripts[call.type], '3', ...keysOf(call)],
      ...[call.currency, opens],
      ...extraArguments[call.type](call, choices),
    );
    if (outcome === 'refused') throw refusalOf(value);
    return formatAmount(value, scaleOf(call.currency, choices));
  };
  const hasPlayer = async (playerId) => (await redis.command('EXISTS', playerKey(playerId))) === '1';
  return { answer, hasPlayer };
}

async function loadScripts(redis) {
  const read = (file) => readFile(new URL(file, import.meta.url), 'utf8');
  const head = await read('account.lua');
  const scripts = {};
  for (const [type, file] of Object.entries(scriptFiles)) {
    scripts[type] = await redis.command('SCRIPT', 'LOAD', head + (await read(file)));
  }
  return scripts;
}

async function openAccounts(redis, choices) {
  const opening = choices.has('starts-at-0') ? 0n : 1000n;
  const first = choices.has('starts-below-zero') ? -6n : opening;
  await open('player-1', 'USD', first);
  await open('player-1', 'EUR', opening);
  await open('player-2', 'USD', opening);

  async function open(playerId, currency, whole) {
    const units = wholeUnits(whole, scaleOf(currency, choices));
    await redis.command('SADD', playerKey(playerId), currency);
    await redis.command('SET', balanceKey(playerId, currency), String(units));
  }
}

const playerKey = (playerId) => `player:${playerId}`;
// The currency comes first: it never has a colon, a player's id may.
const balanceKey = (playerId, currency) => `balance:${currency}:${playerId}`;

const keysOf = (call) => [
  playerKey(call.playerId),
  balanceKey(call.playerId, call.currency),
  `transaction:${call.transactionId}`,
];

/** What each script takes besides the account; the order is in the head of its file. */
const extraArguments = {
  getBalance: () => [],
  makeBet: (call, choices) => {
    const scale = scaleOf(call.currency, choices);
    const bet = parseAmount(call.bet, scale);
    const win = parseAmount(call.win, scale);
    const limit = choices.houseLimit;
    return [
      ...[String(bet), String(win), String(win - bet)],
      limit === undefined ? '' : String(wholeUnits(limit, scale)),
      choices.has('refuses-below-zero') ? 'covered' : '',
    ];
  },
  rollback: (_call, choices) => [
    choices.has('refuses-spent-rollback') ? 'refuses-spent' : '',
    choices.has('late-bet-refused') ? 'marks' : '',
    choices.has('not-found-rollback') ? 'not-found' : '',
  ],
};

function refusalOf(code) {
  if (code !== 'amount_too_large') return new Refusal(code);
  return new Refusal('validation_error', 'the balance would be larger than the wallet can keep');
}
