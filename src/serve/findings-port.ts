import type { FindingsPort } from '../api/findings.ts';
import type { FindingsView } from '../api/schemas/findings.ts';
import type { RunView } from '../api/schemas/runs.ts';
import type { Recording, RecordOrder } from '../api/schemas/scenarios.ts';
import type { BaselineEntry } from '../formats/run.ts';
import { foldedByCause } from '../spec/root-causes.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Context } from './context.ts';
import { type Cause, findingViews, type Pair, pairsOf } from './findings-view.ts';
import { isPossible, type MutedFindings } from './muted-findings.ts';

/** A scenario from the callbacks of these exchanges. */
type Record = (order: RecordOrder) => Promise<Recording>;

/** The findings, as pages ask for them and change them. */
export const createFindingsPort = (context: Context, record: Record): FindingsPort => {
  const { findings: desk, muted, bus } = context;
  const causeOf = async (id: string): Promise<Cause | undefined> => {
    await desk.settled();
    return foldedByCause(desk.book.entries()).find(({ told }) => told.code === id);
  };
  const view = async (): Promise<FindingsView> => {
    await desk.settled();
    return {
      findings: findingViews(foldedByCause(desk.book.entries()), await excuses(context)),
      ...desk.tally.counts(),
      untried: [...desk.tally.untried()],
      ...(muted === undefined ? {} : { baselineFile: muted.file }),
    };
  };
  const change = async (
    id: string,
    write: (file: MutedFindings, pairs: readonly Pair[]) => Promise<void>,
  ): Promise<FindingsView | undefined> => {
    const cause = await causeOf(id);
    if (cause === undefined) return undefined;
    await write(muted ?? noFile(), pairsOf(cause));
    bus.publish({ kind: 'findings' });
    return await view();
  };
  return {
    view,
    mute: async (id, order) => await change(id, async (file, pairs) => await file.mute(pairs, order)),
    unmute: async (id) => await change(id, async (file, pairs) => await file.unmute(pairs)),
    play: async (id) => {
      const cause = await causeOf(id);
      return cause && (await play(context, record, cause));
    },
  };
};

/** Why a pair is excused; where the file cannot be read nothing is, and the log says why. */
const excuses = async ({ muted, clock, options }: Context): Promise<(pair: Pair) => string | undefined> => {
  const loaded = await muted?.load().catch(options.onError);
  const today = new Date(clock.now()).toISOString().slice(0, 'yyyy-mm-dd'.length);
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
  { findings, runs, scenarios }: Context,
  record: Record,
  { told, also }: Cause,
): Promise<RunView> => {
  const known = new Set((await scenarios.list()).map(({ file }) => file));
  const shown = told.scenarios.filter((file) => known.has(file)).slice(0, mostPlayed);
  const files =
    shown.length > 0 ? shown : [await scenarios.lend(`finding-${told.code}.yaml`, await recordingOf(told, record))];
  const run = await runs.start({ scenarios: files });
  const [first, ...others] = [told, ...also].map(({ code }) => code);
  findings.expect(run.id, { codes: [first ?? told.code, ...others] });
  return run;
};

const recordingOf = async ({ code, card, sightings }: Cause['told'], record: Record): Promise<string> => {
  // The card may be of a run by now, and nothing is recorded of runs.
  const live = sightings.find(({ run }) => run === undefined);
  const isOfAgent = card.calls.every(({ direction }) => direction !== 'callback');
  const exchangeIds = isOfAgent ? [] : (live?.exchanges ?? []);
  if (exchangeIds.length === 0) throw notPlayable();
  return (await record({ exchangeIds, title: `Shows ${code}` })).yaml;
};

const notPlayable = (): WalletproofError =>
  new WalletproofError(
    'usage',
    'No callbacks of this finding can be played again.',
    'Run the suite: it shows what is still wrong.',
  );
