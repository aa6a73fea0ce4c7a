import type { ErrorRequestHandler, RequestHandler, Router } from 'express';
import express from 'express';
import { createIds } from '../platform/create-ids.ts';
import type { PlatformState } from '../platform/platform-state.ts';
import { receiveBody } from '../platform/request-body.ts';
import type { GameAction } from '../spec/game-page.ts';
import { gameActions } from '../spec/game-page.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Dice } from '../world/dice.ts';
import type { GameEvents, GamesState, SendCallback } from './game-in-play.ts';
import type { OpenedLink } from './open-launch-link.ts';
import { goneStatus, openLaunchLink } from './open-launch-link.ts';
import { createLoadPage, serveFile, servePage } from './serve-page.ts';

export interface GamesOptions {
  readonly platform: Pick<PlatformState, 'catalogue' | 'sessions' | 'demos' | 'packs'>;
  readonly quirks: Pick<Quirks, 'packWin' | 'sessionId'>;
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
  const shared = createGamesState(options);
  const loadPage = createLoadPage(options.pageFolder ?? builtPage);
  const router = express.Router();
  router.use(['/play', '/demo'], guard);
  for (const file of ['launch.css', 'game.css', 'game.js'] as const) {
    router.get(`/play/assets/${file}`, serveFile(loadPage, file));
  }
  for (const entrance of ['play', 'demo'] as const) {
    router.get(`/${entrance}/:key`, servePage(shared, loadPage, entrance));
    router.post(`/${entrance}/:key/api/:action`, readJson, serveAction(shared, entrance));
  }
  router.use(['/play', '/demo'], answerErrors(options.onError));
  return router;
};

const createGamesState = ({
  platform,
  dice,
  sendCallback,
  quirks,
  onEvent,
}: GamesOptions): GamesState => ({
  ...platform,
  sendCallback,
  dice: dice.fork('rounds'),
  nextId: createIds(dice.fork('ids')),
  packWin: quirks.packWin,
  sessionIds: quirks.sessionId,
  onEvent: onEvent ?? { packs: () => undefined, session: () => undefined },
  sending: new Set(),
  opened: new WeakMap(),
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

/** What the page asks for: the actions of spec/game-page.ts. */
const serveAction =
  (shared: GamesState, entrance: 'play' | 'demo'): RequestHandler =>
  async (request, response) => {
    const opened = openLaunchLink(shared, entrance, request.params['key']);
    const { action } = request.params;
    if (opened.kind !== 'game') {
      response.status(goneStatus[opened.kind]).json({ message: goneMessage[opened.kind] });
    } else if (isAction(action)) response.json(await opened.perform(action, request.body));
    else response.status(404).json({ message: 'No such action.' });
  };

const isAction = (name: unknown): name is GameAction =>
  (gameActions as readonly unknown[]).includes(name);

const goneMessage: Readonly<Record<Exclude<OpenedLink['kind'], 'game'>, string>> = {
  unknown: 'This link leads to no game.',
  expired: 'This game was left alone for too long.',
};

/** Page requests are a stake at most. */
const limitBytes = 2048;

/**
 * Reads a small JSON body into `request.body`. The content type must say so: a form of another site
 * cannot, without asking.
 */
const readJson: RequestHandler = (request, response, next) => {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    response.status(415).json({ message: 'Send JSON, with Content-Type: application/json.' });
    return;
  }
  receiveBody(request, limitBytes, ({ kind, bytes }) => {
    if (kind === 'aborted') return;
    if (kind === 'too-large') {
      response.status(413).json({ message: 'This request is too large.' });
      return;
    }
    const body = parse(bytes.toString('utf8'));
    if (body.kind === 'json') {
      request.body = body.value;
      next();
    } else response.status(400).json({ message: 'This request is no JSON.' });
  });
};

type Parsed = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'broken' };

const parse = (text: string): Parsed => {
  if (text === '') return { kind: 'json', value: undefined };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'broken' };
  }
};
