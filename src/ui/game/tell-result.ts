import type { GameAction, GameState, Round } from '../../spec/game-page.ts';
import { fromUnits, isEmpty, toUnits } from '../parts/amounts.tsx';
import { wordsIn } from './languages/words.ts';
import type { PageState, PlayerMessage } from './page-state.ts';

/** What an answer means to the one who plays; null where nothing is to be said. */
export const tellResult = (before: PageState, action: GameAction | 'told', answer: GameState): PlayerMessage | null => {
  const { balance, notice = '' } = answer;
  const { sentence } = wordsIn(before.language);
  if (balance.kind === 'problem') {
    const text = `${sentence(balance.message)} ${sentence(notice)}`.trim();
    return { tone: 'problem', text };
  }
  if (notice !== '') return { tone: 'plain', text: sentence(notice) };
  const round = roundToTell(before, action, answer);
  if (round === null || !isNews(before, action, round)) return null;
  const told = tellRound(before, round);
  return packIsOver(before, answer) ? { ...told, text: `${told.text} ${packEnd(before, answer)}` } : told;
};

/**
 * The round of the answer; where there is none, what the history says of the one that is shown. A page
 * that is opened tells of a round that was left.
 */
const roundToTell = (
  { round: shown }: PageState,
  action: GameAction | 'told',
  { round, history }: GameState,
): Round | null => {
  if (round !== null || action === 'bet' || action === 'cash-out') return round;
  if (action === 'start') return history[0]?.abandoned === true ? history[0] : null;
  return history.find(({ roundId }) => roundId === shown?.roundId) ?? null;
};

/** What is played is always told; otherwise only what became of a round since it was shown. */
const isNews = ({ round: shown }: PageState, action: GameAction | 'told', round: Round): boolean => {
  if (action === 'bet' || action === 'cash-out') return true;
  if (action === 'start') return round.state !== 'settled' || round.abandoned === true;
  return round.roundId !== shown?.roundId || round.state !== shown.state;
};

const tellRound = (state: PageState, round: Round): PlayerMessage => {
  const { texts } = wordsIn(state.language);
  switch (round.state) {
    case 'open':
      return { tone: 'plain', text: texts.inTheAir };
    case 'rolled-back':
      return { tone: 'plain', text: tellCancelled(state, round) };
    case 'unclear':
      return { tone: 'problem', text: texts.roundUnclear };
    case 'settled':
      return isEmpty(round.win) ? tellLoss(state, round) : tellWin(state, round);
  }
};

/** A round that was open had its bet taken before it was cancelled. */
const tellCancelled = ({ round: shown, language }: PageState, { roundId, abandoned }: Round): string => {
  const { texts } = wordsIn(language);
  if (abandoned === true) return texts.roundAbandoned;
  const wasOpen = shown?.roundId === roundId && shown.state === 'open';
  return wasOpen ? texts.stakeIsBack : texts.roundCancelled;
};

const tellLoss = ({ language }: PageState, { burstsAt, freeSpin, abandoned }: Round): PlayerMessage => {
  const { texts, numbers } = wordsIn(language);
  if (abandoned === true) return { tone: 'plain', text: texts.roundForfeited };
  if (burstsAt !== undefined) {
    return { tone: 'plain', text: texts.burstAt(numbers.decimal(burstsAt)) };
  }
  return { tone: 'plain', text: freeSpin === true ? texts.noWinOnFreeSpin : texts.noWin };
};

const tellWin = (state: PageState, round: Round): PlayerMessage => {
  const { texts, numbers } = wordsIn(state.language);
  const win = money(state, round.win);
  const text =
    round.cashedOutAt === undefined ? texts.youWin(win) : texts.outAndWin(numbers.decimal(round.cashedOutAt), win);
  return { tone: isBig(state, round) ? 'big-win' : 'win', text };
};

const money = ({ scene, language }: PageState, amount: string): string =>
  `${wordsIn(language).numbers.amount(amount, scene?.scale ?? 0)} ${scene?.currency ?? ''}`;

/** Ten times the stake or more. */
const isBig = ({ scene }: PageState, { stake, win }: Round): boolean => {
  const scale = scene?.scale ?? 0;
  const [paid, put] = [toUnits(win, scale), toUnits(stake, scale)];
  return paid !== undefined && put !== undefined && put > 0n && paid >= put * 10n;
};

const packIsOver = (before: PageState, { pack, round }: GameState): boolean =>
  round?.freeSpin === true && (pack === null ? before.pack !== null : pack.played >= pack.total);

const packEnd = (before: PageState, { pack, round }: GameState): string => {
  const { texts } = wordsIn(before.language);
  const total = pack?.accumulatedWin ?? sumOf(before, before.pack?.accumulatedWin, round?.win);
  return total === undefined ? texts.lastFreeSpin : texts.lastFreeSpinInAll(money(before, total));
};

const sumOf = ({ scene }: PageState, earlier = '', last = ''): string | undefined => {
  const scale = scene?.scale ?? 0;
  const [one, other] = [toUnits(earlier, scale), toUnits(last, scale)];
  return one === undefined || other === undefined ? undefined : fromUnits(one + other, scale);
};
