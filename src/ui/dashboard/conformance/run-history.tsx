import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RunView } from '../../../spec/admin/views.ts';
import { Ago } from '../parts/ago.tsx';
import { Button } from '../parts/button.tsx';
import { durationText } from '../parts/duration-text.ts';
import { hrefOf } from '../routes.ts';
import { runBefore } from './run-before.ts';
import { RunChanges } from './run-changes.tsx';
import { RunVerdictText } from './run-verdict-text.tsx';
import { summaryText } from './summary-text.ts';

const shownFirst = 8;

/** What was run, newest first, and what changed from one run to the next. */
export const RunHistory = ({ runs }: { readonly runs: readonly RunView[] }): VNode => {
  const [most, setMost] = useState(shownFirst);
  return (
    <section class="history">
      <h2>History</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>when</th>
              <th>run</th>
              <th>verdict</th>
              <th>requirements</th>
              <th>took</th>
              <th>since the run before</th>
            </tr>
          </thead>
          <tbody>
            {runs.slice(0, most).map((run) => (
              <Row key={run.id} run={run} before={runBefore(runs, run)} />
            ))}
          </tbody>
        </table>
      </div>
      {runs.length <= most ? null : (
        <Button onPress={() => setMost(most + shownFirst)}>Show older runs</Button>
      )}
    </section>
  );
};

const Row = ({
  run,
  before,
}: {
  readonly run: RunView;
  readonly before: RunView | undefined;
}): VNode => (
  <tr>
    <td>
      <Ago at={run.startedAt} />
    </td>
    <td>
      <a href={hrefOf('runs', run.id)}>{run.title}</a>
    </td>
    <td>
      <RunVerdictText run={run} />
    </td>
    <td>{run.summary === undefined ? '–' : summaryText(run.summary)}</td>
    <td>{run.durationMs === undefined ? '–' : durationText(run.durationMs)}</td>
    <td>
      {before === undefined ? (
        <span class="quiet">–</span>
      ) : (
        <RunChanges id={run.id} since={before.id} />
      )}
    </td>
  </tr>
);
