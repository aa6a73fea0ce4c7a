import type { RequestHandler } from 'express';
import type { GameAction } from '../spec/game-page.ts';
import { gameActions } from '../spec/game-page.ts';
import { goneStatus } from './gone-status.ts';
import type { OpenedLink } from './open-table.ts';
import { openTable } from './open-table.ts';
import type { Parlour } from './parlour.ts';

/** What the page asks for: the actions of contract/game-page.ts. */
export const serveAction =
  (parlour: Parlour, entrance: 'play' | 'demo'): RequestHandler =>
  async (request, response) => {
    const opened = openTable(parlour, entrance, request.params['key']);
    const { action } = request.params;
    if (opened.kind !== 'table') {
      response.status(goneStatus[opened.kind]).json({ message: goneMessage[opened.kind] });
    } else if (isAction(action)) response.json(await opened.table.act(action, request.body));
    else response.status(404).json({ message: 'No such action.' });
  };

const isAction = (name: unknown): name is GameAction =>
  (gameActions as readonly unknown[]).includes(name);

const goneMessage: Readonly<Record<Exclude<OpenedLink['kind'], 'table'>, string>> = {
  unknown: 'This link leads to no game.',
  expired: 'This game was left alone for too long.',
};
