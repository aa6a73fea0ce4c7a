import type { Route } from './route.ts';
import { jsonRoute } from './route.ts';

/** Players, their sessions and free spins. */
export const playRoutes: readonly Route[] = [
  jsonRoute({
    ...{ method: 'get', path: '/players', name: 'listPlayers', tag: 'play' },
    summary: 'List accounts',
    description:
      'Each account of each player, as the ledger has followed it since its first callback.',
    answer: { status: 200, schema: 'AccountStatements', description: 'The accounts.' },
    act: ({ ports }) => ports.accounts(),
  }),
  jsonRoute({
    ...{ method: 'get', path: '/sessions', name: 'listSessions', tag: 'play' },
    summary: 'List sessions',
    description: 'Game sessions, and sessions that only callbacks by hand know.',
    answer: { status: 200, schema: 'Sessions', description: 'The sessions.' },
    act: ({ ports }) => ports.sessions.list(),
  }),
  jsonRoute<'LaunchOrder'>({
    ...{ method: 'post', path: '/sessions', name: 'launch', tag: 'play' },
    summary: 'Open a game',
    description: 'Opens a session as if the agent had asked for a launch link, or a demo.',
    body: 'LaunchOrder',
    answer: { status: 201, schema: 'Session', description: 'The session, and its link.' },
    act: ({ ports, body }) => ports.sessions.launch(body),
  }),
  jsonRoute({
    ...{ method: 'get', path: '/packs', name: 'listPacks', tag: 'play' },
    summary: 'List packs of free spins',
    description:
      'Packs that are being played, those that are finished, and those that were taken away.',
    answer: { status: 200, schema: 'Packs', description: 'The packs.' },
    act: ({ ports }) => ports.packs.list(),
  }),
  jsonRoute<'PackOrder'>({
    ...{ method: 'post', path: '/packs', name: 'grantPack', tag: 'play' },
    summary: 'Grant free spins',
    description: 'Grants a pack of free spins, as freespins_grant does.',
    body: 'PackOrder',
    answer: { status: 201, schema: 'Pack', description: 'The pack.' },
    act: ({ ports, body }) => ports.packs.grant(body),
  }),
  jsonRoute({
    ...{ method: 'delete', path: '/packs/:id', name: 'removePack', tag: 'play' },
    summary: 'Take free spins away',
    description: 'Takes a pack of free spins away, as freespins_delete does.',
    params: { id: 'Id of a pack (freespinsId).' },
    answer: { status: 200, schema: 'Pack', description: 'The pack, deleted.' },
    missing: 'No pack has this id.',
    act: ({ ports, params: { id = '' } }) => ports.packs.remove(id),
  }),
];
