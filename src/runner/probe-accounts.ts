import type { Call } from '../judge/call.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { type Amount, parseAmount } from '../money/amount.ts';
import { describeError, readAnswer } from '../wire/read-answer.ts';
import { mayMoveMoney, readBalance, shownBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import type { RefusedAccount, RunPlayers } from './run-players.ts';

/**
 * The players without the accounts that the agent refuses to show: a player or a currency that it
 * does not have is no breach, only less to play with. Player one's main account is not asked again.
 */
export const probeAccounts = async (
  play: Play,
  first: Call,
  accounts: readonly Account[] | undefined,
): Promise<RunPlayers> => {
  const { players } = play.context;
  const refused: RefusedAccount[] = [];
  const balances = new Map<string, Amount>();
  noteBalance(play, balances, first);
  for (const account of accountsToAsk(players, accounts)) {
    const call = await readBalance(play, account, 'opening');
    noteBalance(play, balances, call);
    const reason = refusalIn(call, account);
    if (reason !== undefined) refused.push({ ...account, reason });
  }
  const isKnown = (playerId: string, currency: string): boolean =>
    !refused.some((account) => account.playerId === playerId && account.currency === currency);
  const known = players.known.map((player) => ({
    ...player,
    currencies: player.currencies.filter((currency) => isKnown(player.id, currency)),
  }));
  return {
    unknown: players.unknown,
    known: known.filter(({ currencies }) => currencies.length > 0),
    refused,
    balances,
  };
};

/** Notes the balance that the agent showed, by account key. */
const noteBalance = (play: Play, balances: Map<string, Amount>, call: Call): void => {
  const { intent, exchange } = call;
  const answer = readAnswer(exchange.answer);
  const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  if (!('callback' in intent) || balance === undefined) return;
  const { callback } = intent;
  balances.set(accountKey(callback), balance);
  if (mayMoveMoney(play)) return;
  // Asked for the first scenario that needs it: it is not asked again.
  play.context.book.leave(callback, shownBalance(call, callback.currency), exchange.id);
};

const accountsToAsk = ({ known }: RunPlayers, wanted?: readonly Account[]): Account[] => {
  const keys = wanted?.map(accountKey);
  return known
    .flatMap(({ id, currencies }) => currencies.map((currency) => ({ playerId: id, currency })))
    .slice(1)
    .filter((account) => keys?.includes(accountKey(account)) !== false);
};

const refusalIn = ({ exchange }: Call, { playerId, currency }: Account): string | undefined => {
  const answer = readAnswer(exchange.answer);
  if (answer.kind !== 'error') return undefined;
  // Some answer business errors with 500, in the form of section 7.
  if (answer.status >= 500 && answer.error === undefined) return undefined;
  return `the agent refuses getBalance for ${playerId} in ${currency}: ${describeError(answer)}`;
};
