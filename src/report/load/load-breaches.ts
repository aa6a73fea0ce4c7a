import { groupBy } from '../../base/group-by.ts';
import { visibleValues } from '../../base/visible-text.ts';
import type { BreachView } from '../../components/breach-view.ts';
import type { AlsoView, ExchangeView, ReportedBreach, SightingView } from '../../components/report-view.ts';
import type { LoadBreach, LoadReport } from '../../formats/load-report.ts';
import { isMustByEffect } from '../../spec/finding.ts';
import { findRequirement } from '../../spec/requirements/catalogue.ts';
import { foldedByCause } from '../../spec/root-causes.ts';
import { breachView } from '../breach-view.ts';
import { balanceBefore } from '../exchange-facts.ts';
import { exchangeView } from '../exchange-view.ts';
import { requirementIds } from '../requirement-ids.ts';

/** Whether a breach fails a load: a must is broken, whatever it is charged to. */
export const failsLoad = (breach: LoadBreach): boolean => {
  const level = findRequirement(breach.requirement)?.level ?? 'must';
  return isMustByEffect(breach, level) || (breach.weight !== 'note' && level === 'must');
};

/** Breaches as cards, one a cause with what follows from it, with the calls that show them. */
export const loadBreaches = (
  report: LoadReport,
): { readonly cards: readonly ReportedBreach[]; readonly exchanges: readonly ExchangeView[] } => {
  const breaches = report.breaches.map(withOwnIds);
  const seen = [...groupBy(breaches, ({ code }) => code)].map(([code, all]) => ({
    ...{ code, all, count: report.breachCounts[code] ?? all.length },
    places: ['load'],
  }));
  // What is seen most often leads.
  const causes = foldedByCause(seen.toSorted((one, other) => other.count - one.count));
  const cards = causes.map(({ told, also }) => cardOf(told, also));
  const exchanges = breaches
    .flatMap(({ evidence }) => evidence)
    .map((exchange) => visibleValues(exchangeView(exchange, () => undefined)));
  return {
    cards: cards.toSorted((one, other) => ranks[one.standing] - ranks[other.standing]),
    exchanges,
  };
};

const ranks = { fails: 0, warns: 1, known: 2 } as const;

/** Workers number their calls apart: the same id may be in two breaches. */
const withOwnIds = (breach: LoadBreach, index: number): LoadBreach => {
  const own = (id: string): string => `${index + 1}-${id.replaceAll(/[^\w-]/g, '_')}`;
  return {
    ...breach,
    exchanges: breach.exchanges.map(own),
    evidence: breach.evidence.map((exchange) => ({ ...exchange, id: own(exchange.id) })),
  };
};

/** A finding with all that was kept of it, and how often it was seen. */
interface SeenBreach {
  readonly all: readonly LoadBreach[];
  readonly count: number;
}

const cardOf = ({ all, count }: SeenBreach, also: readonly SeenBreach[]): ReportedBreach => {
  const [first, ...others] = all.toSorted((one, other) => Number(failsLoad(other)) - Number(failsLoad(one)));
  if (first === undefined) throw new TypeError('No breach has this code.');
  const kept = [...others, ...also.flatMap((each) => each.all)];
  return {
    id: `breach-${first.code}`,
    standing: [first, ...kept].some(failsLoad) ? 'fails' : 'warns',
    lead: first.requirement,
    alsoBreaks: requirementIds(kept.map(({ requirement }) => requirement).filter((id) => id !== first.requirement)),
    alsoWarns: '',
    times: also.reduce((sum, each) => sum + each.count, count),
    breach: viewOf(first),
    source: sourceOf(first),
    others: others.map(sightingOf),
    untold: Math.max(0, count - all.length),
    also: also.flatMap(alsoView),
  };
};

/** What follows from the cause, with each time that was kept. */
const alsoView = ({ all, count }: SeenBreach): AlsoView[] => {
  const [first] = all;
  if (first === undefined) return [];
  const { code, title, requirements, change } = viewOf(first);
  const others = all.map(sightingOf);
  return [{ id: `breach-${code}`, code, title, requirements, change, others, untold: Math.max(0, count - all.length) }];
};

/** A breach with its calls: those that it names, else all that were kept of it. */
const viewOf = (breach: LoadBreach): BreachView => {
  const { evidence, requirement } = breach;
  const named = evidence.filter(({ id }) => breach.exchanges.includes(id));
  const exchanges = named.length === 0 ? evidence : named;
  const known = findRequirement(requirement);
  return visibleValues(
    breachView({
      finding: breach,
      requirements: known === undefined ? [] : [known],
      exchanges,
      before: balanceBefore(exchanges, evidence),
    }),
  );
};

const sightingOf = (breach: LoadBreach): SightingView => {
  const { message, calls, leftOut, before, arithmetic, cause } = viewOf(breach);
  return {
    ...{ message, calls, leftOut },
    ...(before === undefined ? {} : { before }),
    ...(arithmetic === undefined ? {} : { arithmetic }),
    ...(cause === undefined ? {} : { cause }),
    source: sourceOf(breach),
  };
};

/** What was played, and the scenario that plays it again. */
const sourceOf = (breach: LoadBreach): ReportedBreach['source'] => {
  const { scenarioFile, scenarioText = '' } = breach;
  const lines = scenarioText === '' ? [] : scenarioText.trimEnd().split('\n');
  return visibleValues({
    place: scenarioFile ?? breach.activity,
    file: scenarioFile ?? breach.activity,
    title: playedText(breach),
    lines: lines.map((text, index) => ({ number: index + 1, text, isMarked: false })),
  });
};

/** `a losing spin, struck by races, player load-4`. */
export const playedText = ({ activity, fault, player }: Pick<LoadBreach, 'activity' | 'fault' | 'player'>): string =>
  [activity, ...(fault === undefined ? [] : [`struck by ${fault}`]), `player ${player}`].join(', ');
