import type {
  CallStep,
  GetBalanceStep,
  MakeBetStep,
  ResendStep,
  RollbackStep,
} from '../../spec/scenario.ts';
import type { RawStep } from '../../spec/schemas/step.ts';
import type { Cursor } from '../document/cursor.ts';
import { toAmount, toDecimal } from './to-amount.ts';
import { toOptions } from './to-options.ts';

/** A call step with its defaults; undefined when the step is no call. */
export const toCall = (raw: RawStep, cursor: Cursor): CallStep | undefined =>
  toGetBalance(raw, cursor) ??
  toMakeBet(raw, cursor) ??
  toRollback(raw, cursor) ??
  toResend(raw, cursor);

const baseOf = (raw: RawStep, cursor: Cursor) => ({
  place: cursor.place(),
  options: toOptions(raw, cursor),
});

const toGetBalance = (raw: RawStep, cursor: Cursor): GetBalanceStep | undefined => {
  if (raw.getBalance === undefined) return undefined;
  const { freespins } = raw.getBalance;
  const base = { kind: 'getBalance', ...baseOf(raw, cursor) } as const;
  if (freespins === undefined) return base;
  const { played, total, is_finish: isFinish = played >= total, accumulated_win: win } = freespins;
  const winAt = cursor.at('getBalance', 'freespins', 'accumulated_win');
  return { ...base, freespins: { played, total, isFinish, accumulatedWin: toDecimal(win, winAt) } };
};

const toMakeBet = (raw: RawStep, cursor: Cursor): MakeBetStep | undefined => {
  if (raw.makeBet === undefined) return undefined;
  const { id, bet, win, round, transaction_of: transactionOf } = raw.makeBet;
  return {
    kind: 'makeBet',
    ...baseOf(raw, cursor),
    ...(id === undefined ? {} : { id }),
    bet: toAmount(bet, cursor.at('makeBet', 'bet')),
    win: toAmount(win, cursor.at('makeBet', 'win')),
    ...(round === undefined ? {} : { round }),
    roundFinished: raw.makeBet.round_finished,
    ...(transactionOf === undefined ? {} : { transactionOf }),
  };
};

const toRollback = (raw: RawStep, cursor: Cursor): RollbackStep | undefined => {
  if (raw.rollback === undefined) return undefined;
  const { id, of } = raw.rollback;
  return {
    kind: 'rollback',
    ...baseOf(raw, cursor),
    ...(id === undefined ? {} : { id }),
    ...(of === undefined ? {} : { of }),
  };
};

const toResend = (raw: RawStep, cursor: Cursor): ResendStep | undefined => {
  if (raw.resend === undefined) return undefined;
  const base = { kind: 'resend', ...baseOf(raw, cursor) } as const;
  if (typeof raw.resend === 'string') return { ...base, call: raw.resend, as: 'exact' };
  const { call, as, bet, win } = raw.resend;
  return {
    ...base,
    call,
    as,
    ...(bet === undefined ? {} : { bet: toAmount(bet, cursor.at('resend', 'bet')) }),
    ...(win === undefined ? {} : { win: toAmount(win, cursor.at('resend', 'win')) }),
  };
};
