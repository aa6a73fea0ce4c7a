import { beginActivity, beginResync, type Next } from './play-activity.ts';
import type { PlayTerms } from './play-terms.ts';
import type { Activity, Player } from './player.ts';
import { fixedUnits } from './units.ts';

/** Players whose accounts are given back, a few at a time. */
export interface GivingBack {
  /** The next player who has something to send; undefined where nobody is left, or enough are at it. */
  next(): Player | undefined;
  /** What was under way for the player has ended. */
  ended(player: Player): Next;
  readonly isOver: boolean;
}

interface GivingBackOptions {
  readonly terms: PlayTerms;
  readonly players: readonly Player[];
  readonly onResidue: (player: Player, residue: string) => void;
}

const mostAtOnce = 32;

/** An agent that has answered nothing so often, one account after another, is not asked for the others. */
const mostSilent = 5;

/** One makeBet gives an account what it had; where nobody knows what it has, it is read before. */
export const createGivingBack = ({ terms, players, onResidue }: GivingBackOptions): GivingBack => {
  const left = players.filter(({ state }) => state !== 'closed');
  const stages = new Map<Player, 'reading' | 'giving'>();
  let silent = 0;
  const end = (player: Player, residue: string | undefined): Next => {
    stages.delete(player);
    if (residue !== undefined) onResidue(player, residue);
    return { kind: 'idle' };
  };
  const give = (player: Player): Next => {
    stages.set(player, 'giving');
    const next = beginActivity(terms, player, giveBack);
    return next.kind === 'idle' ? end(player, undefined) : next;
  };
  const begin = (player: Player): Next => {
    if (player.state === 'open') return give(player);
    if (silent >= mostSilent) return end(player, unknown);
    stages.set(player, 'reading');
    player.state = 'open';
    return beginResync(terms, player);
  };
  return {
    next: () => {
      while (stages.size < mostAtOnce) {
        const player = left.shift();
        if (player === undefined) return undefined;
        if (begin(player).kind === 'send') return player;
      }
      return undefined;
    },
    ended: (player) => {
      const isKnown = player.state === 'open';
      silent = isKnown ? 0 : silent + 1;
      if (!isKnown) return end(player, unknown);
      if (stages.get(player) === 'reading') return give(player);
      const { balance, opening, scale } = player.account;
      return end(player, balance === opening ? undefined : fixedUnits(balance - opening, scale));
    },
    get isOver() {
      return left.length === 0 && stages.size === 0;
    },
  };
};

const unknown = 'unknown: no clear answer';

const giveBack: Activity = {
  title: 'giving back',
  begin: function* (make) {
    const more = make.account.balance - make.account.opening;
    if (more > 0n) yield [make.makeBet({ bet: more })];
    if (more < 0n) yield [make.makeBet({ win: -more })];
  },
};
