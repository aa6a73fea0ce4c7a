import { readFile } from 'node:fs/promises';

const folder = new URL('../../dist/ui/dashboard/', import.meta.url);

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A file of the built page; undefined where there is none of that name. */
export const loadPageFile = async (name: string): Promise<PageFile | undefined> => {
  const extension = /^[\w-]+(?:\.[\w-]+)*\.(?<extension>[a-z]+)$/.exec(name)?.groups?.['extension'];
  const type = Object.hasOwn(types, extension ?? '') ? types[extension ?? ''] : undefined;
  if (type === undefined) return undefined;
  try {
    return { type, bytes: await readFile(new URL(name, folder)) };
  } catch {
    return undefined;
  }
};
