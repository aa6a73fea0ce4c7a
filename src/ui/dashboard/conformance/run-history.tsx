import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RunView } from '../../../api/schemas/runs.ts';
import type { Comparison, RequirementChange } from '../../../formats/comparison.ts';
import type { Summary } from '../../../formats/run.ts';
import { verdicts } from '../../../spec/verdict.ts';
import { durationText } from '../../../text/quantity-text.ts';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useLoaded } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { Ago } from '../../parts/time.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';

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

/** What a run changed since another: newly failing and fixed requirements, by id. */
export const RunChanges = ({
  id,
  since,
}: {
  readonly id: string;
  readonly since: string;
}): VNode => {
  const read = useLoaded(
    () =>
      callAdmin<Comparison>(
        'GET',
        `/runs/${encodeURIComponent(id)}/changes?since=${encodeURIComponent(since)}`,
      ),
    JSON.stringify([id, since]),
  );
  if (read.kind === 'loading') return <span class="quiet">…</span>;
  if (read.kind === 'failed') return <span class="quiet">cannot be compared</span>;
  return <Changes comparison={read.value} />;
};

const Changes = ({ comparison }: { readonly comparison: Comparison }): VNode => {
  const { newlyFailing, fixed, changed, stillFailing } = comparison;
  if (newlyFailing.length + fixed.length + changed.length === 0) {
    return <span class="quiet">nothing changed{still(stillFailing.length)}</span>;
  }
  return (
    <ul class="changes">
      <ChangedRequirements sign="✗" word="newly failing" tone="bad" differences={newlyFailing} />
      <ChangedRequirements sign="✓" word="fixed" tone="good" differences={fixed} />
      <ChangedRequirements sign="·" word="otherwise changed" tone="none" differences={changed} />
    </ul>
  );
};

const still = (count: number): string => (count === 0 ? '' : `, ${count} still failing`);

const shownAtMost = 6;

const ChangedRequirements = ({
  sign,
  word,
  tone,
  differences,
}: {
  readonly sign: string;
  readonly word: string;
  readonly tone: 'bad' | 'good' | 'none';
  readonly differences: readonly RequirementChange[];
}): VNode | null => {
  if (differences.length === 0) return null;
  const more = differences.length - shownAtMost;
  return (
    <li>
      <span class={`tone-${tone}`}>
        <span aria-hidden="true">{sign}</span> {word}:
      </span>{' '}
      {differences.slice(0, shownAtMost).map(({ requirement, title }, index) => (
        <span key={requirement} title={title}>
          {index === 0 ? '' : ', '}
          {requirement}
        </span>
      ))}
      {more > 0 ? ` and ${more} more` : ''}
    </li>
  );
};

/** The last finished run of the same thing before this one; `runs` newest first. */
export const runBefore = (runs: readonly RunView[], run: RunView): RunView | undefined => {
  const place = runs.findIndex(({ id }) => id === run.id);
  if (place === -1 || run.state !== 'finished') return undefined;
  return runs
    .slice(place + 1)
    .find(({ state, title }) => state === 'finished' && title === run.title);
};

/** The verdict of a run, or why it has none. */
export const RunVerdictText = ({ run }: { readonly run: RunView }): VNode => {
  switch (run.state) {
    case 'running':
      return <span class="tone-none">… running</span>;
    case 'failed':
      return <span class="tone-unsure">? could not be run</span>;
    case 'finished':
      return (
        <>
          <VerdictMark verdict={run.verdict} />
          {run.partial === true ? <span class="quiet"> interrupted</span> : null}
        </>
      );
  }
};

/** How many requirements got which verdict, worst first: `2 failed, 118 passed`. */
export const summaryText = (summary: Summary): string => {
  const told = verdicts
    .filter((name) => summary[name] > 0)
    .map((name) => `${summary[name]} ${name}`);
  return told.length === 0 ? 'nothing judged' : told.join(', ');
};
