import { get, post, type Route, remove } from './route.ts';
import type { FindingsView, MuteOrder } from './schemas/findings.ts';
import type { RunView } from './schemas/runs.ts';

export interface FindingsPort {
  view(): Promise<FindingsView>;
  /** Writes the baseline file; undefined where no finding has this id. */
  mute(id: string, order: MuteOrder): Promise<FindingsView | undefined>;
  unmute(id: string): Promise<FindingsView | undefined>;
  /** Starts a run that shows whether the finding is still there. */
  play(id: string): Promise<RunView | undefined>;
}

const params = { id: 'Id of a finding.' } as const;
const missing = 'No finding has this id.';
const findingsNow = { status: 200, schema: 'Findings', description: 'The findings.' } as const;

/** What is wrong with the agent: read, muted, played again. */
export const findingRoutes = (findings: FindingsPort): readonly Route[] => [
  get('/findings', {
    name: 'listFindings',
    tag: 'findings',
    summary: 'List findings',
    description: 'What is wrong with the agent, by root cause, from live traffic and from runs.',
    answer: findingsNow,
    act: () => findings.view(),
  }),
  post('/findings/:id/mute', {
    name: 'muteFinding',
    tag: 'findings',
    params,
    summary: 'Mute a finding',
    description: 'Writes what it breaks to the baseline file: it is known, and fails no run.',
    body: 'MuteOrder',
    answer: findingsNow,
    missing,
    act: ({ params: { id = '' }, body }) => findings.mute(id, body),
  }),
  remove('/findings/:id/mute', {
    name: 'unmuteFinding',
    tag: 'findings',
    params,
    summary: 'Unmute a finding',
    description: 'Takes what it breaks out of the baseline file.',
    answer: findingsNow,
    missing,
    act: ({ params: { id = '' } }) => findings.unmute(id),
  }),
  post('/findings/:id/play', {
    name: 'playFinding',
    tag: 'findings',
    params,
    summary: 'Play a finding again',
    description:
      'Plays the scenarios that showed it, or the recorded calls. Afterwards the finding says whether it was there.',
    answer: { status: 202, schema: 'Run', description: 'The run has begun.' },
    missing,
    act: ({ params: { id = '' } }) => findings.play(id),
  }),
];
