import { amountOf } from '../base/money.ts';
import { sessionShape } from '../platform/create-sessions.ts';
import {
  isAbsentOr,
  isAmount,
  isListOf,
  isOneOf,
  isShaped,
  isText,
  readShaped,
  type Shape,
} from '../platform/kept-shape.ts';
import { makeBetShape } from '../platform/pack.ts';
import { type ForceOrder, forcedOutcomes } from '../spec/game-page.ts';
import type { KeptGame, RoundRecord } from './game-in-play.ts';

/** What an earlier process kept of a game; undefined where it is of no use. JSON has its amounts as text. */
export const readKeptGame = (value: unknown): KeptGame | undefined => {
  const game = readGame(value);
  return game === undefined ? undefined : { ...game, history: game.history.map(withAmounts) };
};

const orderShape: Shape<ForceOrder> = {
  outcome: isOneOf(...Object.keys(forcedOutcomes)),
  amount: isAbsentOr(isAmount),
};

const roundShape: Shape<RoundRecord> = {
  ...{ roundId: isText, state: isOneOf('settled', 'open', 'rolled-back', 'unclear') },
  ...{ stake: isAmount, win: isAmount, reels: isAbsentOr(isListOf(isText)) },
  ...{ burst: isAbsentOr(isAmount), cashedOutAt: isAbsentOr(isAmount) },
  ...{ decimals: isAbsentOr(isAmount), freeSpin: isAbsentOr(isOneOf(true)) },
  ...{ transactions: isListOf(isText), pending: isAbsentOr(isShaped(makeBetShape)) },
  ...{ cancelling: isAbsentOr(isText), abandoned: isAbsentOr(isOneOf(true)) },
};

const orderOrNone = (value: unknown): boolean => value === null || isShaped(orderShape)(value);

const readGame = readShaped<KeptGame>({
  session: isShaped(sessionShape),
  forced: orderOrNone,
  history: isListOf(isShaped(roundShape)),
});

/** The shape has said that these are amounts. */
const withAmounts = (round: RoundRecord): RoundRecord => {
  const { burst, cashedOutAt, decimals } = round;
  return {
    ...round,
    stake: amountOf(String(round.stake)),
    win: amountOf(String(round.win)),
    ...(burst === undefined ? {} : { burst: amountOf(String(burst)) }),
    ...(cashedOutAt === undefined ? {} : { cashedOutAt: amountOf(String(cashedOutAt)) }),
    ...(decimals === undefined ? {} : { decimals: amountOf(String(decimals)) }),
  };
};
