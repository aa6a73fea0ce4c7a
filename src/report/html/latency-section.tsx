import type { VNode } from 'preact';
import type { ReportedExchange, Run } from '../../spec/run.ts';
import { exchangeFacts } from '../exchange-facts.ts';
import { latencyOf } from './latency.ts';
import { LatencyHistogram } from './latency-histogram.tsx';
import { msText } from './ms-text.ts';

const Slowest = ({ exchanges }: { readonly exchanges: readonly ReportedExchange[] }): VNode => (
  <div class="scroll">
    <table>
      <caption>The slowest</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Callback</th>
          <th scope="col">Answer</th>
          <th scope="col">Scenario</th>
        </tr>
      </thead>
      <tbody>
        {exchanges.map((exchange) => {
          const { callback, status, answer } = exchangeFacts(exchange);
          return (
            <tr key={exchange.id}>
              <td>{msText(exchange.durationMs)}</td>
              <td>{callback}</td>
              <td>
                {status} {answer}
              </td>
              <td class="place">
                {exchange.scenario}
                {exchange.line === undefined ? '' : `:${exchange.line}`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);

/** How long the answers took: quantiles, a histogram, the slowest. */
export const LatencySection = ({ run }: { readonly run: Run }): VNode | null => {
  const latency = latencyOf(run);
  if (latency === undefined) return null;
  const { count, p50, p95, max, slowest } = latency;
  return (
    <section aria-labelledby="latency">
      <h2 id="latency">How long the answers took</h2>
      <p>
        {count} answers: half within <strong>{msText(p50)}</strong>, 95 of 100 within{' '}
        <strong>{msText(p95)}</strong>, the slowest <strong>{msText(max)}</strong>.
      </p>
      <LatencyHistogram latency={latency} />
      <Slowest exchanges={slowest} />
    </section>
  );
};
