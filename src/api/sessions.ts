import type { AccountStatement } from '../formats/judgement.ts';
import { type Route, route } from './route.ts';
import { answers, requests } from './schemas/all-schemas.ts';
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
  route('GET /players', {
    name: 'listPlayers',
    tag: 'play',
    summary: 'List accounts',
    description: 'Each account of each player, as the ledger has followed it since its first callback.',
    answer: { status: 200, schema: answers.AccountStatements, description: 'The accounts.' },
    act: () => accounts(),
  }),
  route('GET /sessions', {
    name: 'listSessions',
    tag: 'play',
    summary: 'List sessions',
    description: 'Game sessions, and sessions that only callbacks by hand know.',
    answer: { status: 200, schema: answers.Sessions, description: 'The sessions.' },
    act: () => sessions.list(),
  }),
  route('POST /sessions', {
    name: 'launch',
    tag: 'play',
    summary: 'Open a game',
    description: 'Opens a session as if the agent had asked for a launch link, or a demo.',
    body: requests.LaunchOrder,
    answer: { status: 201, schema: answers.Session, description: 'The session, and its link.' },
    act: ({ body }) => sessions.launch(body),
  }),
  route('DELETE /sessions/:id', {
    name: 'closeSession',
    tag: 'play',
    summary: 'Close a session',
    description:
      'Ends a session as if it had been idle too long: its link opens no more, its open round is abandoned, and a pack of free spins that was begun in it ends.',
    params: { id: 'Id of a session (sessionId).' },
    answer: { status: 200, schema: answers.Session, description: 'The session, expired.' },
    missing: 'No session has this id.',
    act: ({ params: { id = '' } }) => sessions.close(id),
  }),
];
