import { operationNames, operations } from '../spec/operation.ts';
import { type RefusedAnswer, refused } from './refused.ts';

const paths: readonly string[] = operationNames.map((name) => operations[name].path);

/** Characters of a path that are told. */
const longestPath = 120;

/** not_found, with the path that was probably meant. */
export const unknownPath = (path: string): RefusedAnswer => {
  const hint = hintAt(tidyPath(path)) ?? `the operations are ${paths.join(', ')}`;
  return refused('not_found', `No operation at ${path.slice(0, longestPath)}: ${hint}.`);
};

/** Whether a path outside /api/ was probably meant as one of an operation, or of /api/ at least. */
export const isMeantAsOperation = (path: string): boolean => {
  const tidy = tidyPath(path);
  return tidy.startsWith('/api/') || hintAt(tidy) !== undefined;
};

const hintAt = (tidy: string): string | undefined => {
  const meant = paths.find((path) => tidy.endsWith(path));
  if (meant !== undefined) return hintAfter(tidy.slice(0, -meant.length), meant);
  if (paths.includes(`/api${tidy}`)) return `your base URL lacks /api: use /api${tidy}`;
  const below = paths.find((path) => path === `/api/games${tidy}`);
  return below === undefined ? undefined : `use ${below}`;
};

const hintAfter = (before: string, path: string): string =>
  before === ''
    ? `use ${path}`
    : `your base URL ends with ${before.slice(0, longestPath)}, which is too much: use ${path}`;

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
