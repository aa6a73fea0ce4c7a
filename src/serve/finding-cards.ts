import { groupBy } from '../base/group-by.ts';
import { amountOf } from '../base/money.ts';
import type { BreachView, CallView } from '../components/breach-view.ts';
import { isOverlapping } from '../components/calls-at-once.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import type { JournalRow } from '../journal/journal.ts';
import { breachView } from '../report/breach-view.ts';
import { balanceBefore } from '../report/exchange-facts.ts';
import { reportedExchange } from '../report/reported-exchange.ts';
import type { FindingCode } from '../spec/finding.ts';
import { findRequirement } from '../spec/requirements/catalogue.ts';
import { levels } from '../spec/verdict.ts';
import { type BookEntry, mostSightings, placeOfRun, type Seen, type Sighting } from './findings-book.ts';

// Loaded with the first finding: the catalogue takes longer than the rest of a start.

/** Ids and sentences of strangers may be long: so much of each is kept. */
const longestText = 1_000;
const mostExchanges = 20;

/** What live traffic showed of one code, and the exchanges that show it best, as far as they are there. */
export interface LiveEvidence {
  readonly code: FindingCode;
  /** Oldest first; the last is told. */
  readonly sightings: readonly {
    readonly at: string;
    readonly findings: readonly [Finding, ...Finding[]];
  }[];
  readonly rows: readonly JournalRow[];
  readonly entry: BookEntry | undefined;
}

/** What is written down of it. */
export const seenLive = ({ code, sightings, rows, entry }: LiveEvidence): Seen => {
  const [newest, ...older] = sightings
    .toReversed()
    .map(({ at, findings: [{ message, exchanges }] }) =>
      bounded({ at, message, exchanges: exchanges.slice(-mostExchanges) }),
    );
  const findings = sightings.toReversed().flatMap((each) => each.findings);
  const [told, ...others] = findings;
  if (newest === undefined || told === undefined) throw new Error('Nothing was seen.');
  const exchanges = rows.map(({ exchange, judgement }) => ({
    ...reportedExchange(exchange, ''),
    expectedBalance: asAgentHas(judgement?.expected, judgement),
  }));
  const { agentId = '', playerId = '' } = rows.at(-1)?.exchange.subject ?? {};
  const opening = asAgentHas(rows[0]?.judgement?.before, rows[0]?.judgement);
  const card = cardOf({ findings: [told, ...others], exchanges, entry, opening });
  const already = rows[0]?.judgement?.since?.difference;
  return {
    code,
    card: {
      ...card,
      ...(already === undefined ? {} : { already }),
      calls: card.calls.map(byOwnVerdict(rows)).map(withOwnBefore(rows)),
    },
    count: sightings.length,
    sightings: [newest, ...older.slice(0, mostSightings - 1)],
    firstAt: older.at(-1)?.at ?? newest.at,
    scenarios: [],
    places: [`account ${agentId} ${playerId.slice(0, 100)}`],
  };
};

/** A balance with what an earlier breach left: that is no part of what this card tells. */
const asAgentHas = (balance: string | undefined, judgement: JournalRow['judgement']): string | undefined => {
  const left = judgement?.since?.difference;
  if (balance === undefined || left === undefined) return balance;
  return amountOf(balance)
    .plus(left)
    .toFixed(balance.split('.')[1]?.length ?? 0);
};

/**
 * A call by what was said of its own answer: one that proves what another did is right by itself, and that other is
 * wrong though it said no balance.
 */
const byOwnVerdict =
  (rows: readonly JournalRow[]) =>
  (call: CallView): CallView => {
    const judgement = rows.find(({ exchange }) => exchange.id === call.exchangeId)?.judgement;
    if (judgement === undefined) return call;
    const isWrong = judgement.verdict === 'wrong' || judgement.verdict === 'risky';
    if (isWrong === call.isWrong) return call;
    if (isWrong) return { ...call, isWrong: judgement.actual === undefined };
    const { due: _, ...rest } = call;
    const due = asAgentHas(judgement.expected, judgement);
    return { ...rest, isWrong, ...(due === undefined ? {} : { due }) };
  };

/** A call with the balance before it, where the one above does not say it. */
const withOwnBefore =
  (rows: readonly JournalRow[]) =>
  (call: CallView, index: number, calls: readonly CallView[]): CallView => {
    const above = calls[index - 1];
    const judgement = rows.find(({ exchange }) => exchange.id === call.exchangeId)?.judgement;
    const before = asAgentHas(judgement?.before, judgement);
    // What was due of a retry is what the sending that nobody answered left.
    const isRetry = above?.status === null && above.transactionId === call.transactionId;
    const isKnown = above === undefined || isRetry || [above.answered, above.due].includes(before);
    const isAtOnce = above !== undefined && isOverlapping(above, call);
    return before === undefined || isKnown || isAtOnce ? call : { ...call, before };
  };

interface Evidence {
  readonly findings: readonly [Finding, ...Finding[]];
  readonly exchanges: readonly ReportedExchange[];
  readonly entry: BookEntry | undefined;
  /** The balance before the first of them. */
  readonly opening?: string | undefined;
  readonly all?: readonly ReportedExchange[];
}

const cardOf = ({ findings, exchanges, entry, opening, all = [] }: Evidence): BreachView => {
  const [finding] = findings;
  const earlier = entry?.card.requirements.map(({ id }) => id) ?? [];
  const ids = new Set([...findings.map(({ requirement }) => requirement), ...earlier]);
  const broken = [...ids].flatMap((id) => findRequirement(id) ?? []);
  const requirements = levels.flatMap((level) => broken.filter((each) => each.level === level));
  return bounded(
    breachView({
      finding,
      requirements,
      exchanges,
      before: opening ?? balanceBefore(exchanges, all),
    }),
  );
};

/** The same value with its texts cut. */
const bounded = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'string' && each.length > longestText ? `${each.slice(0, longestText)}…` : each,
  ) as T;

/** What a run shows: at its end, or so far. */
export interface ShownInRun extends Pick<Run, 'exchanges' | 'startedAt'> {
  readonly findings: readonly Finding[];
  readonly scenarios: readonly Pick<Run['scenarios'][number], 'file'>[];
}

/** What is told of a run that has ended. */
export const shownBy = (run: Run): ShownInRun => {
  const broken = run.requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return { ...run, findings: broken.flatMap((requirement) => requirement.findings) };
};

/** What a run shows, by code. */
export const seenInRun = (
  run: ShownInRun,
  { id, title }: { readonly id: string; readonly title: string },
  entryOf: (code: FindingCode) => BookEntry | undefined,
): readonly Seen[] => {
  const findings = run.findings.filter(({ weight }) => weight !== 'note');
  const byId = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  return [...groupBy(findings, ({ code }) => code)].flatMap(([, group]) => {
    const [best, ...others] = group.toSorted(clearestFirst);
    if (best === undefined) return [];
    const { code } = best;
    const exchanges = best.exchanges.flatMap((each) => byId.get(each) ?? []);
    const evidence = { findings: [best, ...others], exchanges, all: run.exchanges } as const;
    const stories = [...groupBy(group, storyOf).values()].flatMap(([first]) => first ?? []);
    const sightings = stories.map((finding) => sightingIn(finding, { run, id, title, byId }));
    const [newest, ...older] = sightings.toSorted((a, b) => (a.at < b.at ? 1 : -1));
    if (newest === undefined) return [];
    return {
      code,
      card: cardOf({ ...evidence, entry: entryOf(code) }),
      count: sightings.length,
      sightings: [newest, ...older.slice(0, mostSightings - 1)] as const,
      firstAt: older.at(-1)?.at ?? newest.at,
      scenarios: [...new Set([best, ...others].map(({ scenario }) => scenario))].filter((file) =>
        run.scenarios.some((each) => each.file === file),
      ),
      places: [placeOfRun(id)],
    };
  });
};

/** What breaks a must, shown by the fewest calls. */
const clearestFirst = (one: Finding, other: Finding): number =>
  levelRank(one) - levelRank(other) || one.exchanges.length - other.exchanges.length;

const levelRank = ({ requirement }: Finding): number => {
  const level = findRequirement(requirement)?.level;
  return level === undefined ? levels.length : levels.indexOf(level);
};

/** What the same calls show is seen once, whatever number of requirements it breaks. */
const storyOf = ({ exchanges, scenario, message }: Finding): string =>
  exchanges.length === 0 ? `${scenario} ${message}` : exchanges.join(' ');

interface RunPlace {
  readonly run: ShownInRun;
  readonly id: string;
  readonly title: string;
  readonly byId: ReadonlyMap<string, ReportedExchange>;
}

const sightingIn = (finding: Finding, { run, id, title, byId }: RunPlace): Sighting => {
  const { scenario, line, message, exchanges } = finding;
  const at = byId.get(exchanges.at(-1) ?? '')?.startedAt ?? run.startedAt;
  return bounded({
    at,
    message,
    exchanges: exchanges.slice(-mostExchanges),
    run: { id, title, scenario, ...(line === undefined ? {} : { line }) },
  });
};
