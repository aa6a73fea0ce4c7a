import type { VNode } from 'preact';
import type { RunOrderOfPage, RunView } from '../../../api/schemas/runs.ts';
import { durationText } from '../../../text/quantity-text.ts';
import { EmptyState, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useAction } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { Ago } from '../../parts/time.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import { RunChanges, RunVerdictText, runBefore, summaryText } from './run-history.tsx';

/** One run: while it is under way how far it is, then its report. */
export const RunPage = ({ id = '' }: { readonly id?: string }): VNode => {
  const run = store.runs.value.find((one) => one.id === id);
  return (
    <div class="run">
      <nav aria-label="Breadcrumb">
        <a href={hrefOf('conformance')}>Conformance</a>
      </nav>
      <h1>{run === undefined ? 'Run' : `Run: ${run.title}`}</h1>
      {run === undefined ? <NoRun /> : <Body run={run} />}
    </div>
  );
};

const Body = ({ run }: { readonly run: RunView }): VNode => {
  switch (run.state) {
    case 'running':
      return <RunProgress run={run} />;
    case 'failed':
      return (
        <div class="error">
          <p class="what">✗ It could not be run.</p>
          <p>{run.error ?? ''}</p>
        </div>
      );
    case 'finished':
      return (
        <>
          <RunHead run={run} />
          <iframe
            title={`Report of the run: ${run.title}`}
            src={`/__admin/runs/${encodeURIComponent(run.id)}/report`}
            sandbox="allow-scripts allow-popups"
          />
        </>
      );
  }
};

const NoRun = (): VNode | null =>
  store.setup.value === undefined ? null : (
    <EmptyState title="No such run">
      <p>
        The platform keeps the last 50 runs. <a href={hrefOf('conformance')}>See the history</a>, or
        run it again.
      </p>
    </EmptyState>
  );

/** What came of a run, in a few lines above its report. */
const RunHead = ({ run }: { readonly run: RunView }): VNode => {
  const before = runBefore(store.runs.value, run);
  const path = `/__admin/runs/${encodeURIComponent(run.id)}`;
  return (
    <section class="run-head">
      <p class="row">
        <RunVerdictText run={run} />
        {run.summary === undefined ? null : <span>{summaryText(run.summary)}</span>}
        <span class="quiet">
          <Ago at={run.startedAt} />
          {run.durationMs === undefined ? '' : `, took ${durationText(run.durationMs)}`}
        </span>
        <a href={path} download={`${run.id}.json`}>
          report.json
        </a>
        <a href={`${path}/report`} target="_blank" rel="noopener">
          Report in a tab <span aria-hidden="true">↗</span>
        </a>
      </p>
      {before === undefined ? null : (
        <div>
          Since <a href={hrefOf('runs', before.id)}>the run before</a>:{' '}
          <RunChanges id={run.id} since={before.id} />
        </div>
      )}
    </section>
  );
};

/** A run that is under way: how far it is, what it plays, and what failed so far. */
export const RunProgress = ({ run }: { readonly run: RunView }): VNode => {
  const { id, title, done, total, current, scenarios } = run;
  const [act, { busy, error }] = useAction();
  const interrupt = (): void =>
    act(async () => {
      await callAdmin<unknown>('DELETE', '/runs/current');
    });
  const bad = scenarios.filter(isBad);
  return (
    <section class="card run-progress" aria-label="The run under way">
      <header class="row">
        <h2>
          Running: <a href={hrefOf('runs', id)}>{title}</a>
        </h2>
        <Button look="danger" onPress={interrupt} disabled={busy}>
          Interrupt
        </Button>
      </header>
      <progress max={Math.max(1, total)} value={done} aria-label="Scenarios played" />
      <p>
        {done} of {total} scenarios.{' '}
        <span class="quiet">{current === undefined ? '' : `Now: ${current}`}</span>
      </p>
      <p role="status">
        {bad.length === 0 ? 'Nothing failed so far.' : `${bad.length} not passed so far:`}
      </p>
      <ul class="failures">
        {bad.map(({ file, title: name, verdict, reason }) => (
          <li key={file}>
            <VerdictMark verdict={verdict} /> {name} <span class="quiet">{reason ?? ''}</span>
          </li>
        ))}
      </ul>
      <ErrorNote error={error} />
    </section>
  );
};

const isBad = ({ verdict }: RunView['scenarios'][number]): boolean =>
  ['failed', 'warned', 'inconclusive', 'blocked'].includes(verdict);

/** Starts a run and goes to its page. Throws an AdminRefusal. */
export const startRun = async (order: RunOrderOfPage): Promise<void> => {
  const { id } = await callAdmin<RunView>('POST', '/runs', order);
  location.hash = hrefOf('runs', id);
};
