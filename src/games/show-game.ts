import { parseAmount, renderAtScale } from '../base/money.ts';
import type { Pack } from '../platform/packs.ts';
import type { PackShown, Round, ShownBalance } from '../spec/game-page.ts';
import { readHomeUrl } from '../spec/home-url.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import type { CallbackOutcome } from './callbacks.ts';
import type { RoundRecord } from './kept-game.ts';

export const unknownBalance: ShownBalance = {
  kind: 'problem',
  message: 'The balance is not known yet.',
  code: 'not-asked',
  detail: 'No getBalance was sent for this page.',
};

export const showPack = ({ freespinsId, played, total, bet, accumulatedWin }: Pack): PackShown => {
  return { freespinsId, played, total, bet, accumulatedWin };
};

/** A round as the page may see it: where it bursts is told once it is over. */
export const showRound = (round: RoundRecord, currency: string): Round => {
  const { roundId, state, reels, burst, cashedOutAt, freeSpin, abandoned } = round;
  return {
    roundId,
    state,
    stake: renderAtScale(round.stake, currency),
    win: renderAtScale(round.win, currency),
    reels,
    cashedOutAt: cashedOutAt?.toFixed(2),
    burstsAt: state === 'settled' ? burst?.toFixed(2) : undefined,
    freeSpin,
    abandoned,
  };
};

/** The home_url of a launch where a browser may follow it. */
export const homeLink = (homeUrl: string): string | null => {
  const read = readHomeUrl(homeUrl);
  return read.kind === 'link' ? read.href : null;
};

const refusals: ReadonlyMap<string, PlayerSentence> = new Map<string, PlayerSentence>([
  ['insufficient_balance', 'There is not enough money for this stake.'],
  ['player_not_found', 'The casino does not know this player.'],
  ['invalid_currency', 'The casino has no account in this currency for this player.'],
  ['invalid_signature', 'The casino did not accept that this request came from the game.'],
  ['transaction_not_found', 'The casino does not know this round.'],
]);

const longestDetail = 300;

const problem = (message: PlayerSentence, code: string, detail: string): ShownBalance => ({
  kind: 'problem',
  message,
  code: code.slice(0, longestDetail),
  detail: detail.slice(0, longestDetail),
});

/** What a callback's outcome means to the one who plays. */
export const describeOutcome = (outcome: CallbackOutcome, currency: string): ShownBalance => {
  switch (outcome.kind) {
    case 'balance': {
      const balance = parseAmount(outcome.balance);
      return balance === undefined
        ? problem('The casino sent a balance that makes no sense.', 'balance', outcome.balance)
        : { kind: 'balance', amount: renderAtScale(balance, currency) };
    }
    case 'refused':
      return problem(refusals.get(outcome.code) ?? 'The casino reports an error.', outcome.code, outcome.message);
    case 'rolled-back':
      return problem('The bet was cancelled.', 'rolled-back', outcome.reason);
    case 'unclear':
      return outcome.unsent === true
        ? problem('The casino is not connected to this game: nothing was sent.', 'unsent', outcome.reason)
        : problem('The casino did not answer as it should. Your balance may have changed.', 'unclear', outcome.reason);
  }
};
