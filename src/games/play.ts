import { type Amount, isFinerThanScale, parseAmount, scaleOf, smallestUnit } from '../base/money.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import { playCrash } from './crash.ts';
import { plainDigits } from './game-amounts.ts';
import { activePack, fieldOf, type GameInPlay, type Move, unfinishedRound } from './game-in-play.ts';
import { payOwed, playFreeSpin } from './packs.ts';
import { playSlot } from './slot.ts';

/** The next round: a free spin where a pack is active, else one with the stake that was typed. */
export const play = async (game: GameInPlay, body: unknown): Promise<Move> => {
  const unfinished = unfinishedRound(game);
  if (unfinished !== undefined) {
    return { round: unfinished, notice: 'The last round is not over yet: cash out first.' };
  }
  const { forced } = game;
  const move = await (activePack(game) === undefined ? bet(game, body) : playFreeSpin(game));
  // What was forced stays for a round that was not played; a lost answer is used up when it is sent.
  const isUsed = move.round !== undefined && forced?.outcome !== 'answer-lost';
  if (isUsed && game.forced === forced) game.forced = null;
  return move;
};

const bet = async (game: GameInPlay, body: unknown): Promise<Move> => {
  const parsed = parseStake(fieldOf(body, 'stake'), game.launch.currency);
  if (parsed.kind === 'no stake') return { notice: parsed.message };
  await payOwed(game);
  return game.kind === 'crash' ? playCrash(game, parsed.stake) : playSlot(game, parsed.stake);
};

type ParsedStake =
  | { readonly kind: 'stake'; readonly stake: Amount }
  | { readonly kind: 'no stake'; readonly message: PlayerSentence };

const refuse = (message: PlayerSentence): ParsedStake => ({ kind: 'no stake', message });

/** The stake a player typed, as text. Never finer than the currency. */
export const parseStake = (typed: unknown, currency: string): ParsedStake => {
  const text = plainDigits(typed);
  const stake = text === undefined ? undefined : parseAmount(text);
  if (stake === undefined) return refuse('Type the stake as a number, such as 10 or 2.50.');
  if (!stake.gt(0)) {
    return refuse(`The smallest stake is ${smallestUnit(currency).toFixed()} ${currency}.`);
  }
  if (isFinerThanScale(stake, currency)) {
    return refuse(`${currency} has ${scaleOf(currency)} digits after the point, not more.`);
  }
  return { kind: 'stake', stake };
};
