import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Runtime } from './runtimes.ts';

/** The programs and files of a runtime that this machine lacks. */
export const missingOf = ({ commands, libraries }: Runtime): readonly string[] => [
  ...new Set(commands.map(([program]) => program).filter((program) => !isOnPath(program))),
  ...libraries.filter((file) => !existsSync(file)),
];

const isOnPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
