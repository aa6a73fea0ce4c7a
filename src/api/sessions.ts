import type { AccountStatement } from '../formats/judgement.ts';
import { get, post, type Route, remove } from './route.ts';
import type { LaunchOrder, SessionView } from './schemas/sessions.ts';

export interface SessionsPort {
  list(): readonly SessionView[];
  launch(order: LaunchOrder): SessionView;
  close(sessionId: string): SessionView | undefined;
}

/** Players, and their sessions. */
export const sessionRoutes = (
  accounts: () => readonly AccountStatement[],
  sessions: SessionsPort,
): readonly Route[] => [
  get('/players', {
    name: 'listPlayers',
    tag: 'play',
    summary: 'List accounts',
    description: 'Each account of each player, as the ledger has followed it since its first callback.',
    answer: { status: 200, schema: 'AccountStatements', description: 'The accounts.' },
    act: () => accounts(),
  }),
  get('/sessions', {
    name: 'listSessions',
    tag: 'play',
    summary: 'List sessions',
    description: 'Game sessions, and sessions that only callbacks by hand know.',
    answer: { status: 200, schema: 'Sessions', description: 'The sessions.' },
    act: () => sessions.list(),
  }),
  post('/sessions', {
    name: 'launch',
    tag: 'play',
    summary: 'Open a game',
    description: 'Opens a session as if the agent had asked for a launch link, or a demo.',
    body: 'LaunchOrder',
    answer: { status: 201, schema: 'Session', description: 'The session, and its link.' },
    act: ({ body }) => sessions.launch(body),
  }),
  remove('/sessions/:id', {
    name: 'closeSession',
    tag: 'play',
    summary: 'Close a session',
    description:
      'Ends a session as if it had been idle too long: its link opens no more, its open round is abandoned, and a pack of free spins that was begun in it ends.',
    params: { id: 'Id of a session (sessionId).' },
    answer: { status: 200, schema: 'Session', description: 'The session, expired.' },
    missing: 'No session has this id.',
    act: ({ params: { id = '' } }) => sessions.close(id),
  }),
];
