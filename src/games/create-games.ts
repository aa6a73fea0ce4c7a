import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import express from 'express';
import type { KeptStore } from '../journal/kept-store.ts';
import { keepsNothing } from '../journal/kept-store.ts';
import { createBoundedMap } from '../platform/create-bounded-map.ts';
import { createIds } from '../platform/create-ids.ts';
import { createKeptMap } from '../platform/create-kept-map.ts';
import type { PlatformState } from '../platform/platform-state.ts';
import { receiveBody } from '../platform/request-body.ts';
import type { GameAction } from '../spec/game-page.ts';
import { gameActions } from '../spec/game-page.ts';
import { countText, platformBounds } from '../spec/platform-bounds.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Dice } from '../world/dice.ts';
import { createBell } from './create-bell.ts';
import type {
  GameEvents,
  GameQuirks,
  GamesState,
  KeptGame,
  OpenGame,
  SendCallback,
} from './game-in-play.ts';
import { isUnfinished } from './game-in-play.ts';
import { keepGames } from './keep-games.ts';
import { readKeptGame } from './kept-game.ts';
import type { OpenedLink } from './open-launch-link.ts';
import { goneStatus, openLaunchLink } from './open-launch-link.ts';
import { createLoadPage, serveFile, servePage } from './serve-page.ts';

export interface GamesOptions {
  readonly platform: Pick<PlatformState, 'catalogue' | 'sessions' | 'demos' | 'packs' | 'clock'>;
  readonly quirks: GameQuirks;
  readonly sendCallback: SendCallback;
  /** Whether callbacks to an agent have somewhere to go; they have when absent. */
  readonly hasAddress?: (agentId: number) => boolean;
  readonly dice: Dice;
  /** Where games outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore;
  /** Told when packs change here, and which session is seen or over. */
  readonly onEvent?: GameEvents;
  /** Told about every exception that a request caused, or what the platform does by itself. */
  readonly onError: (error: unknown) => void;
  /** Games that are looked after at once; players of others are told to wait. */
  readonly mostOpen?: number;
  /** Where the built page lies; in dist/ui/game/ when absent. */
  readonly pageFolder?: URL;
}

/** The launch links that players open: /play/… with the agent's money, /demo/… with play money. */
export interface Games {
  readonly router: Router;
  /**
   * Does what the platform does by itself, until the signal aborts: balances from time to time, rounds
   * that are left, packs that end, what an earlier process left undone. Without it only pages do something.
   */
  keep(signal: AbortSignal): Promise<void>;
  /** Forgets the games of an agent that has ended; nothing more is sent for them. */
  forgetAgent(agentId: number): void;
  /** Forgets every game that is open; nothing more is sent for it. */
  clear(): void;
}

/** Right from src/games/, dist/games/ and dist/bundle/ alike. */
const builtPage = new URL('../../dist/ui/game/', import.meta.url);

/** The games of a platform, for its sessions and demos. */
export const createGames = (options: GamesOptions): Games => {
  const { onError } = options;
  const shared = createGamesState(options);
  return {
    router: createRouter(shared, options),
    keep: async (signal) => await keepGames(shared, { signal, onError }),
    forgetAgent: (agentId) => forgetAgent(shared, agentId),
    clear: () => {
      for (const { streams } of shared.active.values()) streams.end();
      shared.active.clear();
      shared.opened.clear();
      shared.kept.clear();
    },
  };
};

/** Those that are open, those that were left, and what is kept of games that nobody has opened since. */
const forgetAgent = (shared: GamesState, agentId: number): void => {
  for (const open of [...shared.active.values(), ...shared.opened.values()]) {
    if (open.game.launch.agentId !== agentId) continue;
    shared.ended.add(open.game);
    open.streams.end();
    shared.active.delete(open.linkKey);
    shared.opened.forget(open.linkKey);
  }
  for (const { session } of [...shared.kept.values()]) {
    if (session.launch.agentId === agentId) shared.kept.forget(session.linkKey);
  }
};

const createRouter = (
  shared: GamesState,
  { pageFolder, onError }: Pick<GamesOptions, 'pageFolder' | 'onError'>,
): Router => {
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

const createGamesState = ({
  platform,
  dice,
  sendCallback,
  hasAddress = () => true,
  quirks,
  kept = keepsNothing,
  onEvent,
  onError,
  mostOpen = platformBounds.openGames,
}: GamesOptions): GamesState => ({
  ...platform,
  quirks,
  sendCallback,
  hasAddress,
  dice: dice.fork('rounds'),
  nextId: createIds(dice.fork('ids')),
  onEvent: onEvent ?? { packs: () => undefined, session: () => undefined },
  sending: new Set(),
  unsent: new WeakSet(),
  ended: new WeakSet(),
  opened: createBoundedMap<OpenGame>(platformBounds.leftGames),
  ...createActive(onError, mostOpen),
  bell: createBell(),
  kept: createKeptMap<KeptGame>({
    ...{ kept, kind: 'game', limit: platformBounds.leftGames, read: readKeptGame },
    isNeeded: ({ history }) => history.some(isUnfinished),
    mostNeeded: mostOpen,
  }),
});

/** The games that are looked after. Of one more nothing is sent: what would become of it nobody could see to. */
const createActive = (
  onError: GamesOptions['onError'],
  mostOpen: number,
): Pick<GamesState, 'active' | 'hasRoom'> => {
  const active: GamesState['active'] = new Map();
  let isTold = false;
  return {
    active,
    hasRoom: (linkKey) => {
      const hasRoom = active.size < mostOpen || active.has(linkKey);
      if (!hasRoom && !isTold) onError(tooManyOpen(mostOpen));
      isTold = active.size >= mostOpen;
      return hasRoom;
    },
  };
};

const tooManyOpen = (mostOpen: number): WalletproofError =>
  new WalletproofError(
    'environment',
    `${countText(mostOpen)} games are open: no player of another one can play.`,
    'Close pages. Where nobody plays, the agent has not confirmed how their rounds end: see the list of traffic.',
  );

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
  (onError: GamesOptions['onError']): ErrorRequestHandler =>
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

type NamedPage =
  | { readonly kind: 'page'; readonly id: string | undefined }
  | { readonly kind: 'no page' };

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

const isAction = (name: unknown): name is GameAction =>
  (gameActions as readonly unknown[]).includes(name);

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
