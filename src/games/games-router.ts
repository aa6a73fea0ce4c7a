import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { receiveBody } from '../platform/request-body.ts';
import { type GameAction, gameActions } from '../spec/game-page.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import type { GamesState } from './game-in-play.ts';
import { goneStatus, type OpenedLink, openLaunchLink } from './open-launch-link.ts';
import { createLoadPage, serveFile, servePage } from './serve-page.ts';

/** Where the page comes from, and who is told of what went wrong. */
export interface GamesRouterOptions {
  /** Where the built page lies; in dist/ui/game/ when absent. */
  readonly pageFolder?: URL;
  /** Told about every exception that a request caused. */
  readonly onError: (error: unknown) => void;
}

/** Right from src/games/, dist/games/ and dist/bundle/ alike. */
const builtPage = new URL('../../dist/ui/game/', import.meta.url);

/** The page of each launch link, and what it asks for. */
export const createGamesRouter = (shared: GamesState, { pageFolder, onError }: GamesRouterOptions): Router => {
  const loadPage = createLoadPage(pageFolder ?? builtPage);
  const router = express.Router();
  router.use(['/play', '/demo'], guard);
  for (const file of ['launch.css', 'game.css', 'game.js'] as const) {
    router.get(`/play/assets/${file}`, serveFile(loadPage, file));
  }
  for (const entrance of ['play', 'demo'] as const) {
    router.use(`/${entrance}/:key/api`, refuseOtherSites);
    router.get(`/${entrance}/:key`, servePage(shared, loadPage, entrance));
    router.get(`/${entrance}/:key/api/events`, serveEvents(shared, entrance));
    router.post(`/${entrance}/:key/api/:action`, readJson, serveAction(shared, entrance));
  }
  router.use(['/play', '/demo'], answerErrors(onError));
  return router;
};

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

/** A game is played by its own page, and by programs that are none: browsers say which site asks. */
const refuseOtherSites: RequestHandler = ({ headers }, response, next) => {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') next();
  else response.status(403).json({ message: 'This request was made by the page of another site.' });
};

/** What Express tells of a request that it could not read: malformed JSON, a broken path. */
const statusOf = (error: unknown): number => {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
};

const answerErrors =
  (onError: GamesRouterOptions['onError']): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const status = statusOf(error);
    if (status === 500) onError(error);
    if (response.headersSent) response.destroy();
    else response.status(status).json({ message: 'The platform could not take this request.' });
  };

/** What the page asks for: the actions of spec/game-page.ts. */
const serveAction =
  (shared: GamesState, entrance: 'play' | 'demo'): RequestHandler =>
  async (request, response) => {
    const opened = openLaunchLink(shared, entrance, request.params['key']);
    const { action } = request.params;
    const page = pageOf(request);
    if (opened.kind !== 'game') refuseGone(response, opened.kind);
    else if (!isAction(action)) response.status(404).json({ message: 'No such action.' });
    else if (page.kind === 'no page') response.status(400).json({ message: noPage });
    else response.json(await opened.open.perform(action, request.body, page.id));
  };

/** The page listens: spec/game-page.ts, mostStreams. */
const serveEvents =
  (shared: GamesState, entrance: 'play' | 'demo'): RequestHandler =>
  (request, response) => {
    const opened = openLaunchLink(shared, entrance, request.params['key']);
    const page = pageOf(request);
    if (opened.kind !== 'game') refuseGone(response, opened.kind);
    else if (page.kind === 'no page') response.status(400).json({ message: noPage });
    else if (request.method === 'HEAD') response.type('text/event-stream').end();
    else if (!opened.open.listen(response, page.id)) {
      response.status(503).json({ message: 'Too many pages of this game are open.' });
    }
  };

type NamedPage = { readonly kind: 'page'; readonly id: string | undefined } | { readonly kind: 'no page' };

const pagePattern = /^[\w-]{1,64}$/;

const noPage = 'A page is named by 1 to 64 letters, digits, - and _.';

/** Which page of the link asks, where it says so. */
const pageOf = ({ url }: Request): NamedPage => {
  // The target of a request may be a whole URL, and a broken one.
  const [, query = ''] = url.split('?', 2);
  const id = new URLSearchParams(query).get('page') ?? undefined;
  return id === undefined || pagePattern.test(id) ? { kind: 'page', id } : { kind: 'no page' };
};

const refuseGone = (response: Response, kind: keyof typeof goneMessage): void => {
  response.status(goneStatus[kind]).json({ message: goneMessage[kind] });
};

const isAction = (name: unknown): name is GameAction => (gameActions as readonly unknown[]).includes(name);

const goneMessage: Readonly<Record<Exclude<OpenedLink['kind'], 'game'>, PlayerSentence>> = {
  unknown: 'This link does not lead to a game.',
  expired: 'This game was idle for too long.',
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
