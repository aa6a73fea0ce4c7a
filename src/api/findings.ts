import { type Route, route } from './route.ts';
import { answers, requests } from './schemas/all-schemas.ts';
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
const findingsNow = { status: 200, schema: answers.Findings, description: 'The findings.' } as const;

/** What is wrong with the agent: read, muted, played again. */
export const findingRoutes = (findings: FindingsPort): readonly Route[] => [
  route('GET /findings', {
    name: 'listFindings',
    tag: 'findings',
    summary: 'List findings',
    description: 'What is wrong with the agent, by root cause, from live traffic and from runs.',
    answer: findingsNow,
    act: () => findings.view(),
  }),
  route('POST /findings/:id/mute', {
    name: 'muteFinding',
    tag: 'findings',
    params,
    summary: 'Mute a finding',
    description: 'Writes what it breaks to the baseline file: it is known, and fails no run.',
    body: requests.MuteOrder,
    answer: findingsNow,
    missing,
    act: ({ params: { id = '' }, body }) => findings.mute(id, body),
  }),
  route('DELETE /findings/:id/mute', {
    name: 'unmuteFinding',
    tag: 'findings',
    params,
    summary: 'Unmute a finding',
    description: 'Takes what it breaks out of the baseline file.',
    answer: findingsNow,
    missing,
    act: ({ params: { id = '' } }) => findings.unmute(id),
  }),
  route('POST /findings/:id/play', {
    name: 'playFinding',
    tag: 'findings',
    params,
    summary: 'Play a finding again',
    description:
      'Plays the scenarios that showed it, or the recorded calls. Afterwards the finding says whether it was there.',
    answer: { status: 202, schema: answers.Run, description: 'The run has begun.' },
    missing,
    act: ({ params: { id = '' } }) => findings.play(id),
  }),
];
