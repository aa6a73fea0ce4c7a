import { parseAmount, renderAtScale, scaleOf } from '../base/money.ts';
import type { CallTold, GameState, PackShown, Round, Scene, ShownBalance } from '../spec/game-page.ts';
import { readHomeUrl } from '../spec/home-url.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import {
  activePack,
  type CallbackOutcome,
  type GameInPlay,
  type Move,
  type RoundRecord,
  unfinishedRound,
} from './game-in-play.ts';

/** What the page is answered after a move. A round that is not over is shown with every answer. */
export const stateOf = (game: GameInPlay, move: Move, calls: readonly CallTold[]): GameState => {
  const { currency } = game.launch;
  const round = move.round ?? unfinishedRound(game);
  return {
    balance: move.balance ?? game.known ?? unknownBalance,
    round: round === undefined ? null : showRound(round, currency),
    pack: showPack(game),
    forced: game.forced,
    history: game.history.map((kept) => showRound(kept, currency)),
    calls,
    notice: move.notice,
    waiting: game.waiting,
  };
};

const unknownBalance: ShownBalance = {
  kind: 'problem',
  message: 'The balance is not known yet.',
  code: 'not-asked',
  detail: 'No getBalance was sent for this page.',
};

const showPack = (game: GameInPlay): PackShown | null => {
  const pack = activePack(game);
  if (pack === undefined) return null;
  const { freespinsId, played, total, bet, accumulatedWin } = pack;
  return { freespinsId, played, total, bet, accumulatedWin };
};

/** A round as the page may see it: where it bursts is told once it is over. */
const showRound = (round: RoundRecord, currency: string): Round => {
  const { roundId, state, reels, burst, cashedOutAt, freeSpin, abandoned } = round;
  return {
    roundId,
    state,
    stake: renderAtScale(round.stake, currency),
    win: renderAtScale(round.win, currency),
    reels,
    cashedOutAt: cashedOutAt === undefined ? undefined : cashedOutAt.toFixed(2),
    ...(burst === undefined || state !== 'settled' ? {} : { burstsAt: burst.toFixed(2) }),
    freeSpin,
    abandoned,
  };
};

/** The scene of a launch. The texts are the agent's: for textContent, never for HTML. */
export const sceneOf = ({ shared, launch, kind, mode, session }: GameInPlay): Scene => ({
  kind,
  game: shared.catalogue.find(launch.gameId)?.title ?? `Game ${launch.gameId}`,
  player: launch.playerUsername,
  currency: launch.currency,
  scale: scaleOf(launch.currency),
  mode,
  homeUrl: homeLink(launch.homeUrl),
  language: launch.language,
  ...(session === undefined ? {} : { sessionId: session.sessionId }),
});

/** The home_url of a launch where a browser may follow it. */
export const homeLink = (homeUrl: string): string | null => {
  const read = readHomeUrl(homeUrl);
  return read.kind === 'link' ? read.href : null;
};

const wordsOf: Readonly<Record<string, PlayerSentence>> = {
  insufficient_balance: 'There is not enough money for this stake.',
  player_not_found: 'The casino does not know this player.',
  invalid_currency: 'The casino has no account in this currency for this player.',
  invalid_signature: 'The casino did not accept that this request came from the game.',
  transaction_not_found: 'The casino does not know this round.',
};

const longestDetail = 300;

const problem = (message: PlayerSentence, code: string, detail: string): ShownBalance => ({
  kind: 'problem',
  message,
  code: code.slice(0, longestDetail),
  detail: detail.slice(0, longestDetail),
});

const describeRefusal = (code: string, detail: string): ShownBalance =>
  problem((Object.hasOwn(wordsOf, code) ? wordsOf[code] : undefined) ?? 'The casino reports an error.', code, detail);

const describeBalance = (text: string, currency: string): ShownBalance => {
  const balance = parseAmount(text);
  return balance === undefined
    ? problem('The casino sent a balance that makes no sense.', 'balance', text)
    : { kind: 'balance', amount: renderAtScale(balance, currency) };
};

/** What a callback's outcome means to the one who plays. */
export const describeOutcome = (outcome: CallbackOutcome, currency: string): ShownBalance => {
  switch (outcome.kind) {
    case 'balance':
      return describeBalance(outcome.balance, currency);
    case 'refused':
      return describeRefusal(outcome.code, outcome.message);
    case 'rolled-back':
      return problem('The bet was cancelled.', 'rolled-back', outcome.reason);
    case 'unclear':
      return problem(
        'The casino did not answer as it should. Your balance may have changed.',
        'unclear',
        outcome.reason,
      );
  }
};
