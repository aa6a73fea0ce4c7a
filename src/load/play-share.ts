import { withScales } from '../base/money.ts';
import type { LoadPlan } from './load-plan.ts';
import { createLoadSender } from './load-sender.ts';
import { createPacer } from './pacer.ts';
import { createPlayers } from './play-players.ts';
import { createPlayTerms } from './play-terms.ts';
import { createPlayer } from './player.ts';
import type { LoadSender } from './sent-call.ts';
import { createShareTally } from './share-tally.ts';
import type { FromWorker, WorkerTotals } from './thread-messages.ts';

/** The share of one worker, while it is played. */
export interface Share {
  /** The opening balances up to that message are kept. */
  kept(upTo: number): void;
  /** No new activity: what is under way ends, and accounts are given back. */
  stop(): void;
  /** Everything was given back that could be. */
  readonly done: Promise<WorkerTotals>;
}

/** Plays a share: callbacks when they are due, whether or not earlier ones were answered. */
export const playShare = (plan: LoadPlan, tell: (message: FromWorker) => void): Share =>
  withScales(plan.scales, () => startShare(plan, tell));

const startShare = (plan: LoadPlan, tell: (message: FromWorker) => void): Share => {
  const startsAt = performance.now() + Math.max(0, plan.startAt - Date.now());
  const cpuBefore = process.cpuUsage();
  const tally = createShareTally({
    mostBreaches: plan.mostBreaches,
    onTrouble: (said) => {
      if (pacer.isBeginning()) players.stop(`Stopped in the first second: the agent answered ${said}.`);
    },
  });
  const { seed, nonce } = plan;
  const terms = createPlayTerms({ plan, tell: tally, seed: `${seed}/${nonce}`, prefix: nonce });
  const pacer = createPacer({
    arrivals: plan.arrivals,
    startsAt,
    onAsked: tally.asked,
    onDue: () => players.goOn(),
    onEnd: () => players.stop(),
  });
  const players = createPlayers({
    plan,
    terms,
    tally,
    pacer,
    players: plan.players.map((who, number) => createPlayer(who, number, plan.nonce)),
    sender: senderOf(plan),
    writer: terms.writer,
    tell,
  });
  const seconds = tellSeconds({ tally, players, pacer, startsAt, tell });
  const totals = async (): Promise<WorkerTotals> => {
    const stopped = await players.done;
    seconds.end();
    const { user, system } = process.cpuUsage(cpuBefore);
    const used = { cpuMs: (user + system) / 1000, heapBytes: seconds.mostHeap() };
    const own = { lateness: pacer.lateness(), ...used };
    return { ...tally.totals(), ...own, ...(stopped === undefined ? {} : { stopped }) };
  };
  return { kept: players.kept, stop: () => players.stop(), done: totals() };
};

const senderOf = ({ recipient, maxConnections, allowPublicTarget, ca }: LoadPlan): LoadSender =>
  createLoadSender({ ...recipient, maxConnections, allowPublicTarget, ca });

interface Watched {
  readonly tally: ReturnType<typeof createShareTally>;
  readonly players: ReturnType<typeof createPlayers>;
  readonly pacer: ReturnType<typeof createPacer>;
  readonly startsAt: number;
  readonly tell: (message: FromWorker) => void;
}

/** Tells each second as it ends, and keeps the most memory that was taken. */
const tellSeconds = ({ tally, players, pacer, startsAt, tell }: Watched) => {
  let mostHeap = 0;
  let number = 0;
  let timer: NodeJS.Timeout | undefined;
  const tellOne = (): void => {
    mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed);
    const second = tally.second(number, { backlog: pacer.backlog, underWay: players.underWay() });
    number += 1;
    tell({ kind: 'second', second });
  };
  const tick = (): void => {
    tellOne();
    wait();
  };
  const wait = (): void => {
    timer = setTimeout(tick, Math.max(0, startsAt + (number + 1) * 1000 - performance.now()));
  };
  wait();
  return {
    end: () => {
      clearTimeout(timer);
      tellOne();
    },
    mostHeap: () => mostHeap,
  };
};
