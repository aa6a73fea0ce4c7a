import { groupBy } from '../../base/group-by.ts';
import { visibleValues } from '../../base/visible-text.ts';
import type { BreachView } from '../../components/breach-view.ts';
import type { ExchangeView, ReportedBreach, SightingView } from '../../components/report-view.ts';
import type { LoadBreach, LoadReport } from '../../formats/load-report.ts';
import { isMustByEffect } from '../../spec/finding.ts';
import { findRequirement } from '../../spec/requirements/catalogue.ts';
import { breachView } from '../breach-view.ts';
import { balanceBefore } from '../exchange-facts.ts';
import { exchangeView } from '../exchange-view.ts';
import { requirementIds } from '../requirement-ids.ts';

/** Whether a breach fails a load: a must is broken, whatever it is charged to. */
export const failsLoad = (breach: LoadBreach): boolean => {
  const level = findRequirement(breach.requirement)?.level ?? 'must';
  return isMustByEffect(breach, level) || (breach.weight !== 'note' && level === 'must');
};

/** Breaches as cards, one a code, with the calls that show them. */
export const loadBreaches = (
  report: LoadReport,
): { readonly cards: readonly ReportedBreach[]; readonly exchanges: readonly ExchangeView[] } => {
  const breaches = report.breaches.map(withOwnIds);
  const cards = [...groupBy(breaches, ({ code }) => code).values()].map((all) => cardOf(all, report.breachCounts));
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

const cardOf = (all: readonly LoadBreach[], counts: LoadReport['breachCounts']): ReportedBreach => {
  const [first, ...others] = all.toSorted((one, other) => Number(failsLoad(other)) - Number(failsLoad(one)));
  if (first === undefined) throw new TypeError('No breach has this code.');
  return {
    id: `breach-${first.code}`,
    standing: failsLoad(first) ? 'fails' : 'warns',
    lead: first.requirement,
    alsoBreaks: requirementIds(others.map(({ requirement }) => requirement).filter((id) => id !== first.requirement)),
    alsoWarns: '',
    times: counts[first.code] ?? all.length,
    breach: viewOf(first),
    source: sourceOf(first),
    others: others.map(sightingOf),
    untold: Math.max(0, (counts[first.code] ?? 0) - all.length),
    also: [],
  };
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
