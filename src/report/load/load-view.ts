import { durationText, plural } from '../../base/quantities.ts';
import { plainValues } from '../../base/visible-text.ts';
import type { ExchangeView, ReportedBreach } from '../../components/report-view.ts';
import type { LoadReport } from '../../formats/load-report.ts';
import { type CallbackType, callbackTypes } from '../../spec/callback.ts';
import type { RunVerdict } from '../../spec/verdict.ts';
import { runVerdictText } from '../verdict-text.ts';
import { type Percentiles, percentilesOf } from './histograms.ts';
import { loadBreaches } from './load-breaches.ts';

/** A load as every report tells it: chosen and worded, harmless, nothing drawn yet. */
export interface LoadView {
  readonly verdict: RunVerdict;
  /** `NOT CONFORMANT under load`. */
  readonly title: string;
  /** `20,000 answers judged in 1 min 0 s; 2 breaches.` */
  readonly sentence: string;
  readonly reasons: readonly string[];
  readonly facts: readonly Fact[];
  readonly rate: RateView;
  readonly latency: readonly LatencyRow[];
  /** Why no latency is judged. */
  readonly tooLate?: string;
  readonly errors: readonly {
    readonly type: string;
    readonly said: string;
    readonly count: string;
  }[];
  readonly money: readonly MoneyRow[];
  /** What could not be given back. */
  readonly residues: readonly string[];
  readonly activities: readonly Fact[];
  /** Faults that struck, and how often. */
  readonly struck: readonly Fact[];
  readonly breachCounts: readonly { readonly code: string; readonly count: number }[];
  readonly breaches: readonly ReportedBreach[];
  readonly exchanges: readonly ExchangeView[];
  /** Files of scenarios that play breaches again. */
  readonly scenarioFiles: readonly string[];
  readonly doubts: readonly string[];
  readonly goals: LoadReport['goals'];
  readonly health: readonly Fact[];
  readonly seconds: readonly SecondView[];
}

export interface Fact {
  readonly name: string;
  readonly text: string;
}

/** Callbacks: how many were due, how many were sent. */
export interface RateView {
  readonly asked: number;
  readonly sent: number;
  /** `asked 492/s, reached 491/s (99.8 %)`. */
  readonly text: string;
}

export interface LatencyRow {
  readonly type: CallbackType;
  /** Callbacks that were sent. */
  readonly sent: number;
  /** From the intended time; absent where none was answered. */
  readonly latency?: Percentiles;
  /** From the sending. */
  readonly service?: Percentiles;
}

export interface MoneyRow extends Omit<LoadReport['money'][number], 'residues'> {
  readonly isRight: boolean;
}

/** A second, with percentiles of each type that was answered in it. */
export interface SecondView extends Omit<LoadReport['seconds'][number], 'latency'> {
  readonly latency: Readonly<Partial<Record<CallbackType, Percentiles>>>;
}

/** A load as its reports tell it. */
export const loadView = (hostile: LoadReport): LoadView => {
  const report = plainReport(hostile);
  const { cards, exchanges } = loadBreaches(hostile);
  const { tooLate } = report.health;
  return {
    verdict: report.verdict,
    title: titleOf(report),
    sentence: sentenceOf(report),
    reasons: report.reasons,
    facts: factsOf(report),
    rate: rateOf(report),
    latency: latencyOf(report),
    ...(tooLate === undefined ? {} : { tooLate }),
    errors: report.errors.map((error) => ({ ...error, count: whole(error.count) })),
    money: report.money.map(({ residues: _, ...row }) => ({ ...row, isRight: isZero(row.drift) })),
    residues: residuesOf(report),
    activities: countsOf(report.activities),
    struck: countsOf(report.struck),
    breachCounts: Object.entries(report.breachCounts)
      .map(([code, count]) => ({ code, count }))
      .toSorted((one, other) => other.count - one.count),
    breaches: cards,
    exchanges,
    scenarioFiles: [...new Set(report.breaches.flatMap(({ scenarioFile }) => scenarioFile ?? []))],
    doubts: report.doubts.map(doubtText),
    goals: report.goals,
    health: healthOf(report),
    seconds: report.seconds.map((second) => ({ ...second, latency: byType(second.latency) })),
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

/** `20,000`. */
export const whole = (count: number): string => count.toLocaleString('en-US');

const factsOf = ({ agent, asked, slices, seed, nonce, startedAt, resent, tool }: LoadReport): Fact[] =>
  Object.entries({
    agent: `${agent.id} at ${agent.callbackUrl}`,
    dialect: agent.dialect ?? '',
    asked: askedText(asked),
    players: whole(asked.players),
    mix: asked.mix,
    faults: shareTexts(asked.faults).join(', '),
    'sent again': resent === 0 ? '' : plural(resent, 'callback'),
    slices: sliceText(slices),
    started: startedAt,
    seed: String(seed),
    nonce,
    version: tool.version,
  }).flatMap(([name, text]) => (text === '' ? [] : [{ name, text }]));

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

const rateOf = ({ seconds }: LoadReport): RateView => {
  const asked = seconds.reduce((sum, second) => sum + second.asked, 0);
  const sent = seconds.reduce((sum, second) => sum + second.sent, 0);
  // Afterwards nothing is due any more: answers are awaited, and accounts given back.
  const per = Math.max(1, seconds.findLastIndex((second) => second.asked > 0) + 1);
  const text =
    asked === 0
      ? 'no callback was due'
      : `asked ${rateText(asked / per)}, reached ${rateText(sent / per)} (${percentText(sent / asked)})`;
  return { asked, sent, text };
};

const latencyOf = ({ callbacks, latency, service }: LoadReport): LatencyRow[] =>
  callbackTypes
    .map((type) => ({
      type,
      sent: callbacks[type] ?? 0,
      ...some('latency', percentilesOf(latency[type])),
      ...some('service', percentilesOf(service[type])),
    }))
    .filter((row) => row.sent > 0 || row.latency !== undefined);

const some = <K extends string, T>(name: K, value: T | undefined): { [P in K]?: T } =>
  value === undefined ? {} : ({ [name]: value } as { [P in K]?: T });

const byType = (latency: LoadReport['latency']): SecondView['latency'] =>
  Object.fromEntries(
    callbackTypes.flatMap((type) => {
      const percentiles = percentilesOf(latency[type]);
      return percentiles === undefined ? [] : [[type, percentiles]];
    }),
  );

const isZero = (decimal: string): boolean => /^-?0+(?:\.0+)?$/.test(decimal);

/** More than so many are counted. */
const mostResidues = 20;

const residuesOf = ({ money }: LoadReport): string[] => {
  const all = money.flatMap(({ currency, residues }) =>
    residues.map(({ player, residue }) => `${player}: ${residue} ${currency}`),
  );
  const more = all.length - mostResidues;
  return more > 0 ? [...all.slice(0, mostResidues), `and ${plural(more, 'account')} more`] : all;
};

const countsOf = (counts: Readonly<Record<string, number>>): Fact[] =>
  Object.entries(counts).map(([name, count]) => ({ name, text: whole(count) }));

const doubtText = ({ reason, count, parked, player }: LoadReport['doubts'][number]): string => {
  const whom = player === undefined ? '' : `, first of ${player}`;
  const calls = parked === 0 ? '' : `; ${plural(parked, 'player')} not called any more`;
  return `${reason} (${count === 1 ? 'once' : `${whole(count)} times`}${whom}${calls})`;
};

const healthOf = ({ health, callbacks }: LoadReport): Fact[] => {
  const { workers, cpuMs, heapBytes, lateness } = health;
  const sent = Object.values(callbacks).reduce((sum, count) => sum + count, 0);
  const late = percentilesOf(lateness);
  return Object.entries({
    workers: String(workers),
    'processor time': durationText(cpuMs),
    'a callback': sent === 0 ? '' : `${Math.round((cpuMs * 1000) / sent)} µs of processor time`,
    'most memory': `${Math.round(heapBytes / 1_000_000)} MB of heap`,
    'own lateness':
      late === undefined ? '' : `p50 ${shortMs(late.p50)}, p99 ${shortMs(late.p99)}, max ${shortMs(late.max)}`,
  }).flatMap(([name, text]) => (text === '' ? [] : [{ name, text }]));
};

/** `0.31 ms`, `8.2 ms`, `231 ms`, `12.5 s`: three digits tell enough. */
export const shortMs = (ms: number): string => {
  if (ms >= 9_995) return `${Number((ms / 1000).toFixed(1))} s`;
  if (ms >= 99.95) return `${Math.round(ms)} ms`;
  return `${Number(ms.toFixed(ms < 1 ? 2 : 1))} ms`;
};
