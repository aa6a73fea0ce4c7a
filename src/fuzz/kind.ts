import { amountOf, renderAmount } from '../base/money.ts';
import type { PrintableMap } from '../formats/document/print-document.ts';
import type { Sequence, WrittenStep } from './sequence.ts';

/** What sequences may be made of here. */
export interface World {
  /** How many players the agent has, and whether the first of them has a second currency. */
  readonly players: number;
  readonly hasSecondCurrency: boolean;
  /** Sessions of a player besides the first can be had. */
  readonly hasSessions: boolean;
  /** No call may move more: then nothing is staked by the balance. */
  readonly isLimited: boolean;
  /** Amounts have decimals. */
  readonly hasDecimals: boolean;
}

/** What a step is drawn with: how its calls are written, and a number to choose earlier ones by. */
export interface Draw {
  /** Which earlier call: 0 is the last one. */
  readonly which: number;
  readonly where: PrintableMap;
  /** Decimals. */
  readonly amount: string;
  readonly other: string;
  readonly round: string | undefined;
  readonly isFinished: boolean;
  /** Chooses among what a kind has several of. */
  readonly choice: number;
  /** How often, or how many. */
  readonly count: number;
  /** The calls of a group, by their place in the list. */
  readonly racers: readonly number[];
}

/** A kind of step. */
export interface Kind {
  readonly meaning: string;
  /** How often it is drawn, beside the others. */
  readonly weight: number;
  /** It can be drawn in such a world. */
  readonly isFor?: (world: World) => boolean;
  /** It names an earlier call of that kind. */
  readonly needs?: 'makeBet' | 'rollback';
  /** What no account may come back from: drawn at the end alone. */
  readonly isPoison?: true;
  readonly write: (draw: Draw, sequence: Sequence) => WrittenStep | readonly WrittenStep[];
}

export const hasTwoPlayers = ({ players }: World): boolean => players > 1;
export const hasSecond = ({ hasSecondCurrency }: World): boolean => hasSecondCurrency;
export const hasSessions = (world: World): boolean => world.hasSessions;
export const isFree = ({ isLimited }: World): boolean => !isLimited;

export const named = (sequence: Sequence, is: 'makeBet' | 'rollback', { which }: Draw): string =>
  sequence.earlier(is, which);

export const inRound = (round: string | undefined, isFinished: boolean): PrintableMap =>
  round === undefined ? {} : { round, ...(isFinished ? {} : { round_finished: false }) };

export const more = (amount: string, by: number): string => renderAmount(amountOf(amount).plus(by));

/** A makeBet of a round, named for later calls. */
export const makeBet = (
  amounts: PrintableMap,
  { round, isFinished, where }: Draw,
  sequence: Sequence,
): WrittenStep => ({
  makeBet: { id: sequence.name('makeBet'), ...amounts, ...inRound(round, isFinished) },
  ...where,
});

export const pick = <T>(list: readonly [T, ...T[]], { choice }: Draw): T => list[choice % list.length] ?? list[0];
