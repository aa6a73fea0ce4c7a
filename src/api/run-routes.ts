import type { Route } from './route.ts';
import { jsonRoute } from './route.ts';

const params = { id: 'Id of a run.' } as const;
const missing = 'No finished run has this id.';

/** Runs of the suite and of scenarios. */
export const runRoutes: readonly Route[] = [
  jsonRoute({
    ...{ method: 'get', path: '/runs', name: 'listRuns', tag: 'conformance' },
    summary: 'List runs',
    description: 'The run that is under way and the history, newest first.',
    answer: { status: 200, schema: 'Runs', description: 'The runs.' },
    act: ({ ports }) => ports.runs.list(),
  }),
  jsonRoute<'RunOrder'>({
    ...{ method: 'post', path: '/runs', name: 'startRun', tag: 'conformance' },
    summary: 'Start a run',
    description: 'Plays the whole suite or the named scenarios; events tell how it goes.',
    body: 'RunOrder',
    answer: { status: 202, schema: 'Run', description: 'The run has begun.' },
    act: ({ ports, body }) => ports.runs.start(body),
  }),
  jsonRoute({
    ...{ method: 'delete', path: '/runs/current', name: 'interruptRun', tag: 'conformance' },
    summary: 'End the run that is under way',
    description: 'What was judged by then is reported, marked partial.',
    answer: { status: 204, description: 'The run ends.' },
    missing: 'No run is under way.',
    act: ({ ports }) => (ports.runs.interrupt() ? true : undefined),
  }),
  jsonRoute({
    ...{ method: 'get', path: '/runs/:id', name: 'getRun', tag: 'conformance', params },
    summary: 'Show a run',
    description: 'The report.json of a finished run.',
    answer: { status: 200, schema: 'Report', description: 'The run.' },
    missing,
    act: ({ ports, params: { id = '' } }) => ports.runs.one(id),
  }),
  jsonRoute<'Nothing', 'SinceQuery'>({
    ...{
      method: 'get',
      path: '/runs/:id/changes',
      name: 'compareRuns',
      tag: 'conformance',
      params,
    },
    summary: 'Compare two runs',
    description: 'What is newly failing, fixed or otherwise changed since an earlier run.',
    query: 'SinceQuery',
    answer: { status: 200, schema: 'Comparison', description: 'The comparison.' },
    missing: 'One of these ids is of no finished run.',
    act: ({ ports, params: { id = '' }, query }) => ports.runs.compare(query.since, id),
  }),
];
