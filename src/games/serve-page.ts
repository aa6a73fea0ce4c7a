import { readFileSync } from 'node:fs';
import type { Request, RequestHandler, Response } from 'express';
import { type PageFile, sendPageFile } from '../platform/page-file.ts';
import { type GameLanguage, gameLanguages, languageOf } from '../spec/game-language.ts';
import type { GamesState } from './game-in-play.ts';
import { goneStatus, type OpenedLink, openLaunchLink } from './open-launch-link.ts';

/** The page of a launch link: one for everybody who speaks a language, or why there is no game. */
export const servePage = (shared: GamesState, loadPage: LoadPage, entrance: 'play' | 'demo'): RequestHandler => {
  return (request, response) => {
    // What a page loads is named from where it stands: a proxy may serve it below a path of its own.
    if (request.path.endsWith('/')) {
      response.redirect(308, `../${encodeURIComponent(String(request.params['key']))}`);
      return;
    }
    const opened = openLaunchLink(shared, entrance, request.params['key']);
    const language = pageLanguage(opened, request);
    if (opened.kind === 'game') send(response, loadPage('index.html', language));
    else {
      const page = loadPage(`link-${opened.kind}.html`, language);
      send(response.status(goneStatus[opened.kind]), page);
    }
  };
};

/** That of the launch; where nobody knows of one, the browser is asked. */
const pageLanguage = (opened: OpenedLink, request: Request): GameLanguage => {
  if (opened.kind !== 'unknown') return languageOf(opened.language);
  const preferred = request.acceptsLanguages(...gameLanguages);
  return preferred === false ? 'en' : languageOf(preferred);
};

/** A file that pages load. */
export const serveFile =
  (loadPage: LoadPage, file: GameFile): RequestHandler =>
  (request, response) => {
    const loaded = loadPage(file);
    if (loaded === undefined) send(response, loaded);
    else sendPageFile(request, response, loaded);
  };

const send = (response: Response, loaded: PageFile | undefined): void => {
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

/**
 * Gives a file of a page, in English where no language is given; undefined when it is not there,
 * since the game is not built.
 */
type LoadPage = (file: GameFile, language?: GameLanguage) => PageFile | undefined;

const plainPages = new URL('../../assets/launch/', import.meta.url);

const plainFiles: ReadonlySet<GameFile> = new Set(['link-unknown.html', 'link-expired.html', 'launch.css']);

/**
 * Reads each file once for each language, at its first use. They are constants: nothing is ever put
 * into them but the language, one of a closed list.
 */
export const createLoadPage = (builtPages: URL): LoadPage => {
  const loaded = new Map<string, PageFile>();
  return (file, language = 'en') => {
    const key = `${language} ${file}`;
    const page = loaded.get(key) ?? readPage(builtPages, file, language);
    if (page !== undefined) loaded.set(key, page);
    return page;
  };
};

const readPage = (builtPages: URL, file: GameFile, language: GameLanguage): PageFile | undefined => {
  const folder = language === 'en' ? plainPages : new URL(`${language}/`, plainPages);
  const url = new URL(file, plainFiles.has(file) ? folder : builtPages);
  const packed = readIfThere(new URL(`${url.href}.gz`));
  if (packed !== undefined) return { type: types[file], bytes: packed, encoding: 'gzip' };
  const bytes = readIfThere(url);
  if (bytes === undefined) return undefined;
  return { type: types[file], bytes: file === 'index.html' ? inLanguage(bytes, language) : bytes };
};

/** The page itself takes its language from there: it is right before the first text is shown. */
const inLanguage = (page: Buffer, language: GameLanguage): Buffer =>
  Buffer.from(page.toString().replace('<html lang="en">', `<html lang="${language}">`));

const readIfThere = (url: URL): Buffer | undefined => {
  try {
    return readFileSync(url);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
