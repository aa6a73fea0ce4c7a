import type { FindingView } from '../api/schemas/findings.ts';
import { isGrave } from '../components/breach-view.ts';
import type { BaselineEntry } from '../formats/run.ts';
import { brokenByAll } from '../report/breach-view.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { RootCause } from '../spec/root-causes.ts';
import { type BookEntry, mostSightings } from './findings-book.ts';

/** A root cause of what the book has. */
export type Cause = RootCause<BookEntry>;

/** What an entry of a baseline is about. */
export type Pair = Pick<BaselineEntry, 'requirement'> & { readonly code: FindingCode };

/** Everything that a root cause was charged to. */
export const pairsOf = ({ told, also }: Cause): readonly Pair[] =>
  [told, ...also].flatMap(({ code, card }) => card.requirements.map(({ id: requirement }) => ({ requirement, code })));

/** Root causes as the page shows them: the gravest first, of those the newest; what the baseline excuses comes last. */
export const findingViews = (causes: readonly Cause[], excuseOf: (pair: Pair) => string | undefined): FindingView[] => {
  const views = causes.map((cause) => viewOf(cause, excuseOf));
  return views.sort((a, b) => rankOf(a) - rankOf(b) || (a.lastAt < b.lastAt ? 1 : -1));
};

/**
 * A broken must, then a should that the specification recommends, then one that rests on soundness alone, then a
 * risk. Of the shoulds by soundness those on the agent's own requests come last: it may send an agent_session_id
 * twice on purpose, and each launch would make that the newest finding.
 */
const rankOf = (view: FindingView): number => {
  const { muted, weight, requirements, calls } = view;
  if (muted !== undefined) return 5;
  if (isGrave(view)) return 0;
  const broken = weight === 'breach' ? requirements.filter(({ level }) => level === 'should') : [];
  if (broken.length === 0) return 4;
  if (broken.some(({ sentence }) => sentence !== undefined)) return 1;
  return calls.some(({ direction }) => direction === 'callback') ? 2 : 3;
};

const byTime = (a: string, b: string): number => (a < b ? -1 : 1);

const viewOf = (cause: Cause, excuseOf: (pair: Pair) => string | undefined): FindingView => {
  const { told, also } = cause;
  const all = [told, ...also];
  const { code, card, lastPlay } = told;
  const { known: _, ...shown } = card;
  const excuses = pairsOf(cause).map(excuseOf);
  const muted = excuses.every((excuse) => excuse !== undefined) ? excuses[0] : undefined;
  return {
    ...shown,
    requirements: [...brokenByAll(all.map((each) => each.card))],
    calls: [...card.calls],
    id: code,
    count: all.reduce((sum, { count }) => sum + count, 0),
    firstAt: all.map(({ firstAt }) => firstAt).toSorted(byTime)[0] ?? told.firstAt,
    lastAt:
      all
        .map(({ lastAt }) => lastAt)
        .toSorted(byTime)
        .at(-1) ?? told.lastAt,
    sightings: all
      .flatMap(({ sightings }) => sightings)
      .toSorted((a, b) => (a.at < b.at ? 1 : -1))
      .slice(0, mostSightings),
    scenarios: [...new Set(all.flatMap(({ scenarios }) => scenarios))],
    ...(muted === undefined ? {} : { muted, known: muted }),
    ...(lastPlay === undefined ? {} : { lastPlay }),
  };
};
