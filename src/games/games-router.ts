import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { linkKeyPattern } from '../platform/create-ids.ts';
import { type PageFile, readPageFile, sendPageFile } from '../platform/page-file.ts';
import { receiveBody } from '../platform/request-body.ts';
import { gameLanguages, languageOf } from '../spec/game-language.ts';
import { type GameAction, gameActions } from '../spec/game-page.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import { perform } from './actions.ts';
import { Game, type GamesState } from './game.ts';

/** Where the page comes from, and who is told of what went wrong. */
export interface GamesRouterOptions {
  /** Where the built page lies; in dist/ui/game/ when absent. */
  readonly pageFolder?: URL;
  /** Told about every exception that a request caused, or what the platform does by itself. */
  readonly onError: (error: unknown) => void;
}

/** Right from src/games/, dist/games/ and dist/bundle/ alike. */
const builtPages = new URL('../../dist/ui/game/', import.meta.url);
const plainPages = new URL('../../assets/launch/', import.meta.url);

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

/** The page of each launch link, and what it asks for. */
export const createGamesRouter = (
  shared: GamesState,
  { pageFolder = builtPages, onError }: GamesRouterOptions,
): Router => {
  const router = express.Router();
  router.use(['/play', '/demo'], guard);
  router.get('/play/assets/launch.css', serveFile(new URL('launch.css', plainPages), types.css));
  router.get('/play/assets/game.css', serveFile(new URL('game.css', pageFolder), types.css));
  router.get('/play/assets/game.js', serveFile(new URL('game.js', pageFolder), types.js));
  for (const entrance of ['play', 'demo'] as const) {
    const open = (request: Request) => openLaunchLink(shared, entrance, request.params['key']);
    router.use(`/${entrance}/:key/api`, refuseOtherSites);
    router.get(`/${entrance}/:key`, servePage(open, pageFolder));
    router.get(`/${entrance}/:key/api/events`, forGame(open, serveEvents));
    router.post(`/${entrance}/:key/api/:action`, readJson, forGame(open, serveAction));
  }
  router.use(['/play', '/demo'], answerErrors(onError));
  return router;
};

/** Where a link leads; `language` is the code of a launch that was. */
type OpenedLink =
  | { readonly kind: 'game'; readonly game: Game }
  | { readonly kind: 'expired'; readonly language: string }
  | { readonly kind: 'unknown' };

/** The game behind /play/ or /demo/ and a key; opening it counts as traffic of the session. */
const openLaunchLink = (shared: GamesState, entrance: 'play' | 'demo', linkKey: unknown): OpenedLink => {
  if (typeof linkKey !== 'string' || !linkKeyPattern.test(linkKey)) return { kind: 'unknown' };
  const opened = entrance === 'play' ? shared.sessions.open(linkKey) : shared.demos.open(linkKey);
  if (opened.kind === 'unknown') return opened;
  const launched = 'session' in opened ? opened.session : opened.demo;
  if (opened.kind === 'expired') return { kind: 'expired', language: launched.launch.language };
  if ('session' in opened) shared.onEvent.session(opened.session);
  return { kind: 'game', game: Game.of(shared, launched) };
};

type OpenLink = (request: Request) => OpenedLink;

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
  else refuse(response, 403, 'This request was made by the page of another site.');
};

const refuse = (response: Response, status: number, message: string): void => {
  response.status(status).json({ message });
};

/** A request that Express could not read, such as a broken path, has a status below 500. */
const answerErrors =
  (onError: GamesRouterOptions['onError']): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const given = (error as { status?: unknown } | undefined)?.status;
    const status = typeof given === 'number' && given >= 400 && given < 500 ? given : 500;
    if (status === 500) onError(error);
    if (response.headersSent) response.destroy();
    else refuse(response, status, 'The platform could not take this request.');
  };

/** How links that lead to no game are answered. */
const gone = {
  unknown: { status: 404, message: 'This link does not lead to a game.' },
  expired: { status: 410, message: 'This game was idle for too long.' },
} as const satisfies Record<string, { status: number; message: PlayerSentence }>;

type Serve = (game: Game, request: Request, response: Response, page: string | undefined) => void | Promise<void>;

/** What a page of a link asks for; it says which page it is, where it likes to. */
const forGame =
  (open: OpenLink, serve: Serve): RequestHandler =>
  async (request, response) => {
    const opened = open(request);
    // The target of a request may be a whole URL, and a broken one.
    const [, query = ''] = request.url.split('?', 2);
    const page = new URLSearchParams(query).get('page') ?? undefined;
    const { action } = request.params;
    if (opened.kind !== 'game') refuse(response, gone[opened.kind].status, gone[opened.kind].message);
    else if (action !== undefined && !isAction(action)) refuse(response, 404, 'No such action.');
    else if (page !== undefined && !/^[\w-]{1,64}$/.test(page)) {
      refuse(response, 400, 'A page is named by 1 to 64 letters, digits, - and _.');
    } else await serve(opened.game, request, response, page);
  };

const isAction = (name: unknown): name is GameAction => (gameActions as readonly unknown[]).includes(name);

/** The actions of spec/game-page.ts. */
const serveAction: Serve = async (game, request, response, page) => {
  const { action } = request.params;
  if (isAction(action)) response.json(await perform(game, action, request.body, page));
};

/** The page listens: spec/game-page.ts, mostStreams. */
const serveEvents: Serve = (game, request, response, page) => {
  if (request.method === 'HEAD') response.type('text/event-stream').end();
  else if (!game.listen(response, page)) refuse(response, 503, 'Too many pages of this game are open.');
};

/** Page requests are a stake at most. */
const limitBytes = 2048;

/** A small JSON body. Its content type must say so: a form of another site cannot, without asking. */
const readJson: RequestHandler = (request, response, next) => {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    refuse(response, 415, 'Send JSON, with Content-Type: application/json.');
    return;
  }
  receiveBody(request, limitBytes, ({ kind, bytes }) => {
    if (kind === 'too-large') refuse(response, 413, 'This request is too large.');
    if (kind !== 'whole') return;
    try {
      request.body = bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8'));
    } catch {
      refuse(response, 400, 'This request is no JSON.');
      return;
    }
    next();
  });
};

/** The page of a launch link: one for everybody who speaks a language, or why there is no game. */
const servePage =
  (open: OpenLink, pageFolder: URL): RequestHandler =>
  async (request, response) => {
    // What a page loads is named from where it stands: a proxy may serve it below a path of its own.
    if (request.path.endsWith('/')) {
      response.redirect(308, `../${encodeURIComponent(String(request.params['key']))}`);
      return;
    }
    const opened = open(request);
    if (opened.kind === 'game') {
      const language = languageOf(opened.game.launch.language);
      const page = await readPageFile(new URL('index.html', pageFolder), types.html);
      // The page itself takes its language from there: it is right before the first text is shown.
      const text = page?.bytes.toString().replace('<html lang="en">', `<html lang="${language}">`);
      sendPage(response, page && { ...page, bytes: Buffer.from(text ?? '') });
      return;
    }
    // Where nobody knows of a launch, the browser is asked.
    const asked = opened.kind === 'expired' ? opened.language : request.acceptsLanguages(...gameLanguages) || 'en';
    const language = languageOf(asked);
    const folder = language === 'en' ? plainPages : new URL(`${language}/`, plainPages);
    const page = await readPageFile(new URL(`link-${opened.kind}.html`, folder), types.html);
    sendPage(response.status(gone[opened.kind].status), page);
  };

const serveFile =
  (url: URL, type: string): RequestHandler =>
  async (request, response) => {
    const file = await readPageFile(url, type);
    if (file === undefined) sendPage(response, file);
    else sendPageFile(request, response, file);
  };

const sendPage = (response: Response, page: PageFile | undefined): void => {
  if (page !== undefined) response.type(page.type).send(page.bytes);
  else response.status(500).type('text/plain').send('The page of the games is not built yet: run `npm run build`.\n');
};
