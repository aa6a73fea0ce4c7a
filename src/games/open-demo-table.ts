import type { Amount } from '../money/amount.ts';
import { amountOf, renderAmount } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Demo } from '../platform/create-demos.ts';
import { describeOutcome } from './describe-outcome.ts';
import type { Parlour } from './parlour.ts';
import { parseStake } from './parse-stake.ts';
import { sceneOf } from './scene-of.ts';
import { spin } from './spin.ts';
import type { Played, Table } from './table.ts';

/** The table of a demo: a virtual balance on the platform; the agent hears nothing of it. */
export const openDemoTable = (parlour: Parlour, demo: Demo): Table => {
  const { currency } = demo.launch;
  const shown = (balance: string) => describeOutcome({ kind: 'balance', balance }, currency);

  const bet = (stake: Amount): Played => {
    const balance = amountOf(demo.balance);
    if (stake.gt(balance)) {
      const outcome = { kind: 'refused', code: 'insufficient_balance', message: '' } as const;
      return { kind: 'played', round: null, balance: describeOutcome(outcome, currency) };
    }
    const win = spin(stake, parlour.dice);
    const left = renderAmount(balance.minus(stake).plus(win));
    parlour.demos.settle(demo, left);
    const round = { stake: renderAtScale(stake, currency), win: renderAtScale(win, currency) };
    return { kind: 'played', round, balance: shown(left) };
  };

  return {
    scene: sceneOf(parlour, demo.launch, 'demo'),
    balance: async () => shown(demo.balance),
    play: async (typed) => {
      const parsed = parseStake(typed, currency);
      return parsed.kind === 'stake' ? bet(parsed.stake) : parsed;
    },
  };
};
