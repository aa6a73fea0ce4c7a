import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RunView } from '../../../api/schemas/runs.ts';
import { durationText } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import type { Comparison, RequirementChange } from '../../../formats/comparison.ts';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useLoaded } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { Ago } from '../../parts/time.tsx';

const shownFirst = 8;

/** What was run, newest first, how long the suite took each time, and what the newest run changed. */
export const RunHistory = ({ runs }: { readonly runs: readonly RunView[] }): VNode => {
  const [most, setMost] = useState(shownFirst);
  const over = runs.filter(({ state }) => state !== 'running');
  return (
    <section class="history">
      <h2>Runs</h2>
      {over.length > 0 ? null : <p class="quiet">Every run stands here, with what it changed.</p>}
      <Trend runs={over.filter(({ title }) => title === over[0]?.title)} />
      <ol>
        {over.slice(0, most).map((run, index) => (
          <Entry key={run.id} run={run} before={index === 0 ? runBefore(over, run) : undefined} />
        ))}
      </ol>
      {over.length <= most ? null : <Button onPress={() => setMost(most + shownFirst)}>Show older runs</Button>}
    </section>
  );
};

const Entry = ({ run, before }: { readonly run: RunView; readonly before: RunView | undefined }): VNode => (
  <li>
    <a href={hrefOf('runs', run.id)}>{visibleText(run.title)}</a>
    <span class="quiet took">{run.durationMs === undefined ? '' : durationText(run.durationMs)}</span>
    <RunVerdictText run={run} />
    <span class="quiet">
      <Ago at={run.startedAt} />
    </span>
    {before === undefined ? null : (
      <div class="since">
        <RunChanges id={run.id} since={before.id} />
      </div>
    )}
  </li>
);

/** Bars of fewer runs are no wider. */
const fewest = 16;

/** How long runs of the same took, oldest first, as bars in the colours of their verdicts. */
const Trend = ({ runs }: { readonly runs: readonly RunView[] }): VNode | null => {
  const timed = runs.filter(({ durationMs }) => durationMs !== undefined).toReversed();
  const [first, last] = [timed[0], timed.at(-1)];
  if (first === last) return null;
  const longest = Math.max(...timed.map(({ durationMs = 0 }) => durationMs));
  const [from, to] = [first, last].map((run) => durationText(run?.durationMs ?? 0));
  return (
    <svg
      class="trend"
      role="img"
      aria-label={`How long the last ${timed.length} runs took: from ${from} to ${to}`}
      viewBox={`0 0 ${Math.max(fewest, timed.length)} 20`}
      preserveAspectRatio="none"
    >
      {timed.map(({ id, durationMs = 0, verdict }, index) => {
        const height = Math.max(1, (durationMs / longest) * 20);
        return <rect key={id} class={verdict} x={index + 0.1} width={0.8} y={20 - height} height={height} />;
      })}
    </svg>
  );
};

/** What a run changed since another: newly failing and fixed requirements, by id. */
export const RunChanges = ({ id, since }: { readonly id: string; readonly since: string }): VNode => {
  const read = useLoaded(
    () => callAdmin<Comparison>('GET', `/runs/${encodeURIComponent(id)}/changes?since=${encodeURIComponent(since)}`),
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
  return runs.slice(place + 1).find(({ state, title }) => state === 'finished' && title === run.title);
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
