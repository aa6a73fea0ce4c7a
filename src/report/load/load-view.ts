import { durationText, plural, shortMs, whole } from '../../base/quantities.ts';
import { plainValues } from '../../base/visible-text.ts';
import { groupDigits } from '../../components/money.tsx';
import type { LoadFigures, ReportView, SectionView } from '../../components/report-view.ts';
import type { LoadReport } from '../../formats/load-report.ts';
import { callbackTypes } from '../../spec/callback.ts';
import { runVerdictText } from '../verdict-text.ts';
import { type Percentiles, percentilesOf } from './histograms.ts';
import { loadBreaches } from './load-breaches.ts';
import { loadCharts } from './load-charts.ts';

/** A load as every report tells it: its verdict, its breaches, its figures. */
export type LoadView = ReportView & { readonly load: LoadFigures };

/** A load as its reports tell it: chosen and worded, harmless, nothing drawn yet. */
export const loadView = (hostile: LoadReport): LoadView => {
  const report = plainReport(hostile);
  const { cards, exchanges } = loadBreaches(hostile);
  return {
    head: {
      verdict: report.verdict,
      title: titleOf(report),
      sentence: sentenceOf(report),
      reasons: report.reasons,
      told: [],
      facts: factsOf(report),
    },
    notices: { causes: [], isInterrupted: false },
    breaches: cards,
    unjudged: [],
    groups: [],
    coverage: [],
    observations: [],
    exchanges,
    exchangeCount: exchanges.length,
    untoldNote: 'counted, and not kept',
    load: { sections: sectionsOf(report), charts: loadCharts(report, rateOf(report)) },
  };
};

/** In the order in which they are read; of what there is nothing to say, nothing. */
const sectionsOf = (report: LoadReport): SectionView[] => {
  const { goals, money, errors, health, activities, struck, doubts, breaches } = report;
  // What a fault strikes is played under its name.
  const played = Object.entries({ ...activities, ...struck });
  const scenarioFiles = [...new Set(breaches.flatMap(({ scenarioFile }) => scenarioFile ?? []))];
  const all: Omit<SectionView, 'isDetail'>[] = [
    {
      ...{ id: 'goals', title: 'Goals', notes: [] },
      columns: [
        words(goals, 'goal', ({ goal }) => goal),
        words(goals, 'result', ({ result }) => goalWords[result]),
        words(goals, 'actual', ({ actual, reason }) => (reason === undefined ? actual : `${actual}: ${reason}`)),
      ],
    },
    latencySection(report),
    {
      ...{ id: 'errors', title: 'Answers that say nothing of the wallet', notes: [] },
      columns: [
        figures(errors, 'times', ({ count }) => whole(count)),
        words(errors, 'callback', ({ type }) => type),
        words(errors, 'what came', ({ said }) => said),
      ],
    },
    {
      ...{ id: 'money', title: 'Money' },
      columns: [
        words(money, 'currency', ({ currency }) => currency),
        figures(money, 'players', ({ players }) => whole(players)),
        figures(money, 'staked', ({ staked }) => groupDigits(staked)),
        figures(money, 'won', ({ won }) => groupDigits(won)),
        figures(money, 'rolled back', ({ rolledBack }) => groupDigits(rolledBack)),
        figures(money, 'drift', ({ drift }) => groupDigits(drift)),
      ],
      notes: [
        money.length === 0
          ? 'No account was opened.'
          : 'Drift: what all accounts have in the end, less what they must have. Of a right agent it is 0.00.',
      ],
    },
    { ...{ id: 'left', title: 'Left with the players', columns: [] }, notes: residuesOf(report) },
    { ...{ id: 'doubts', title: 'Not explained', columns: [] }, notes: doubts.map(doubtText) },
    {
      ...{ id: 'played', title: 'What was played', notes: [] },
      columns: [
        words(played, 'activity or fault', ([name]) => name),
        figures(played, 'times', ([, count]) => whole(count)),
      ],
    },
    { ...{ id: 'scenarios', title: 'Scenarios that play the breaches again', columns: [] }, notes: scenarioFiles },
    {
      ...{ id: 'generator', title: 'The generator itself', columns: [] },
      notes: healthOf({ health, callbacks: report.callbacks }).map(({ name, text }) => `${name}: ${text}`),
    },
  ];
  return all
    .filter(({ columns, notes }) => notes.length > 0 || columns.some(({ cells }) => cells.length > 0))
    .map((section) => ({ ...section, isDetail: section.id === 'played' || section.id === 'generator' }));
};

/** A column of words, a cell for each row. */
const words = <T>(rows: readonly T[], head: string, cellOf: (row: T) => string) => ({
  ...{ head, isFigure: false },
  cells: rows.map(cellOf),
});

const figures = <T>(rows: readonly T[], head: string, cellOf: (row: T) => string) => ({
  ...words(rows, head, cellOf),
  isFigure: true,
});

const goalWords = { met: '✓ met', missed: '✗ missed', 'not-judged': '– not judged' } as const;

/** From the intended time first: the service time below it hides how long a call waited to be sent. */
const latencySection = ({ latency, service, health }: LoadReport): Omit<SectionView, 'isDetail'> => {
  const rows = callbackTypes.flatMap((type) =>
    [
      { name: `${type} from when it was due`, times: percentilesOf(latency[type]) },
      { name: '  from its sending', times: percentilesOf(service[type]) },
    ].flatMap(({ name, times }) => (times === undefined ? [] : [{ name, times }])),
  );
  const column = (head: string, name: Exclude<keyof Percentiles, 'count'>) =>
    figures(rows, head, ({ times }) => shortMs(times[name]));
  return {
    ...{ id: 'latency', title: 'How long the answers took' },
    columns: [
      words(rows, 'callback', ({ name }) => name),
      figures(rows, 'answers', ({ times }) => whole(times.count)),
      ...[
        column('p50', 'p50'),
        column('p90', 'p90'),
        column('p99', 'p99'),
        column('p99.9', 'p999'),
        column('max', 'max'),
      ],
    ],
    notes: [
      ...(rows.length === 0 ? ['No callback was answered.'] : []),
      ...(health.tooLate === undefined ? [] : [`No latency is held against the agent: ${health.tooLate}.`]),
    ],
  };
};

/** Every text a harmless line, but for what is evidence: exchanges are shown by parts that know them. */
const plainReport = (report: LoadReport): LoadReport => {
  const { latency, service, seconds, breaches, doubts, health, ...others } = report;
  return {
    ...plainValues(others),
    ...{ latency, service, seconds },
    health: { ...plainValues(health), lateness: health.lateness },
    breaches: breaches.map(({ evidence, scenarioText, ...breach }) => ({
      ...plainValues(breach),
      evidence,
      ...(scenarioText === undefined ? {} : { scenarioText }),
    })),
    doubts: doubts.map(({ evidence, ...doubt }) => ({ ...plainValues(doubt), evidence })),
  };
};

const titleOf = ({ verdict, partial }: LoadReport): string =>
  [
    runVerdictText({ verdict }),
    ...(verdict === 'inconclusive' ? [] : ['under load']),
    ...(partial === true ? ['(not played to its end)'] : []),
  ].join(' ');

const sentenceOf = ({ judged, durationMs, breachCounts }: LoadReport): string => {
  const breaches = Object.values(breachCounts).reduce((sum, count) => sum + count, 0);
  const found = breaches === 0 ? 'no breach' : plural(breaches, 'breach', 'breaches');
  return `${whole(judged)} ${judged === 1 ? 'answer' : 'answers'} judged in ${durationText(durationMs)}: ${found}.`;
};

const factsOf = (report: LoadReport): Fact[] => {
  const { agent, asked, slices, seed, nonce, startedAt, resent, tool, money } = report;
  return factsIn({
    Rate: rateOf(report),
    Drift: money.map(({ currency, drift }) => `${groupDigits(drift)} ${currency}`).join(', '),
    Agent: `${agent.id} at ${agent.callbackUrl}`,
    Dialect: agent.dialect ?? '',
    Asked: askedText(asked),
    Players: whole(asked.players),
    Mix: asked.mix,
    Faults: shareTexts(asked.faults).join(', '),
    'Sent again': resent === 0 ? '' : plural(resent, 'callback'),
    Slices: sliceText(slices),
    Started: startedAt,
    Seed: String(seed),
    Nonce: nonce,
    Version: tool.version,
  });
};

interface Fact {
  readonly name: string;
  readonly text: string;
}

/** Of what there is nothing to say, nothing. */
const factsIn = (texts: Readonly<Record<string, string>>): Fact[] =>
  Object.entries(texts).flatMap(([name, text]) => (text === '' ? [] : [{ name, text }]));

const askedText = ({ ratePerSecond, rampMs, holdMs, spikes }: LoadReport['asked']): string =>
  [
    `${rateText(ratePerSecond)} for ${durationText(holdMs)}`,
    ...(rampMs === 0 ? [] : [`after a ramp of ${durationText(rampMs)}`]),
    ...spikes.map(
      (spike) => `${rateText(spike.ratePerSecond)} at ${durationText(spike.atMs)} for ${durationText(spike.forMs)}`,
    ),
  ].join(', ');

const shareTexts = (faults: LoadReport['asked']['faults']): string[] =>
  Object.entries(faults)
    .filter(([, share]) => share > 0)
    .map(([name, share]) => `${name} ${percentText(share)}`);

/** `2 %`, `0.1 %`. */
const percentText = (share: number): string => `${Number((share * 100).toPrecision(3))} %`;

/** `500/s`. */
export const rateText = (perSecond: number): string =>
  `${perSecond >= 10 ? whole(Math.round(perSecond)) : Number(perSecond.toFixed(1))}/s`;

const sliceText = (slices: LoadReport['slices']): string => {
  const [first] = slices;
  if (first === undefined || first.count === 1) return '';
  return slices.length === 1 ? `${first.index} of ${first.count}` : `${slices.length} of ${first.count}`;
};

/** `asked 492/s, reached 491/s (99.8 %)`. */
const rateOf = ({ seconds }: LoadReport): string => {
  const asked = seconds.reduce((sum, second) => sum + second.asked, 0);
  const sent = seconds.reduce((sum, second) => sum + second.sent, 0);
  if (asked === 0) return 'no callback was due';
  // Afterwards nothing is due any more: answers are awaited, and accounts given back.
  const per = Math.max(1, seconds.findLastIndex((second) => second.asked > 0) + 1);
  return `asked ${rateText(asked / per)}, reached ${rateText(sent / per)} (${percentText(sent / asked)})`;
};

/** Whether all accounts have in the end what they must have. */
export const isZero = (decimal: string): boolean => /^-?0+(?:\.0+)?$/.test(decimal);

/** More than so many are counted. */
const mostResidues = 20;

const residuesOf = ({ money }: LoadReport): string[] => {
  const all = money.flatMap(({ currency, residues }) =>
    residues.map(({ player, residue }) => `${player}: ${residue} ${currency}`),
  );
  const more = all.length - mostResidues;
  return more > 0 ? [...all.slice(0, mostResidues), `and ${plural(more, 'account')} more`] : all;
};

const doubtText = ({ reason, count, parked, player }: LoadReport['doubts'][number]): string => {
  const whom = player === undefined ? '' : `, first of ${player}`;
  const calls = parked === 0 ? '' : `; ${plural(parked, 'player')} not called any more`;
  return `${reason} (${count === 1 ? 'once' : `${whole(count)} times`}${whom}${calls})`;
};

const healthOf = ({ health, callbacks }: Pick<LoadReport, 'health' | 'callbacks'>): Fact[] => {
  const { workers, cpuMs, heapBytes, lateness } = health;
  const sent = Object.values(callbacks).reduce((sum, count) => sum + count, 0);
  return factsIn({
    workers: String(workers),
    'processor time': durationText(cpuMs),
    'a callback': sent === 0 ? '' : `${Math.round((cpuMs * 1000) / sent)} µs of processor time`,
    'most memory': `${Math.round(heapBytes / 1_000_000)} MB of heap`,
    'own lateness': latenessText(lateness) ?? '',
  });
};

/** How much too late callbacks were sent; undefined where none was. */
export const latenessText = (lateness: LoadReport['health']['lateness']): string | undefined => {
  const late = percentilesOf(lateness);
  return late && `p50 ${shortMs(late.p50)}, p99 ${shortMs(late.p99)}, max ${shortMs(late.max)}`;
};
