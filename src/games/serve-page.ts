import type { RequestHandler, Response } from 'express';
import type { LoadPage, PageFile } from './create-load-page.ts';
import { goneStatus } from './gone-status.ts';
import { openTable } from './open-table.ts';
import type { Parlour } from './parlour.ts';

/** The page of a launch link: one for everybody, or the one that says why there is no game. */
export const servePage = (
  parlour: Parlour,
  loadPage: LoadPage,
  entrance: 'play' | 'demo',
): RequestHandler => {
  return (request, response) => {
    const opened = openTable(parlour, entrance, request.params['key']);
    if (opened.kind === 'table') send(response, loadPage, 'index.html');
    else send(response.status(goneStatus[opened.kind]), loadPage, `link-${opened.kind}.html`);
  };
};

/** A file that pages load. */
export const serveFile =
  (loadPage: LoadPage, file: PageFile): RequestHandler =>
  (_request, response) =>
    send(response, loadPage, file);

const send = (response: Response, loadPage: LoadPage, file: PageFile): void => {
  const loaded = loadPage(file);
  if (loaded === undefined) response.status(500).type('text/plain').send(notBuilt);
  else response.type(loaded.type).send(loaded.bytes);
};

const notBuilt = 'The page of the games is not built yet: run `npm run build`.\n';
