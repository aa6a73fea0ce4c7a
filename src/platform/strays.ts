import type { Request } from 'express';
import { operationNames, operations } from '../spec/operation.ts';
import { type RefusedAnswer, refused } from './answer.ts';

const paths: readonly string[] = operationNames.map((name) => operations[name].path);

/** Characters of a path that are told. */
const longestPath = 120;

/** not_found, with the path that was probably meant. */
export const unknownPath = (path: string): RefusedAnswer => {
  const hint = hintAt(tidyPath(path)) ?? `the operations are ${paths.join(', ')}`;
  return refused('not_found', `No operation at ${path.slice(0, longestPath)}: ${hint}.`);
};

/** What no router takes is recorded where an agent may have sent it. Browsers ask for more than there is, such as an icon. */
export const isOfAgent = ({ method, path, headers }: Request): boolean => {
  const tidy = tidyPath(path);
  return (
    (method !== 'GET' && method !== 'HEAD') ||
    headers['x-signature'] !== undefined ||
    headers.upgrade !== undefined ||
    tidy.startsWith('/api/') ||
    hintAt(tidy) !== undefined
  );
};

const hintAt = (tidy: string): string | undefined => {
  const meant = paths.find((path) => tidy.endsWith(path));
  if (meant !== undefined) {
    const before = tidy.slice(0, -meant.length);
    if (before === '') return `use ${meant}`;
    return `your base URL ends with ${before.slice(0, longestPath)}, which is too much: use ${meant}`;
  }
  if (paths.includes(`/api${tidy}`)) return `your base URL lacks /api: use /api${tidy}`;
  return paths.includes(`/api/games${tidy}`) ? `use /api/games${tidy}` : undefined;
};

/** The path in small letters, decoded, with single slashes and no dots, backslashes or spaces around it. */
const tidyPath = (path: string): string => {
  const kept: string[] = [];
  for (const segment of decoded(path)
    .toLowerCase()
    .trim()
    .split(/[\\/]+/)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  return `/${kept.join('/')}`;
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

export const brokenPath = refused(
  'bad_request',
  'The path of this request cannot be decoded: percent-encode it as UTF-8.',
);

/** Express finds no path in targets such as `http://[/` and `http://`, and passes them by all routers. */
export const isReadable = (request: Request): boolean => {
  try {
    return typeof (request.path as unknown) === 'string';
  } catch {
    return false;
  }
};

/** Express and Node say so of targets such as `/%zz` and `http://[/`. */
export const isBrokenPath = (error: unknown): boolean =>
  error instanceof URIError || (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL');
