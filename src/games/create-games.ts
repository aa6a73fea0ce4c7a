import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import express from 'express';
import { createIds } from '../platform/create-ids.ts';
import type { PlatformState } from '../platform/platform-state.ts';
import type { Dice } from '../world/create-dice.ts';
import type { SendCallback } from './callback-outcome.ts';
import type { PageFile } from './load-page.ts';
import { loadPage } from './load-page.ts';
import type { OpenedLink } from './open-table.ts';
import { openTable } from './open-table.ts';
import type { Parlour } from './parlour.ts';
import { readJson } from './read-json.ts';
import type { Table } from './table.ts';

export interface GamesOptions {
  readonly platform: Pick<PlatformState, 'catalogue' | 'sessions' | 'demos' | 'packs'>;
  readonly sendCallback: SendCallback;
  readonly dice: Dice;
  /** Told about every exception that a request caused. */
  readonly onError: (error: unknown) => void;
}

/** Headers of everything here: the page loads nothing from elsewhere, and its link stays its own. */
const guards = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

const guard: RequestHandler = (_request, response, next) => {
  response.set(guards);
  next();
};

type GonePage = Exclude<OpenedLink['kind'], 'table'>;

const goneStatus: Readonly<Record<GonePage, number>> = { unknown: 404, expired: 410 };

const goneMessage: Readonly<Record<GonePage, string>> = {
  unknown: 'This link leads to no game.',
  expired: 'This game was left alone for too long.',
};

const sendFile = (response: Response, file: PageFile): void => {
  const { type, bytes } = loadPage(file);
  response.type(type).send(bytes);
};

/** What the page's API does at a table. */
const actions: Readonly<Record<string, (table: Table, body: unknown) => Promise<unknown>>> = {
  start: async (table) => ({ scene: table.scene, balance: await table.balance() }),
  balance: (table) => table.balance(),
  bet: (table, body) => table.play((body as { stake?: unknown } | null | undefined)?.stake),
};

const servePage = (parlour: Parlour, entrance: 'play' | 'demo'): RequestHandler => {
  return (request, response) => {
    const opened = openTable(parlour, entrance, request.params['key']);
    if (opened.kind === 'table') sendFile(response, 'launch.html');
    else sendFile(response.status(goneStatus[opened.kind]), `link-${opened.kind}.html`);
  };
};

const act = async (opened: OpenedLink, request: Request, response: Response): Promise<void> => {
  if (opened.kind !== 'table') {
    response.status(goneStatus[opened.kind]).json({ message: goneMessage[opened.kind] });
    return;
  }
  const name = String(request.params['action']);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) response.status(404).json({ message: 'No such action.' });
  else response.json(await action(opened.table, request.body));
};

/** What Express tells of a request that it could not read: malformed JSON, a broken path. */
const statusOf = (error: unknown): number => {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
};

const answerErrors =
  (onError: GamesOptions['onError']): ErrorRequestHandler =>
  (error, _request, response, next) => {
    const status = statusOf(error);
    if (status === 500) onError(error);
    if (response.headersSent) next(error);
    else response.status(status).json({ message: 'The platform could not take this request.' });
  };

/** The launch links that players open: /play/… with the agent's money, /demo/… with play money. */
export const createGames = (options: GamesOptions): Router => {
  const { dice, sendCallback, onError } = options;
  const nextId = createIds(dice.fork('ids'));
  const parlour: Parlour = {
    ...options.platform,
    sendCallback,
    dice: dice.fork('rounds'),
    nextId,
  };
  const router = express.Router();
  router.use(['/play', '/demo'], guard);
  for (const file of ['launch.css', 'launch.js'] as const) {
    router.get(`/play/assets/${file}`, (_request, response) => sendFile(response, file));
  }
  for (const entrance of ['play', 'demo'] as const) {
    router.get(`/${entrance}/:key`, servePage(parlour, entrance));
    router.post(`/${entrance}/:key/api/:action`, readJson, (request, response) =>
      act(openTable(parlour, entrance, request.params['key']), request, response),
    );
  }
  router.use(['/play', '/demo'], answerErrors(onError));
  return router;
};
