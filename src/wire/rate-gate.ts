import { type Clock, pause } from '../world/clock.ts';

/** Lets calls through below a rate, which it learns from what is refused. */
export interface RateGate {
  /** Resolves when the call may go, with the time; those of a burst go together. Unix milliseconds. */
  enter(burst: number, signal: AbortSignal): Promise<number>;
  /** A call that had entered at that time was not refused for the rate. */
  taken(sentAt: number): void;
  /** A call that went at that time was refused; nobody goes before `retryAfterMs` is over. */
  refused(sentAt: number, retryAfterMs: number | undefined): void;
  /** Nobody goes before that is over, whatever the rate; milliseconds. */
  hold(durationMs: number): void;
  /** What is kept to by now, calls a second; undefined where no rate is known to be refused. */
  foundRate(): number | undefined;
}

/** Rates are counted over this, milliseconds: what most limiters do. */
const secondMs = 1_000;
/** So much of what was taken in a second is sent from then on. */
export const margin = 0.8;
/** Of a burst the last are counted so much later than they were sent at most, milliseconds. */
const longestWayMs = 200;
/** Some limiters count over a minute: what they took between two refusals tells after this, milliseconds. */
const longMs = 10_000;
/** No run sends so many calls in a second. */
const mostKept = 10_000;
/** What is refused all the same is sent so much slower; what is taken so often, faster. */
const slower = 0.7;
const faster = 1.5;
const manyTaken = 12;
/** More calls a second than this hardly any run sends: what was refused was not refused for its rate. */
const senseless = 1_000;
/** So few calls in a second tell nothing of the rate: it was a burst, or the first of all. */
const fewTaken = 10;
/** One call a minute. */
const slowest = 1 / 60;

/** So many calls in any stretch of that length. */
interface Limit {
  readonly calls: number;
  readonly withinMs: number;
}

interface WaitingCall {
  readonly burst: number;
  readonly signal: AbortSignal;
  readonly go: (sentAt: number) => void;
}

export const createRateGate = (clock: Clock, ratePerSecond?: number): RateGate => {
  const learned = createLearning(ratePerSecond);
  const sent = createSent(clock);
  const queue: WaitingCall[] = [];
  let heldUntil = 0;
  let isPumping = false;

  const hold = (durationMs: number): void => {
    heldUntil = Math.max(heldUntil, clock.now() + durationMs);
  };
  const letGo = (count: number): void => {
    for (const { go } of queue.splice(0, count)) go(sent.leave());
  };
  const pump = async (): Promise<void> => {
    for (let [head] = queue; head !== undefined; [head] = queue) {
      const room = roomFor(head.burst, learned.limit(), sent.times, clock.now());
      const waitMs = Math.max(room.waitMs, heldUntil - clock.now());
      if (head.signal.aborted || waitMs <= 0) letGo(room.calls);
      else await pause(clock, waitMs, head.signal);
    }
  };
  return {
    enter: async (burst, signal) => {
      if (learned.limit() === undefined && heldUntil <= clock.now()) return sent.leave();
      const gone = new Promise<number>((go) => queue.push({ burst, signal, go }));
      if (!isPumping) {
        isPumping = true;
        // The rest of a burst comes in the same turn.
        await Promise.resolve();
        await pump();
        isPumping = false;
      }
      return await gone;
    },
    taken: (sentAt) => {
      sent.arrived(sentAt);
      learned.taken(clock.now());
    },
    hold,
    refused: (sentAt, retryAfterMs = 0) => {
      sent.arrived(sentAt);
      hold(retryAfterMs);
      learned.refused(sentAt, clock.now());
    },
    foundRate: learned.foundRate,
  };
};

/** When calls were sent, Unix milliseconds; when they arrived, once that is known. */
const createSent = (clock: Clock) => {
  const times: number[] = [];
  return {
    times,
    leave: (): number => {
      const now = clock.now();
      times.push(now);
      // Before the first refusal nobody else forgets what is too long ago.
      if (times.length > mostKept) times.splice(0, mostKept / 2);
      return now;
    },
    /** It is answered: the agent has counted it by now. */
    arrived: (sentAt: number): void => {
      const index = times.lastIndexOf(sentAt);
      if (index === -1) return;
      times.splice(index, 1);
      times.push(Math.min(clock.now(), sentAt + longestWayMs));
    },
  };
};

/** How many of a burst may go, and in how many milliseconds. Forgets what is too long ago to count. */
const roomFor = (burst: number, limit: Limit | undefined, sent: number[], now: number) => {
  if (limit === undefined) return { calls: burst, waitMs: 0 };
  while (sent[0] !== undefined && sent[0] <= now - limit.withinMs) sent.shift();
  const calls = Math.min(burst, limit.calls);
  const tooMany = sent.length + calls - limit.calls;
  const last = sent[tooMany - 1];
  return { calls, waitMs: last === undefined ? 0 : last + limit.withinMs - now };
};

/** What is known of the rate: what was taken lately, and what is kept to since a refusal. */
const createLearning = (configured: number | undefined) => {
  let takenAt: number[] = [];
  let kept: Kept | undefined =
    configured === undefined ? undefined : { perSecond: configured, form: 'bursts', most: configured };
  let adjustedAt = Number.NEGATIVE_INFINITY;
  let wasRefused = false;

  const adjust = (to: Kept | undefined, now: number): void => {
    kept = to;
    takenAt = [];
    adjustedAt = now;
  };
  return {
    limit: () => (kept === undefined ? undefined : limitOf(kept)),
    // What was refused at first may have been refused for anything else: it takes a rate that was.
    foundRate: () => (wasRefused && kept?.most !== undefined ? kept.perSecond : undefined),
    taken: (now: number): void => {
      takenAt.push(now);
      if (takenAt.length > mostKept) takenAt = takenAt.slice(-mostKept / 2);
      if (kept === undefined || takenAt.length < manyTaken) return;
      const perSecond = kept.perSecond * faster;
      if (kept.most !== undefined && perSecond >= kept.most) return;
      adjust(perSecond > senseless ? undefined : { ...kept, perSecond }, now);
    },
    refused: (sentAt: number, now: number): void => {
      wasRefused = true;
      // What was under way already when the last refusal was heard tells nothing new.
      if (sentAt > adjustedAt) adjust(afterRefusal(kept, takenAt, { now, adjustedAt }), now);
    },
  };
};

/** What calls are kept to. */
interface Kept {
  readonly perSecond: number;
  /** `evenly`: one call after the other, for limiters that take no burst. */
  readonly form: 'bursts' | 'evenly';
  /** A rate that was refused, or configured: it is not tried (again). */
  readonly most?: number;
}

const limitOf = ({ perSecond, form }: Kept): Limit =>
  form === 'evenly' ? { calls: 1, withinMs: secondMs / perSecond } : inBursts(perSecond);

/** Bursts may use the second up; below one call a second the stretch is longer. */
const inBursts = (perSecond: number): Limit => {
  const calls = Math.max(1, Math.floor(perSecond));
  return { calls, withinMs: (calls / perSecond) * secondMs };
};

const afterRefusal = (
  kept: Kept | undefined,
  takenAt: readonly number[],
  { now, adjustedAt }: { readonly now: number; readonly adjustedAt: number },
): Kept => {
  const lately = takenAt.filter((at) => at > now - secondMs).length;
  if (kept === undefined) {
    const most = lately < fewTaken ? undefined : lately;
    return { perSecond: Math.max(1, lately) * margin, form: 'bursts', most };
  }
  const { perSecond, form } = kept;
  // Refused with less than the rate in the last second: it is the burst that is not taken.
  if (form === 'bursts' && lately < perSecond * slower) return { ...kept, form: 'evenly' };
  const elapsedMs = now - adjustedAt;
  const between = elapsedMs > longMs ? (takenAt.length / elapsedMs) * secondMs : Number.POSITIVE_INFINITY;
  const next = Math.min(perSecond * slower, Math.max(between, slowest));
  return { perSecond: next, form, most: Math.min(perSecond, kept.most ?? perSecond) };
};
