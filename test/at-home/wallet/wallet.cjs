// A wallet as a stranger writes one after the specification: Express, whole cents, a store that takes its time.
// WALLET_DEFECT plants a mistake: duplicate (a repeated bet is debited again), kept-win (a rollback leaves the win),
// race (a repeat that comes while the bet is applied is applied, too).
const { createHmac, timingSafeEqual } = require('node:crypto');
const { setTimeout: storeAnswers } = require('node:timers/promises');
const express = require('express');

const createWallet = ({ platformUrl = '', defect = process.env.WALLET_DEFECT } = {}) => {
  const account = createAccounts(defect);
  const app = express();
  app.post('/callback', express.text({ type: '*/*' }), async (request, response) => {
    const answer = await answerTo(account, request.body, request.get('x-signature') ?? '');
    if (typeof answer === 'number') return response.json({ content: { balance: answer / 100 } });
    const [status, error] = answer;
    return response.status(status).json({ error, message: error.replaceAll('_', ' ') });
  });
  return Object.assign(app, { askForLink: async (order) => await askForLink(platformUrl, order) });
};

/** A balance in cents, or a refusal. */
const answerTo = async (accounts, text, signature) => {
  const call = parsed(text);
  if (call === undefined) return [400, 'internal_error'];
  if (!isSame(signature, signed(call))) return [403, 'invalid_signature'];
  if (!isComplete(call)) return [422, 'internal_error'];
  if (!accounts.hasPlayer(call.player_id)) return [404, 'player_not_found'];
  const account = accounts.find(call.player_id, call.currency);
  if (account === undefined) return [400, 'invalid_currency'];
  const kinds = { getBalance: () => account.cents, makeBet, rollback };
  return await accounts.inTurn(account, async () => await kinds[call.type](accounts, account, call));
};

/** Before the wallet is touched: the fields that a callback of its type must have. */
const isComplete = ({ type, player_id: player, currency, transaction_id: id, bet, win }) => {
  if (![player, currency].every(isText)) return false;
  if (type === 'getBalance') return true;
  if (type === 'rollback') return isText(id);
  return type === 'makeBet' && isText(id) && [bet, win].every(isAmount);
};

const isText = (value) => typeof value === 'string' && value !== '';

const isAmount = (value) => Number.isFinite(value) && value >= 0;

const makeBet = async ({ transactions, store, defect }, account, call) => {
  const known = transactions.get(call.transaction_id);
  await store();
  if (known !== undefined && defect !== 'duplicate') return account.cents;
  const [bet, win] = [Math.round(call.bet * 100), Math.round(call.win * 100)];
  if (account.cents < bet) return [402, 'insufficient_balance'];
  account.cents += win - bet;
  transactions.set(call.transaction_id, { account, bet, win, isRolledBack: false });
  return account.cents;
};

const rollback = async ({ transactions, store, defect }, account, call) => {
  const transaction = transactions.get(call.transaction_id);
  await store();
  if (transaction?.account !== account || transaction.isRolledBack) return account.cents;
  transaction.isRolledBack = true;
  account.cents += transaction.bet - (defect === 'kept-win' ? 0 : transaction.win);
  return account.cents;
};

const createAccounts = (defect) => {
  const players = {
    alice: { USD: { cents: 100_000 }, EUR: { cents: 50_000 } },
    bob: { USD: { cents: 100_000 } },
  };
  const slow = 200;
  return {
    defect,
    transactions: new Map(),
    store: async () => await storeAnswers(defect === 'race' ? slow : 1),
    hasPlayer: (player) => Object.hasOwn(players, player),
    find: (player, currency) => (Object.hasOwn(players[player], currency) ? players[player][currency] : undefined),
    inTurn: defect === 'race' ? async (_, work) => await work() : inTurn,
  };
};

/** One piece of work of an account after another. */
const inTurn = async (account, work) => {
  const turn = (account.last ?? Promise.resolve()).then(work);
  account.last = turn.catch(() => undefined);
  return await turn;
};

const agent = { id: 1001, token: 'test-token' };

/** What the site does when a player opens a game: gives the platform's answer. */
const askForLink = async (platformUrl, { playerId, currency, gameId }) => {
  const body = {
    agent_id: agent.id,
    timestamp: Math.floor(Date.now() / 1000),
    game_id: gameId,
    player_id: playerId,
    player_username: playerId,
    language: 'en',
    currency,
    home_url: 'https://casino.example/',
    agent_session_id: `visit-of-${playerId}`,
    ip: '127.0.0.1',
  };
  const headers = { 'Content-Type': 'application/json', 'X-Signature': signed(body) };
  const url = `${platformUrl}/api/games/get_game_link`;
  return await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
};

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const signed = (body) => {
  const sorted = Object.fromEntries(Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHmac('sha256', agent.token).update(JSON.stringify(sorted)).digest('hex');
};

const isSame = (one, other) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

module.exports = { createWallet };
