import type { ReportedExchange, Run } from '../../spec/run.ts';
import { exchangeFacts } from '../exchange-facts.ts';
import { saidBalance } from './said-balance.ts';

const accountOf = (exchange: ReportedExchange): string => {
  const { player, currency } = exchangeFacts(exchange);
  return `${player} ${currency}`;
};

/** What the account of a call held before, as an earlier answer in the same scenario said. */
export const balanceBefore = (call: ReportedExchange, { exchanges }: Run): string | undefined => {
  const earlier = exchanges
    .slice(0, exchanges.indexOf(call))
    .filter(({ scenario }) => scenario === call.scenario)
    .findLast(
      (exchange) => accountOf(exchange) === accountOf(call) && saidBalance(exchange) !== undefined,
    );
  return earlier === undefined ? undefined : saidBalance(earlier);
};
