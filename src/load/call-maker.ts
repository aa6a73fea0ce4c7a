import type { Dice } from '../base/dice.ts';
import type { Span } from '../formats/load-mix.ts';
import { type MakeBet, transactionIdOf } from '../spec/callback.ts';
import { rollbackOf } from '../wire/codec.ts';
import type { LoadAccount, PlannedCall } from './account.ts';
import type { CallMaker } from './activity.ts';
import type { LoadPlan, LoadPlayer } from './load-plan.ts';
import { fromUnits, toUnits } from './units.ts';

/** Whose calls they are, and what numbers their ids. */
export interface CallOrigin {
  readonly who: LoadPlayer;
  /** The player's number within the share: stands in every id. */
  readonly number: number;
  account: LoadAccount;
  /** Ids that were given by now. */
  idCount: number;
  /** Of the session that is open. */
  sessionId: string;
}

/** What all players of a share have in common. */
interface CallTerms {
  readonly plan: Pick<LoadPlan, 'recipient' | 'gameId' | 'nonce'>;
  readonly dice: Dice;
}

/** Makes calls of one player, under ids that nobody has used before. */
export const createCallMaker = (origin: CallOrigin, { plan, dice }: CallTerms): CallMaker => {
  const { who } = origin;
  const { scale } = origin.account;
  const prefix = `${plan.nonce}-${origin.number.toString(36)}-`;
  const newId = (): string => {
    origin.idCount += 1;
    return prefix + origin.idCount.toString(36);
  };
  const everyField = () => commonFields(origin, plan, `r${newId()}`);
  const makeBet: CallMaker['makeBet'] = ({ bet = 0n, win = 0n }, place) => {
    const id = newId();
    const callback: MakeBet = {
      ...everyField(),
      type: 'makeBet',
      bet: fromUnits(bet, scale),
      win: fromUnits(win, scale),
      transactionId: id,
      gameRoundId: place?.round ?? `g${id}`,
      roundFinished: place?.isLast ?? true,
    };
    return { callback, bet, win, isLost: false };
  };
  const rollbackFor = (transactionId: string): PlannedCall => ({
    ...nothing,
    callback: { ...everyField(), type: 'rollback', transactionId },
  });
  return {
    ...{ dice, makeBet },
    get account() {
      return origin.account;
    },
    getBalance: (freespins) => {
      const callback = { ...everyField(), type: 'getBalance', gameId: plan.gameId } as const;
      const progress = freespins === undefined ? {} : { freespins };
      return { ...nothing, callback: { ...callback, ...progress } };
    },
    rollback: (of) => rollbackFrom(of, `r${newId()}`),
    rollbackNow: ({ callback }) => rollbackFor(transactionIdOf(callback) ?? newId()),
    again: (call, as) => (as === 'same' ? call : { ...call, callback: { ...call.callback, requestId: `r${newId()}` } }),
    repeat: ({ bet, win, callback }) => {
      const { sessionId, requestId } = everyField();
      return { ...{ bet, win, isLost: false }, callback: { ...callback, sessionId, requestId } };
    },
    inOtherSession: (call) => inSession(call, who.sessionId ?? `s${newId()}`),
    ...{ rollbackUnknown: () => rollbackFor(newId()), newRound: () => `g${newId()}` },
    changeSession: () => {
      if (who.sessionId === undefined) origin.sessionId = `s${newId()}`;
    },
    draw: (span, use) => draw({ span, use, account: origin.account, dice }),
    amountText: (units) => fromUnits(units, scale),
  };
};

const commonFields = (
  { who, sessionId }: CallOrigin,
  { recipient: { agentId } }: CallTerms['plan'],
  requestId: string,
) => ({
  ...{ agentId, sessionId, requestId, playerId: who.id, playerUsername: who.username },
  ...{ currency: who.currency, language: who.language },
});

const inSession = (call: PlannedCall, sessionId: string): PlannedCall => ({
  ...call,
  callback: { ...call.callback, sessionId },
});

/** In the session of the bet, as it was sent. */
const rollbackFrom = ({ callback }: PlannedCall, requestId: string): PlannedCall => {
  if (callback.type !== 'makeBet') throw new TypeError(`A ${callback.type} has no rollback.`);
  return { ...nothing, callback: rollbackOf(callback, requestId) };
};

const nothing = { bet: 0n, win: 0n, isLost: false } as const;

interface Draw {
  readonly span: Span;
  readonly use: 'bet' | 'win';
  readonly account: LoadAccount;
  readonly dice: Dice;
}

/** An account is to cover so many bets more. */
const coveredBets = 5n;

const draw = ({ span, use, account, dice }: Draw): bigint => {
  const { scale, balance } = account;
  const [from, to] = [unitsOf(span.from, scale), unitsOf(span.to, scale)];
  const least = use === 'bet' && to > 0n && from === 0n ? 1n : from;
  const width = Number(to - least);
  // Beyond 2^31 units the last digits stay zero.
  const step = Math.max(1, Math.ceil(width / mostSteps));
  const drawn = width <= 0 ? to : least + BigInt(dice.integer(0, Math.floor(width / step)) * step);
  if (use === 'win') return drawn;
  const most = balance / coveredBets;
  return drawn <= most ? drawn : most > 0n ? most : 0n;
};

const mostSteps = 2 ** 31 - 1;

/** Finer digits than the scale are cut off. */
const unitsOf = (decimal: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const cut = fraction.slice(0, scale);
  return toUnits(cut === '' ? whole : `${whole}.${cut}`, scale) ?? 0n;
};
