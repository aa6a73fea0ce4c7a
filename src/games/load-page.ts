import { readFileSync } from 'node:fs';

const folder = new URL('../../assets/launch/', import.meta.url);

/** Media types of the files that a launch page consists of. */
const types = {
  'launch.html': 'text/html; charset=utf-8',
  'link-unknown.html': 'text/html; charset=utf-8',
  'link-expired.html': 'text/html; charset=utf-8',
  'launch.css': 'text/css; charset=utf-8',
  'launch.js': 'text/javascript; charset=utf-8',
} as const;

export type PageFile = keyof typeof types;

export interface LoadedFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A file of the page. They are constants: nothing is ever put into them on the way out. */
export const loadPage = (file: PageFile): LoadedFile => ({
  type: types[file],
  bytes: readFileSync(new URL(file, folder)),
});
