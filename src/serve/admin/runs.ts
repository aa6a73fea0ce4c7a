import { reportHeaders } from '../../api/guard.ts';
import { answers, requests } from '../../api/schemas/all-schemas.ts';
import { notFound } from '../../api/serve-route.ts';
import { type AdminRoute, ownRoute, route } from './route.ts';

const params = { id: 'Id of a run.' } as const;
const missing = 'No finished run has this id.';

/** Runs of the suite and of scenarios. */
export const runRoutes: readonly AdminRoute[] = [
  route('GET /runs', {
    name: 'listRuns',
    tag: 'conformance',
    summary: 'List runs',
    description: 'The run that is under way and the history, newest first.',
    answer: { status: 200, schema: answers.Runs, description: 'The runs.' },
    act: ({ context: { runs } }) => runs.list(),
  }),
  route('POST /runs', {
    name: 'startRun',
    tag: 'conformance',
    summary: 'Start a run',
    description: 'Plays the whole suite or the named scenarios. Events report the progress.',
    body: requests.RunOrder,
    answer: { status: 202, schema: answers.Run, description: 'The run has begun.' },
    act: async ({ context: { runs }, body }) => await runs.start(body),
  }),
  route('DELETE /runs/current', {
    name: 'interruptRun',
    tag: 'conformance',
    summary: 'End the current run',
    description: 'The report has what was judged so far, and is marked partial.',
    answer: { status: 204, description: 'The run ends.' },
    missing: 'No run is under way.',
    act: ({ context: { runs } }) => (runs.interrupt() ? true : undefined),
  }),
  route('GET /runs/watch', {
    name: 'getWatch',
    tag: 'conformance',
    summary: 'Show whether scenarios are watched',
    description: 'What is played again by itself, and when that was last.',
    answer: { status: 200, schema: answers.Watch, description: 'The watch.' },
    act: ({ context: { runs } }) => runs.watch.view(),
  }),
  route('PUT /runs/watch', {
    name: 'beginWatch',
    tag: 'conformance',
    summary: 'Play again when something changes',
    description:
      'From now on scenarios are played again when the agent was restarted, which a connection every half second tells, and when a saved scenario has changed; never two runs at once.',
    body: requests.WatchOrder,
    answer: { status: 200, schema: answers.Watch, description: 'The watch.' },
    act: ({ context: { runs }, body }) => runs.watch.begin(body),
  }),
  route('DELETE /runs/watch', {
    name: 'endWatch',
    tag: 'conformance',
    summary: 'Stop watching',
    description: 'A run under way goes on to its end.',
    answer: { status: 204, description: 'Nothing is played by itself any more.' },
    missing: 'Nothing is watched.',
    act: ({ context: { runs } }) => (runs.watch.end() ? true : undefined),
  }),
  route('GET /runs/:id', {
    name: 'getRun',
    tag: 'conformance',
    params,
    summary: 'Show a run',
    description: 'The report.json of a finished run.',
    answer: { status: 200, schema: answers.Report, description: 'The run.' },
    missing,
    act: async ({ context: { runs }, params: { id = '' } }) => await runs.one(id),
  }),
  route('GET /runs/:id/view', {
    name: 'viewRun',
    tag: 'conformance',
    params,
    summary: 'Show what a run says',
    description: 'A finished run chosen and worded, as its page in the dashboard shows it.',
    answer: { status: 200, schema: answers.ReportView, description: 'What is told of the run.' },
    missing,
    act: async ({ context: { runs }, params: { id = '' } }) => await runs.view(id),
  }),
  route('GET /runs/:id/changes', {
    name: 'compareRuns',
    tag: 'conformance',
    params,
    summary: 'Compare two runs',
    description: 'What is newly failing, fixed or otherwise changed since an earlier run.',
    query: requests.SinceQuery,
    answer: { status: 200, schema: answers.Comparison, description: 'The comparison.' },
    missing: 'One of these ids is of no finished run.',
    act: async ({ context: { runs }, params: { id = '' }, query }) => await runs.compare(query.since, id),
  }),
  ownRoute('GET /runs/:id/report', {
    name: 'getReport',
    tag: 'conformance',
    summary: 'Show the report of a run',
    description: 'The HTML report of a finished run; its calls lead to the dashboard.',
    params,
    answer: { status: 200, mediaType: 'text/html', description: 'The report.' },
    missing,
    serve: async (_request, response, { context, params: { id = '' } }) => {
      const html = await context.runs.report(id);
      if (html === undefined) throw notFound(missing, 'GET /__admin/runs lists them.');
      response.removeHeader('cross-origin-opener-policy');
      response.set(reportHeaders).type('text/html').send(html);
    },
  }),
];
