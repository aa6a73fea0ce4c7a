import { readFileSync } from 'node:fs';
import type { RequestHandler, Response } from 'express';
import type { GamesState } from './game-in-play.ts';
import { goneStatus, openLaunchLink } from './open-launch-link.ts';

/** The page of a launch link: one for everybody, or the one that says why there is no game. */
export const servePage = (
  shared: GamesState,
  loadPage: LoadPage,
  entrance: 'play' | 'demo',
): RequestHandler => {
  return (request, response) => {
    const opened = openLaunchLink(shared, entrance, request.params['key']);
    if (opened.kind === 'game') send(response, loadPage, 'index.html');
    else send(response.status(goneStatus[opened.kind]), loadPage, `link-${opened.kind}.html`);
  };
};

/** A file that pages load. */
export const serveFile =
  (loadPage: LoadPage, file: GameFile): RequestHandler =>
  (_request, response) =>
    send(response, loadPage, file);

const send = (response: Response, loadPage: LoadPage, file: GameFile): void => {
  const loaded = loadPage(file);
  if (loaded === undefined) response.status(500).type('text/plain').send(notBuilt);
  else response.type(loaded.type).send(loaded.bytes);
};

const notBuilt = 'The page of the games is not built yet: run `npm run build`.\n';

/** Media types of the files that pages consist of. Those of the game are built, the others are not. */
const types = {
  'link-unknown.html': 'text/html; charset=utf-8',
  'link-expired.html': 'text/html; charset=utf-8',
  'launch.css': 'text/css; charset=utf-8',
  'index.html': 'text/html; charset=utf-8',
  'game.css': 'text/css; charset=utf-8',
  'game.js': 'text/javascript; charset=utf-8',
} as const;

type GameFile = keyof typeof types;

interface LoadedFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Gives a file of a page; undefined when it is not there, since the game is not built. */
type LoadPage = (file: GameFile) => LoadedFile | undefined;

const plainPages = new URL('../../assets/launch/', import.meta.url);

const plainFiles: ReadonlySet<GameFile> = new Set([
  'link-unknown.html',
  'link-expired.html',
  'launch.css',
]);

/** Reads each file once, at its first use. They are constants: nothing is ever put into them. */
export const createLoadPage = (builtPages: URL): LoadPage => {
  const loaded = new Map<GameFile, LoadedFile>();
  return (file) => {
    const known = loaded.get(file);
    if (known !== undefined) return known;
    const bytes = readIfThere(new URL(file, plainFiles.has(file) ? plainPages : builtPages));
    if (bytes === undefined) return undefined;
    const page = { type: types[file], bytes };
    loaded.set(file, page);
    return page;
  };
};

const readIfThere = (url: URL): Buffer | undefined => {
  try {
    return readFileSync(url);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
