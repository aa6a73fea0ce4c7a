import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RunView } from '../../../api/schemas/runs.ts';
import { durationText } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import type { Comparison, RequirementChange } from '../../../formats/comparison.ts';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useLoaded } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { Ago } from '../../parts/time.tsx';
import { RunVerdictText } from './run-state.tsx';

const shownFirst = 12;

/** What was run, newest first. */
export const RunHistory = ({ runs }: { readonly runs: readonly RunView[] }): VNode => {
  const [most, setMost] = useState(shownFirst);
  const over = runs.filter(({ state }) => state !== 'running');
  if (over.length === 0) return <p class="quiet">Every run stands here, with what it changed.</p>;
  return (
    <>
      <table class="history">
        <caption>Runs</caption>
        <tbody>
          {over.slice(0, most).map((run) => (
            <tr key={run.id}>
              <td>
                <a href={hrefOf('runs', run.id)}>{visibleText(run.title)}</a>
                <br />
                <RunVerdictText run={run} />
              </td>
              <td class="quiet number">
                {run.durationMs === undefined ? '' : durationText(run.durationMs)}
                <br />
                <Ago at={run.startedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {over.length <= most ? null : <Button onPress={() => setMost(most + shownFirst)}>Show older runs</Button>}
    </>
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
  const { newlyFailing, fixed, changed, stillFailing } = read.value;
  if (newlyFailing.length + fixed.length + changed.length === 0) {
    const still = stillFailing.length === 0 ? '' : `, ${stillFailing.length} still failing`;
    return <span class="quiet">nothing changed{still}</span>;
  }
  return (
    <ul class="changes">
      <Changed sign="✗" word="newly failing" tone="bad" of={newlyFailing} />
      <Changed sign="✓" word="fixed" tone="good" of={fixed} />
      {changed.length === 0 ? null : (
        <li>
          <details>
            <summary class="quiet">{changed.length} otherwise changed</summary>
            <Ids of={changed} />
          </details>
        </li>
      )}
    </ul>
  );
};

interface ChangedProps {
  readonly sign: string;
  readonly word: string;
  readonly tone: 'bad' | 'good';
  readonly of: readonly RequirementChange[];
}

const Changed = ({ sign, word, tone, of }: ChangedProps): VNode | null =>
  of.length === 0 ? null : (
    <li>
      <span class={`tone-${tone}`}>
        <span aria-hidden="true">{sign}</span> {word}:
      </span>{' '}
      <Ids of={of} />
    </li>
  );

const Ids = ({ of }: Pick<ChangedProps, 'of'>): VNode => (
  <>
    {of.map(({ requirement, title }, index) => (
      <span key={requirement} title={title}>
        {index === 0 ? '' : ', '}
        {requirement}
      </span>
    ))}
  </>
);

/** The last finished run of the same thing before this one; `runs` newest first. */
export const runBefore = (runs: readonly RunView[], run: RunView): RunView | undefined => {
  const place = runs.findIndex(({ id }) => id === run.id);
  if (place === -1 || run.state !== 'finished') return undefined;
  return runs.slice(place + 1).find(({ state, title }) => state === 'finished' && title === run.title);
};
