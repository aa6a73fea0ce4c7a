import type { RunOrderOfPage, RunView } from '../api/schemas/runs.ts';
import type { Comparison } from '../formats/comparison.ts';
import type { Finding } from '../formats/judgement.ts';
import type { Run, RunEvent, TellRunEvent } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { toInstant } from '../formats/written-time.ts';
import { compareRuns } from '../judge/compare-runs.ts';
import { verdicts } from '../spec/verdict.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Clock } from '../world/clock.ts';
import type { RunStore } from './run-store.ts';

export interface RunToPerform {
  readonly id: string;
  readonly scenarios: readonly Scenario[];
  /** Absent for the whole suite. */
  readonly extent?: 'excerpt';
  readonly tell: TellRunEvent;
  /** Ends the run when it is aborted. */
  readonly signal: AbortSignal;
}

interface RunDeskOptions {
  /** Plays scenarios against the agent, and tells how it goes. */
  readonly perform: (run: RunToPerform) => Promise<Run>;
  /** Every scenario that can be asked for: the suite, and what was saved. */
  readonly scenarios: () => Promise<{
    readonly suite: readonly Scenario[];
    readonly saved: readonly Scenario[];
  }>;
  readonly store: RunStore;
  readonly clock: Clock;
  /** A new id with each call: lower-case letters, digits and dashes. */
  readonly newId: () => string;
  /** Told of every run that changes; while it goes on ten times a second at most. */
  readonly onChange: (view: RunView) => void;
  /** Told of every run that has ended with a report. */
  readonly onReport?: (view: RunView, run: Run) => void;
  readonly onError: (error: unknown) => void;
}

/** Runs that are started while the platform serves: one at a time, and the history of them. */
export interface RunDesk {
  /** Newest first. */
  list(): readonly RunView[];
  /** Starts it; a usage error where one is under way already, or a scenario is not known. */
  start(order: RunOrderOfPage): Promise<RunView>;
  one(id: string): Promise<Run | undefined>;
  compare(beforeId: string, nowId: string): Promise<Comparison | undefined>;
  /** Ends the run under way; whether there was one. */
  interrupt(): boolean;
  /** Ends the run under way and waits for its report. */
  close(): Promise<void>;
}

const pauseMs = 100;

/** A desk that keeps its runs in the store. */
export const createRunDesk = (options: RunDeskOptions): RunDesk => {
  const { store, clock } = options;
  let running: RunInProgress | undefined;
  let failed: readonly RunView[] = [];
  const list = (): readonly RunView[] =>
    [...(running === undefined ? [] : [running.view]), ...failed, ...store.kept].sort((a, b) =>
      a.startedAt < b.startedAt ? 1 : -1,
    );
  return {
    list,
    start: async (order) => {
      if (running !== undefined) throw underWay(running.view.title);
      const view = emptyView(options, order);
      running = { view, ending: new AbortController(), told: clock.now(), done: undefined };
      try {
        const chosen = await chooseScenarios(options, order);
        const { scenarios } = chosen;
        running.view = { ...view, title: titleOf(order, scenarios), total: scenarios.length };
        running.done = perform(options, running, chosen).then((end) => {
          if (end.state === 'failed') failed = [end, ...failed].slice(0, 10);
          running = undefined;
          options.onChange(end);
        });
        options.onChange(running.view);
        return running.view;
      } catch (error) {
        running = undefined;
        throw error;
      }
    },
    one: store.read,
    compare: async (beforeId, nowId) => {
      const [before, now] = await Promise.all([store.read(beforeId), store.read(nowId)]);
      return before === undefined || now === undefined ? undefined : compareRuns(before, now);
    },
    interrupt: () => {
      running?.ending.abort();
      return running !== undefined;
    },
    close: async () => {
      running?.ending.abort();
      await running?.done;
    },
  };
};

interface RunInProgress {
  view: RunView;
  readonly ending: AbortController;
  /** When `onChange` was told last, Unix milliseconds. */
  told: number;
  done: Promise<void> | undefined;
}

type Chosen = Pick<RunToPerform, 'scenarios' | 'extent'>;

const perform = async (options: RunDeskOptions, running: RunInProgress, chosen: Chosen): Promise<RunView> => {
  const { clock, onChange, onError, store } = options;
  let ended: RunView | undefined;
  try {
    const run = await options.perform({
      ...chosen,
      id: running.view.id,
      signal: running.ending.signal,
      tell: (event) => {
        const view = followRun(running.view, event, clock.now());
        if (event.kind === 'run-finished') {
          // Not told before its report can be read: a page asks for it at once.
          ended = view;
          return;
        }
        running.view = view;
        const now = clock.now();
        if (now - running.told < pauseMs) return;
        running.told = now;
        onChange(running.view);
      },
    });
    const view = ended ?? running.view;
    await store.keep(view, run);
    options.onReport?.(view, run);
    return view;
  } catch (error) {
    if (!(error instanceof WalletproofError)) onError(error);
    return { ...atRest(running.view), state: 'failed', error: sentenceOf(error) };
  }
};

const sentenceOf = (error: unknown): string => {
  if (error instanceof WalletproofError) return `${error.message} ${error.remedy}`;
  return `The run ended with an error of walletproof: ${(Object(error) as Partial<Error>).message}`;
};

const chooseScenarios = async (
  { scenarios }: RunDeskOptions,
  { scenarios: files }: RunOrderOfPage,
): Promise<Chosen> => {
  const { suite, saved } = await scenarios();
  if (files === undefined) return { scenarios: suite };
  const chosen = files.map((file) => {
    const found = [...saved, ...suite].find((scenario) => scenario.file === file);
    if (found !== undefined) return found;
    const message = `There is no scenario ${JSON.stringify(file.slice(0, 200))}.`;
    throw new WalletproofError('usage', message, 'GET /__admin/scenarios lists them.');
  });
  return { scenarios: chosen, extent: 'excerpt' };
};

const emptyView = ({ clock, newId }: RunDeskOptions, order: RunOrderOfPage): RunView => ({
  id: newId(),
  state: 'running',
  title: titleOf(order, []),
  startedAt: toInstant(clock.now()),
  total: 0,
  done: 0,
  scenarios: [],
});

const titleOf = ({ scenarios }: RunOrderOfPage, chosen: readonly Scenario[]): string => {
  if (scenarios === undefined) return 'the whole suite';
  const [only] = chosen;
  return chosen.length === 1 && only !== undefined ? only.title : `${chosen.length} scenarios`;
};

const underWay = (title: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `A run is under way: ${title}.`,
    "Wait for its end, or interrupt it: two runs at once would see each other's money.",
  );

/** A run as the history lists it, after one more event at `nowMs`. Pure. */
const followRun = (view: RunView, event: RunEvent, nowMs: number): RunView => {
  switch (event.kind) {
    case 'run-started':
      return { ...view, total: event.scenarioCount, remainingMs: event.estimateMs };
    case 'scenario-started':
      return { ...view, playing: [...(view.playing ?? []), event.file] };
    case 'scenario-finished':
      return withScenario(view, event, nowMs);
    case 'run-finished':
      return finished(view, event.run);
  }
};

type Listed = RunView['scenarios'][number];

/** What the list says of a scenario; a reason where it has none is what weighs most in it. */
const listedOf = (result: Listed, findings: readonly Finding[]): Listed => {
  const { file, title, verdict, durationMs } = result;
  const reason = result.reason ?? heaviest(findings)?.message;
  return { file, title, verdict, reason, durationMs };
};

const withScenario = (
  view: RunView,
  { result, findings }: Extract<RunEvent, { kind: 'scenario-finished' }>,
  nowMs: number,
): RunView => {
  const listed = listedOf(result, findings);
  const done = view.done + 1;
  const elapsedMs = nowMs - Date.parse(view.startedAt);
  return {
    ...view,
    done,
    playing: view.playing?.filter((other) => other !== listed.file),
    remainingMs: (elapsedMs / done) * Math.max(0, view.total - done),
    scenarios: [...view.scenarios, listed].sort((a, b) => rank(a) - rank(b)),
  };
};

/** What weighs most against the agent; notes do not. */
const heaviest = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ weight }) => weight === 'breach') ?? findings.find(({ weight }) => weight === 'risk');

const rank = ({ verdict }: Listed): number => verdicts.indexOf(verdict);

/** Without what is told of a run under way alone. */
const atRest = ({ playing: _, remainingMs: __, ...view }: RunView): RunView => view;

/** A run that was played elsewhere, as the history lists it. */
export const viewOfRun = (head: Pick<RunView, 'id' | 'title'>, run: Run): RunView => {
  const total = run.scenarios.length;
  const findings = run.requirements.flatMap((each) => each.findings);
  const view: RunView = {
    ...head,
    ...{ state: 'running', startedAt: run.startedAt, total, done: total },
    scenarios: run.scenarios
      .map((each) =>
        listedOf(
          each,
          findings.filter(({ scenario }) => scenario === each.file),
        ),
      )
      .sort((a, b) => rank(a) - rank(b)),
  };
  return finished(view, run);
};

const finished = (view: RunView, run: Run): RunView => ({
  ...atRest(view),
  state: 'finished',
  startedAt: run.startedAt,
  durationMs: run.durationMs,
  done: view.total,
  verdict: run.verdict,
  partial: run.partial,
  summary: run.summary,
  failing: run.requirements.filter(({ verdict, known }) => verdict === 'failed' && known !== true).map(({ id }) => id),
  error: run.root === undefined ? undefined : `${run.root.reason} ${run.root.remedy}`,
});
