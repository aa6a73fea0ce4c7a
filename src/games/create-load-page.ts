import { readFileSync } from 'node:fs';

/** Media types of the files that pages consist of. Those of the game are built, the others are not. */
const types = {
  'link-unknown.html': 'text/html; charset=utf-8',
  'link-expired.html': 'text/html; charset=utf-8',
  'launch.css': 'text/css; charset=utf-8',
  'index.html': 'text/html; charset=utf-8',
  'game.css': 'text/css; charset=utf-8',
  'game.js': 'text/javascript; charset=utf-8',
} as const;

export type PageFile = keyof typeof types;

export interface LoadedFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Gives a file of a page; undefined when it is not there, since the game is not built. */
export type LoadPage = (file: PageFile) => LoadedFile | undefined;

const plainPages = new URL('../../assets/launch/', import.meta.url);

const plainFiles: ReadonlySet<PageFile> = new Set([
  'link-unknown.html',
  'link-expired.html',
  'launch.css',
]);

/** Reads each file once, at its first use. They are constants: nothing is ever put into them. */
export const createLoadPage = (builtPages: URL): LoadPage => {
  const loaded = new Map<PageFile, LoadedFile>();
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
