import type { FindingView } from '../api/schemas/findings.ts';
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

/** Root causes as the page shows them: newest first, those that the baseline excuses last. */
export const findingViews = (causes: readonly Cause[], excuseOf: (pair: Pair) => string | undefined): FindingView[] => {
  const views = causes.map((cause) => viewOf(cause, excuseOf));
  const rank = ({ muted }: FindingView): number => (muted === undefined ? 0 : 1);
  return views.sort((a, b) => rank(a) - rank(b) || (a.lastAt < b.lastAt ? 1 : -1));
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
