import { renderAmount, scaleOf } from '../base/money.ts';
import { openingBalance } from '../judge/call.ts';
import { readAnswer } from '../wire/read-answer.ts';
import { openAccount, type PlannedCall } from './account.ts';
import { createCallMaker } from './call-maker.ts';
import { isClear, saidOf } from './pending-calls.ts';
import type { PlayTerms } from './play-terms.ts';
import { type Player, whoseOf } from './player.ts';
import type { Sent } from './sent-call.ts';
import type { ShareTally } from './share-tally.ts';
import type { FromWorker, OpenedAccount } from './thread-messages.ts';
import { toUnits } from './units.ts';

/** What came of the first getBalance of an account: the balance as the agent wrote it, or why there is none. */
type Opened =
  | { readonly kind: 'opened'; readonly balance: string }
  /** `mayCome`: it says nothing of the account, and another answer may. */
  | { readonly kind: 'refused'; readonly said: string; readonly mayCome: boolean };

/** Takes the balance of an account as it is found: the load begins with it. */
const takeOpening = (player: Player, sent: Sent): Opened => {
  const read = readAnswer(sent.answer);
  const mayCome = !isClear({ isLost: false }, sent);
  if (read.kind !== 'balance') return { kind: 'refused', said: saidOf(sent), mayCome };
  const amount = openingBalance(read.balance, player.who.currency);
  if (amount === undefined) {
    const said = `the balance ${read.balance.slice(0, 40)}, which is no amount of money`;
    return { kind: 'refused', said, mayCome };
  }
  const text = renderAmount(amount);
  const digits = text.split('.')[1]?.length ?? 0;
  const scale = Math.max(scaleOf(player.who.currency), digits);
  player.account = openAccount(whoseOf(player.who), scale, toUnits(text, scale) ?? 0n);
  player.state = 'open';
  return { kind: 'opened', balance: text };
};

/** Opens accounts: nothing is moved in one before its balance is in its file. */
export interface Opening {
  callOf(player: Player): PlannedCall;
  /** `again`: no clear answer came, and it is asked once more after a while. */
  hear(player: Player, sent: Sent): 'taken' | 'again';
  /** The opening balances up to that message are in their file. */
  kept(upTo: number): void;
  /** Accounts whose balances are on their way into the file. */
  readonly waiting: number;
}

interface OpeningOptions {
  readonly terms: PlayTerms;
  readonly tally: ShareTally;
  readonly tell: (message: FromWorker) => void;
}

/** An account is asked for so often, and so long is waited between. */
const mostTries = 4;
export const openAgainAfterMs = 1000;

/** Balances are told together, a few times a second. */
const gatherMs = 20;

export const createOpening = ({ terms, tally, tell }: OpeningOptions, onKept: (player: Player) => void): Opening => {
  let gathered: { readonly player: Player; readonly account: OpenedAccount }[] = [];
  const told = new Map<number, readonly Player[]>();
  let number = 0;
  let waiting = 0;
  const tellGathered = (): void => {
    number += 1;
    told.set(
      number,
      gathered.map(({ player }) => player),
    );
    tell({ kind: 'opened', number, accounts: gathered.map(({ account }) => account) });
    gathered = [];
  };
  return {
    callOf: (player) => createCallMaker(player, terms).getBalance(),
    hear: (player, sent) => {
      const opened = takeOpening(player, sent);
      if (opened.kind === 'refused') {
        terms.tell.error('getBalance', opened.said);
        player.troubles += 1;
        if (opened.mayCome && player.troubles < mostTries) return 'again';
        const reason = `An account could not be opened: ${opened.said}`;
        terms.tell.doubt({ reason, evidence: [] }, { ...player, state: 'parked' });
        return 'taken';
      }
      player.troubles = 0;
      tally.opened(player);
      waiting += 1;
      if (gathered.length === 0) setTimeout(tellGathered, gatherMs);
      const { who, sessionId } = player;
      const { balance } = opened;
      const account = { playerId: who.id, currency: who.currency, sessionId, balance };
      gathered.push({ player, account });
      return 'taken';
    },
    kept: (upTo) => {
      for (const [each, players] of told) {
        if (each > upTo) continue;
        told.delete(each);
        waiting -= players.length;
        players.forEach(onKept);
      }
    },
    get waiting() {
      return waiting;
    },
  };
};
