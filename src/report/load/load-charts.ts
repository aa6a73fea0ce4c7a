import { shortMs } from '../../base/quantities.ts';
import type { ChartView } from '../../components/report-view.ts';
import type { LoadReport } from '../../formats/load-report.ts';
import { callbackTypes } from '../../spec/callback.ts';
import { percentilesOf } from './histograms.ts';

/**
 * A load second by second: rate (`rate`: in a sentence), latency of each type, what waited, what went wrong; of what
 * there was none, nothing.
 */
export const loadCharts = ({ seconds: all }: LoadReport, rate: string): ChartView[] => {
  const seconds = all.map(({ second }) => second);
  if (seconds.length === 0) return [];
  const counted = (title: string, label: string, series: ChartView['series']): ChartView => ({
    title,
    label,
    of: 'count',
    seconds,
    series,
  });
  const latencies = callbackTypes.flatMap((type): ChartView[] => {
    const times = all.map(({ latency }) => percentilesOf(latency[type]));
    if (times.every((each) => each === undefined)) return [];
    const worst = Math.max(...times.map((each) => each?.p99 ?? 0));
    return [
      {
        title: `Latency of ${type}`,
        label: `Latency of ${type} by second, from the time when it was due; its worst p99 is ${shortMs(worst)}.`,
        of: 'duration',
        seconds,
        series: percentileLooks.map(([name, look]) => ({ name, look, values: times.map((each) => each?.[name]) })),
      },
    ];
  });
  const isQuiet = all.every(({ errors, breaches }) => errors === 0 && breaches === 0);
  return [
    counted('Callbacks a second', `Callbacks a second: ${rate}.`, [
      { name: 'asked', look: 'first dashed', values: all.map(({ asked }) => asked) },
      { name: 'reached', look: 'second', values: all.map(({ sent }) => sent) },
    ]),
    ...latencies,
    counted(
      'Callbacks that wait, at the end of each second',
      'Callbacks that were due and waited, and those under way.',
      [
        { name: 'due and not sent', look: 'third', values: all.map(({ backlog }) => backlog) },
        { name: 'under way', look: 'first', values: all.map(({ underWay }) => underWay) },
      ],
    ),
    ...(isQuiet
      ? []
      : [
          counted('Errors and breaches a second', 'Errors and breaches by second.', [
            { name: 'errors', look: 'third', values: all.map(({ errors }) => errors) },
            { name: 'breaches', look: 'fourth', values: all.map(({ breaches }) => breaches) },
          ]),
        ]),
  ];
};

const percentileLooks = [
  ['p50', 'second'],
  ['p90', 'first'],
  ['p99', 'third'],
  ['max', 'fourth dashed'],
] as const;
