import type { Operation, OperationName } from '../spec/operation.ts';
import { operationNames, operations } from '../spec/operation.ts';
import type { Refused } from './refused.ts';
import { refused } from './refused.ts';

const nameByPath: ReadonlyMap<string, OperationName> = new Map(
  operationNames.map((name) => [operations[name].path, name]),
);

const longestPath = 120;

/** The operation at exactly this path; a trailing slash or another case is another path. */
export const findOperation = (path: string): OperationName | undefined => nameByPath.get(path);

/** The fields and path of an operation. */
export const operationOf = (name: OperationName): Operation => operations[name];

/** not_found, with the path that was probably meant. */
export const unknownPath = (path: string): Refused => {
  const tidy = path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  const hint = nameByPath.has(tidy)
    ? `use ${tidy}`
    : `the operations are ${[...nameByPath.keys()].join(', ')}`;
  return refused('not_found', `No operation at ${path.slice(0, longestPath)}: ${hint}.`);
};
