import { createDice } from '../base/dice.ts';
import type { PlannedCall } from './account.ts';
import { fundAccount } from './activity.ts';
import { createChooser } from './choose-activity.ts';
import { createGivingBack, type GivingBack } from './give-back.ts';
import type { LoadPlan } from './load-plan.ts';
import { createOpening, type Opening, openAgainAfterMs } from './open-account.ts';
import type { Pacer } from './pacer.ts';
import { beginActivity, callsToSend, hearAnswers, type Next } from './play-activity.ts';
import type { PlayTerms } from './play-terms.ts';
import type { Activity, Player } from './player.ts';
import { createQueue, type Queue } from './queue.ts';
import type { CallbackWriter, LoadSender, Sent } from './sent-call.ts';
import type { ShareTally } from './share-tally.ts';
import type { FromWorker } from './thread-messages.ts';
import { toUnits } from './units.ts';

/** The players of a share, who send what is due. */
export interface Players {
  /** Sends what is due, as far as there are players and connections. */
  goOn(): void;
  /** The opening balances up to that message are kept: these accounts may be moved. */
  kept(upTo: number): void;
  /** No new activity. `why`: it ends before its time. */
  stop(why?: string): void;
  underWay(): number;
  /** Resolves once accounts were given back; to why it ended before its time, where it did. */
  readonly done: Promise<string | undefined>;
}

interface PlayersOptions {
  readonly plan: LoadPlan;
  readonly terms: PlayTerms;
  readonly tally: ShareTally;
  readonly pacer: Pacer;
  readonly players: readonly Player[];
  readonly sender: LoadSender;
  readonly writer: CallbackWriter;
  readonly tell: (message: FromWorker) => void;
}

/** `draining`: what is under way ends. `settling`: accounts are given back. */
type Phase = 'playing' | 'draining' | 'settling' | 'over';

/** A share under way. */
interface Playing extends PlayersOptions {
  readonly choose: () => Activity;
  /** Who is in the midst of something, and has calls to send. */
  readonly due: Queue<Player>;
  /** Who may begin something. */
  readonly idle: Queue<Player>;
  readonly opening: Opening;
  phase: Phase;
  /** Players with something under way. */
  busy: number;
  /** How many players have come by now; the others are not opened yet. */
  come: number;
  /** Who comes and who is there take turns. */
  turn: number;
  stopped: string | undefined;
  givingBack: GivingBack | undefined;
  readonly end: () => void;
}

/** The players of a share, from their opening to the giving back. */
export const createPlayers = (options: PlayersOptions): Players => {
  const { plan, sender } = options;
  let resolveDone: (why: string | undefined) => void = () => undefined;
  const done = new Promise<string | undefined>((resolve) => {
    resolveDone = resolve;
  });
  const playing: Playing = {
    ...options,
    choose: createChooser(plan.mix, createDice(`${plan.seed}/activities`)),
    due: createQueue(),
    idle: createQueue(),
    opening: createOpening(options, (player) => beginPlaying(playing, player)),
    ...{ phase: 'playing', busy: 0, come: 0, turn: 0 },
    ...{ stopped: undefined, givingBack: undefined },
    end: () => void sender.close().then(() => resolveDone(playing.stopped)),
  };
  return {
    goOn: () => goOn(playing),
    kept: playing.opening.kept,
    stop: (why) => stop(playing, why),
    underWay: () => sender.underWay,
    done,
  };
};

/** Sends what is due, and what comes after the end. */
const goOn = (playing: Playing): void => {
  while (maySend(playing)) {
    const player = nextPlayer(playing);
    if (player === undefined) break;
    sendCalls(playing, player);
  }
  endPhase(playing);
};

const maySend = ({ sender, plan, phase, pacer }: Playing): boolean =>
  sender.underWay < plan.maxConnections && (phase !== 'playing' || pacer.backlog > 0);

/** Who is in the midst of something goes first; then those who come and those who are there, in turn. */
const nextPlayer = (playing: Playing): Player | undefined => {
  const going = playing.due.shift();
  if (going !== undefined) return going;
  const next = playing.phase === 'playing' ? nextToBegin(playing) : playing.givingBack?.next();
  if (next !== undefined) playing.busy += 1;
  return next;
};

const nextToBegin = (playing: Playing): Player | undefined => {
  const { players, idle } = playing;
  playing.turn += 1;
  if (playing.come === players.length || (idle.size > 0 && playing.turn % 2 === 1)) {
    return nextIdle(playing);
  }
  playing.come += 1;
  return players[playing.come - 1];
};

const nextIdle = ({ idle, terms, choose }: Playing): Player | undefined => {
  const player = idle.shift();
  if (player === undefined) return undefined;
  const activity = player.confirming?.activity ?? choose();
  if (beginActivity(terms, player, activity).kind === 'send') return player;
  idle.push(player);
  return undefined;
};

const sendCalls = (playing: Playing, player: Player): void => {
  const { pacer, tally, sender, plan } = playing;
  const isPaced = playing.phase === 'playing';
  const calls = player.state === 'closed' ? [playing.opening.callOf(player)] : callsToSend(player);
  const dueAt = (isPaced ? pacer.take() : undefined) ?? performance.now();
  if (isPaced) pacer.takeAhead(calls.length - 1);
  const sents: Sent[] = [];
  let left = calls.length;
  for (const [place, planned] of calls.entries()) {
    sendOne(playing, planned, (sent) => {
      tally.sent(planned.callback.type, { dueAt, sent, isPaced });
      sents[place] = sent;
      left -= 1;
      if (left === 0) hear(playing, player, sents);
    });
  }
  if (isPaced && tally.calls + sender.underWay >= plan.maxCallbacks) {
    stop(playing, `Stopped after ${plan.maxCallbacks} callbacks, the most that may be sent.`);
  }
};

const hear = (playing: Playing, player: Player, sents: readonly Sent[]): void => {
  if (player.state !== 'closed') {
    follow(playing, player, hearAnswers(playing.terms, player, sents));
    return;
  }
  const [sent] = sents;
  const isAsked = sent !== undefined && playing.opening.hear(player, sent) === 'again';
  if (isAsked && playing.phase === 'playing') {
    follow(playing, player, { kind: 'send', afterMs: openAgainAfterMs });
    return;
  }
  playing.busy -= 1;
  goOn(playing);
};

const follow = (playing: Playing, player: Player, next: Next): void => {
  if (next.kind === 'idle') release(playing, player);
  else if (next.afterMs > 0) setTimeout(() => sendSoon(playing, player), next.afterMs);
  else sendSoon(playing, player);
};

const sendSoon = (playing: Playing, player: Player): void => {
  playing.due.push(player);
  goOn(playing);
};

const release = (playing: Playing, player: Player): void => {
  const next = playing.givingBack?.ended(player);
  if (next?.kind === 'send') {
    follow(playing, player, next);
    return;
  }
  playing.busy -= 1;
  if (playing.phase === 'playing' && player.state === 'open') playing.idle.push(player);
  goOn(playing);
};

/** The account may be moved: money first, where it has too little. */
const beginPlaying = (playing: Playing, player: Player): void => {
  const { plan, terms, phase } = playing;
  if (phase !== 'playing') return;
  const missing = fundOf(plan, player) - player.account.balance;
  playing.busy += 1;
  if (missing <= 0n) {
    release(playing, player);
    return;
  }
  const begin: Activity['begin'] = (make) => fundAccount(make, missing);
  follow(playing, player, beginActivity(terms, player, { title: 'funding', begin }));
};

const stop = (playing: Playing, why?: string): void => {
  if (playing.phase !== 'playing') return;
  playing.phase = 'draining';
  playing.stopped = why;
  playing.pacer.stop();
  setImmediate(goOn, playing);
};

const endPhase = (playing: Playing): void => {
  if (playing.busy > 0) return;
  const { phase, terms, players, tally } = playing;
  if (phase === 'playing' && isDeserted(playing)) stop(playing, nobodyLeft);
  if (phase === 'draining') {
    playing.phase = 'settling';
    playing.tell({ kind: 'settling' });
    playing.givingBack = createGivingBack({ terms, players, onResidue: tally.residue });
    goOn(playing);
  }
  if (phase === 'settling' && playing.givingBack?.isOver === true) {
    playing.phase = 'over';
    playing.end();
  }
};

const isDeserted = ({ players, come, idle, opening }: Playing): boolean =>
  come === players.length && idle.size === 0 && opening.waiting === 0;

const nobodyLeft = 'Stopped: no player is left whose account could be called.';

const sendOne = (
  { sender, writer }: PlayersOptions,
  { callback, isLost, afterMs = 0 }: PlannedCall,
  done: (sent: Sent) => void,
): void => {
  const send = () => sender.send(writer.write(callback), { lose: isLost }, done);
  if (afterMs > 0) setTimeout(send, afterMs);
  else send();
};

/** Races need some money whatever a unit is worth: ten thousand of the smallest units. */
const leastFund = 10_000n;

const fundOf = ({ fund }: LoadPlan, { account: { scale } }: Player): bigint => {
  const wanted = toUnits(fund, scale) ?? 0n;
  return wanted > leastFund ? wanted : leastFund;
};
