import type { FindingsPort } from '../api/findings.ts';
import type { FindingsView } from '../api/schemas/findings.ts';
import type { RunView } from '../api/schemas/runs.ts';
import type { Recording, RecordOrder } from '../api/schemas/scenarios.ts';
import type { BaselineEntry } from '../formats/run.ts';
import { foldedByCause } from '../spec/root-causes.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { FindingsDesk } from './findings-desk.ts';
import { type Cause, findingViews, type Pair, pairsOf } from './findings-view.ts';
import { isPossible, type MutedFindings } from './muted-findings.ts';
import type { OpenRuns } from './run-host.ts';
import type { ScenarioStore } from './scenario-store.ts';

interface FindingsPortOptions {
  readonly desk: FindingsDesk;
  /** Absent where there is no file to write in. */
  readonly muted: MutedFindings | undefined;
  readonly runs: Pick<OpenRuns, 'start'>;
  readonly scenarios: Pick<ScenarioStore, 'list' | 'lend'>;
  /** A scenario from the callbacks of these exchanges. */
  readonly record: (order: RecordOrder) => Promise<Recording>;
  /** Told when the file was changed. */
  readonly onMuted: () => void;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** The findings, as pages ask for them and change them. */
export const createFindingsPort = (options: FindingsPortOptions): FindingsPort => {
  const { desk, onMuted } = options;
  const causeOf = async (id: string): Promise<Cause | undefined> => {
    await desk.settled();
    return foldedByCause(desk.book.entries()).find(({ told }) => told.code === id);
  };
  const view = async (): Promise<FindingsView> => {
    await desk.settled();
    return {
      findings: findingViews(foldedByCause(desk.book.entries()), await excuses(options)),
      ...desk.tally.counts(),
      untried: [...desk.tally.untried()],
      ...(options.muted === undefined ? {} : { baselineFile: options.muted.file }),
    };
  };
  const change = async (
    id: string,
    write: (muted: MutedFindings, pairs: readonly Pair[]) => Promise<void>,
  ): Promise<FindingsView | undefined> => {
    const cause = await causeOf(id);
    if (cause === undefined) return undefined;
    await write(options.muted ?? noFile(), pairsOf(cause));
    onMuted();
    return await view();
  };
  return {
    view,
    mute: async (id, order) => await change(id, async (muted, pairs) => await muted.mute(pairs, order)),
    unmute: async (id) => await change(id, async (muted, pairs) => await muted.unmute(pairs)),
    play: async (id) => {
      const cause = await causeOf(id);
      return cause && (await play(options, cause));
    },
  };
};

/** Why a pair is excused; where the file cannot be read nothing is, and the log says why. */
const excuses = async ({ muted, now, onError }: FindingsPortOptions): Promise<(pair: Pair) => string | undefined> => {
  const loaded = await muted?.load().catch(onError);
  const today = new Date(now()).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const active = (loaded?.entries ?? []).filter(
    ({ expires }: BaselineEntry) => expires === undefined || expires >= today,
  );
  const known = new Map(active.map(({ requirement, code, reason }) => [`${requirement} ${code}`, reason]));
  // What no entry can excuse is excused with the rest.
  return (pair) => known.get(`${pair.requirement} ${pair.code}`) ?? (isPossible(pair) ? undefined : '');
};

const noFile = (): never => {
  throw new WalletproofError(
    'usage',
    'This platform has no baseline file to write in.',
    'Start it with `walletproof serve`.',
  );
};

/** Scenarios that are played at once at most: they show one finding. */
const mostPlayed = 5;

/** Plays what showed it; where live traffic did, what is recorded of that. */
const play = async (
  { desk, runs, scenarios, record }: FindingsPortOptions,
  { told, also }: Cause,
): Promise<RunView> => {
  const known = new Set((await scenarios.list()).map(({ file }) => file));
  const shown = told.scenarios.filter((file) => known.has(file)).slice(0, mostPlayed);
  const files = shown.length > 0 ? shown : [await lendRecording({ scenarios, record }, told)];
  const run = await runs.start({ scenarios: files });
  const [first, ...others] = [told, ...also].map(({ code }) => code);
  desk.expect(run.id, { codes: [first ?? told.code, ...others] });
  return run;
};

const lendRecording = async (
  { scenarios, record }: Pick<FindingsPortOptions, 'scenarios' | 'record'>,
  { code, card, sightings }: Cause['told'],
): Promise<string> => {
  // The card may be of a run by now, and nothing is recorded of runs.
  const live = sightings.find(({ run }) => run === undefined);
  const isOfAgent = card.calls.every(({ direction }) => direction !== 'callback');
  const exchangeIds = isOfAgent ? [] : (live?.exchanges ?? []);
  if (exchangeIds.length === 0) throw notPlayable();
  const { yaml } = await record({ exchangeIds, title: `Shows ${code}` });
  return await scenarios.lend(`finding-${code}.yaml`, yaml);
};

const notPlayable = (): WalletproofError =>
  new WalletproofError(
    'usage',
    'No callbacks of this finding can be played again.',
    'Run the suite: it shows what is still wrong.',
  );
