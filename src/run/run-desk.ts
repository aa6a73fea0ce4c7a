import type { RunOrderOfPage, RunView } from '../api/schemas/runs.ts';
import type { Clock } from '../base/clock.ts';
import type { Comparison } from '../formats/comparison.ts';
import type { Finding } from '../formats/judgement.ts';
import type { FoundInRun, Run, RunEvent, TellRunEvent } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { toInstant } from '../formats/written-time.ts';
import { compareRuns } from '../judge/compare-runs.ts';
import { verdicts } from '../spec/verdict.ts';
import { usageError, WalletproofError } from '../spec/walletproof-error.ts';
import type { RunStore } from './run-store.ts';

export interface RunToPerform {
  readonly id: string;
  readonly scenarios: readonly Scenario[];
  /** Absent for the whole suite. */
  readonly extent?: 'excerpt';
  /** Sequences are drawn so long, and no scenarios played. */
  readonly fuzzMs?: number;
  readonly tell: TellRunEvent;
  /** How far the drawing of sequences is. */
  readonly tellDrawn: (progress: { readonly sequences: number; readonly leftMs: number }) => void;
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
  /** Told of what is found for certain while it goes on. */
  readonly onFound?: (view: RunView, found: FoundInRun) => void;
  /** Told of every run that has ended with a report. */
  readonly onReport?: (view: RunView, run: Run) => void;
  readonly onError: (error: unknown) => void;
}

interface RunInProgress {
  view: RunView;
  readonly ending: AbortController;
  /** When `onChange` was told last, Unix milliseconds. */
  told: number;
  done?: Promise<void>;
}

/** So much time is between two changes that are told. */
const pauseMs = 100;

/** So many runs that broke down are listed. */
const mostFailed = 10;

/** Runs that are started while the platform serves: one at a time, and the history of them. */
export class RunDesk {
  readonly #options: RunDeskOptions;
  #running: RunInProgress | undefined;
  #failed: readonly RunView[] = [];

  constructor(options: RunDeskOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(): readonly RunView[] {
    const all = [this.#running?.view ?? [], this.#failed, this.#options.store.kept].flat();
    return all.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  }

  /** Starts it; a usage error where one is under way already, or a scenario is not known. */
  async start(order: RunOrderOfPage): Promise<RunView> {
    if (this.#running !== undefined) throw underWay(this.#running.view.title);
    const { clock, newId, onChange } = this.#options;
    const startedAt = toInstant(clock.now());
    const title = titleOf(order, []);
    const view: RunView = { id: newId(), state: 'running', title, startedAt, total: 0, done: 0, scenarios: [] };
    const running: RunInProgress = { view, ending: new AbortController(), told: clock.now() };
    this.#running = running;
    try {
      const chosen = await this.#choose(order);
      const { scenarios } = chosen;
      running.view = { ...view, title: titleOf(order, scenarios), total: order.fuzzSeconds ?? scenarios.length };
      running.done = this.#play(running, chosen);
      onChange(running.view);
      return running.view;
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }

  async one(id: string): Promise<Run | undefined> {
    return await this.#options.store.read(id);
  }

  async compare(beforeId: string, nowId: string): Promise<Comparison | undefined> {
    const [before, now] = await Promise.all([this.one(beforeId), this.one(nowId)]);
    return before === undefined || now === undefined ? undefined : compareRuns(before, now);
  }

  /** Ends the run under way; whether there was one. */
  interrupt(): boolean {
    this.#running?.ending.abort();
    return this.#running !== undefined;
  }

  /** Ends the run under way and waits for its report. */
  async close(): Promise<void> {
    this.interrupt();
    await this.#running?.done;
  }

  async #choose({ scenarios: files, fuzzSeconds }: RunOrderOfPage): Promise<ChosenToPlay> {
    if (fuzzSeconds !== undefined) return { scenarios: [], fuzzMs: 1000 * fuzzSeconds };
    const { suite, saved } = await this.#options.scenarios();
    if (files === undefined) return { scenarios: suite };
    const scenarios = files.map((file) => {
      const found = [...saved, ...suite].find((scenario) => scenario.file === file);
      if (found !== undefined) return found;
      const message = `There is no scenario ${JSON.stringify(file.slice(0, 200))}.`;
      throw usageError(message, 'GET /__admin/scenarios lists them.');
    });
    return { scenarios, extent: 'excerpt' };
  }

  async #play(running: RunInProgress, chosen: ChosenToPlay): Promise<void> {
    const end = await this.#perform(running, chosen);
    if (end.state === 'failed') this.#failed = [end, ...this.#failed].slice(0, mostFailed);
    this.#running = undefined;
    this.#options.onChange(end);
  }

  async #perform(running: RunInProgress, chosen: ChosenToPlay): Promise<RunView> {
    const { clock, onChange, onFound, onReport, onError, store } = this.#options;
    let ended: RunView | undefined;
    const change = (view: RunView): void => {
      running.view = view;
      const now = clock.now();
      if (now - running.told < pauseMs) return;
      running.told = now;
      onChange(view);
    };
    try {
      const run = await this.#options.perform({
        ...chosen,
        id: running.view.id,
        signal: running.ending.signal,
        tell: (event) => {
          const view = followRun(running.view, event);
          // Not told before its report can be read: a page asks for it at once.
          if (event.kind === 'run-finished') ended = view;
          else running.view = view;
          if (event.kind === 'scenario-finished' && event.certain !== undefined) onFound?.(view, event.certain);
          if (ended === undefined) change(view);
        },
        tellDrawn: ({ sequences, leftMs }) => {
          const { total } = running.view;
          change({ ...running.view, drawn: sequences, done: Math.max(0, total - Math.ceil(leftMs / 1000)) });
        },
      });
      const view = ended ?? running.view;
      await store.keep(view, run);
      onReport?.(view, run);
      return view;
    } catch (error) {
      if (!(error instanceof WalletproofError)) onError(error);
      return { ...atRest(running.view), state: 'failed', error: sentenceOf(error) };
    }
  }
}

type ChosenToPlay = Pick<RunToPerform, 'scenarios' | 'extent' | 'fuzzMs'>;

const sentenceOf = (error: unknown): string => {
  if (error instanceof WalletproofError) return `${error.message} ${error.remedy}`;
  return `The run ended with an error of walletproof: ${(Object(error) as Partial<Error>).message}`;
};

const titleOf = ({ title, scenarios: files, fuzzSeconds }: RunOrderOfPage, scenarios: readonly Scenario[]): string => {
  if (title === undefined && fuzzSeconds !== undefined) return `sequences nobody wrote, for ${fuzzSeconds} s`;
  return title ?? (files === undefined ? 'the whole suite' : titleOfAll(scenarios));
};

const titleOfAll = (scenarios: readonly { readonly title: string }[]): string => {
  const [only] = scenarios;
  return scenarios.length === 1 && only !== undefined ? only.title : `${scenarios.length} scenarios`;
};

const underWay = (title: string): WalletproofError =>
  usageError(
    `A run is under way: ${title}.`,
    "Wait for its end, or interrupt it: two runs at once would see each other's money.",
  );

/** A run as the history lists it, after one more event. Pure. */
const followRun = (view: RunView, event: RunEvent): RunView => {
  switch (event.kind) {
    case 'run-started':
      return { ...view, total: event.scenarioCount };
    case 'scenario-started':
      return { ...view, playing: [...(view.playing ?? []), event.file] };
    case 'scenario-finished':
      return withScenario(view, event);
    case 'run-finished':
      return finished(view, event.run);
  }
};

type Listed = RunView['scenarios'][number];

/** What the list says of a scenario; a reason where it has none is what weighs most against the agent: notes do not. */
const listedOf = ({ file, title, verdict, durationMs, reason }: Listed, findings: readonly Finding[]): Listed => {
  const heaviest =
    findings.find(({ weight }) => weight === 'breach') ?? findings.find(({ weight }) => weight === 'risk');
  return { file, title, verdict, reason: reason ?? heaviest?.message, durationMs };
};

const worstFirst = (scenarios: readonly Listed[]): Listed[] =>
  scenarios.toSorted((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict));

const withScenario = (
  view: RunView,
  { result, findings }: Extract<RunEvent, { kind: 'scenario-finished' }>,
): RunView => ({
  ...view,
  done: view.done + 1,
  playing: view.playing?.filter((other) => other !== result.file),
  scenarios: worstFirst([...view.scenarios, listedOf(result, findings)]),
});

/** Without what is told of a run under way alone. */
const atRest = ({ playing: _, ...view }: RunView): RunView => view;

/** A run that was read from a file, as the history lists it. */
export const viewOfRun = (run: Run, { id, file }: { readonly id: string; readonly file: string }): RunView => {
  const { startedAt, scenarios } = run;
  const findings = run.requirements.flatMap((each) => each.findings);
  const listed = scenarios.map((each) =>
    listedOf(
      each,
      findings.filter(({ scenario }) => scenario === each.file),
    ),
  );
  const total = scenarios.length;
  const title = `${file}: ${titleOfAll(scenarios)}`;
  const view = { id, title, startedAt, total, done: total, scenarios: worstFirst(listed) };
  return finished({ ...view, state: 'running' }, run);
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
