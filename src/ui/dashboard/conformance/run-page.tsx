import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { RunView } from '../../../api/schemas/runs.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { ReportBody } from '../../../components/report-body.tsx';
import type { ReportView } from '../../../components/report-view.ts';
import { VerdictHead } from '../../../components/verdict-head.tsx';
import { EmptyState, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useLoaded } from '../../parts/requests.ts';
import { currentRoute, hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { hrefOfTraffic } from '../traffic/traffic-filter.ts';
import { useRunControls } from './run-controls.ts';
import { RunChanges, runBefore } from './run-history.tsx';
import { Progress } from './run-state.tsx';

/** One run: while it is under way how far it is, then what it says. */
export const RunPage = ({ id = '' }: { readonly id?: string }): VNode => {
  const run = store.runs.value.find((one) => one.id === id);
  return (
    <div class="run">
      <nav aria-label="Breadcrumb">
        <a href={hrefOf('conformance')}>Conformance</a>
        {run === undefined ? '' : ` / ${visibleText(run.title)}`}
      </nav>
      {run === undefined ? <NoRun /> : <Body run={run} />}
    </div>
  );
};

const Body = ({ run }: { readonly run: RunView }): VNode => {
  switch (run.state) {
    case 'running':
      return <Running run={run} />;
    case 'failed':
      return (
        <>
          <h1>It could not be run</h1>
          <p class="error">{visibleText(run.error ?? '')}</p>
        </>
      );
    case 'finished':
      return <Finished run={run} />;
  }
};

const Running = ({ run }: { readonly run: RunView }): VNode => (
  <>
    <h1>{visibleText(run.title)}</h1>
    <section class="card run-state" aria-label="The run under way">
      <Progress run={run} controls={useRunControls()} />
    </section>
  </>
);

const NoRun = (): VNode | null =>
  store.setup.value === undefined ? null : (
    <>
      <h1>Run</h1>
      <EmptyState title="No such run">
        <p>
          The platform keeps the last 50 runs. <a href={hrefOf('conformance')}>See them</a>, or run it again.
        </p>
      </EmptyState>
    </>
  );

const pathOf = ({ id }: RunView): string => `/runs/${encodeURIComponent(id)}`;

/** What the run says, drawn by the parts that its HTML report is made of. */
const Finished = ({ run }: { readonly run: RunView }): VNode => {
  const read = useLoaded((signal) => callAdmin<ReportView>('GET', `${pathOf(run)}/view`, undefined, signal), run.id);
  const element = useReportPlaces(read.kind);
  return (
    <div class="report" ref={element}>
      {read.kind === 'loaded' ? (
        <Report run={run} view={read.value} />
      ) : (
        <>
          <h1>{visibleText(run.title)}</h1>
          <ErrorNote error={read.kind === 'failed' ? read.error : undefined} />
        </>
      )}
    </div>
  );
};

const hrefOfExchange = (id: string): string => hrefOf('exchanges', id);

const Report = ({ run, view }: { readonly run: RunView; readonly view: ReportView }): VNode => (
  <>
    <VerdictHead head={view.head} />
    <RunLinks run={run} />
    <ReportBody view={view} hrefOfExchange={hrefOfExchange} />
  </>
);

/** What changed, what plays it again, and where its calls and its files are. */
const RunLinks = ({ run }: { readonly run: RunView }): VNode => {
  const { start, isBusy, error } = useRunControls();
  const before = runBefore(store.runs.value, run);
  const failed = run.scenarios.filter(({ verdict }) => verdict === 'failed');
  const path = `/__admin${pathOf(run)}`;
  return (
    <section class="run-links" aria-label="What can be done with it">
      {before === undefined ? null : (
        <div>
          Since <a href={hrefOf('runs', before.id)}>the run before</a>: <RunChanges id={run.id} since={before.id} />
        </div>
      )}
      <p class="row">
        {failed.length === 0 ? null : (
          <Button onPress={() => start(failed.map(({ file }) => file))} disabled={isBusy}>
            Run its {failed.length} failed again
          </Button>
        )}
        <a href={hrefOfTraffic({ run: run.id })}>All its calls in Traffic</a>
        <a href={path} download={`${run.id}.json`}>
          report.json
        </a>
        <a href={`${path}/report`} target="_blank" rel="noopener">
          HTML report <span aria-hidden="true">↗</span>
        </a>
      </p>
      <ErrorNote error={error} />
    </section>
  );
};

/**
 * Places in the report: the hash is the address of the page, so that a place stands in its query
 * (`#/runs/ID?at=requirement-BET-01`), and a link of the report leads there.
 */
const useReportPlaces = (read: string) => {
  const element = useRef<HTMLDivElement>(null);
  const { id, query } = currentRoute.value;
  const place = new URLSearchParams(query).get('at');
  useEffect(() => {
    const follow = (event: Event): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const href = link?.getAttribute('href') ?? '';
      if (!/^#[^/]/.test(href)) return;
      event.preventDefault();
      location.hash = hrefOf('runs', id, new URLSearchParams({ at: href.slice(1) }).toString());
    };
    element.current?.addEventListener('click', follow);
    return () => element.current?.removeEventListener('click', follow);
  }, [id]);
  useEffect(() => showPlace(place), [read, place]);
  return element;
};

/** Unfolds what it stands in, and goes there. */
const showPlace = (place: string | null): void => {
  const target = document.getElementById(place ?? '');
  if (target === null) return;
  for (let at = target.closest('details'); at !== null; ) {
    at.open = true;
    at = at.parentElement?.closest('details') ?? null;
  }
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'start' });
};
