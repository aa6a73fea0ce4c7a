import { answers, requests } from '../../api/schemas/all-schemas.ts';
import type { FindingsView } from '../../api/schemas/findings.ts';
import type { RunView } from '../../api/schemas/runs.ts';
import { dayOf, isActive } from '../../judge/baseline.ts';
import { usageError, type WalletproofError } from '../../spec/walletproof-error.ts';
import type { Context } from '../context.ts';
import { causesOf } from '../findings-book.ts';
import { type Cause, findingViews, type Pair, pairsOf } from '../findings-view.ts';
import { isPossible, type MutedFindings } from '../muted-findings.ts';
import { recordSession } from '../record-session.ts';
import { type AdminRoute, route } from './route.ts';

const params = { id: 'Id of a finding.' } as const;
const missing = 'No finding has this id.';
const findingsNow = { status: 200, schema: answers.Findings, description: 'The findings.' } as const;

/** What is wrong with the agent: read, muted, played again. */
export const findingRoutes: readonly AdminRoute[] = [
  route('GET /findings', {
    name: 'listFindings',
    tag: 'findings',
    summary: 'List findings',
    description: 'What is wrong with the agent, by root cause, from live traffic and from runs.',
    answer: findingsNow,
    act: async ({ context }) => await findingsView(context),
  }),
  route('POST /findings/:id/mute', {
    name: 'muteFinding',
    tag: 'findings',
    params,
    summary: 'Mute a finding',
    description: 'Writes what it breaks to the baseline file: it is known, and fails no run.',
    body: requests.MuteOrder,
    answer: findingsNow,
    missing,
    act: async ({ context, params: { id = '' }, body }) =>
      await change(context, id, async (file, pairs) => await file.mute(pairs, body)),
  }),
  route('DELETE /findings/:id/mute', {
    name: 'unmuteFinding',
    tag: 'findings',
    params,
    summary: 'Unmute a finding',
    description: 'Takes what it breaks out of the baseline file.',
    answer: findingsNow,
    missing,
    act: async ({ context, params: { id = '' } }) =>
      await change(context, id, async (file, pairs) => await file.unmute(pairs)),
  }),
  route('POST /findings/:id/play', {
    name: 'playFinding',
    tag: 'findings',
    params,
    summary: 'Play a finding again',
    description:
      'Plays the scenarios that showed it, or the recorded calls. Afterwards the finding says whether it was there.',
    answer: { status: 202, schema: answers.Run, description: 'The run has begun.' },
    missing,
    act: async ({ context, params: { id = '' } }) => {
      const cause = await causeOf(context, id);
      return cause && (await play(context, cause));
    },
  }),
];

export const findingsView = async (context: Context): Promise<FindingsView> => {
  const { findings, muted } = context;
  await findings.settled();
  return {
    findings: findingViews(causesOf(findings.book), await excuses(context)),
    ...findings.tally.counts(),
    ...(muted === undefined ? {} : { baselineFile: muted.file }),
  };
};

const causeOf = async ({ findings }: Context, id: string): Promise<Cause | undefined> => {
  await findings.settled();
  return causesOf(findings.book).find(({ told }) => told.code === id);
};

/** Writes the baseline file; undefined where no finding has this id. */
const change = async (
  context: Context,
  id: string,
  write: (file: MutedFindings, pairs: readonly Pair[]) => Promise<void>,
): Promise<FindingsView | undefined> => {
  const cause = await causeOf(context, id);
  if (cause === undefined) return undefined;
  await write(context.muted ?? noFile(), pairsOf(cause));
  context.bus.publish({ kind: 'findings' });
  return await findingsView(context);
};

/** Why a pair is excused; where the file cannot be read nothing is, and the log says why. */
const excuses = async ({ muted, clock, options }: Context): Promise<(pair: Pair) => string | undefined> => {
  const loaded = await muted?.load().catch(options.onError);
  const today = dayOf(clock.now());
  const active = (loaded?.entries ?? []).filter((entry) => isActive(entry, today));
  const known = new Map(active.map(({ requirement, code, reason }) => [`${requirement} ${code}`, reason]));
  // What no entry can excuse is excused with the rest.
  return (pair) => known.get(`${pair.requirement} ${pair.code}`) ?? (isPossible(pair) ? undefined : '');
};

const noFile = (): never => {
  throw usageError('This platform has no baseline file to write in.', 'Start it with `walletproof serve`.');
};

/** Scenarios that are played at once at most: they show one finding. */
const mostPlayed = 5;

/** Plays what showed it; where live traffic did, what is recorded of that. */
const play = async (context: Context, { told, also }: Cause): Promise<RunView> => {
  const { findings, runs, scenarios } = context;
  const known = new Set((await scenarios.list()).map(({ file }) => file));
  const shown = told.scenarios.filter((file) => known.has(file)).slice(0, mostPlayed);
  const files =
    shown.length > 0 ? shown : [await scenarios.lend(`finding-${told.code}.yaml`, await recordingOf(context, told))];
  const run = await runs.start({ scenarios: files, title: `Again: ${told.card.title}`.slice(0, 200) });
  const [first, ...others] = [told, ...also].map(({ code }) => code);
  findings.expect(run.id, { codes: [first ?? told.code, ...others] });
  return run;
};

const recordingOf = async (context: Context, { code, card, sightings }: Cause['told']): Promise<string> => {
  // The card may be of a run by now, and nothing is recorded of runs.
  const live = sightings.find(({ run }) => run === undefined);
  const isOfAgent = card.calls.every(({ direction }) => direction !== 'callback');
  const exchangeIds = isOfAgent ? [] : (live?.exchanges ?? []);
  if (exchangeIds.length === 0) throw notPlayable();
  return (await recordSession(context, { exchangeIds, title: `Shows ${code}` })).yaml;
};

const notPlayable = (): WalletproofError =>
  usageError('No callbacks of this finding can be played again.', 'Run the suite: it shows what is still wrong.');
