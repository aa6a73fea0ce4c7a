import type { VNode } from 'preact';
import { callbackTypes } from '../../../spec/callback.ts';
import type { Percentiles } from '../histograms.ts';
import { type SecondView, shortMs, whole } from '../load-view.ts';
import { type Series, TimeChart } from './time-chart.tsx';

/** A load second by second: rate, latency of each type, what waited, what went wrong. */
export const LoadCharts = ({
  seconds,
  rate,
}: {
  readonly seconds: readonly SecondView[];
  /** The rate in a sentence. */
  readonly rate: string;
}): VNode => (
  <section aria-labelledby="seconds">
    <h2 id="seconds">Second by second</h2>
    {seconds.length === 0 ? (
      <p>The load ended before its first second was over: there is nothing to draw.</p>
    ) : (
      <>
        <TimeChart
          title="Callbacks a second"
          label={`Callbacks a second: ${rate}.`}
          seconds={seconds.map(({ second }) => second)}
          series={[
            { name: 'asked', look: 'first dashed', values: seconds.map(({ asked }) => asked) },
            { name: 'reached', look: 'second', values: seconds.map(({ sent }) => sent) },
          ]}
          scale="linear"
          textOf={whole}
        />
        {callbackTypes.map((type) => (
          <LatencyChart key={type} type={type} seconds={seconds} />
        ))}
        <TimeChart
          title="Callbacks that wait, at the end of each second"
          label="Callbacks that were due and waited, and those under way."
          seconds={seconds.map(({ second }) => second)}
          series={[
            {
              name: 'due and not sent',
              look: 'third',
              values: seconds.map(({ backlog }) => backlog),
            },
            { name: 'under way', look: 'first', values: seconds.map(({ underWay }) => underWay) },
          ]}
          scale="linear"
          textOf={whole}
        />
        <TroubleChart seconds={seconds} />
      </>
    )}
  </section>
);

const percentiles = [
  { name: 'p50', look: 'second', of: ({ p50 }: Percentiles) => p50 },
  { name: 'p90', look: 'first', of: ({ p90 }: Percentiles) => p90 },
  { name: 'p99', look: 'third', of: ({ p99 }: Percentiles) => p99 },
  { name: 'max', look: 'fourth dashed', of: ({ max }: Percentiles) => max },
] as const;

const LatencyChart = ({
  type,
  seconds,
}: {
  readonly type: (typeof callbackTypes)[number];
  readonly seconds: readonly SecondView[];
}): VNode | null => {
  const times = seconds.map(({ latency }) => latency[type]);
  if (times.every((each) => each === undefined)) return null;
  const series: Series[] = percentiles.map(({ name, look, of }) => ({
    name,
    look,
    values: times.map((each) => (each === undefined ? undefined : of(each))),
  }));
  const worst = Math.max(...times.map((each) => each?.p99 ?? 0));
  return (
    <TimeChart
      title={`Latency of ${type}`}
      label={`Latency of ${type} by second, from the time when it was due; its worst p99 is ${shortMs(worst)}.`}
      seconds={seconds.map(({ second }) => second)}
      series={series}
      scale="log"
      textOf={shortMs}
    />
  );
};

/** Only where there was some. */
const TroubleChart = ({ seconds }: { readonly seconds: readonly SecondView[] }): VNode => {
  const isQuiet = seconds.every(({ errors, breaches }) => errors === 0 && breaches === 0);
  if (isQuiet) return <p>No second had an error or a breach.</p>;
  return (
    <TimeChart
      title="Errors and breaches a second"
      label="Errors and breaches by second."
      seconds={seconds.map(({ second }) => second)}
      series={[
        { name: 'errors', look: 'third', values: seconds.map(({ errors }) => errors) },
        { name: 'breaches', look: 'fourth', values: seconds.map(({ breaches }) => breaches) },
      ]}
      scale="linear"
      textOf={whole}
    />
  );
};
