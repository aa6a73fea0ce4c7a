import type { AmountExpression, CallStep, Scenario, Step } from '../formats/scenario/scenario.ts';
import { type Amount, amountOf, renderAmount } from '../money/amount.ts';
import { scaleOf } from '../money/currency-scale.ts';
import { accountsNeeded, type RunPlayers } from './run-players.ts';

/** Scenarios are written for currencies like USD; finer amounts than that are finer on purpose. */
const writtenScale = 2;

/**
 * The scenario in amounts that its currencies have: one that is written in cents is played in whole
 * yen, a hundred times as much. All its amounts grow alike, so that what it shows stays the same.
 */
export const fitCurrency = (players: RunPlayers, scenario: Scenario): Scenario => {
  const decimals = Math.max(0, ...amountsOf(scenario.steps).map(({ text }) => decimalsIn(text)));
  const scales = accountsNeeded(players, scenario).map(({ currency }) => scaleOf(currency));
  const missing = decimals - Math.min(...scales);
  if (decimals > writtenScale || missing <= 0 || missing > writtenScale) return scenario;
  const times = (text: string): string => renderAmount(amountOf(text).times(factorOf(missing)));
  return {
    ...scenario,
    fund: times(scenario.fund),
    steps: scenario.steps.map((step) => growStep(step, times)),
  };
};

const factorOf = (decimals: number): Amount => amountOf(`1e${decimals}`);

const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0;

type Grow = (text: string) => string;

const growStep = (step: Step, times: Grow): Step => {
  switch (step.kind) {
    case 'together':
      return { ...step, steps: step.steps.map((each) => growCall(each, times)) };
    case 'repeat':
      return { ...step, steps: step.steps.map((each) => growStep(each, times)) };
    case 'pack':
      return { ...step, wins: step.wins.map(times), bets: step.bets.map(times) };
    case 'getBalance':
    case 'makeBet':
    case 'rollback':
    case 'resend':
      return growCall(step, times);
    default:
      return step;
  }
};

const growCall = (step: CallStep, times: Grow): CallStep => {
  const grow = (amount: AmountExpression): AmountExpression => ({
    ...amount,
    text: times(amount.text),
  });
  switch (step.kind) {
    case 'makeBet':
      return { ...step, bet: grow(step.bet), win: grow(step.win) };
    case 'resend': {
      const { bet, win } = step;
      return { ...step, bet: bet && grow(bet), win: win && grow(win) };
    }
    case 'getBalance': {
      const { freespins } = step;
      if (freespins === undefined) return step;
      const accumulatedWin = times(freespins.accumulatedWin);
      return { ...step, freespins: { ...freespins, accumulatedWin } };
    }
    case 'rollback':
      return step;
  }
};

/** Every amount that the steps move, as written. */
export const amountsOf = (steps: readonly Step[]): AmountExpression[] =>
  steps.flatMap((step) => {
    switch (step.kind) {
      case 'makeBet':
        return [step.bet, step.win];
      case 'pack':
        return [...step.wins, ...step.bets].map(exact);
      case 'together':
      case 'repeat':
        return amountsOf(step.steps);
      case 'resend':
        return [step.bet, step.win].flatMap((each) => (each === undefined ? [] : [each]));
      default:
        return [];
    }
  });

const exact = (text: string): AmountExpression => ({ kind: 'exact', text });
