import type { GameAction, GameState, Round } from '../../spec/game-page.ts';
import { fromUnits, isEmpty, showAmount, toUnits } from '../parts/amounts.tsx';
import type { PageState, PlayerMessage } from './page-state.ts';

/** What an answer means to the one who plays; null where nothing is to be said. */
export const tellResult = (
  before: PageState,
  action: GameAction,
  answer: GameState,
): PlayerMessage | null => {
  const { balance, round, notice } = answer;
  if (balance.kind === 'problem') {
    return { tone: 'problem', text: [balance.message, notice ?? ''].join(' ').trim() };
  }
  if (notice !== undefined) return { tone: 'plain', text: notice };
  if (round === null || !isNews(before, action, round)) return null;
  const told = tellRound(before, round);
  return packIsOver(before, answer)
    ? { ...told, text: `${told.text} ${packEnd(before, answer)}` }
    : told;
};

/** What is played is always told; otherwise only what became of a round since it was shown. */
const isNews = ({ round: shown }: PageState, action: GameAction, round: Round): boolean => {
  if (action === 'bet' || action === 'cash-out') return true;
  if (action === 'start') return round.state !== 'settled';
  return round.roundId !== shown?.roundId || round.state !== shown.state;
};

const tellRound = (state: PageState, round: Round): PlayerMessage => {
  switch (round.state) {
    case 'open':
      return { tone: 'plain', text: 'In the air. Cash out before it bursts.' };
    case 'rolled-back':
      return { tone: 'plain', text: 'The round was cancelled.' };
    case 'unclear':
      return {
        tone: 'problem',
        text: 'The casino has not said how this round ended. Your balance may have changed.',
      };
    case 'settled':
      return isEmpty(round.win) ? tellLoss(round) : tellWin(state, round);
  }
};

const tellLoss = ({ burstsAt, freeSpin }: Round): PlayerMessage => {
  if (burstsAt !== undefined) return { tone: 'plain', text: `Burst at ${burstsAt}.` };
  return {
    tone: 'plain',
    text: freeSpin === true ? 'No win on this free spin.' : 'No win this time.',
  };
};

const tellWin = (state: PageState, round: Round): PlayerMessage => {
  const win = money(state, round.win);
  const text =
    round.cashedOutAt === undefined
      ? `You win ${win}.`
      : `Out at ${round.cashedOutAt}: you win ${win}.`;
  return { tone: isBig(state, round) ? 'big-win' : 'win', text };
};

const money = ({ scene }: PageState, amount: string): string =>
  `${showAmount(amount, scene?.scale ?? 0)} ${scene?.currency ?? ''}`;

/** Ten times the stake or more. */
const isBig = ({ scene }: PageState, { stake, win }: Round): boolean => {
  const scale = scene?.scale ?? 0;
  const [paid, put] = [toUnits(win, scale), toUnits(stake, scale)];
  return paid !== undefined && put !== undefined && put > 0n && paid >= put * 10n;
};

const packIsOver = (before: PageState, { pack, round }: GameState): boolean =>
  round?.freeSpin === true && (pack === null ? before.pack !== null : pack.played >= pack.total);

const packEnd = (before: PageState, { pack, round }: GameState): string => {
  const total = pack?.accumulatedWin ?? sumOf(before, before.pack?.accumulatedWin, round?.win);
  return total === undefined
    ? 'That was the last free spin.'
    : `That was the last free spin: ${money(before, total)} in all.`;
};

const sumOf = ({ scene }: PageState, earlier = '', last = ''): string | undefined => {
  const scale = scene?.scale ?? 0;
  const [one, other] = [toUnits(earlier, scale), toUnits(last, scale)];
  return one === undefined || other === undefined ? undefined : fromUnits(one + other, scale);
};
