import { readAnswer } from '../callbacks/read-answer.ts';
import type { Call } from '../judges/call.ts';
import { describeError } from '../judges/judge-refusal.ts';
import type { Account } from '../ledger/ledger.ts';
import { accountKey } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { parseAmount } from '../money/amount.ts';
import type { Cast, RefusedAccount } from './cast.ts';
import { readBalance } from './own-calls.ts';
import type { Play } from './play.ts';

/**
 * The cast without the accounts that the agent refuses to show: a player or a currency that it
 * does not have is no breach, only less to play with. Player one's main account is not asked again.
 */
export const audition = async (play: Play): Promise<Cast> => {
  const { cast } = play.context;
  const refused: RefusedAccount[] = [];
  for (const account of accountsToAsk(cast)) {
    const reason = await refusalOf(play, account);
    if (reason !== undefined) refused.push({ ...account, reason });
  }
  const balances = shownBalances(play.sent);
  const isKnown = (playerId: string, currency: string): boolean =>
    !refused.some((account) => account.playerId === playerId && account.currency === currency);
  const players = cast.players.map((player) => ({
    ...player,
    currencies: player.currencies.filter((currency) => isKnown(player.id, currency)),
  }));
  return {
    ...cast,
    players: players.filter(({ currencies }) => currencies.length > 0),
    refused,
    balances,
  };
};

/** The balances that the agent showed, by account key. */
const shownBalances = (calls: readonly Call[]): Map<string, Amount> =>
  new Map(
    calls.flatMap(({ intent, exchange }) => {
      const answer = readAnswer(exchange.answer);
      const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
      if (!('callback' in intent) || balance === undefined) return [];
      return [[accountKey(intent.callback), balance] as const];
    }),
  );

const accountsToAsk = ({ players }: Cast): Account[] =>
  players
    .flatMap(({ id, currencies }) => currencies.map((currency) => ({ playerId: id, currency })))
    .slice(1);

const refusalOf = async (play: Play, account: Account): Promise<string | undefined> => {
  const call = await readBalance(play, account, 'opening');
  const answer = readAnswer(call.exchange.answer);
  if (answer.kind !== 'error' || answer.status >= 500) return undefined;
  const { playerId, currency } = account;
  return `the agent refuses getBalance for ${playerId} in ${currency}: ${describeError(answer)}`;
};
