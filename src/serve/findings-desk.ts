import type { RunView } from '../api/schemas/runs.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { FoundInRun, Run } from '../formats/run.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Journal } from '../journal/journal.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { EventBus } from './event-bus.ts';
import { Evidence } from './evidence.ts';
import { createFindingsBook, type FindingsBook } from './findings-book.ts';
import { JudgedTally } from './judged-tally.ts';
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
  readonly tally: Pick<JudgedTally, 'counts'>;
  /** A judgement of live traffic, without tokens; replaces an earlier one of the exchange. */
  hear(judgement: ExchangeJudgement): void;
  /** A judgement of a run: counted, and no finding by itself. */
  count(judgement: ExchangeJudgement): void;
  /** What a run has found so far, for certain. */
  heardFound(view: RunPlace, found: FoundInRun): void;
  /** A run has ended; without a report where it could not be played. */
  heardRun(view: RunPlace, run: Run | undefined): void;
  /** The run shows whether these are still there. */
  expect(runId: string, play: Play): void;
  /** Resolves when all that was heard is in the book. */
  settled(): Promise<void>;
  clear(): void;
  close(): Promise<void>;
}

type RunPlace = Pick<RunView, 'id' | 'title' | 'startedAt'>;

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
  const tally = new JudgedTally({ kept: journal.kept, now: () => toInstant(now()) });
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
      tally.judged(judgement);
      alarm.within(live.hear(judgement, toInstant(now())) ? pauseMs : countsPauseMs);
    },
    count: (judgement) => {
      // What a run sends to prepare and to settle is judged by nobody.
      if (judgement.verdict === 'unjudged') return;
      tally.judged(judgement);
      alarm.within(countsPauseMs);
    },
    expect: runs.expect,
    heardFound: (view, found) => {
      runs.hearFound(view, found);
      alarm.within(pauseMs);
    },
    heardRun: (view, run) => {
      runs.hear(view, run);
      alarm.within(pauseMs);
    },
    settled,
    clear: () => {
      for (const { clear } of [live, runs, book]) clear();
      tally.clear();
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
  const found: { readonly view: RunPlace; readonly found: FoundInRun }[] = [];
  /** How often a run that goes on has shown a code, in the book before its end. */
  const begun = new Map<string, Map<FindingCode, number>>();
  const write = async (): Promise<boolean> => {
    const [news, taken] = [found.splice(0), ended.splice(0)];
    const { seenInRun } = await import('./finding-cards.ts');
    for (const { view, found: each } of news) {
      const counts = begun.get(view.id) ?? new Map<FindingCode, number>();
      begun.set(view.id, counts);
      const shown = { ...each, startedAt: view.startedAt, scenarios: [each.scenario] };
      for (const seen of seenInRun(shown, view, book.of)) {
        book.add(seen);
        counts.set(seen.code, (counts.get(seen.code) ?? 0) + seen.count);
      }
    }
    for (const each of taken) {
      const counts = begun.get(each.view.id);
      if (counts !== undefined) book.withdraw(each.view.id, counts);
      begun.delete(each.view.id);
      await enterRun(book, each).catch(onError);
    }
    return news.length + taken.length > 0;
  };
  return {
    expect: (runId: string, play: Play): void => void plays.set(runId, play),
    hear: (view: EndedRun['view'], run: Run | undefined): void => {
      const play = plays.get(view.id);
      plays.delete(view.id);
      ended.push({ view, run, play });
    },
    hearFound: (view: RunPlace, each: FoundInRun): void => void found.push({ view, found: each }),
    /** Whether there was something. */
    write: async (): Promise<boolean> => (found.length + ended.length === 0 ? false : await write()),
    clear: (): void => {
      ended.splice(0);
      found.splice(0);
      begun.clear();
    },
  };
};

interface EndedRun {
  readonly view: RunPlace;
  readonly run: Run | undefined;
  readonly play: Play | undefined;
}

const enterRun = async (book: FindingsBook, { view, run, play }: EndedRun): Promise<void> => {
  if (run !== undefined) {
    const { seenInRun, shownBy } = await import('./finding-cards.ts');
    for (const seen of seenInRun(shownBy(run), view, book.of)) {
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
