import type { RunView } from '../api/schemas/runs.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Run } from '../formats/run.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Journal } from '../journal/journal.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { EventBus } from './event-bus.ts';
import { Evidence } from './evidence.ts';
import { createFindingsBook, type FindingsBook } from './findings-book.ts';
import { createJudgedTally, type JudgedTally } from './judged-tally.ts';
import { createLiveSightings } from './live-sightings.ts';

interface FindingsDeskOptions {
  readonly journal: Pick<Journal, 'row' | 'kept'>;
  readonly bus: Pick<EventBus, 'publish'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Where everything that was judged is gathered into findings. */
export interface FindingsDesk {
  readonly book: FindingsBook;
  /** The exchanges that the cards show. */
  readonly evidence: Evidence;
  readonly tally: Pick<JudgedTally, 'counts' | 'untried'>;
  /** A judgement of live traffic, without tokens; replaces an earlier one of the exchange. */
  hear(judgement: ExchangeJudgement): void;
  /** A judgement of a run: counted, and no finding by itself. */
  count(judgement: ExchangeJudgement): void;
  /** An exchange, live or of a run. */
  watch(exchange: Exchange): void;
  /** A run has ended; without a report where it could not be played. */
  heardRun(view: Pick<RunView, 'id' | 'title'>, run: Run | undefined): void;
  /** The run shows whether these are still there. */
  expect(runId: string, play: Play): void;
  /** Resolves when all that was heard is in the book. */
  settled(): Promise<void>;
  clear(): void;
  close(): Promise<void>;
}

/** Findings that are played again. */
interface Play {
  /** The one that is told, and those that follow from it. */
  readonly codes: readonly [FindingCode, ...FindingCode[]];
}

const pauseMs = 250;
/** Counts alone are no news. */
const countsPauseMs = 2_000;

/** Opens the book and writes in it, four times a second at most. */
export const createFindingsDesk = (options: FindingsDeskOptions): FindingsDesk => {
  const { journal, bus, now, onError } = options;
  const book = createFindingsBook(journal.kept);
  const tally = createJudgedTally({ kept: journal.kept, now: () => toInstant(now()) });
  const evidence = new Evidence(journal);
  const live = createLiveSightings({ journal, book, onError });
  const runs = createRunEnds({ book, onError });
  let last: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const news = [await live.write(), await runs.write(), tally.keep()];
    await evidence.follow(book.entries()).catch(onError);
    if (news.includes(true)) bus.publish({ kind: 'findings' });
  };
  const settled = async (): Promise<void> => {
    last = last.then(write);
    await last;
  };
  const alarm = createAlarm(() => void settled().catch(onError));
  return {
    book,
    evidence,
    tally,
    hear: (judgement) => {
      tally.judged(judgement, live.verdictOf(judgement.exchangeId));
      alarm.within(live.hear(judgement, toInstant(now())) ? pauseMs : countsPauseMs);
    },
    count: (judgement) => {
      tally.judged(judgement, undefined);
      alarm.within(countsPauseMs);
    },
    watch: (exchange) => {
      if (tally.watch(exchange)) alarm.within(pauseMs);
    },
    expect: runs.expect,
    heardRun: (view, run) => {
      runs.hear(view, run);
      alarm.within(pauseMs);
    },
    settled,
    clear: () => {
      for (const { clear } of [live, runs, book, tally]) clear();
      evidence.clear();
    },
    close: async () => {
      alarm.end();
      await settled();
    },
  };
};

/** Rings once, as soon as it was asked to. */
const createAlarm = (ring: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let isOver = false;
  const fire = (): void => {
    dueAt = Number.POSITIVE_INFINITY;
    ring();
  };
  return {
    within: (delayMs: number): void => {
      const wanted = performance.now() + delayMs;
      if (isOver || wanted >= dueAt) return;
      dueAt = wanted;
      clearTimeout(timer);
      timer = setTimeout(fire, delayMs).unref();
    },
    end: (): void => {
      isOver = true;
      clearTimeout(timer);
    },
  };
};

interface RunEndsOptions extends Pick<FindingsDeskOptions, 'onError'> {
  readonly book: FindingsBook;
}

/** Runs that have ended, on their way to the book. */
const createRunEnds = ({ book, onError }: RunEndsOptions) => {
  const plays = new Map<string, Play>();
  const ended: EndedRun[] = [];
  return {
    expect: (runId: string, play: Play): void => void plays.set(runId, play),
    hear: (view: EndedRun['view'], run: Run | undefined): void => {
      const play = plays.get(view.id);
      plays.delete(view.id);
      ended.push({ view, run, play });
    },
    /** Whether there was one. */
    write: async (): Promise<boolean> => {
      const taken = ended.splice(0);
      for (const each of taken) await enterRun(book, each).catch(onError);
      return taken.length > 0;
    },
    clear: (): void => void ended.splice(0),
  };
};

interface EndedRun {
  readonly view: Pick<RunView, 'id' | 'title'>;
  readonly run: Run | undefined;
  readonly play: Play | undefined;
}

const enterRun = async (book: FindingsBook, { view, run, play }: EndedRun): Promise<void> => {
  if (run !== undefined) {
    const { seenInRun } = await import('./finding-cards.ts');
    for (const seen of seenInRun(run, view, book.of)) {
      // A stored run may be shown at each start.
      const known = book.of(seen.code)?.places ?? [];
      if (!seen.places.every((place) => known.includes(place))) book.add(seen);
    }
  }
  if (play !== undefined) book.played(play.codes[0], playedAs(play, run));
};

const judgedVerdicts: ReadonlySet<string> = new Set(['passed', 'failed', 'warned', 'observed']);

/** Gone only where every scenario was judged. */
const playedAs = ({ codes }: Play, run: Run | undefined): 'shown' | 'gone' | 'unclear' => {
  if (run === undefined) return 'unclear';
  const found = run.requirements.flatMap(({ findings }) => findings);
  if (found.some(({ code, weight }) => weight !== 'note' && codes.includes(code))) return 'shown';
  const isWhole = run.partial !== true && run.scenarios.length > 0;
  return isWhole && run.scenarios.every(({ verdict }) => judgedVerdicts.has(verdict)) ? 'gone' : 'unclear';
};
