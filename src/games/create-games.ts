import type { ErrorRequestHandler, RequestHandler, Router } from 'express';
import express from 'express';
import { createIds } from '../platform/create-ids.ts';
import type { PlatformState } from '../platform/platform-state.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Dice } from '../world/dice.ts';
import type { SendCallback } from './callback-outcome.ts';
import { createLoadPage } from './create-load-page.ts';
import type { GameEvents, Parlour } from './parlour.ts';
import { readJson } from './read-json.ts';
import { serveAction } from './serve-action.ts';
import { serveFile, servePage } from './serve-page.ts';

export interface GamesOptions {
  readonly platform: Pick<PlatformState, 'catalogue' | 'sessions' | 'demos' | 'packs'>;
  readonly quirks: Pick<Quirks, 'packWin'>;
  readonly sendCallback: SendCallback;
  readonly dice: Dice;
  /** Told when packs change here, and which session is seen. */
  readonly onEvent?: GameEvents;
  /** Told about every exception that a request caused. */
  readonly onError: (error: unknown) => void;
  /** Where the built page lies; in dist/ui/game/ when absent. */
  readonly pageFolder?: URL;
}

/** Right from src/games/, dist/games/ and dist/bundle/ alike. */
const builtPage = new URL('../../dist/ui/game/', import.meta.url);

/** The launch links that players open: /play/… with the agent's money, /demo/… with play money. */
export const createGames = (options: GamesOptions): Router => {
  const parlour = createParlour(options);
  const loadPage = createLoadPage(options.pageFolder ?? builtPage);
  const router = express.Router();
  router.use(['/play', '/demo'], guard);
  for (const file of ['launch.css', 'game.css', 'game.js'] as const) {
    router.get(`/play/assets/${file}`, serveFile(loadPage, file));
  }
  for (const entrance of ['play', 'demo'] as const) {
    router.get(`/${entrance}/:key`, servePage(parlour, loadPage, entrance));
    router.post(`/${entrance}/:key/api/:action`, readJson, serveAction(parlour, entrance));
  }
  router.use(['/play', '/demo'], answerErrors(options.onError));
  return router;
};

const createParlour = ({
  platform,
  dice,
  sendCallback,
  quirks,
  onEvent,
}: GamesOptions): Parlour => ({
  ...platform,
  sendCallback,
  dice: dice.fork('rounds'),
  nextId: createIds(dice.fork('ids')),
  packWin: quirks.packWin,
  onEvent: onEvent ?? { packs: () => undefined, session: () => undefined },
  sending: new Set(),
  tables: new WeakMap(),
});

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
